#include "heddle/compile/code/constant_pool.hpp"

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

isa::ConstantRow ConstantPool::immediate(std::uint32_t value) {
  isa::ConstantRow row;
  row.value = value;
  return row;
}

ConstantPool::Key ConstantPool::key(const isa::ConstantRow& row) {
  return {row.kind, row.uniform, row.half, row.bytes, row.sign_extend, row.index, row.value};
}

isa::Operand ConstantPool::word(const isa::ConstantRow& row) {
  const auto [at, is_new] = words_.try_emplace(key(row), static_cast<std::uint32_t>(rows_.size()));
  if (is_new) rows_.push_back(row);
  return constant_operand(at->second);
}

isa::Operand ConstantPool::pair(const isa::ConstantRow& low, const isa::ConstantRow& high) {
  const auto [at, is_new] =
      pairs_.try_emplace({key(low), key(high)}, static_cast<std::uint32_t>(rows_.size()));
  if (is_new) {
    words_.try_emplace(key(low), at->second);
    words_.try_emplace(key(high), at->second + 1);
    rows_.push_back(low);
    rows_.push_back(high);
  }
  return constant_operand(at->second);
}

std::optional<std::uint64_t> ConstantPool::value(const isa::Operand& operand, unsigned rows) const {
  if (operand.kind != isa::OperandKind::constant) return std::nullopt;
  std::uint64_t value = 0;
  for (unsigned i = 0; i < rows; ++i) {
    const isa::ConstantRow& row = rows_[operand.index + i];
    if (row.kind != isa::ConstantRow::Kind::immediate) return std::nullopt;
    value |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(row.value)) << (32 * i);
  }
  return value;
}

}  // namespace heddle::compile
