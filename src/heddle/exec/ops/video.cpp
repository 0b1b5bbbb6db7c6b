// SIMD video instructions: operations on the two halves or four bytes of words.
#include <algorithm>
#include <limits>

#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/compare.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

struct Sum {
  static S32 compute(S32 a, S32 b) { return a + b; }
};
struct Difference {
  static S32 compute(S32 a, S32 b) { return a - b; }
};
struct Average {
  /// Returns half of the sum, rounded away from zero.
  static S32 compute(S32 a, S32 b) { return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1; }
};
struct Distance {
  static S32 compute(S32 a, S32 b) { return a < b ? b - a : a - b; }
};
struct Smaller {
  static S32 compute(S32 a, S32 b) { return std::min(a, b); }
};
struct Larger {
  static S32 compute(S32 a, S32 b) { return std::max(a, b); }
};
template <Compare compare>
struct Test {
  static S32 compute(S32 a, S32 b) { return holds<compare>(a, b) ? 1 : 0; }
};

template <typename Element>
constexpr unsigned kBits = 8 * sizeof(Element);

template <typename Element>
S32 element(U32 word, unsigned bit) {
  return static_cast<Element>(word >> bit);
}

/// Returns a word with the results of all elements. Each result is truncated to the width of its
/// element.
template <typename Operation, typename Element>
U32 elements(U32 a, U32 b, U32) {
  constexpr U32 kMask = (1u << kBits<Element>)-1;
  U32 result = 0;
  for (unsigned bit = 0; bit < 32; bit += kBits<Element>) {
    const S32 value = Operation::compute(element<Element>(a, bit), element<Element>(b, bit));
    result |= (static_cast<U32>(value) & kMask) << bit;
  }
  return result;
}
/// Returns a word with the results of all elements. Each result is clamped to the range of its
/// element type.
template <typename Operation, typename Element, typename Result>
U32 clamped(U32 a, U32 b, U32) {
  using Limits = std::numeric_limits<Result>;
  constexpr U32 kMask = (1u << kBits<Element>)-1;
  U32 result = 0;
  for (unsigned bit = 0; bit < 32; bit += kBits<Element>) {
    const S32 value = Operation::compute(element<Element>(a, bit), element<Element>(b, bit));
    const S32 inside = std::clamp<S32>(value, Limits::min(), Limits::max());
    result |= (static_cast<U32>(inside) & kMask) << bit;
  }
  return result;
}
/// Returns c plus the results of all elements, at full width.
template <typename Operation, typename Element>
U32 sum(U32 a, U32 b, U32 c) {
  for (unsigned bit = 0; bit < 32; bit += kBits<Element>) {
    c += static_cast<U32>(Operation::compute(element<Element>(a, bit), element<Element>(b, bit)));
  }
  return c;
}

bool has_word_result(const isa::Instruction& instruction) {
  const isa::Type type = instruction.modifiers.type;
  return type == isa::Type::u32 || type == isa::Type::s32;
}

template <typename Operation, typename Element>
OperationFunction bind_elements(const isa::Instruction& instruction) {
  constexpr Loops kOne = Loops::one;
  if (!has_word_result(instruction)) return nullptr;
  if (!instruction.modifiers.saturate) return lanewise<elements<Operation, Element>, kOne>;
  return instruction.modifiers.type == isa::Type::s32
             ? lanewise<clamped<Operation, Element, std::make_signed_t<Element>>, kOne>
             : lanewise<clamped<Operation, Element, std::make_unsigned_t<Element>>, kOne>;
}
template <typename Operation, typename Element>
OperationFunction bind_sum(const isa::Instruction& instruction) {
  return has_word_result(instruction) ? lanewise<sum<Operation, Element>, Loops::one> : nullptr;
}

template <Compare compare, typename Element, bool add>
constexpr OperationFunction test_function() {
  if constexpr (add) return lanewise<sum<Test<compare>, Element>, Loops::one>;
  return lanewise<elements<Test<compare>, Element>, Loops::one>;
}
template <typename Element, bool add>
OperationFunction bind_tests(const isa::Instruction& instruction) {
  switch (instruction.modifiers.compare) {
    case Compare::eq:
      return test_function<Compare::eq, Element, add>();
    case Compare::ne:
      return test_function<Compare::ne, Element, add>();
    case Compare::lt:
      return test_function<Compare::lt, Element, add>();
    case Compare::le:
      return test_function<Compare::le, Element, add>();
    case Compare::gt:
      return test_function<Compare::gt, Element, add>();
    case Compare::ge:
      return test_function<Compare::ge, Element, add>();
    default:
      return nullptr;
  }
}

