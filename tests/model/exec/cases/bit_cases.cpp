// The pseudocode of the PTX manual, bit by bit.
#include <algorithm>

#include "op_case.hpp"

namespace heddle::test {
namespace {

template <typename T>
constexpr int kBits = 8 * sizeof(T);

template <typename T>
bool bit(T word, int position) {
  return (word >> position & 1) != 0;
}

template <typename T>
U32 count_ones(T a) {
  U32 count = 0;
  for (int i = 0; i < kBits<T>; ++i) count += bit(a, i);
  return count;
}
template <typename T>
U32 leading_zeros(T a) {
  U32 count = 0;
  for (int i = kBits<T> - 1; i >= 0 && !bit(a, i); --i) ++count;
  return count;
}
template <typename T>
T reversed(T a) {
  T result = 0;
  for (int i = 0; i < kBits<T>; ++i) result |= T{bit(a, i)} << (kBits<T> - 1 - i);
  return result;
}
template <typename T>
U32 find(T a, bool is_signed, bool shift_amount) {
  if (is_signed && bit(a, kBits<T> - 1)) a = ~a;
  for (int i = kBits<T> - 1; i >= 0; --i) {
    if (bit(a, i)) return static_cast<U32>(shift_amount ? kBits<T> - 1 - i : i);
  }
  return ~0u;
}
/// The low byte in 32 bits, as the manual says; in 64 bits all, but no more than 255 (measured on
/// an NVIDIA H200).
template <typename T>
int byte_of(Amount amount) {
  return static_cast<int>(sizeof(T) == 4 ? amount.value % 256 : std::min(amount.value, 255u));
}
template <typename T>
T extract(T a, Amount b, Amount c, bool is_signed) {
  const int msb = kBits<T> - 1;
  const int position = byte_of<T>(b), length = byte_of<T>(c);
  const bool sign = is_signed && length != 0 ? bit(a, std::min(position + length - 1, msb)) : false;
  T result = 0;
  for (int i = 0; i <= msb; ++i) {
    const bool value = i < length && position + i <= msb ? bit(a, position + i) : sign;
    result |= T{value} << i;
  }
  return result;
}
template <typename T>
T insert(T a, T b, Amount c, Amount d) {
  const int position = byte_of<T>(c), length = byte_of<T>(d);
  T result = b;
  for (int i = 0; i < length && position + i < kBits<T>; ++i) {
    const T place = T{1} << (position + i);
    result = bit(a, i) ? result | place : result & ~place;
  }
  return result;
}

U32 find_nth(U32 mask, U32 base, S32 offset) {
  if (offset == 0) return bit(mask, static_cast<int>(base)) ? base : ~0u;
  int position = static_cast<int>(base);
  S64 count = std::abs(S64{offset}) - 1;
  while (position >= 0 && position < 32) {
    if (bit(mask, position)) {
      if (count == 0) return static_cast<U32>(position);
      --count;
    }
    position += offset > 0 ? 1 : -1;
  }
  return ~0u;
}

U32 extend(U32 a, U32 b, bool clamp, bool is_signed) {
  if (clamp && b >= 32) return a;
  const int length = static_cast<int>(b % 32);
  if (length == 0) return 0;
  U32 result = 0;
  for (int i = 0; i < 32; ++i) {
    result |= U32{i < length ? bit(a, i) : is_signed && bit(a, length - 1)} << i;
  }
  return result;
}

U32 mask_of(U32 start, U32 width, bool clamp) {
  if (!clamp) {
    start %= 32;
    width %= 32;
  }
  U32 result = 0;
  for (U64 i = 0; i < 32; ++i) result |= U32{i >= start && i < U64{start} + width} << i;
  return result;
}

template <typename T>
void add_words(OpCases& cases, const std::string& width) {
  add(cases, "popc.b" + width, [](T a) { return count_ones(a); });
  add(cases, "clz.b" + width, [](T a) { return leading_zeros(a); });
  add(cases, "brev.b" + width, [](T a) { return reversed(a); });
  add(cases, "bfi.b" + width, [](T a, T b, Amount c, Amount d) { return insert(a, b, c, d); });
  for (const bool is_signed : {false, true}) {
    const std::string type = (is_signed ? "s" : "u") + width;
    add(cases, "bfind." + type, [=](T a) { return find(a, is_signed, false); });
    add(cases, "bfind.shiftamt." + type, [=](T a) { return find(a, is_signed, true); });
    add(cases, "bfe." + type, [=](T a, Amount b, Amount c) { return extract(a, b, c, is_signed); });
  }
}

}  // namespace

OpCases bit_cases() {
  OpCases cases;
  add_words<U32>(cases, "32");
  add_words<U64>(cases, "64");
  // The base is a bit of the mask.
  add(cases, "fns.b32", [](U32 mask, Amount base, S32 offset) {
    return base.value > 31 ? ~0u : find_nth(mask, base.value, offset);
  });
  for (const bool clamp : {false, true}) {
    const std::string mode = clamp ? "clamp." : "wrap.";
    for (const bool is_signed : {false, true}) {
      add(cases, "szext." + mode + (is_signed ? "s32" : "u32"),
          [=](U32 a, Amount b) { return extend(a, b.value, clamp, is_signed); });
    }
    add(cases, "bmsk." + mode + "b32",
        [=](Amount a, Amount b) { return mask_of(a.value, b.value, clamp); });
  }
  return cases;
}

}  // namespace heddle::test
