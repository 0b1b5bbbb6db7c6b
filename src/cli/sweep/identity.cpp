#include "cli/sweep/identity.hpp"

#include <sys/stat.h>

#include "cli/cc/sdk_tree.hpp"
#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/input_file.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/version.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// Two 64-bit FNV-1a hashes, of the bytes and of the bytes after a first one.
class ContentHash {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      plain_ = step(plain_, byte);
      shifted_ = step(shifted_, byte);
    }
  }
  std::string text() const { return fmt::format("{:016x}{:016x}", plain_, shifted_); }

 private:
  static constexpr std::uint64_t step(std::uint64_t hash, char byte) {
    return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  static constexpr std::uint64_t kBasis = 0xCBF29CE484222325;

  std::uint64_t plain_ = kBasis, shifted_ = step(kBasis, '+');
};

std::string hash_of(const fs::path& file) {
  ContentHash hash;
  visit_file(file, file_kinds::kProgram, [&](std::string_view bytes) { hash.add(bytes); });
  return hash.text();
}

/// Of texts, such that no two lists have the same bytes.
std::string unambiguous(std::span<const std::string> texts) {
  std::string all;
  for (const std::string& text : texts) all += fmt::format("{}:{}\n", text.size(), text);
  return all;
}

std::string resolved_hash(const Cell& cell, const fs::path& folder) {
  sim::ConfigurationRequest request;
  request.machine = machine_argument(cell.machine, folder);
  request.assignments = cell.assignments;
  try {
    return content_hash(sim::Configuration::resolve(request).to_toml());
  } catch (const Error& error) {
    fail("{}: {}", cell.text(), error.what());
  }
}

/// Changes when the file is written or replaced.
std::array<std::int64_t, 6> state_of(const fs::path& file) {
  struct stat now{};
  if (stat(file.c_str(), &now) != 0) return {};
  return {static_cast<std::int64_t>(now.st_ino),
          now.st_size,
          now.st_mtim.tv_sec,
          now.st_mtim.tv_nsec,
          now.st_ctim.tv_sec,
          now.st_ctim.tv_nsec};
}

/// The file that simulates: a program loads the runtime, a kernel is run by `heddle` itself.
fs::path simulator_of(const fs::path& program) {
  if (program.extension() == ".ptx") return own_executable();
  return cc::find_sdk(own_executable()) / "lib64" / "libcudart.so";
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.text();
}

std::string machine_argument(const std::string& machine, const fs::path& folder) {
  const bool is_path = machine.find('/') != std::string::npos || machine.ends_with(".toml");
  return is_path ? fs::absolute(folder / machine).lexically_normal().string() : machine;
}

Identities::Identities(std::span<const Cell> cells, const fs::path& folder)
    : cells_(cells), folder_(folder) {
  std::map<std::string, std::string> known;
  for (const Cell& cell : cells) {
    std::string& hash = known[cell.machine + "\n" + unambiguous(cell.assignments)];
    if (hash.empty()) hash = resolved_hash(cell, folder);
    configurations_.push_back(hash);
  }
}

const std::string& Identities::file_hash(const fs::path& file) {
  const auto state = state_of(file);
  HashedFile& known = files_[file.string()];
  if (known.hash.empty() || known.state != state) {
    known = {state, hash_of(file)};
  }
  return known.hash;
}

std::string Identities::of(std::size_t number, const fs::path& program,
                           const std::string& profile) {
  const Cell& cell = cells_[number];
  std::vector<std::string> parts = {sim::version(), file_hash(simulator_of(program)),
                                    file_hash(program), configurations_[number],
                                    unambiguous(cell.arguments)};
  if (!profile.empty()) parts.push_back(profile);
  if (cell.program != nullptr) {
    parts.push_back(unambiguous(cell.program->options));
    for (const fs::path& input : cell.program->inputs) parts.push_back(file_hash(input));
  }
  return content_hash(unambiguous(parts));
}

bool Identities::is_still(std::size_t number, const fs::path& program, const std::string& profile,
                          const std::string& identity) {
  try {
    return resolved_hash(cells_[number], folder_) == configurations_[number] &&
           of(number, program, profile) == identity;
  } catch (const Error&) {
    return false;  // a file is gone or no longer what it was
  }
}

}  // namespace heddle::cli
