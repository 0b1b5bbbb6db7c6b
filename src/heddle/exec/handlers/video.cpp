// Video instructions in their general form: parts of words as numbers, an operation, saturation,
// and a second operation or the other bits of the third source.
#include <algorithm>

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

using isa::VideoForm;
using isa::VideoOperation;
using isa::VideoSecond;
__extension__ using Wide = __int128;

std::int64_t part_of_word(std::uint32_t word, const isa::VideoPart& part, bool is_signed) {
  const std::uint64_t mask = (std::uint64_t{1} << part.bits) - 1;
  const auto value = static_cast<std::int64_t>(word >> part.first & mask);
  const std::int64_t sign = std::int64_t{1} << (part.bits - 1);
  return is_signed ? (value ^ sign) - sign : value;
}

std::uint32_t with_part(std::uint32_t word, const isa::VideoPart& part, std::int64_t value) {
  const std::uint64_t mask = ((std::uint64_t{1} << part.bits) - 1) << part.first;
  return static_cast<std::uint32_t>((word & ~mask) |
                                    (static_cast<std::uint64_t>(value) << part.first & mask));
}

std::int64_t clamp_to(std::int64_t value, unsigned bits, bool is_signed) {
  const std::int64_t least = is_signed ? -(std::int64_t{1} << (bits - 1)) : 0;
  const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(value, least, most);
}

bool is_true(isa::Compare compare, std::int64_t a, std::int64_t b) {
  switch (compare) {
    case isa::Compare::eq:
      return a == b;
    case isa::Compare::ne:
      return a != b;
    case isa::Compare::lt:
      return a < b;
    case isa::Compare::le:
      return a <= b;
    case isa::Compare::gt:
      return a > b;
    default:
      return a >= b;
  }
}

std::int64_t shifted_left(std::int64_t a, std::int64_t by) {
  if (by < 32) return a * (std::int64_t{1} << by);
  if (a == 0) return 0;
  // All bits of the word are zero, and the number lies beyond every range of 32 bits.
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  return a > 0 ? kFar : -kFar;
}

std::int64_t first_result(const isa::Modifiers& modifiers, std::int64_t a, std::int64_t b) {
  const VideoForm& form = modifiers.video;
  const std::int64_t by = form.wraps ? b & 31 : std::min<std::int64_t>(b, 32);
  switch (form.operation) {
    case VideoOperation::add:
      return a + b;
    case VideoOperation::subtract:
      return a - b;
    case VideoOperation::distance:
      return a < b ? b - a : a - b;
    case VideoOperation::minimum:
      return std::min(a, b);
    case VideoOperation::maximum:
      return std::max(a, b);
    case VideoOperation::average:
      return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VideoOperation::shift_left:
      return shifted_left(a, by);
    case VideoOperation::shift_right:
      return a >> by;
    default:
      return is_true(modifiers.compare, a, b) ? 1 : 0;
  }
}

std::uint32_t multiply_add(const isa::Modifiers& modifiers, std::int64_t a, std::int64_t b,
                           std::uint32_t c) {
  const VideoForm& form = modifiers.video;
  const bool is_signed = form.signed_a || form.signed_b || form.negates_product || form.negates_c;
  Wide product = Wide{a} * b;
  Wide addend = is_signed ? Wide{static_cast<std::int32_t>(c)} : Wide{c};
  if (form.negates_product) product = -product;
  if (form.negates_c) addend = -addend;
  const Wide sum = (product + addend + (form.plus_one ? 1 : 0)) >> form.scale;
  if (!modifiers.saturate) return static_cast<std::uint32_t>(sum);
  const auto within = static_cast<std::int64_t>(std::clamp(sum, -(Wide{1} << 62), Wide{1} << 62));
  return static_cast<std::uint32_t>(clamp_to(within, 32, is_signed));
}

std::uint32_t second_result(const VideoForm& form, std::int64_t value, std::uint32_t c) {
  const auto word = static_cast<std::uint32_t>(value);
  const bool is_less = form.signed_result
                           ? static_cast<std::int32_t>(word) < static_cast<std::int32_t>(c)
                           : word < c;
  switch (form.second) {
    case VideoSecond::add:
      return word + c;
    case VideoSecond::minimum:
      return is_less ? word : c;
    case VideoSecond::maximum:
      return is_less ? c : word;
    case VideoSecond::none:
      break;
  }
  return with_part(c, form.d, value);
}

std::uint32_t of_numbers(const isa::Modifiers& modifiers, std::uint32_t a, std::uint32_t b,
                         std::uint32_t c) {
  const VideoForm& form = modifiers.video;
  const std::int64_t first = part_of_word(a, form.a, form.signed_a);
  const std::int64_t second = part_of_word(b, form.b, form.signed_b);
  if (form.operation == VideoOperation::multiply_add)
    return multiply_add(modifiers, first, second, c);
  std::int64_t value = first_result(modifiers, first, second);
  if (modifiers.saturate) value = clamp_to(value, form.d.bits, form.signed_result);
  return second_result(form, value, c);
}

/// The element with this number of the words a and b, one after the other.
std::int64_t element_of(std::uint32_t a, std::uint32_t b, unsigned elements, unsigned number,
                        bool is_signed) {
  const unsigned bits = 32 / elements;
  const std::uint32_t word = number < elements ? a : b;
  return part_of_word(
      word, {static_cast<std::uint8_t>(number % elements * bits), static_cast<std::uint8_t>(bits)},
      is_signed);
}

std::uint32_t of_elements(const isa::Modifiers& modifiers, std::uint32_t a, std::uint32_t b,
                          std::uint32_t c) {
  const VideoForm& form = modifiers.video;
  const unsigned bits = 32 / form.elements;
  std::uint32_t result = c;
  for (unsigned i = 0; i < form.elements; ++i) {
    if ((form.mask >> i & 1) == 0) continue;
    const std::int64_t first =
        element_of(a, b, form.elements, form.a_elements >> (4 * i) & 15, form.signed_a);
    const std::int64_t second =
        element_of(a, b, form.elements, form.b_elements >> (4 * i) & 15, form.signed_b);
    std::int64_t value = first_result(modifiers, first, second);
    if (modifiers.saturate) value = clamp_to(value, bits, form.signed_result);
    if (form.second == VideoSecond::add)
      result += static_cast<std::uint32_t>(value);
    else
      result = with_part(
          result, {static_cast<std::uint8_t>(i * bits), static_cast<std::uint8_t>(bits)}, value);
  }
  return result;
}

void compute_video(StepContext& context) {
  const isa::Modifiers& modifiers = context.instruction.modifiers;
  const std::uint32_t *const a = context.source(0), *const b = context.source(1),
                             *const c = context.source(2);
  std::uint32_t* const to = context.destination(0);
  const bool has_elements = modifiers.video.elements != 1;
  for_each_lane(context.mask, [&](unsigned lane) {
    const std::uint32_t third = c == nullptr ? 0 : c[lane];
    to[lane] = has_elements ? of_elements(modifiers, a[lane], b[lane], third)
                            : of_numbers(modifiers, a[lane], b[lane], third);
  });
}

constexpr HandlerBinding kVideoHandlers[] = {{isa::Op::video, compute_video}};

}  // namespace

std::span<const HandlerBinding> video_handlers() { return kVideoHandlers; }

}  // namespace heddle::exec
