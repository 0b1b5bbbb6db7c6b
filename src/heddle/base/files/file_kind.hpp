// The kinds of files that heddle reads, and the largest size of each. The bound is far above the
// size of any known file of the kind, and below the size that would exhaust the host's memory. A
// file exceeds the bound if the user has named the wrong file, or if the file has no end, like
// /dev/zero.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle {

struct FileKind {
  std::string_view name;  ///< name with its article, for example "a settings file"
  std::uint64_t most_bytes;
};

namespace file_kinds {

inline constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20, kGibibyte = kMebibyte << 10;

/// The PTX of a whole library has about ten MiB. Reading and lowering PTX takes 20 times its size
/// in memory.
inline constexpr FileKind kPtx{"a PTX file", 256 * kMebibyte};
/// Machine files have 20 KiB. A list of ten thousand settings or claims has 1 MiB.
inline constexpr FileKind kSettings{"a TOML file", 4 * kMebibyte};
inline constexpr FileKind kClaims{"a table of claims", 4 * kMebibyte};
inline constexpr FileKind kMeasures{"a file of SQL", 4 * kMebibyte};
/// One line of about 100 bytes for each load of each kernel.
inline constexpr FileKind kLoadProfile{"a profile of loads", 64 * kMebibyte};
/// One line of about 100 bytes for each number of blocks of each kernel.
inline constexpr FileKind kKernelProfile{"a profile of kernels", 4 * kMebibyte};
/// A table that a run has written and that a sweep stores. heddle reads the whole table into
/// memory. A line has about 100 bytes.
inline constexpr FileKind kRunTable{"a table of a run", 512 * kMebibyte};
/// heddle reads the file as a stream and skips the launches. A launch has 1 to 4 KiB.
inline constexpr FileKind kStats{"a stats.json", 16 * kGibibyte};
/// A program's progress when it runs alone: a thousand points of 20 bytes.
inline constexpr FileKind kAloneRun{"a program's speed alone", 16 * kMebibyte};
/// heddle reads the file as a stream. An event has about 100 bytes.
inline constexpr FileKind kTimeline{"a timeline", 1024 * kGibibyte};
inline constexpr FileKind kManifest{"a manifest.json", 4 * kMebibyte};
/// A kernel has about 100 bytes for each of a dozen runs.
inline constexpr FileKind kWhatif{"a whatif.json", 256 * kMebibyte};
/// A source text together with all files that it includes.
inline constexpr FileKind kSource{"a source file", 64 * kMebibyte};
inline constexpr FileKind kDocument{"a document", 64 * kMebibyte};
/// The output of a compiler or a program.
inline constexpr FileKind kLog{"a log", 64 * kMebibyte};
/// The trace of a kernel, which heddle reads as a stream. A warp instruction has 20 to 600 bytes.
inline constexpr FileKind kTrace{"a trace of a kernel", 1024 * kGibibyte};
/// The list of the kernels of a traced program: about 30 bytes each.
inline constexpr FileKind kKernelList{"a list of traced kernels", 256 * kMebibyte};
inline constexpr FileKind kOptions{"a file of options", kMebibyte};
/// An object file, an archive or device code. The bound is the size that a linker accepts.
inline constexpr FileKind kObject{"an object file", 4 * kGibibyte};

/// The library of a policy has 100 KiB, and some MiB with debug information.
inline constexpr FileKind kPolicyLibrary{"a policy library", kGibibyte};

/// The contents of a program's device memory, compressed.
inline constexpr FileKind kCapture{"a capture", 256 * kGibibyte};

/// A program or data file that heddle only reads and hashes. It may have any size.
inline constexpr FileKind kProgram{"a file that is hashed", std::uint64_t{1} << 50};

}  // namespace file_kinds
}  // namespace heddle
