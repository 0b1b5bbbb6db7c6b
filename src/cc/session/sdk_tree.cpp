#include "cc/session/sdk_tree.hpp"

#include <array>
#include <cstdlib>

#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;

namespace {

bool is_sdk(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "include" / "cuda_runtime.h", ignored) &&
         fs::exists(folder / "version.json", ignored);
}

/// The path of the program on PATH, or "".
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  const std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (std::size_t from = 0; from <= folders.size();) {
    const std::size_t to = std::min(folders.find(':', from), folders.size());
    const std::string candidate = folders.substr(from, to - from) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    from = to + 1;
  }
  return "";
}

std::string find_clang() {
  if (const char* named = std::getenv("HEDDLE_CLANG"); named != nullptr && *named != 0) {
    const std::string found = find_program(named);
    if (found.empty()) fail("HEDDLE_CLANG={}: no such program", named);
    return found;
  }
  for (const char* name : {"clang++-19", "/usr/lib/llvm-19/bin/clang++"}) {
    if (const std::string found = find_program(name); !found.empty()) return found;
  }
  fail("clang++-19 is not installed; type: apt-get install clang-19");
}

/// The C++ compiler that belongs to a C compiler: g++-12 for gcc-12.
std::string cxx_of(std::string name) {
  const std::size_t base = name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1;
  if (name.compare(base, 5, "clang") == 0 && name.compare(base, 7, "clang++") != 0) {
    return name.insert(base + 5, "++");
  }
  if (const std::size_t at = name.find("gcc", base); at != std::string::npos) {
    return name.replace(at, 3, "g++");
  }
  return name;
}

std::string c_of(std::string name) {
  const std::size_t base = name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1;
  if (const std::size_t at = name.find("clang++", base); at != std::string::npos) {
    return name.replace(at, 7, "clang");
  }
  if (const std::size_t at = name.find("g++", base); at != std::string::npos) {
    return name.replace(at, 3, "gcc");
  }
  return name;
}

std::string find_host_cxx(const std::string& asked) {
  if (asked.empty()) {
    const std::string found = find_program("g++");
    if (found.empty()) fail("g++ is not installed; type: apt-get install g++");
    return found;
  }
  std::error_code ignored;
  const std::string name = fs::is_directory(asked, ignored) ? asked + "/g++" : cxx_of(asked);
  const std::string found = find_program(name);
  if (found.empty()) fail("-ccbin {}: there is no program {}", asked, name);
  return found;
}

}  // namespace

fs::path find_sdk(const fs::path& executable) {
  if (const char* named = std::getenv("HEDDLE_SDK"); named != nullptr && *named != 0) {
    if (!is_sdk(named))
      fail("HEDDLE_SDK={}: no SDK tree with include/cuda_runtime.h and version.json", named);
    return fs::absolute(named);
  }
  const fs::path folder = fs::weakly_canonical(executable).parent_path();
  const std::array candidates = {folder.parent_path(), folder / "sdk",
                                 folder.parent_path() / "lib" / "heddle" / "sdk"};
  for (const fs::path& candidate : candidates) {
    if (is_sdk(candidate)) return candidate;
  }
  fail("no SDK tree beside {}; build it (ninja heddle_sdk) or name it in HEDDLE_SDK",
       executable.string());
}

Tools find_tools(const fs::path& executable, const std::string& host_compiler) {
  Tools tools;
  tools.sdk = find_sdk(executable);
  tools.clang = find_clang();
  tools.host_cxx = find_host_cxx(host_compiler);
  tools.host_c = c_of(tools.host_cxx);
  return tools;
}

}  // namespace heddle::cc
