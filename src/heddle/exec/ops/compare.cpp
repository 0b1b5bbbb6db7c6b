// Comparisons into predicates (setp) and into values (set), and selections.
#include "heddle/exec/ops/compare.hpp"

#include "heddle/exec/ops/binding.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::Type;

LaneMask combine(const Operands& operands, LaneMask test) {
  switch (operands.instruction->modifiers.boolean) {
    case isa::Boolean::and_:
      return test & operands.predicate_source[2];
    case isa::Boolean::or_:
      return test | operands.predicate_source[2];
    case isa::Boolean::xor_:
      return test ^ operands.predicate_source[2];
    case isa::Boolean::none:
      break;
  }
  return test;
}

void write_tests(const Operands& operands, LaneMask first, LaneMask second) {
  const auto& destinations = operands.instruction->destinations;
  const LaneMask p = combine(operands, first), q = combine(operands, second);
  if (destinations[0]) write_predicate(*operands.predicate_destination[0], p, operands.mask);
  if (destinations[1]) write_predicate(*operands.predicate_destination[1], q, operands.mask);
}

/// Whether a function is not null. The test compares no address, because in builds with sanitizers
/// such a comparison is not a constant.
template <CompareFunction function>
inline constexpr bool kIsGiven = true;
template <>
inline constexpr bool kIsGiven<nullptr> = false;

/// For packed operands `low` and `high` test the two halves. For other operands `high` is null.
struct SetPredicate {
  template <CompareFunction low, CompareFunction high>
  static void run(const Operands& operands) {
    const LaneMask test = low(operands);
    if constexpr (!kIsGiven<high>) {
      write_tests(operands, test, ~test);
    } else {
      write_tests(operands, test, high(operands));
    }
  }
  static bool accepts(const isa::Instruction&) { return true; }
};

/// The value that the instruction set writes for true, in each half of the word.
struct TrueValue {
  U32 low = 0, high = 0;
};
TrueValue true_value(Type type, bool packed) {
  switch (type) {
    case Type::u16:
    case Type::s16:
    case Type::u32:
    case Type::s32:
      return {packed ? 0xFFFFu : ~0u, packed ? 0xFFFF0000u : 0};
    case Type::f32:
      return {0x3F800000, 0};
    case Type::f16:
      return {0x3C00, 0};
    case Type::bf16:
      return {0x3F80, 0};
    case Type::f16x2:
      return {0x3C00, 0x3C000000};
    case Type::bf16x2:
      return {0x3F80, 0x3F800000};
    default:
      return {};
  }
}

struct SetValue {
  template <CompareFunction low, CompareFunction high>
  static void run(const Operands& operands) {
    constexpr bool kPacked = kIsGiven<high>;
    const TrueValue value = true_value(operands.instruction->modifiers.type, kPacked);
    const LaneMask first = combine(operands, low(operands));
    LaneMask second = 0;
    if constexpr (kPacked) second = combine(operands, high(operands));
    for_lanes<Loops::one>(operands, [=](unsigned lane) {
      return (lane_word(first, lane) & value.low) | (lane_word(second, lane) & value.high);
    });
  }
  static bool accepts(const isa::Instruction& instruction) {
    return true_value(instruction.modifiers.type, false).low != 0;
  }
};

using Table = std::array<OperationFunction, kCompares>;

template <typename Use, typename T, std::size_t c>
constexpr OperationFunction integer_entry() {
  constexpr Compare kCompare{c};
  if constexpr (is_for_all(kCompare)) {
    return Use::template run<compare_integers<T, kCompare>, nullptr>;
  } else {
    return nullptr;
  }
}
template <typename Use, typename T, bool ftz, bool packed, std::size_t c>
constexpr OperationFunction float_entry() {
  constexpr Compare kCompare{c};
  if constexpr (!is_for_floats(kCompare)) {
    return nullptr;
  } else if constexpr (packed) {
    return Use::template run<compare_floats<T, ftz, kCompare>,
                             compare_floats<High<T>, ftz, kCompare>>;
  } else {
    return Use::template run<compare_floats<T, ftz, kCompare>, nullptr>;
  }
}

template <typename Use, typename T, std::size_t... c>
constexpr Table integer_table(std::index_sequence<c...>) {
  return {integer_entry<Use, T, c>()...};
}
template <typename Use, typename T, bool ftz, bool packed, std::size_t... c>
constexpr Table float_table(std::index_sequence<c...>) {
  return {float_entry<Use, T, ftz, packed, c>()...};
}

