#include "heddle/exec/matrix/matrix_descriptor.hpp"

#include <fmt/core.h>

namespace heddle::exec {
namespace {

constexpr unsigned kCore = 8;  ///< rows of a core matrix

/// Combines the number of the unit in a line of 128 bytes with the number of the line.
std::uint32_t swizzled(std::uint32_t address, unsigned span) {
  const std::uint32_t line = address >> 7 & (span / kMatrixUnitBytes - 1);
  return address ^ line << 4;
}

}  // namespace

MatrixDescriptor MatrixDescriptor::of(std::uint64_t bits) {
  static constexpr unsigned kSpans[] = {16, 128, 64, 32};
  const auto field = [bits](unsigned at) {
    return static_cast<std::uint32_t>(bits >> at & 0x3FFF) << 4;
  };
  return {.start = field(0),
          .leading = field(16),
          .stride = field(32),
          .base = static_cast<unsigned>(bits >> 49 & 7),
          .span = kSpans[bits >> 62]};
}

std::uint32_t unit_address(const MatrixDescriptor& descriptor, MatrixMajor major, unsigned mn,
                           unsigned k) {
  const unsigned units = descriptor.span / kMatrixUnitBytes;  // consecutive units of a line
  std::uint32_t address = descriptor.start;
  if (major == MatrixMajor::k) {
    address += mn / kCore * descriptor.stride + mn % kCore * descriptor.span;
    address += k * (units == 1 ? descriptor.leading : kMatrixUnitBytes);
  } else if (units == 1) {
    address +=
        mn * descriptor.stride + k / kCore * descriptor.leading + k % kCore * kMatrixUnitBytes;
  } else {
    address += mn / units * descriptor.leading + mn % units * kMatrixUnitBytes;
    address += k / kCore * descriptor.stride + k % kCore * descriptor.span;
  }
  return swizzled(address, descriptor.span);
}

std::string misfit(const MatrixDescriptor& descriptor) {
  if (descriptor.base == 0) return "";
  return fmt::format(
      "its base offset is {}, and heddle has only matrices whose swizzle begins at a multiple of "
      "{} "
      "bytes, with a base offset of 0",
      descriptor.base, kCore * descriptor.span);
}

}  // namespace heddle::exec
