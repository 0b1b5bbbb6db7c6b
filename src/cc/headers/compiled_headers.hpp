// Headers that clang reads before the first line of a CUDA file, compiled once for each set of
// flags. To read them anew takes longer than the rest of a small file.
//
// The compiled files lie in HEDDLE_HEADER_CACHE, or else in heddle/headers of XDG_CACHE_HOME or of
// ~/.cache. `off` in place of the folder, or a folder that cannot be written, means that the
// headers are read anew. A compiled file is used only if
// - all flags but -D, -U, -I and -isystem are those that it was made with, and no environment
// variable names folders of headers;
// - no header has changed;
// - no name of -D or -U occurs in a header, and no folder of -I or -isystem has a file that a
// header includes.
#pragma once

#include <string>
#include <vector>

#include "cc/session/compiler_flags.hpp"

namespace heddle::cc {

/// How many compiled files the cache keeps: those that were used last. A file has 6 MB.
inline constexpr std::size_t kKeptHeaders = 32;

struct CompiledHeaders {
  Command flags;                   ///< name the compiled file; empty: the headers are read anew
  std::string source;              ///< what clang names in place of the headers in a make rule
  std::vector<std::string> files;  ///< the headers
};

/// The compiled headers for a command of clang without input and output. `common` are its flags
/// without those that the user gave the preprocessor, which are `given`. Makes the compiled file if
/// there is none. Makes nothing in a dry run or with -v.
CompiledHeaders compiled_headers(Session& session, const Command& common, const Command& given);

/// A make rule of clang's -MD or -MMD with the headers in place of their source; with -MMD they are
/// left out.
std::string completed_rule(const std::string& rule, const CompiledHeaders& headers,
                           const DependencyFile& wanted);

}  // namespace heddle::cc
