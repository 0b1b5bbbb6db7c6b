#include "cc/source/static_names.hpp"

#include <cctype>
#include <map>
#include <string_view>

#include "cc/session/compiler_flags.hpp"

namespace heddle::cc {
namespace {

constexpr std::string_view kMark =
    "__static__";  // between the old name and the identifier of the file

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

/// The name in the text that begins at `at`.
std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(at, end - at);
}

using Names = std::map<std::string_view, std::string_view>;  // old name to new name

/// The renamed static variables that the module defines.
Names static_names(std::string_view module) {
  Names names;
  for (std::size_t at = module.find("\n@"); at != std::string_view::npos;
       at = module.find("\n@", at + 1)) {
    const std::string_view name = name_at(module, at + 2);
    const std::size_t mark = name.rfind(kMark);
    if (mark != std::string_view::npos) names.emplace(name.substr(0, mark), name);
  }
  return names;
}

bool declares_any(const std::string& module, const Names& names) {
  for (const auto& [old, united] : names) {
    if (module.find("\n@" + std::string(old) + " = external") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string with_united_static_names(const std::string& module) {
  const Names names = static_names(module);
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = module.find('@'); at != std::string::npos; at = module.find('@', done)) {
    const std::string_view name = name_at(module, at + 1);
    const auto known = names.find(name);
    result.append(module, done, at + 1 - done);
    done = at + 1;
    if (known == names.end()) continue;
    const std::size_t after = done + name.size();
    if (module.compare(after, 12, " = external ") == 0) {  // drops the declaration of the old name
      result.pop_back();
      done = module.find('\n', after);
      if (done == std::string::npos) return result;
    } else {
      result += known->second;
      done = after;
    }
  }
  return result.append(module, done);
}

void unite_static_names(Session& session, const std::string& bitcode) {
  if (session.options().dry_run || read_file(bitcode).find(kMark) == std::string::npos) return;
  const std::string text = session.intermediate(bitcode, ".ll");
  Command convert = {session.tools().clang,
                     "--target=nvptx64-nvidia-cuda",
                     "-w",
                     "-x",
                     "ir",
                     "-emit-llvm",
                     "-Xclang",
                     "-disable-llvm-passes"};
  Command read = convert;
  append(read, {"-S", bitcode, "-o", text});
  session.run(read);
  const std::string module = read_file(text);
  if (!declares_any(module, static_names(module))) return;
  session.write(text, with_united_static_names(module));
  append(convert, {"-c", text, "-o", bitcode});
  session.run(convert);
}

}  // namespace heddle::cc
