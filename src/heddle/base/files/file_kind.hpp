// The kinds of files that heddle reads, and the largest size of each. A bound is far above the size
// of any known file of its kind. It is below the size that would exhaust the host's memory. If a
// file exceeds the bound, the user has named the wrong file, or the file has no end, like
// /dev/zero.
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

/// The PTX of whole libraries has some ten MiB. Reading and lowering take 20 times its size.
inline constexpr FileKind kPtx{"a PTX file", 256 * kMebibyte};
/// Machine files have 20 KiB. A list of ten thousand settings or claims has 1 MiB.
inline constexpr FileKind kSettings{"a TOML file", 4 * kMebibyte};
inline constexpr FileKind kClaims{"a table of claims", 4 * kMebibyte};
inline constexpr FileKind kMeasures{"a file of SQL", 4 * kMebibyte};
/// One line of 100 bytes for each load of each kernel.
inline constexpr FileKind kLoadProfile{"a profile of loads", 64 * kMebibyte};
/// One line of 100 bytes for each number of blocks of each kernel.
inline constexpr FileKind kKernelProfile{"a profile of kernels", 4 * kMebibyte};
/// A table that a run has written and a sweep stores. heddle reads it as a whole. A line has 100
/// bytes.
inline constexpr FileKind kRunTable{"a table of a run", 512 * kMebibyte};
/// heddle reads the file as a stream and skips launches. A launch has 1 to 4 KiB.
inline constexpr FileKind kStats{"a stats.json", 16 * kGibibyte};
/// A program's progress when it runs alone: a thousand points of 20 bytes.
inline constexpr FileKind kAloneRun{"a program's speed alone", 16 * kMebibyte};
/// heddle reads the file as a stream. An event has 100 bytes.
inline constexpr FileKind kTimeline{"a timeline", 1024 * kGibibyte};
inline constexpr FileKind kManifest{"a manifest.json", 4 * kMebibyte};
/// Source texts, with all included files.
inline constexpr FileKind kSource{"a source file", 64 * kMebibyte};
inline constexpr FileKind kDocument{"a document", 64 * kMebibyte};
/// The output of a compiler or a program.
inline constexpr FileKind kLog{"a log", 64 * kMebibyte};
inline constexpr FileKind kOptions{"a file of options", kMebibyte};
/// Objects, archives and device code, up to the size that a linker accepts.
inline constexpr FileKind kObject{"an object file", 4 * kGibibyte};

/// The contents of a program's device memory, compressed.
inline constexpr FileKind kCapture{"a capture", 256 * kGibibyte};

/// Programs and data that heddle only hashes while it reads them. They may have any size.
inline constexpr FileKind kProgram{"a file that is hashed", std::uint64_t{1} << 50};

}  // namespace file_kinds
}  // namespace heddle
