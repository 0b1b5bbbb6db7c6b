#include "study/policy_kit/kit.hpp"

#include <array>
#include <cstdlib>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/libraries/policy_library.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeadersFile = "headers";  ///< has the hash of the kit's headers
/// The archives, in the order of the linker: an archive needs those behind it.
constexpr std::array<const char*, 5> kArchives = {"libheddle_policy_kit.a", "libheddle_policy.a",
                                                  "libheddle_model.a", "libheddle_isa.a",
                                                  "libheddle_base.a"};

bool is_kit(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / kHeadersFile, error);
}

fs::path find_kit(const fs::path& executable) {
  if (const char* named = std::getenv(kPolicyKitVariable); named != nullptr && *named != 0) {
    if (!is_kit(named)) fail("{}={}: no kit for policies is there", kPolicyKitVariable, named);
    return fs::absolute(named);
  }
  const fs::path folder = fs::weakly_canonical(executable).parent_path();
  const std::array candidates = {folder / "policy_kit",
                                 folder.parent_path() / "lib" / "heddle" / "policy_kit"};
  for (const fs::path& candidate : candidates)
    if (is_kit(candidate)) return candidate;
  fail("no kit for policies beside {}; build it (ninja policy_kit) or name it in {}",
       executable.string(), kPolicyKitVariable);
}

/// The words of the environment variable CXX, such as "ccache g++"; c++ if it is not set.
std::vector<std::string> compiler() {
  const char* named = std::getenv("CXX");
  std::vector<std::string> words = split_words(named == nullptr ? "" : named);
  return words.empty() ? std::vector<std::string>{"c++"} : words;
}

/// The name of the source in a C++ text, which the library's stamp has.
std::string source_macro(const fs::path& source) {
  std::string name;
  for (const char c : source.filename().string()) {
    if (c == '"' || c == '\\') name += '\\';
    name += c;
  }
  return "-DHEDDLE_POLICY_SOURCE=\"" + name + "\"";
}

}  // namespace

PolicyKit::PolicyKit(const fs::path& executable) : folder_(find_kit(executable)) {
  std::string hash = read_file(folder_ / kHeadersFile, file_kinds::kOptions);
  while (hash.ends_with('\n')) hash.pop_back();
  if (hash != sim::policy_headers_hash())
    fail("'{}' belongs to another build of heddle than {}; build or install heddle again",
         folder_.string(), executable.string());
}

std::string PolicyKit::template_of(std::string_view kind) const {
  const fs::path file = folder_ / "templates" / fmt::format("{}.cpp", kind);
  std::error_code error;
  if (!fs::exists(file, error)) fail("there is no template for the kind {} in the kit", kind);
  return read_file(file, file_kinds::kSource);
}

std::vector<std::string> PolicyKit::build_command(std::span<const fs::path> sources,
                                                  const fs::path& library) const {
  std::vector<std::string> words = compiler();
  words.push_back("@" + (folder_ / "compile.options").string());
  words.push_back("-I" + (folder_ / "include").string());
  words.push_back(source_macro(sources.front()));
  words.insert(words.end(),
               {"-include", (folder_ / "include" / "policy_kit" / "stamp.hpp").string()});
  for (const fs::path& source : sources) words.push_back(source.string());
  words.push_back("@" + (folder_ / "link.options").string());
  for (const char* archive : kArchives) words.push_back((folder_ / "lib" / archive).string());
  words.insert(words.end(), {"-lfmt", "-o", library.string()});
  return words;
}

}  // namespace heddle::study
