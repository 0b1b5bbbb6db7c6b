#include "study/policy_kit/new_policy.hpp"

#include <algorithm>
#include <cctype>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/settings/policies.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

// Names that each template has, in place of the name of the policy and of its class.
constexpr std::string_view kPolicyWord = "example";
constexpr std::string_view kClassWord = "Example";

std::string with_word(std::string text, std::string_view word, std::string_view other) {
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + other.size()))
    text.replace(at, word.size(), other);
  return text;
}

/// "LeastProgress" for "least_progress".
std::string class_name(std::string_view name) {
  std::string text;
  bool begins = true;
  for (const char c : name) {
    if (c != '_')
      text += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '_';
  }
  return text;
}

const sim::PolicyKind& kind_called(const std::string& name) {
  if (const sim::PolicyKind* kind = sim::find_policy_kind(name)) return *kind;
  std::vector<std::string> names;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) names.emplace_back(kind.name);
  fail("no kind of policies is called '{}'{}", name, which_exist(name, names));
}

void check_name(const sim::PolicyKind& kind, const std::string& name) {
  if (!sim::is_policy_name(name))
    fail(
        "'{}': the name of a policy has lower-case letters, digits and underscores, and a letter "
        "first",
        name);
  const std::vector<std::string> taken = sim::policy_names(kind);
  if (std::ranges::find(taken, name) != taken.end())
    fail("heddle has the {} '{}' already; choose another name", kind.name, name);
}

}  // namespace

std::string policy_source(const PolicyKit& kit, const std::string& kind, const std::string& name) {
  return with_word(with_word(kit.template_of(kind), kPolicyWord, name), kClassWord,
                   class_name(name));
}

fs::path write_new_policy(const PolicyKit& kit, const std::string& kind, const std::string& name,
                          const fs::path& folder) {
  check_name(kind_called(kind), name);
  const fs::path file = (folder / (name + ".cpp")).lexically_normal();
  std::error_code error;
  if (fs::exists(fs::symlink_status(file, error)))
    fail("'{}' exists already; choose another name, or another folder with --out DIR",
         file.string());
  sim::write_whole_file(file, policy_source(kit, kind, name));
  return file;
}

}  // namespace heddle::study
