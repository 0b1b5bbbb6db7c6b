#include "documented_layout.hpp"

#include <stdexcept>

namespace heddle::test {
namespace {

bool is_wide_half(const Tile& tile) { return tile.type == "f16" || tile.type == "bf16"; }
bool is_byte(const Tile& tile) { return tile.type == "u8" || tile.type == "s8"; }
bool is_nibble(const Tile& tile) { return tile.type == "u4" || tile.type == "s4"; }

[[noreturn]] void unknown() { throw std::logic_error("the test knows no such layout"); }

}  // namespace

Place documented_a(const Tile& tile, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, thread = lane % 4;
  const unsigned low = group, high = group + 8;
  if (is_wide_half(tile)) {
    const unsigned column = thread * 2 + (i & 1);
    if (tile.k == 8) return {i < 2 ? low : high, column};
    if (tile.k == 16) return {i < 2 || (4 <= i && i < 6) ? low : high, i < 4 ? column : column + 8};
  }
  if (tile.type == "tf32") {
    if (tile.k == 4) return {i == 0 ? low : high, thread};
    if (tile.k == 8) return {i == 0 || i == 2 ? low : high, i < 2 ? thread : thread + 4};
  }
  if (tile.type == "f64") return {group, thread};
  if (is_byte(tile)) {
    const unsigned column = thread * 4 + (i & 3);
    if (tile.m == 8) return {group, column};
    if (tile.k == 16) return {i < 4 ? low : high, column};
    if (tile.k == 32)
      return {i < 4 || (8 <= i && i < 12) ? low : high, i < 8 ? column : column + 16};
  }
  if (is_nibble(tile)) {
    const unsigned column = thread * 8 + (i & 7);
    if (tile.m == 8) return {group, column};
    if (tile.k == 32) return {i < 8 ? low : high, column};
    if (tile.k == 64)
      return {i < 8 || (16 <= i && i < 24) ? low : high, i < 16 ? column : column + 32};
  }
  if (tile.type == "b1") {
    const unsigned column = thread * 32 + (i & 31);
    if (tile.m == 8) return {group, column};
    if (tile.k == 128) return {i < 32 ? low : high, column};
    if (tile.k == 256)
      return {i < 32 || (64 <= i && i < 96) ? low : high, i < 64 ? column : column + 128};
  }
  unknown();
}

Place documented_b(const Tile& tile, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, thread = lane % 4;
  if (is_wide_half(tile)) {
    if (tile.k == 8) return {thread * 2 + i, group};
    if (tile.k == 16) return {thread * 2 + (i & 1) + (i < 2 ? 0 : 8), group};
  }
  if (tile.type == "tf32") return {i == 0 ? thread : thread + 4, group};
  if (tile.type == "f64") return {thread, group};
  if (is_byte(tile)) return {thread * 4 + (i & 3) + (i < 4 ? 0 : 16), group};
  if (is_nibble(tile)) return {thread * 8 + (i & 7) + (i < 8 ? 0 : 32), group};
  if (tile.type == "b1") return {thread * 32 + (i & 31) + (i < 32 ? 0 : 128), group};
  unknown();
}

Place documented_c(const Tile& tile, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, thread = lane % 4;
  if (tile.m == 8) return {group, thread * 2 + (i & 1)};
  return {i < 2 ? group : group + 8, thread * 2 + (i & 1)};
}

Place documented_quarter_a(bool is_row, unsigned lane, unsigned i) {
  if (is_row) return {lane < 16 ? lane % 4 : lane % 4 + 4, i};
  return {lane < 16 ? i % 4 : i % 4 + 4, lane % 4};
}

Place documented_quarter_b(bool is_row, unsigned lane, unsigned i) {
  if (is_row) return {lane % 4, lane < 16 ? i : i + 4};
  return {i, lane < 16 ? lane % 4 : lane % 4 + 4};
}

Place documented_quarter_c(bool is_f32, unsigned lane, unsigned i) {
  if (!is_f32) return {lane < 16 ? lane % 4 : lane % 4 + 4, i};
  const unsigned x = (lane & 1) + (i & 2);
  return {lane < 16 ? x : x + 4, (i & 4) + (lane & 2) + (i & 1)};
}

}  // namespace heddle::test
