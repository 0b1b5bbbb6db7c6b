#include "cc/compile.hpp"

#include <filesystem>
#include <functional>

#include <fmt/core.h>

#include "cc/device/device_code.hpp"
#include "cc/device/fat_binary.hpp"
#include "cc/device/ptx_check.hpp"
#include "cc/device/ptx_text.hpp"
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
Command side(Session& session, const Input& input, const Command& flags, const Command& overlay) {
  Command command = cuda_command(session);
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

/// Compiles whole-program device code to complete PTX. If the PTX is refused, no file is left.
void device_to_ptx(Session& session, const Input& input, const Command& overlay,
                   const std::string& ptx) {
  const bool is_dry = session.options().dry_run;
  const std::string made = is_dry ? ptx : session.intermediate(input.path, ".clang.ptx");
  Command command = side(session, input, device_flags(session), overlay);
  append(command, {"-S", "-o", made});
  session.run(command);
  if (is_dry) return;
  const std::string text = completed_ptx(read_file(made), session.options().max_registers);
  if (session.options().relocatable) {
    refuse_malformed(text, input.path);
  } else {
    refuse_undefined(text, input.path, false);
    refuse_unsupported(text, input.path);
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

void compile_whole(Session& session, const Input& input, const std::string& object) {
  const Command overlay = overlay_flags(session, input.path);
  const std::string ptx = session.intermediate(input.path, ".ptx");
  device_to_ptx(session, input, overlay, ptx);
  const std::string container = session.intermediate(input.path, ".fatbin");
  if (!session.options().dry_run)
    session.write(container, fat_binary(read_file(ptx), kArchitecture));

  Command command = side(session, input, host_flags(session), overlay);
  append(command, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", container});
  append(command, dependency_flags(session, object));
  const std::string assembly = session.intermediate(input.path, ".s");
  append(command, {"-S", "-o", assembly});
  session.run(command);
  if (!session.options().dry_run)
    session.write(assembly, with_managed_variables(with_early_registration(read_file(assembly))));
  Command assemble = {session.tools().clang, "-x", "assembler", "-c", assembly, "-o", object};
  append(assemble, assembler_flags(session));
  session.run(assemble);
}

/// Compiles for a device link (-rdc=true). The device code stays bitcode, in a section that the
/// device link reads. Kernels and variables are listed in another section, whose parts the host
/// linker joins.
void compile_relocatable(Session& session, const Input& input, const std::string& object) {
  const Command overlay = overlay_flags(session, input.path);
  const std::string bitcode = session.intermediate(input.path, ".bc");
  Command device = side(session, input, device_flags(session), overlay);
  append(device, {"-emit-llvm", "-c", "-o", bitcode});
  session.run(device);
  unite_static_names(session, bitcode);
  const std::string wrapped = session.intermediate(input.path, ".device");
  if (!session.options().dry_run) session.write(wrapped, wrapped_device_code(read_file(bitcode)));

  Command host = side(session, input, host_flags(session), overlay);
  append(host, {"-Xclang", "--offload-new-driver", "-Xclang", "-fembed-offload-object=" + wrapped});
  append(host, dependency_flags(session, object));
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
  device_to_ptx(session, input, overlay_flags(session, input.path), ptx);
}

void compile_fat_binary(Session& session, const Input& input, const std::string& file) {
  const std::string ptx = session.intermediate(input.path, ".ptx");
  compile_ptx(session, input, ptx);
  if (!session.options().dry_run) session.write(file, fat_binary(read_file(ptx), kArchitecture));
}

void preprocess(Session& session, const Input& input, const std::string& output) {
  Command command;
  if (is_cuda(input)) {
    command = side(session, input, host_flags(session), overlay_flags(session, input.path));
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
    command = side(session, input, host_flags(session), {});
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
