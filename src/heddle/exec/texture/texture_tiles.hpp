// The addresses at which caches find the texels of a CUDA array. The texels are arranged in tiles,
// so that neighbours in both directions share a cache line. Programs cannot see an array's layout.
// So the simulator keeps the values in rows, and only the addresses that the caches see are in
// tiles.
#pragma once

#include <cstdint>

namespace heddle::exec {

constexpr std::uint64_t kTileWidth = 64;  ///< width of a tile in bytes
constexpr std::uint64_t kTileRows = 8;

/// Returns the offset of byte x of row y from the beginning of a slice, in bytes. The rows of
/// `pitch` bytes (a multiple of kTileWidth) fill whole tiles. Tiles follow each other row by row.
/// In a tile, 32 bytes hold 16 bytes of two rows, and 256 bytes hold the left or right half of the
/// tile.
///
/// Source: Tegra X1 Technical Reference Manual, "Block Linear" (groups of bytes), with blocks of
/// one group.
constexpr std::uint64_t offset_in_tiles(std::uint64_t x, std::uint64_t y, std::uint64_t pitch) {
  const std::uint64_t tile = y / kTileRows * (pitch / kTileWidth) + x / kTileWidth;
  const std::uint64_t column = x % kTileWidth, row = y % kTileRows;
  return tile * (kTileWidth * kTileRows) + column / 32 * 256 + row / 2 * 64 +
         column % 32 / 16 * 32 + row % 2 * 16 + column % 16;
}

}  // namespace heddle::exec
