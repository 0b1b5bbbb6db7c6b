// Device code as a program carries it: what `__cudaRegisterFatBinary` is given. A wrapper points
// either to PTX text that ends with a NUL (heddle cc) or to a container of entries for several
// architectures, each PTX or machine code, plain or compressed (nvcc).
//
//   container: u32 0xBA55ED50, u16 version, u16 header bytes (16), u64 bytes of entries
//   entry:     u16 kind at 0, u32 header bytes at 4, u64 padded payload at 8, u32 compressed
//              payload at 16, u32 architecture at 28, u64 flags at 40, u64 unpacked bytes at 56
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cudart/module/decompress.hpp"

namespace heddle::cudart {

inline constexpr std::uint32_t kWrapperMagic = 0x466243b1;
inline constexpr std::uint32_t kContainerMagic = 0xBA55ED50;

/// What a compiler leaves in `.nvFatBinSegment`.
struct FatBinaryWrapper {
  std::uint32_t magic = kWrapperMagic;
  std::uint32_t version = 1;     ///< 2: device code of several files, linked
  const void* data = nullptr;    ///< NUL-terminated PTX or a container
  const void* linked = nullptr;  ///< version 2: containers of the linked files, null at the end
};

enum class CodeKind : std::uint16_t { ptx = 1, machine_code = 2 };

/// One entry of a container; its payload stays where the container is.
struct CodeEntry {
  CodeKind kind = CodeKind::ptx;
  std::uint32_t architecture = 0;  ///< 75 is compute capability 7.5
  Compression compression = Compression::none;
  std::span<const std::uint8_t> payload;
  std::uint64_t unpacked_bytes = 0;
};

/// Entries of the container at `data`. Throws Error where the layout does not hold.
std::vector<CodeEntry> container_entries(std::span<const std::uint8_t> data);

/// The PTX text of the newest architecture in `entries`. Throws Error if there is only machine
/// code, naming its architectures.
std::string newest_ptx(const std::vector<CodeEntry>& entries);

/// PTX texts behind a wrapper: one, or one a linked file. Throws Error.
std::vector<std::string> ptx_texts(const FatBinaryWrapper& wrapper);

}  // namespace heddle::cudart
