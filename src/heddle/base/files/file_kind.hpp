// The kinds of files that heddle reads, and the most bytes that each may have. A bound is far above
// what any known file of the kind has, and below what would exhaust the host's memory: a file that
// exceeds the bound is not the file that was meant, or has no end, as /dev/zero.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle {

struct FileKind {
  std::string_view name;  ///< with its article, as in "a settings file"
  std::uint64_t most_bytes;
};

namespace file_kinds {

inline constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20, kGibibyte = kMebibyte << 10;

/// PTX of whole libraries has some ten MiB. Reading and lowering take 20 times the text's bytes.
inline constexpr FileKind kPtx{"a PTX file", 256 * kMebibyte};
/// Machine files have 20 KiB; a list of ten thousand settings or claims has a MiB.
inline constexpr FileKind kSettings{"a TOML file", 4 * kMebibyte};
inline constexpr FileKind kClaims{"a table of claims", 4 * kMebibyte};
inline constexpr FileKind kMeasures{"a file of SQL", 4 * kMebibyte};
/// A line of 100 bytes for each load of each kernel.
inline constexpr FileKind kLoadProfile{"a profile of loads", 64 * kMebibyte};
/// A line of 100 bytes for each number of blocks of each kernel.
inline constexpr FileKind kKernelProfile{"a profile of kernels", 4 * kMebibyte};
/// A table that a run wrote and a sweep stores, read whole: a line has 100 bytes.
inline constexpr FileKind kRunTable{"a table of a run", 512 * kMebibyte};
/// Read as a stream, and launches are passed over: a launch has 1 to 4 KiB.
inline constexpr FileKind kStats{"a stats.json", 16 * kGibibyte};
/// What a program did alone: a thousand points of 20 bytes.
inline constexpr FileKind kAloneRun{"a program's speed alone", 16 * kMebibyte};
/// Read as a stream: an event has 100 bytes.
inline constexpr FileKind kTimeline{"a timeline", 1024 * kGibibyte};
inline constexpr FileKind kManifest{"a manifest.json", 4 * kMebibyte};
/// Source texts, with all that they include.
inline constexpr FileKind kSource{"a source file", 64 * kMebibyte};
inline constexpr FileKind kDocument{"a document", 64 * kMebibyte};
/// What a compiler or a program said.
inline constexpr FileKind kLog{"a log", 64 * kMebibyte};
inline constexpr FileKind kOptions{"a file of options", kMebibyte};
/// Objects, archives and device code: as large as what a linker takes.
inline constexpr FileKind kObject{"an object file", 4 * kGibibyte};

/// What a program had in device memory, compressed.
inline constexpr FileKind kCapture{"a capture", 256 * kGibibyte};

/// Programs and data whose bytes are only hashed, as they are read: of any size.
inline constexpr FileKind kProgram{"a file that is hashed", std::uint64_t{1} << 50};

}  // namespace file_kinds
}  // namespace heddle
