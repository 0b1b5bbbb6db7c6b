// What a video instruction computes, beside its registers. Source: PTX ISA, "Scalar Video
// Instructions" and "SIMD Video Instructions".
#pragma once

#include <cstdint>
#include <string>

namespace heddle::isa {

enum class VideoOperation : std::uint8_t {
  none,
  add,
  subtract,
  distance,
  minimum,
  maximum,
  average,
  shift_left,
  shift_right,
  multiply_add,
  compare,
};

/// What happens to the result and the third source.
enum class VideoSecond : std::uint8_t {
  none,  ///< the result takes its part of the destination; the third source gives the other bits
  add,
  minimum,
  maximum,
};

/// Bits of a word: `bits` bits from bit `first` on.
struct VideoPart {
  std::uint8_t first = 0, bits = 32;
  bool operator==(const VideoPart&) const = default;
};

struct VideoForm {
  VideoOperation operation = VideoOperation::none;
  VideoSecond second = VideoSecond::none;
  /// Elements of a word on which the operation works: 2 halves, 4 bytes; 1: on numbers of up to 32
  /// bits.
  std::uint8_t elements = 1;
  bool signed_result = false, signed_a = false, signed_b = false;
  VideoPart a, b, d;  ///< only with one element
  /// Only with several elements: element i of a source is the element of the first and second
  /// source's words, one after the other, with the number in bits 4 * i to 4 * i + 3.
  std::uint16_t a_elements = 0, b_elements = 0;
  std::uint8_t mask = 0;   ///< only with several elements: bit i: the result has element i
  bool wraps = false;      ///< a shift is by its number modulo 32; false: by at most 32
  std::uint8_t scale = 0;  ///< the sum of multiply_add is shifted right by so many bits
  bool plus_one = false;   ///< .po
  bool negates_product = false, negates_c = false;

  bool operator==(const VideoForm&) const = default;
};

/// Returns text that differs for different forms; "" for none.
std::string video_suffixes_of(const VideoForm& form);

}  // namespace heddle::isa
