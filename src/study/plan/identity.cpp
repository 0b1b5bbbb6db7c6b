#include "study/plan/identity.hpp"

#include <sys/stat.h>

#include "cc/session/sdk_tree.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/output/version.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/sources/content_hash.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

/// The state of a file. The state changes when the file is written or replaced.
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

/// The file that simulates the program. A CUDA program loads heddle's runtime library; a kernel or
/// a capture runs in `heddle` itself.
fs::path simulator_of(const fs::path& program) {
  if (program.extension() == ".ptx" || program.extension() == ".capture")
    return jobs::own_executable();
  return cc::find_sdk(jobs::own_executable()) / "lib64" / "libcudart.so";
}

}  // namespace

Identities::Identities(std::span<const Cell> cells, const Configurations& configurations,
                       const fs::path& folder)
    : cells_(cells), configurations_(&configurations), folder_(folder) {}

const Identities::HashedFile& Identities::read(const fs::path& file, bool simulates) {
  const FileState state = state_of(file);
  HashedFile& known = files_[file.string()];
  if (known.hash.empty() || known.state != state) {
    known = {state, content_hash_of_file(file), {}};
    if (simulates) known.manifest = SourceManifest::of_program(file);
  }
  return known;
}

std::string Identities::simulator_hash(std::size_t number, const fs::path& program) {
  const bool shares = !cells_[number].together.empty();
  const HashedFile& simulator = read(shares ? jobs::own_executable() : simulator_of(program), true);
  return hash_of_run(simulator.manifest, configurations_->of(number).policies, simulator.hash);
}

std::string Identities::of(std::size_t number, const fs::path& program,
                           const std::string& profile) {
  const Cell& cell = cells_[number];
  std::vector<std::string> parts = {sim::version(), simulator_hash(number, program),
                                    file_hash(program), configurations_->of(number).hash,
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
    return resolve(cells_[number], folder_).hash == configurations_->of(number).hash &&
           of(number, program, profile) == identity;
  } catch (const Error&) {
    return false;  // a file is missing or is no longer valid
  }
}

}  // namespace heddle::study
