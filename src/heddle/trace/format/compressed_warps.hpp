// Reads a .tracez file, in which each warp is compressed by itself.
//
//   header as text, ended by a zero byte
//   u32 bytes of the dictionary, u32 instructions of a piece, the dictionary of zstd
//   for each warp: u32 instructions, u32 pieces; for each piece: u32 bytes, a frame of zstd with
//     lines as in a .traceg
//   u32 blocks; for each block: 10 x u32 (position, cluster, position in the cluster, rank),
//     u32 warps; for each warp: u32 instructions, u32 pieces, u64 offset, a u32 for each piece (its
//     instructions)
//   u64 offset of the number of blocks
//
// All numbers are little-endian. Source: Accel-Sim framework 2.0,
// util/tracer_nvbit/tracer_tool/tracez_format.h.
#pragma once

#include <filesystem>

#include "heddle/trace/format/kernel_reader.hpp"

namespace heddle::trace {

/// Reads header, blocks and warps, in the order of the file's index. The file must be regular.
void read_compressed_warps(const std::filesystem::path& file, KernelVisitor& visitor);

}  // namespace heddle::trace
