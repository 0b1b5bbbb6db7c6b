// Policy libraries: shared libraries with policies that are not part of heddle
// (policy_kit/library.hpp). A process loads a library before it resolves names of policies. From
// then on, the registries have the library's policies beside those of heddle, for the rest of the
// process.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::sim {

struct PolicyLibrary {
  std::filesystem::path file;         ///< absolute
  std::string hash;                   ///< of the file's contents, 16 hexadecimal digits
  std::vector<std::string> policies;  ///< "<kind>.<name>", in the order of kinds and names
};

/// Loads the library, unless this process has loaded it already, and registers its policies. The
/// result lives as long as the process. Throws Error for a file that is no policy library, for a
/// library of another build of heddle, and for a policy whose name is taken. Then nothing is
/// registered.
const PolicyLibrary& load_policy_library(const std::filesystem::path& file);

/// Returns the hash of the contents of a policy library's file. Throws Error for a file that is no
/// policy library, and for a library of another build of heddle. Does not load the library.
std::string policy_library_hash(const std::filesystem::path& file);

/// Returns the hash of the headers that this heddle was compiled with, which a library must have in
/// its stamp.
std::string_view policy_headers_hash();

/// Whether the word can be the name of a policy: lower-case letters, digits and underscores, a
/// letter first.
bool is_policy_name(std::string_view word);

}  // namespace heddle::sim
