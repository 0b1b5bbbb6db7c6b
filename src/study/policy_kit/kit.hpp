// The kit for policy libraries (src/policy_kit): the folder with the headers, archives, options and
// templates that a policy outside the tree is built from.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// Environment variable that names another folder of the kit.
inline constexpr const char* kPolicyKitVariable = "HEDDLE_POLICY_KIT";

class PolicyKit {
 public:
  /// Finds the kit: the folder that HEDDLE_POLICY_KIT names, <folder>/policy_kit (build tree) or
  /// <folder>/../lib/heddle/policy_kit (installation). <folder> is the folder of `executable`.
  /// Throws Error if there is no kit there, or if it belongs to another build of heddle.
  explicit PolicyKit(const std::filesystem::path& executable);

  /// Returns the source of the example policy of a kind. Throws Error if the kit has none.
  std::string template_of(std::string_view kind) const;

  /// Returns the command that compiles and links the sources: the compiler, which CXX names, and
  /// its arguments.
  std::vector<std::string> build_command(std::span<const std::filesystem::path> sources,
                                         const std::filesystem::path& library) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace heddle::study
