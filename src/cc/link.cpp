#include "cc/link.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "cc/device/cluster_sizes.hpp"
#include "cc/device/device_code.hpp"
#include "cc/device/fat_binary.hpp"
#include "cc/device/ptx_check.hpp"
#include "cc/device/ptx_text.hpp"
#include "cc/session/compiler_flags.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;

namespace {

struct CudaLibrary {
  std::string_view prefix;  ///< beginning of the library's name
  std::string_view name;
};

/// Libraries of CUDA that heddle lacks.
constexpr CudaLibrary kAbsent[] = {{"cufftw", "cuFFT's interface of FFTW"},
                                   {"cudnn", "cuDNN"},
                                   {"cusolver", "cuSOLVER"},
                                   {"nvjpeg", "nvJPEG"},
                                   {"npp", "NPP"},
                                   {"nvgraph", "nvGRAPH"},
                                   {"nvJitLink", "nvJitLink"},
                                   {"nvidia-ml", "NVML"}};

/// The file that the linker takes for -l`name` from the folders given by -L.
std::optional<std::string> find_library(const Session& session, const std::string& name) {
  for (const std::string& folder : session.options().library_directories) {
    for (const char* extension : {".so", ".a"}) {
      std::string path = fmt::format("{}/lib{}{}", folder, name, extension);
      if (fs::exists(path)) return path;
    }
  }
  return std::nullopt;
}

void refuse_absent_libraries(const Session& session, const LinkItems& items) {
  for (const Input& item : items) {
    if (!item.is_library) continue;
    for (const CudaLibrary& library : kAbsent) {
      if (item.path.starts_with(library.prefix) && !find_library(session, item.path)) {
        fail("-l{}: heddle has no {}", item.path, library.name);
      }
    }
  }
}

/// The libraries of CUDA that the SDK tree has as archives. The linker takes nothing from an
/// archive for objects that come after it, and programs name these libraries before their objects,
/// as is possible with shared libraries. So the archives are named again at the end.
Command archives_of_tree(const Session& session, const LinkItems& items) {
  Command flags;
  for (const Input& item : items) {
    if (!item.is_library) continue;
    const fs::path archive = session.tools().sdk / "lib64" / ("lib" + item.path + ".a");
    std::error_code ignored;
    if (fs::exists(archive, ignored)) flags.push_back("-l" + item.path);
  }
  return flags;
}

/// Whether the folder has the libraries of another CUDA. Such a folder is left out of the link,
/// because the linker would take its libcudart instead of the libcudart of the SDK tree.
bool is_other_cuda(const Session& session, const std::string& folder) {
  std::error_code ignored;
  if (!fs::exists(folder + "/libcudart.so", ignored) &&
      !fs::exists(folder + "/libcudart_static.a", ignored)) {
    return false;
  }
  return fs::weakly_canonical(folder) != fs::weakly_canonical(session.tools().sdk / "lib64");
}

bool is_readable_object(const Input& item) {
  return item.path.ends_with(".o") || item.path.ends_with(".a") || item.path.ends_with(".obj");
}

/// Escapes the text for a string in C or in the assembler.
std::string in_quotes(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::vector<std::string> collect_device_code(Session& session, const LinkItems& items) {
  std::vector<std::string> files;
  for (const Input& item : items) {
    std::string path = item.path;
    if (item.is_library) {
      const auto library = find_library(session, item.path);
      if (!library || !library->ends_with(".a")) continue;
      path = *library;
    } else if (!is_readable_object(item)) {
      continue;
    }
    for (const std::string& bitcode : device_code_of(path)) {
      files.push_back(session.intermediate(path, fmt::format(".{}.bc", files.size())));
      session.write(files.back(), bitcode);
    }
  }
  return files;
}

bool has_device_link(const LinkItems& items) {
  return std::any_of(items.begin(), items.end(), [](const Input& item) {
    return !item.is_library && is_readable_object(item) && is_device_linked(item.path);
  });
}

/// The sizes of clusters that the kernels of the bitcode say.
std::vector<ClusterSize> linked_cluster_sizes(Session& session,
                                              const std::vector<std::string>& files) {
  std::vector<ClusterSize> sizes;
  if (only_architecture(session.options()) < kClusterArchitecture) return sizes;
  for (const std::string& file : files) {
    const std::string module = session.intermediate(file, ".clusters.ll");
    session.run(Command{session.tools().clang, "--target=nvptx64-nvidia-cuda", "-w", "-x", "ir",
                        "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", file, "-o", module});
    for (ClusterSize& size : cluster_sizes_of(read_file(module))) sizes.push_back(std::move(size));
  }
  return sizes;
}

std::string link_bitcode(Session& session, const std::vector<std::string>& files) {
  const std::string ptx = session.intermediate("linked", ".ptx");
  Command command = device_back_end(session);
  append(command, {"-x", "ir", files.front(), "-o", ptx});
  for (std::size_t i = 1; i < files.size(); ++i) {
    append(command, {"-Xclang", "-mlink-bitcode-file", "-Xclang", files[i]});
  }
  session.run(command);
  const std::string text =
      with_cluster_sizes(completed_ptx(read_file(ptx), session.options().max_registers),
                         linked_cluster_sizes(session, files));
  refuse_undefined(text, "device link", true);
  refuse_unsupported(text, "device link", only_architecture(session.options()));
  return text;
}

void make_registration(Session& session, const std::vector<std::string>& files,
                       const std::string& object) {
  const std::string container = session.intermediate("linked", ".fatbin");
  const DeviceText text{only_architecture(session.options()), link_bitcode(session, files)};
  session.write(container, fat_binary({&text, 1}));
  // The path is escaped twice, because it is inside an assembler string, and that string is inside
  // a C string.
  const std::string path = in_quotes(in_quotes(container));
  const fs::path source = session.tools().sdk / "link" / "registration.c";
  session.run(Command{session.tools().host_c, "-O1", "-w", "-fPIC",
                      "-DHEDDLE_DEVICE_CODE=\"" + path + "\"", "-c", source.string(), "-o",
                      object});
}

}  // namespace

void link_device(Session& session, const LinkItems& items, const std::string& object) {
  if (session.options().dry_run) return;
  const std::vector<std::string> files = collect_device_code(session, items);
  if (!files.empty()) return make_registration(session, files, object);
  const std::string source = session.intermediate("nothing", ".c");
  session.write(source, "extern int heddle_no_device_code;\n");
  session.run(Command{session.tools().host_c, "-fPIC", "-c", source, "-o", object});
}

std::vector<std::string> link_launcher(const Session& session) {
  if (session.options().host_compiler.empty())
    return {(session.tools().sdk / "bin" / "host-link").string()};
  return {session.tools().host_cxx};
}

std::vector<std::string> runtime_folders(const Session& session) {
  return {"-L" + (session.tools().sdk / "lib64").string()};
}

std::vector<std::string> runtime_libraries(const Session& session) {
  if (session.options().runtime == "none") return {};
  return {"-lcudart"};
}

void link_program(Session& session, LinkItems items, const std::string& output) {
  const Options& options = session.options();
  refuse_absent_libraries(session, items);
  if (!options.dry_run && !has_device_link(items)) {
    if (const auto files = collect_device_code(session, items); !files.empty()) {
      const std::string object = session.intermediate("device_link", ".o");
      make_registration(session, files, object);
      items.push_back({object, false, false});
    }
  }
  Command command = {session.tools().host_cxx};
  if (options.shared) command.push_back("-shared");
  if (options.debug) command.push_back("-g");
  append(command, options.host_flags);
  append(command, {"-o", output});
  for (const std::string& folder : options.library_directories) {
    if (!is_other_cuda(session, folder)) command.push_back("-L" + folder);
  }
  append(command, runtime_folders(session));
  for (const Input& item : items) command.push_back(item.is_library ? "-l" + item.path : item.path);
  append(command, archives_of_tree(session, items));
  append(command, runtime_libraries(session));
  append(command, {"-Xlinker", "-rpath", "-Xlinker", (session.tools().sdk / "lib64").string()});
  for (const std::string& flag : options.linker_flags) append(command, {"-Xlinker", flag});
  session.run(command);
}

void make_archive(Session& session, const LinkItems& items, const std::string& archive) {
  std::error_code ignored;
  if (!session.options().dry_run) fs::remove(archive, ignored);
  Command command = {"ar", "rcs", archive};
  for (const Input& item : items) {
    if (!item.is_library) command.push_back(item.path);
  }
  session.run(command);
}

}  // namespace heddle::cc
