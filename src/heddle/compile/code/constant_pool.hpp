// The constant rows of a program during compilation. Each value has only one entry. A 64-bit value
// needs two consecutive rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "heddle/isa/instruction.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

class ConstantPool {
 public:
  isa::Operand word(const isa::ConstantRow& row);
  isa::Operand pair(const isa::ConstantRow& low, const isa::ConstantRow& high);
  isa::Operand word(std::uint32_t value) { return word(immediate(value)); }
  isa::Operand pair(std::uint64_t value) {
    return pair(immediate(static_cast<std::uint32_t>(value)),
                immediate(static_cast<std::uint32_t>(value >> 32)));
  }

  static isa::ConstantRow immediate(std::uint32_t value);
  const isa::ConstantRow& row(std::uint32_t index) const { return rows_[index]; }
  /// Returns the value of one or two constant rows. Empty unless the rows are immediates.
  std::optional<std::uint64_t> value(const isa::Operand& operand, unsigned rows) const;

  const std::vector<isa::ConstantRow>& rows() const { return rows_; }

 private:
  using Key = std::tuple<isa::ConstantRow::Kind, isa::Uniform, std::uint8_t, std::uint8_t, bool,
                         std::uint32_t, std::int64_t>;
  static Key key(const isa::ConstantRow& row);

  std::vector<isa::ConstantRow> rows_;
  std::map<Key, std::uint32_t> words_;
  std::map<std::pair<Key, Key>, std::uint32_t> pairs_;
};

}  // namespace heddle::compile
