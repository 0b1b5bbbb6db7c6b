// Device code in the form that a program passes to `__cudaRegisterFatBinary`. A wrapper points to
// PTX text that ends with a NUL, or to a container. A container has entries for several
// architectures, each with PTX or machine code, plain or compressed.
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
#include "heddle/base/error.hpp"

namespace heddle::cudart {

inline constexpr std::uint32_t kWrapperMagic = 0x466243b1;
inline constexpr std::uint32_t kContainerMagic = 0xBA55ED50;

/// The structure that a compiler puts into `.nvFatBinSegment`.
struct FatBinaryWrapper {
  std::uint32_t magic = kWrapperMagic;
  std::uint32_t version = 1;     ///< 2: linked device code of several files
  const void* data = nullptr;    ///< NUL-terminated PTX or a container
  const void* linked = nullptr;  ///< version 2: containers of the linked files, then null
};

enum class CodeKind : std::uint16_t { ptx = 1, machine_code = 2 };

/// One entry of a container. The payload stays in the container.
struct CodeEntry {
  CodeKind kind = CodeKind::ptx;
  std::uint32_t architecture = 0;  ///< 75 is compute capability 7.5
  Compression compression = Compression::none;
  std::span<const std::uint8_t> payload;
  std::uint64_t unpacked_bytes = 0;
};

/// Thrown for a container that is whole, but has only machine code.
class NoPtx : public Error {
 public:
  using Error::Error;
};

/// The entries of the container at `data`. Throws Error if the layout is damaged.
std::vector<CodeEntry> container_entries(std::span<const std::uint8_t> data);

/// The PTX text in `entries` for a device of this compute capability (75 is 7.5), as the driver of
/// a GPU chooses it: the highest architecture that is not above the device's, and of equal ones the
/// last. If all are above the device's, the lowest of them, which runs as far as the device has its
/// instructions. Throws NoPtx, which names the architectures, if there is only machine code.
std::string chosen_ptx(const std::vector<CodeEntry>& entries, std::uint32_t capability);

/// The PTX text at `data`: a container, or text that ends with a NUL. Throws as chosen_ptx does.
std::string ptx_at(const void* data, std::uint32_t capability);

/// The PTX texts behind a wrapper: one, or one for each linked file. Throws Error for damaged or
/// unknown device code.
std::vector<std::string> ptx_texts(const FatBinaryWrapper& wrapper, std::uint32_t capability);

}  // namespace heddle::cudart
