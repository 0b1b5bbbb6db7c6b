#include "cc/compile.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <fmt/core.h>

#include "cc/device/cluster_sizes.hpp"
#include "cc/device/device_code.hpp"
#include "cc/device/fat_binary.hpp"
#include "cc/device/ptx_check.hpp"
#include "cc/device/ptx_text.hpp"
#include "cc/headers/compiled_headers.hpp"
#include "cc/nested/nested_launches.hpp"
#include "cc/session/compiler_flags.hpp"
#include "cc/source/early_registration.hpp"
#include "cc/source/launch_spelling.hpp"
#include "cc/source/managed_variables.hpp"
#include "cc/source/static_names.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;

namespace {

/// An identifier of the file, a hash of its absolute path. The identifier tells apart names that
/// are static in one file and visible in linked device code.
std::string unit_id(const Input& input) {
  return fmt::format("{:016x}", std::hash<std::string>{}(fs::absolute(input.path).string()));
}

/// The command of clang for one side of a CUDA file, device or host. The path of the file comes
/// last.
Command side(Session& session, const Input& input, const Command& flags, const Command& overlay,
             unsigned architecture) {
  Command command = cuda_command(session, architecture, given_preprocessor_flags(session));
  append(command, overlay);
  append(command, flags);
  if (session.options().relocatable) {
    // Both sides must use the identifier `id`. On the device side, clang's driver would otherwise
    // add an identifier of its own, which would override `id`. The first word of the two prevents
    // this. On the host side the driver adds no identifier, so -Xclang passes `id` to the compiler
    // itself.
    const std::string id = "-cuid=" + unit_id(input);
    append(command, {id, "-Xclang", id});
  }
  command.push_back(input.path);
  return command;
}

/// The compiled headers for side(). A file with an overlay reads its headers anew.
CompiledHeaders headers_of_side(Session& session, const Command& flags, const Command& overlay,
                                unsigned architecture) {
  if (std::ranges::find(overlay, kOverlayFlag) != overlay.end()) return {};
  Command common = cuda_command(session, architecture, {});
  append(common, overlay);
  append(common, flags);
  return compiled_headers(session, common, given_preprocessor_flags(session));
}

/// The flags for device code that a program loads by the driver API, beside the overlay.
Command flags_alone(Session& session, const Input& input) {
  Command flags = overlay_flags(session, input.path);
  append(flags, kDeviceCodeAlone);
  return flags;
}

void check_ptx(Session& session, const Input& input, const std::string& text,
               unsigned architecture) {
  if (session.options().relocatable) return refuse_malformed(text, input.path);
  refuse_undefined(text, input.path, false);
  refuse_unsupported(text, input.path, architecture);
}

/// The sizes of clusters that the file's kernels say. `command`: compiles the device side.
std::vector<ClusterSize> cluster_sizes(Session& session, const Input& input, Command command,
                                       unsigned architecture) {
  if (architecture < kClusterArchitecture) return {};
  const std::string module = session.intermediate(input.path, ".clusters.ll");
  append(command, {"-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", module});
  session.run(command);
  return cluster_sizes_of(read_file(module));
}

/// Compiles whole-program device code to complete PTX. If the PTX is refused, no file is left. The
/// refusal names the line of the source: device code without line information is compiled again
/// with it.
void device_to_ptx(Session& session, const Input& input, const Command& overlay,
                   unsigned architecture, const std::string& ptx) {
  const bool is_dry = session.options().dry_run;
  const std::string made = is_dry ? ptx : session.intermediate(input.path, ".clang.ptx");
  Command command = side(session, input, device_flags(session), overlay, architecture);
  append(command, headers_of_side(session, device_flags(session), overlay, architecture).flags);
  const Command front_end = command;
  append(command, {"-S", "-o", made});
  session.run(command);
  if (is_dry) return;
  const std::vector<ClusterSize> clusters = cluster_sizes(session, input, front_end, architecture);
  const auto text_made = [&] {
    return with_cluster_sizes(completed_ptx(read_file(made), session.options().max_registers),
                              clusters);
  };
  const std::string text = text_made();
  try {
    check_ptx(session, input, text, architecture);
  } catch (const Error&) {
    if (session.options().device_lines) throw;
    append(command, kLineInformation);
    session.run(command);
    check_ptx(session, input, text_made(), architecture);
    throw;
  }
  session.write(ptx, text);
}

/// Runs a command and writes its standard output to a file, which appears whole. If `output` is "",
/// the command writes to the standard output of this process.
void run_into(Session& session, const Command& command, const std::string& output) {
  if (output.empty() || session.options().dry_run) return session.run(command, output);
  const std::string made = session.intermediate("text", ".out");
  session.run(command, made);
  session.write(output, read_file(made));
}

/// Compiles the device code for every architecture that was asked for. With several of them, an
/// architecture whose code heddle cannot run is left out, with a note.
std::vector<DeviceText> device_texts(Session& session, const Input& input, const Command& overlay) {
  const std::vector<unsigned> architectures = device_architectures(session.options());
  std::vector<DeviceText> texts;
  std::string last_refusal;
  for (const unsigned architecture : architectures) {
    const std::string suffix =
        architectures.size() == 1 ? ".ptx" : fmt::format(".sm_{}.ptx", architecture);
    const std::string ptx = session.intermediate(input.path, suffix);
    try {
      device_to_ptx(session, input, overlay, architecture, ptx);
    } catch (const Error& error) {
      if (architectures.size() == 1) throw;
      last_refusal = error.what();
      fmt::print(stderr, "heddle cc: note: the code for sm_{} is left out: {}\n", architecture,
                 last_refusal);
      continue;
    }
    if (!session.options().dry_run) texts.push_back({architecture, read_file(ptx)});
  }
  if (texts.empty() && !session.options().dry_run) fail("{}", last_refusal);
  return texts;
}

void compile_whole(Session& session, const Input& input, const std::string& object) {
  const Command overlay = overlay_flags(session, input.path);
  const std::vector<DeviceText> texts = device_texts(session, input, overlay);
  const std::string container = session.intermediate(input.path, ".fatbin");
  if (!session.options().dry_run) session.write(container, fat_binary(texts));

  const unsigned architecture = only_architecture(session.options());
  Command common = side(session, input, host_flags(session), overlay, architecture);
  append(common, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", container});
  const CompiledHeaders headers =
      headers_of_side(session, host_flags(session), overlay, architecture);
  append(common, headers.flags);
  Command command = common;
  const Command dependencies = dependency_flags(session, object);
  append(command, dependencies);
  const std::string assembly = session.intermediate(input.path, ".s");
  append(command, {"-S", "-o", assembly});
  session.run(command);
  if (!headers.flags.empty() && !dependencies.empty()) {
    const std::string& rule = dependencies[kRuleFile];
    session.write(rule, completed_rule(read_file(rule), headers, session.options().dependencies));
  }
  reach_managed_variables(session, common, host_flags(session), assembly);
  if (!session.options().dry_run)
    session.write(assembly, with_early_registration(read_file(assembly)));
  Command assemble = {session.tools().clang, "-x", "assembler", "-c", assembly, "-o", object};
  append(assemble, assembler_flags(session));
  session.run(assemble);
}

/// A file as clang compiles it for one side.
struct Preprocessed {
  std::string file;           ///< the file's preprocessed text, with rewritten launches
  bool is_rewritten = false;  ///< false: device functions launch nothing, and the source will do
};

/// Preprocesses a file and rewrites launches in device functions. `flags` are those of clang for
/// the side.
Preprocessed with_rewritten_launches(Session& session, const Command& command, const Input& input,
                                     CompiledSide compiled) {
  const bool device = compiled == CompiledSide::device;
  Preprocessed result{session.intermediate(input.path, device ? ".device.cui" : ".host.cui")};
  if (session.options().dry_run) return result;
  Command preprocess = command;
  append(preprocess, {"-E", "-o", result.file});
  session.run(preprocess);
  const auto text = rewritten_launches(read_file(result.file), compiled);
  if (!text) return result;
  session.write(result.file, *text);
  result.is_rewritten = true;
  return result;
}

/// Makes a command compile the preprocessed text in place of the file, which it names last. The
/// text contains what clang would include before its first line.
void compile_instead(Command& command, const Preprocessed& text) {
  if (!text.is_rewritten) return;
  command.pop_back();
  append(command, {"-nocudainc", text.file});
}

/// Compiles for a device link (-rdc=true). The device code stays bitcode, in a section that the
/// device link reads. Kernels and variables are listed in another section, whose parts the host
/// linker joins.
void compile_relocatable(Session& session, const Input& input, const std::string& object) {
  const Command overlay = overlay_flags(session, input.path);
  const std::string bitcode = session.intermediate(input.path, ".bc");
  const unsigned architecture = only_architecture(session.options());
  Command device = side(session, input, device_flags(session), overlay, architecture);
  const Preprocessed device_text =
      with_rewritten_launches(session, device, input, CompiledSide::device);
  compile_instead(device, device_text);
  append(device, {"-emit-llvm", "-c", "-o", bitcode});
  session.run(device);
  unite_static_names(session, bitcode);
  const std::string wrapped = session.intermediate(input.path, ".device");
  if (!session.options().dry_run) session.write(wrapped, wrapped_device_code(read_file(bitcode)));

  Command host = side(session, input, host_flags(session), overlay, architecture);
  if (device_text.is_rewritten) {
    Command preprocess = host;
    append(preprocess, dependency_flags(session, object));
    compile_instead(host, with_rewritten_launches(session, preprocess, input, CompiledSide::host));
  } else {
    append(host, dependency_flags(session, object));
  }
  append(host, {"-Xclang", "--offload-new-driver", "-Xclang", "-fembed-offload-object=" + wrapped});
  append(host, assembler_flags(session));
  append(host, {"-c", "-o", object});
  session.run(host);
}

void compile_plain(Session& session, const Input& input, const std::string& object) {
  Command command = plain_command(session, input);
  append(command, dependency_flags(session, object));
  append(command, {"-c", input.path, "-o", object});
  session.run(command);
}

}  // namespace

void compile_object(Session& session, const Input& input, const std::string& object) {
  if (!is_cuda(input)) return compile_plain(session, input, object);
  if (session.options().relocatable) return compile_relocatable(session, input, object);
  compile_whole(session, input, object);
}

void compile_ptx(Session& session, const Input& input, const std::string& ptx) {
  if (!is_cuda(input)) fail("{}: -ptx needs a CUDA file (.cu, or -x cu before it)", input.path);
  device_to_ptx(session, input, flags_alone(session, input), only_architecture(session.options()),
                ptx);
}

void compile_fat_binary(Session& session, const Input& input, const std::string& file) {
  if (!is_cuda(input)) fail("{}: -fatbin needs a CUDA file (.cu, or -x cu before it)", input.path);
  const std::vector<DeviceText> texts = device_texts(session, input, flags_alone(session, input));
  if (!session.options().dry_run) session.write(file, fat_binary(texts));
}

void preprocess(Session& session, const Input& input, const std::string& output) {
  Command command;
  if (is_cuda(input)) {
    command = side(session, input, host_flags(session), overlay_flags(session, input.path),
                   only_architecture(session.options()));
  } else {
    command = plain_command(session, input);
    command.push_back(input.path);
  }
  append(command, dependency_flags(session, output.empty() ? stem_of(input.path) + ".o" : output));
  command.push_back("-E");
  run_into(session, command, output);
}

void write_dependencies(Session& session, const Input& input, const std::string& output) {
  const DependencyFile& wanted = session.options().dependencies;
  Command command;
  if (is_cuda(input)) {
    command = side(session, input, host_flags(session), {}, only_architecture(session.options()));
  } else {
    command = plain_command(session, input);
    command.push_back(input.path);
  }
  command.push_back(wanted.system_headers ? "-M" : "-MM");
  if (wanted.phony_targets) command.push_back("-MP");
  for (const std::string& target : wanted.targets) append(command, {"-MT", target});
  run_into(session, command, output);
}

}  // namespace heddle::cc
