// Parameters of device functions live in rows, not in memory: which rows hold the words of each
// formal parameter, result, and .param variable of a call sequence.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/lowering/call_layout.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

class ParameterRows {
 public:
  struct Place {
    std::uint32_t row = 0;  ///< of the first word
    std::uint64_t bytes = 0;
  };

  ParameterRows() = default;
  /// `next_row` is advanced by the rows taken. Rows of formal parameters and results come first, as
  /// the call layout says.
  ParameterRows(const ptx::Module& module, const ptx::Function& function, std::uint32_t& next_row);

  const CallLayout& layout() const { return layout_; }
  /// Where the words of a symbol are; nothing if it is no parameter in rows.
  std::optional<Place> find(const ptx::SymbolRef& symbol) const;

  /// A register that holds nothing but the address of a parameter, plus an offset.
  struct Alias {
    ptx::SymbolRef symbol;
    std::int64_t offset = 0;
    std::optional<std::uint32_t> copied;  ///< from this register
  };
  const Alias* alias(std::uint32_t reg) const;

  /// Words written since the last label: the first write to a word need not keep its other bytes.
  bool first_write(std::uint32_t row);
  void forget_writes() { written_.clear(); }

 private:
  void find_aliases(const ptx::Function& function);
  void drop_stale_copies();

  CallLayout layout_;
  bool is_entry_ = false;
  std::vector<Place> variables_;  ///< by Function::variables; bytes 0 for those not .param
  std::vector<std::optional<Alias>> aliases_;  ///< by Function::registers
  std::vector<std::uint32_t> written_;
};

}  // namespace heddle::compile