OperationFunction entry(const Table& table, Compare compare) {
  return table[static_cast<std::size_t>(compare)];
}

template <typename Use, typename T>
OperationFunction bind_integers(const isa::Instruction& instruction) {
  static constexpr Table kTable = integer_table<Use, T>(std::make_index_sequence<kCompares>{});
  if (!Use::accepts(instruction)) return nullptr;
  return entry(kTable, without_sign(instruction.modifiers.compare));
}
template <typename Use, typename T, bool may_flush = false, bool packed = false>
OperationFunction bind_floats(const isa::Instruction& instruction) {
  constexpr auto kSequence = std::make_index_sequence<kCompares>{};
  static constexpr Table kPlain = float_table<Use, T, false, packed>(kSequence);
  static constexpr Table kFlushing = float_table<Use, T, may_flush, packed>(kSequence);
  if (!Use::accepts(instruction)) return nullptr;
  return entry(instruction.modifiers.ftz ? kFlushing : kPlain, instruction.modifiers.compare);
}

template <typename T>
T selp(T a, T b, Flag predicate) {
  if constexpr (sizeof(T) == 8) {
    return {(a.low & predicate.word) | (b.low & ~predicate.word),
            (a.high & predicate.word) | (b.high & ~predicate.word)};
  } else {
    return (a & predicate.word) | (b & ~predicate.word);
  }
}

/// Returns a if the selector is not negative, else b. A NaN selects b.
template <typename T, typename Selector, bool ftz = false>
T slct(T a, T b, Selector selector) {
  return choose(flush_if<ftz>(selector) >= 0, a, b);
}
template <typename T>
OperationFunction bind_slct_f32(const isa::Instruction& instruction) {
  return instruction.modifiers.ftz ? lanewise<slct<T, float, true>> : lanewise<slct<T, float>>;
}

constexpr Binding kBindings[] = {
    {Op::setp_u16, bind_integers<SetPredicate, U16>},
    {Op::setp_s16, bind_integers<SetPredicate, S16>},
    {Op::setp_u32, bind_integers<SetPredicate, U32>},
    {Op::setp_s32, bind_integers<SetPredicate, S32>},
    {Op::setp_u64, bind_integers<SetPredicate, Pair>},
    {Op::setp_s64, bind_integers<SetPredicate, SignedPair>},
    {Op::setp_f32, bind_floats<SetPredicate, float, true>},
    {Op::setp_f64, bind_floats<SetPredicate, double>},
    {Op::setp_f16, bind_floats<SetPredicate, F16, true>},
    {Op::setp_f16x2, bind_floats<SetPredicate, F16, true, true>},
    {Op::setp_bf16, bind_floats<SetPredicate, BF16>},
    {Op::setp_bf16x2, bind_floats<SetPredicate, BF16, false, true>},
    {Op::set_u16, bind_integers<SetValue, U16>},
    {Op::set_s16, bind_integers<SetValue, S16>},
    {Op::set_u32, bind_integers<SetValue, U32>},
    {Op::set_s32, bind_integers<SetValue, S32>},
    {Op::set_u64, bind_integers<SetValue, Pair>},
    {Op::set_s64, bind_integers<SetValue, SignedPair>},
    {Op::set_f32, bind_floats<SetValue, float, true>},
    {Op::set_f64, bind_floats<SetValue, double>},
    {Op::set_f16, bind_floats<SetValue, F16, true>},
    {Op::set_f16x2, bind_floats<SetValue, F16, true, true>},
    {Op::set_bf16, bind_floats<SetValue, BF16>},
    {Op::set_bf16x2, bind_floats<SetValue, BF16, false, true>},
    {Op::selp_b32, lanewise<selp<U32>>},
    {Op::selp_b64, lanewise<selp<Pair>>},
    {Op::slct_b32_s32, lanewise<slct<U32, S32>>},
    {Op::slct_b64_s32, lanewise<slct<Pair, S32>>},
    {Op::slct_b32_f32, bind_slct_f32<U32>},
    {Op::slct_b64_f32, bind_slct_f32<Pair>},
};

}  // namespace

std::span<const Binding> compare_bindings() { return kBindings; }

}  // namespace heddle::exec
