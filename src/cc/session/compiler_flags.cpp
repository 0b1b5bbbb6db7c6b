#include "cc/session/compiler_flags.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/core.h>

namespace heddle::cc {
namespace fs = std::filesystem;

namespace {

/// Architectures that clang 19 and heddle's headers know.
constexpr unsigned kKnown[] = {70, 72, 75, 80, 86, 87, 89, 90};

std::string gpu(unsigned architecture) { return fmt::format("sm_{}", architecture); }

/// The known architecture for one that was asked for: itself, or the next one below.
unsigned known_architecture(unsigned asked) {
  if (asked < kKnown[0]) return kArchitecture;
  return *(std::ranges::upper_bound(kKnown, asked) - 1);
}

/// Makes clang accept silently what nvcc accepts silently.
const Command kAccepted = {"-Wno-unknown-cuda-version",
                           "-Wno-c++11-narrowing",
                           "-Wno-register",
                           "-Wno-deprecated-register",
                           "-Wno-writable-strings",
                           "-Wno-reserved-user-defined-literal",
                           "-Wno-unused-command-line-argument",
                           "-Wno-unknown-warning-option",
                           "-Wno-ignored-optimization-argument",
                           "-Wno-linker-warnings",
                           "-Wno-unknown-pragmas",
                           "-Wno-pass-failed",
                           "-Wno-format",
                           "-Wno-switch",
                           "-Wno-enum-compare",
                           "-Wno-shift-op-parentheses",
                           "-Wno-cuda-compat",
                           "-Wno-return-mismatch",
                           "-Wno-missing-template-arg-list-after-template-kw",
                           "-Wno-return-type-c-linkage"};

/// The preprocessor's flags, without the folders of another CUDA. The headers in such a folder
/// would hide the headers of the SDK tree.
Command preprocessor_flags(const Session& session) {
  Command flags;
  const Command& given = session.options().preprocessor;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool apart = given[i] == "-isystem";
    const std::string folder = apart                        ? given[i + 1]
                               : given[i].starts_with("-I") ? given[i].substr(2)
                                                            : "";
    std::error_code ignored;
    if (!folder.empty() && fs::exists(folder + "/cuda_runtime.h", ignored)) {
      i += apart ? 1 : 0;
      continue;
    }
    flags.push_back(given[i]);
  }
  return flags;
}

/// Whether a flag for the host compiler is one for the preprocessor.
bool is_preprocessor_flag(const std::string& flag) {
  return flag.starts_with("-D") || flag.starts_with("-U") || flag.starts_with("-I");
}

/// Whether a flag defines the macro for default streams of threads. clang then launches kernels
/// into them.
bool has_per_thread_streams(const Command& flags) {
  return std::ranges::any_of(flags, [](const std::string& flag) {
    return flag.starts_with(std::string("-D") + kPerThreadMacro);
  });
}

/// C++98 and C++03 are compiled as C++11, which the headers need.
std::string standard_flag(const std::string& standard) {
  if (standard.empty()) return "-std=gnu++17";
  if (standard.ends_with("98") || standard.ends_with("03")) return "-std=gnu++11";
  return "-std=" + standard;
}

}  // namespace

void append(Command& command, const Command& more) {
  command.insert(command.end(), more.begin(), more.end());
}

std::span<const unsigned> known_architectures() { return kKnown; }

std::vector<unsigned> device_architectures(const Options& options) {
  std::set<unsigned> known;
  for (const unsigned asked : options.asked_architectures) known.insert(known_architecture(asked));
  if (known.empty()) known.insert(kArchitecture);
  return {known.begin(), known.end()};
}

std::vector<std::string> architecture_notes(const Options& options) {
  constexpr unsigned kNewest = *(std::end(kKnown) - 1);
  std::vector<std::string> notes;
  for (const unsigned asked : options.asked_architectures) {
    if (asked > kNewest) {
      notes.push_back(
          fmt::format("sm_{} is compiled as sm_{}, the newest that heddle knows", asked, kNewest));
    }
  }
  for (const std::string& group : options.architecture_groups) {
    notes.push_back(
        fmt::format("-arch={} is compiled as sm_{}, whose code most machines run; -arch=sm_80 and "
                    "the like give one",
                    group, only_architecture(options)));
  }
  return notes;
}

unsigned only_architecture(const Options& options) { return device_architectures(options).front(); }

Command given_preprocessor_flags(const Session& session) {
  Command given = preprocessor_flags(session);
  for (const std::string& flag : session.options().host_flags) {
    if (is_preprocessor_flag(flag)) given.push_back(flag);
  }
  return given;
}

