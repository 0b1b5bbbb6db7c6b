#include "heddle/exec/bulk/reduction.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/exec/ops/extreme.hpp"
#include "heddle/exec/ops/narrow.hpp"

namespace heddle::exec {
namespace {

using isa::AtomicKind;
using isa::Type;

template <typename T, bool is_max>
std::uint64_t short_extreme(std::uint64_t old, std::uint64_t operand, std::uint64_t) {
  return narrow<T, isa::Rounding::rn>(
      extreme<is_max, false>(widen(T(static_cast<U32>(old))), widen(T(static_cast<U32>(operand)))));
}

AtomicFunction extreme_of_short(AtomicKind kind, Type type) {
  const bool is_max = kind == AtomicKind::max;
  if (!is_max && kind != AtomicKind::min) return nullptr;
  if (type == Type::f16) return is_max ? short_extreme<F16, true> : short_extreme<F16, false>;
  if (type == Type::bf16) return is_max ? short_extreme<BF16, true> : short_extreme<BF16, false>;
  return nullptr;
}

/// PTX ISA, cp.reduce.async.bulk: the types in shared memory.
bool exists_in_shared(AtomicKind kind, Type type) {
  if (kind == AtomicKind::add) return isa::is_integer(type);
  if (kind == AtomicKind::exch || kind == AtomicKind::cas) return false;
  return isa::bytes_of(type) == 4 && !isa::is_float(type);
}

AtomicFunction function_of(const isa::Modifiers& modifiers, bool in_global) {
  const AtomicKind kind = modifiers.atomic;
  const Type type = modifiers.type;
  if (!in_global && !exists_in_shared(kind, type)) return nullptr;
  if (kind == AtomicKind::exch || kind == AtomicKind::cas) return nullptr;
  if (const AtomicFunction found = extreme_of_short(kind, type)) return found;
  return atomic_function(kind, type, false);
}

}  // namespace

BulkReduction::BulkReduction(const isa::Modifiers& modifiers, bool in_global)
    : function_(function_of(modifiers, in_global)), element_bytes_(isa::bytes_of(modifiers.type)) {
  if (function_ == nullptr) fail("no bulk reduction of this kind and type exists");
}

void BulkReduction::apply(std::uint8_t* to, const std::uint8_t* from, std::uint32_t bytes) const {
  for (std::uint32_t at = 0; at < bytes; at += element_bytes_) {
    std::uint64_t old = 0, operand = 0;
    std::memcpy(&old, to + at, element_bytes_);
    std::memcpy(&operand, from + at, element_bytes_);
    const std::uint64_t value = function_(old, operand, 0);
    std::memcpy(to + at, &value, element_bytes_);
  }
}

}  // namespace heddle::exec
