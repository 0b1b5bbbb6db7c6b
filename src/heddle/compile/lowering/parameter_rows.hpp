// Parameters of device functions are in rows, not in memory. Finds the rows for the words of each
// formal parameter, each result, and each .param variable of a call sequence.
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
  /// Advances `next_row` by the rows taken. The rows of results and formal parameters come first,
  /// in the order of the call layout.
  ParameterRows(const ptx::Module& module, const ptx::Function& function, std::uint32_t& next_row);

  const CallLayout& layout() const { return layout_; }
  /// Returns the rows of a symbol's words. Empty if the symbol is no parameter in rows.
  std::optional<RowSpan> find(const ptx::SymbolRef& symbol) const;

  /// A register whose only content is the address of a parameter plus an offset.
  struct Alias {
    ptx::SymbolRef symbol;
    std::int64_t offset = 0;
    std::optional<std::uint32_t> copied;  ///< the register of which it is a copy
  };
  const Alias* alias(std::uint32_t reg) const;

  /// Returns whether this is the first write to a word since the last label. Such a write does not
  /// have to keep the other bytes of the word.
  bool first_write(std::uint32_t row);
  void forget_writes() { written_.clear(); }

 private:
  void find_aliases(const ptx::Function& function);
  void drop_stale_copies();

  CallLayout layout_;
  bool is_entry_ = false;
  std::vector<RowSpan> variables_;  ///< by index into Function::variables; 0 bytes: not a .param
                                    ///< variable
  std::vector<std::optional<Alias>> aliases_;  ///< by index into Function::registers
  std::vector<std::uint32_t> written_;
};

}  // namespace heddle::compile