Command cuda_command(const Session& session, unsigned architecture, const Command& given) {
  const Options& options = session.options();
  Command command = {session.tools().clang,
                     "-x",
                     "cuda",
                     "--cuda-path=" + session.tools().sdk.string(),
                     "--cuda-gpu-arch=" + gpu(architecture),
                     "--no-offload-new-driver",
                     standard_flag(options.standard),
                     "-D__NVCC__",
                     "-D__CUDACC_VER_MAJOR__=12",
                     "-D__CUDACC_VER_MINOR__=0",
                     "-D__CUDACC_VER_BUILD__=140"};
  append(command, kAccepted);
  append(command, given);
  // This folder comes before libcu++, whose <cuda/barrier> and <cuda/pipeline> are for other
  // devices.
  append(command, {"-isystem", (session.tools().sdk / "include").string()});
  append(command, {"-idirafter", (session.tools().sdk / "include/heddle/openmp").string()});
  const DeviceArithmetic& arithmetic = options.arithmetic;
  if (arithmetic.flush_denormals)
    append(command, {"-D__CUDA_FTZ=1", "-fgpu-flush-denormals-to-zero"});
  if (arithmetic.fast) append(command, {"-D__USE_FAST_MATH__", "-fgpu-approx-transcendentals"});
  if (has_per_thread_streams(command))
    append(command, {"-Xclang", "-fgpu-default-stream=per-thread"});
  if (options.relocatable) append(command, {"-fgpu-rdc", "-D__CUDACC_RDC__"});
  if (options.quiet_warnings) command.push_back("-w");
  return command;
}

Command device_flags(const Session& session) {
  const DeviceArithmetic& arithmetic = session.options().arithmetic;
  // -w: the host side prints the warnings. -ftrivial-auto-var-init: a lane may pass an unset
  // variable to a shuffle that takes another lane's value. clang's optimizer could treat the unset
  // variable as undefined behaviour, so small variables are initialized.
  Command flags = {"--cuda-device-only", "-O3", "-w", "-ftrivial-auto-var-init=zero",
                   "-ftrivial-auto-var-init-max-size=16"};
  if (!arithmetic.precise_division) {
    append(flags, {"-mllvm", fmt::format("-nvptx-prec-divf32={}", arithmetic.fast ? 0 : 1)});
  }
  if (!arithmetic.precise_root) append(flags, {"-mllvm", "-nvptx-prec-sqrtf32=0"});
  flags.push_back(arithmetic.fuse ? "-ffp-contract=fast" : "-ffp-contract=off");
  if (session.options().device_lines) append(flags, kLineInformation);
  return flags;
}

Command host_flags(const Session& session) {
  const Options& options = session.options();
  // Programs rely on host compilers that let signed integers wrap and let functions end without a
  // return statement. clang's optimizer allows both only with these two flags.
  Command flags = {"--cuda-host-only", options.host_optimization, "-fwrapv", "-fno-strict-return"};
  if (options.debug) flags.push_back("-g");
  for (const std::string& flag : options.host_flags) {
    // clang's OpenMP needs a library of its own. Without -fopenmp clang ignores the pragmas, and
    // GCC's header declares the functions. With -flto clang would emit code that g++, which links
    // the program, cannot read.
    if (flag == "-fopenmp" || flag == "-Werror" || flag.starts_with("-flto")) continue;
    if (is_preprocessor_flag(flag)) continue;  // stands in the part that both sides share
    if (!flag.starts_with("-Wl,") && !flag.starts_with("-Wa,")) flags.push_back(flag);
  }
  return flags;
}

Command assembler_flags(const Session& session) {
  Command flags;
  for (const std::string& flag : session.options().host_flags) {
    if (flag.starts_with("-Wa,")) flags.push_back(flag);
  }
  return flags;
}

Command plain_command(const Session& session, const Input& input) {
  const Options& options = session.options();
  const bool is_c = input.path.ends_with(".c") || options.language == "c";
  Command command = {is_c ? session.tools().host_c : session.tools().host_cxx,
                     options.host_optimization};
  if (options.language == "c" || options.language == "c++")
    append(command, {"-x", options.language});
  if (!is_c && !options.standard.empty()) command.push_back("-std=" + options.standard);
  append(command, preprocessor_flags(session));
  append(command, {"-isystem", (session.tools().sdk / "include").string()});
  if (options.debug) command.push_back("-g");
  if (options.quiet_warnings) command.push_back("-w");
  append(command, options.host_flags);
  return command;
}

Command dependency_flags(const Session& session, const std::string& object) {
  const DependencyFile& wanted = session.options().dependencies;
  if (!wanted.wanted) return {};
  const std::string file =
      wanted.file.empty() ? fs::path(object).replace_extension(".d").string() : wanted.file;
  Command flags = {wanted.system_headers ? "-MD" : "-MMD", "-MF", file};
  if (wanted.phony_targets) flags.push_back("-MP");
  for (const std::string& target : wanted.targets) append(flags, {"-MT", target});
  if (wanted.targets.empty()) append(flags, {"-MT", object});
  return flags;
}

Command device_back_end(const Session& session) {
  Command command = {session.tools().clang,
                     "--target=nvptx64-nvidia-cuda",
                     "-march=" + gpu(only_architecture(session.options())),
                     "--cuda-path=" + session.tools().sdk.string(),
                     "-Xclang",
                     "-target-feature",
                     "-Xclang",
                     "+ptx80",
                     "-O3",
                     "-w",
                     "-S"};
  return command;
}

}  // namespace heddle::cc