constexpr Binding kBindings[] = {
    {Op::vadd2_u32, bind_elements<Sum, U16>},
    {Op::vadd2_add_u32, bind_sum<Sum, U16>},
    {Op::vadd2_s32, bind_elements<Sum, S16>},
    {Op::vadd2_add_s32, bind_sum<Sum, S16>},
    {Op::vadd4_u32, bind_elements<Sum, U8>},
    {Op::vadd4_add_u32, bind_sum<Sum, U8>},
    {Op::vadd4_s32, bind_elements<Sum, S8>},
    {Op::vadd4_add_s32, bind_sum<Sum, S8>},
    {Op::vsub2_u32, bind_elements<Difference, U16>},
    {Op::vsub2_add_u32, bind_sum<Difference, U16>},
    {Op::vsub2_s32, bind_elements<Difference, S16>},
    {Op::vsub2_add_s32, bind_sum<Difference, S16>},
    {Op::vsub4_u32, bind_elements<Difference, U8>},
    {Op::vsub4_add_u32, bind_sum<Difference, U8>},
    {Op::vsub4_s32, bind_elements<Difference, S8>},
    {Op::vsub4_add_s32, bind_sum<Difference, S8>},
    {Op::vavrg2_u32, bind_elements<Average, U16>},
    {Op::vavrg2_add_u32, bind_sum<Average, U16>},
    {Op::vavrg2_s32, bind_elements<Average, S16>},
    {Op::vavrg2_add_s32, bind_sum<Average, S16>},
    {Op::vavrg4_u32, bind_elements<Average, U8>},
    {Op::vavrg4_add_u32, bind_sum<Average, U8>},
    {Op::vavrg4_s32, bind_elements<Average, S8>},
    {Op::vavrg4_add_s32, bind_sum<Average, S8>},
    {Op::vabsdiff2_u32, bind_elements<Distance, U16>},
    {Op::vabsdiff2_add_u32, bind_sum<Distance, U16>},
    {Op::vabsdiff2_s32, bind_elements<Distance, S16>},
    {Op::vabsdiff2_add_s32, bind_sum<Distance, S16>},
    {Op::vabsdiff4_u32, bind_elements<Distance, U8>},
    {Op::vabsdiff4_add_u32, bind_sum<Distance, U8>},
    {Op::vabsdiff4_s32, bind_elements<Distance, S8>},
    {Op::vabsdiff4_add_s32, bind_sum<Distance, S8>},
    {Op::vmin2_u32, bind_elements<Smaller, U16>},
    {Op::vmin2_add_u32, bind_sum<Smaller, U16>},
    {Op::vmin2_s32, bind_elements<Smaller, S16>},
    {Op::vmin2_add_s32, bind_sum<Smaller, S16>},
    {Op::vmin4_u32, bind_elements<Smaller, U8>},
    {Op::vmin4_add_u32, bind_sum<Smaller, U8>},
    {Op::vmin4_s32, bind_elements<Smaller, S8>},
    {Op::vmin4_add_s32, bind_sum<Smaller, S8>},
    {Op::vmax2_u32, bind_elements<Larger, U16>},
    {Op::vmax2_add_u32, bind_sum<Larger, U16>},
    {Op::vmax2_s32, bind_elements<Larger, S16>},
    {Op::vmax2_add_s32, bind_sum<Larger, S16>},
    {Op::vmax4_u32, bind_elements<Larger, U8>},
    {Op::vmax4_add_u32, bind_sum<Larger, U8>},
    {Op::vmax4_s32, bind_elements<Larger, S8>},
    {Op::vmax4_add_s32, bind_sum<Larger, S8>},
    {Op::vset2_u32, bind_tests<U16, false>},
    {Op::vset2_add_u32, bind_tests<U16, true>},
    {Op::vset2_s32, bind_tests<S16, false>},
    {Op::vset2_add_s32, bind_tests<S16, true>},
    {Op::vset4_u32, bind_tests<U8, false>},
    {Op::vset4_add_u32, bind_tests<U8, true>},
    {Op::vset4_s32, bind_tests<S8, false>},
    {Op::vset4_add_s32, bind_tests<S8, true>},
};

}  // namespace

std::span<const Binding> video_bindings() { return kBindings; }

}  // namespace heddle::exec
