// Assigns rows to the words of each formal parameter, each result, and each .param variable of a
// call sequence. Parameters of device functions are in rows, not in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/lowering/call_layout.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

class ParameterRows {
 public:
  struct RowSpan {
    std::uint32_t row = 0;  ///< row of the first word
    std::uint64_t bytes = 0;
  };

  ParameterRows() = default;
  /// Assigns rows from `next_row` on, and advances `next_row` by the number of assigned rows.
  /// Results and formal parameters get the first rows, in the order of the call layout.
  ParameterRows(const ptx::Module& module, const ptx::Function& function, std::uint32_t& next_row);

  const CallLayout& layout() const { return layout_; }
  /// Returns the rows of a symbol's words. Empty if the symbol is not a parameter in rows.
  std::optional<RowSpan> find(const ptx::SymbolRef& symbol) const;

  /// A register whose only content is the address of a parameter plus an offset.
  struct Alias {
    ptx::SymbolRef symbol;
    std::int64_t offset = 0;
    std::optional<std::uint32_t> copied;  ///< the register from which this register is copied
  };
  const Alias* alias(std::uint32_t reg) const;

  /// Returns whether this is the first write to the word in `row` since the last label, and records
  /// the write. The first write does not have to preserve the other bytes of the word.
  bool first_write(std::uint32_t row);
  void forget_writes() { written_.clear(); }

 private:
  void find_aliases(const ptx::Function& function);
  void drop_stale_copies();

  CallLayout layout_;
  bool is_entry_ = false;
  /// By index into Function::variables; 0 bytes: the variable is not in .param.
  std::vector<RowSpan> variables_;
  std::vector<std::optional<Alias>> aliases_;  ///< by index into Function::registers
  std::vector<std::uint32_t> written_;
};

}  // namespace heddle::compile
