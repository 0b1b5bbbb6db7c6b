#include "nvrtc/program.hpp"

#include <filesystem>
#include <utility>

#include <dlfcn.h>
#include <fmt/core.h>

#include "cc/device/ptx_check.hpp"
#include "cc/device/ptx_text.hpp"
#include "cc/session/compiler_flags.hpp"
#include "cc/session/process.hpp"
#include "cc/session/session.hpp"
#include "nvrtc/log_text.hpp"
#include "nvrtc/lowered_names.hpp"
#include "nvrtc/result.hpp"

namespace heddle::nvrtc {
namespace fs = std::filesystem;

namespace {

/// Headers lie this deep in their folder, so that names with "../" stay inside.
constexpr const char* kHeaderFolder = "headers/a/b/c/d/e/f/g/h";

/// The file of this library, from which the SDK tree is found.
fs::path own_file() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&nvrtcVersion), &info) == 0)
    fail("libnvrtc.so does not know its own file");
  return fs::absolute(info.dli_fname);
}

/// Writes the headers, each at its name. Returns the folder for clang's -I.
fs::path write_headers(const cc::Session& session, const fs::path& folder,
                       const std::vector<Header>& headers) {
  const fs::path root = folder / "headers";
  const fs::path base = folder / kHeaderFolder;
  fs::create_directories(base);
  for (const Header& header : headers) {
    const fs::path file = (base / fs::path(header.name).relative_path()).lexically_normal();
    if (!file.string().starts_with(root.string() + "/"))
      throw Refusal(NVRTC_ERROR_INVALID_INPUT,
                    fmt::format("{}: a header's name leads too many folders up", header.name));
    fs::create_directories(file.parent_path());
    session.write(file.string(), header.text);
  }
  return base;
}

/// The command of clang. The flags are those of `heddle cc`'s device side, without the headers of
/// the host, and with the warnings.
cc::Command clang_command(const cc::Session& session, const fs::path& headers,
                          const fs::path& beside, unsigned architecture) {
  const fs::path tree = session.tools().sdk / "include" / "heddle" / "rtc";
  cc::Command command =
      cc::cuda_command(session, architecture, cc::given_preprocessor_flags(session));
  // Before all other folders: its headers leave those of the program in force.
  command.insert(command.begin() + 1, "-I" + (tree / "standard").string());
  for (const std::string& flag : cc::device_flags(session)) {
    if (flag != "-w" || session.options().quiet_warnings) command.push_back(flag);
  }
  cc::append(command, cc::kDeviceCodeAlone);
  cc::append(command, {"-I" + headers.string()});
  if (!beside.empty()) cc::append(command, {"-I" + beside.string()});
  cc::append(command,
             {"-nocudainc", "-nostdinc++", "-nostdlibinc", "-D__CUDACC__", "-D__CUDACC_RTC__",
              "-include", (tree / "prelude.h").string(), "-fdiagnostics-format=msvc",
              "-fno-caret-diagnostics", "-fno-color-diagnostics"});
  return command;
}

/// The folder of the program's name, whose headers a program may include as from a file there.
fs::path folder_of(const std::string& name) {
  const fs::path folder = fs::path(name).parent_path();
  std::error_code ignored;
  return !folder.empty() && fs::is_directory(folder, ignored) ? folder : fs::path();
}

}  // namespace

void Program::add_name(const std::string& expression) {
  require(!compiled_, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  expressions_.push_back(expression);
}

const std::string* Program::lowered_name(const std::string& expression) const {
  const auto found = lowered_.find(expression);
  return found == lowered_.end() ? nullptr : &found->second;
}

void Program::compile(std::span<const char* const> options) {
  log_.clear();
  ptx_.clear();
  cubin_.clear();
  lowered_.clear();
  try {
    run(read_rtc_options(options));
    compiled_ = true;
  } catch (const Error& error) {
    if (*error.what() != '\0') log_ += fmt::format("heddle: {}\n", error.what());
    throw;
  }
}

/// The source under its own name, and the name expressions.
std::string Program::text_for_clang(const RtcOptions& options) const {
  const std::string before =
      options.device_by_default ? "#pragma clang force_cuda_host_device begin\n" : "";
  const std::string after =
      options.device_by_default ? "\n#pragma clang force_cuda_host_device end\n" : "";
  return fmt::format("{}#line 1 \"{}\"\n{}{}{}", before, name_, source_, after,
                     name_definitions(expressions_));
}

void Program::run(const RtcOptions& options) {
  cc::Session session(options.compiler, cc::find_tools(own_file(), ""));
  const std::string source = session.intermediate("source", ".cu");
  const std::string made = session.intermediate("source", ".ptx");
  const fs::path folder = fs::path(source).parent_path();
  session.write(source, text_for_clang(options));
  const unsigned architecture = cc::only_architecture(session.options());
  const fs::path headers = write_headers(session, folder, headers_);
  cc::Command command = clang_command(session, headers, folder_of(name_), architecture);
  cc::append(command, {"-S", source, "-o", made});
  const cc::ProcessResult result =
      cc::run_process({.command = command, .output = "", .temporary = folder, .quiet = true});
  log_ = log_text(result.errors, headers.string());
  if (result.status != 0) throw Refusal(NVRTC_ERROR_COMPILATION);

  std::string text = cc::completed_ptx(cc::read_file(made), session.options().max_registers);
  const std::vector<std::string> names = take_lowered_names(text, expressions_.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      throw Refusal(
          NVRTC_ERROR_COMPILATION,
          fmt::format("the name expression {} is not the address of a kernel or a variable",
                      expressions_[i]));
    }
    lowered_[expressions_[i]] = names[i];
  }
  try {
    if (session.options().relocatable) {
      cc::refuse_malformed(text, name_);
    } else {
      cc::refuse_undefined(text, name_, false);
      cc::refuse_unsupported(text, name_, architecture);
    }
  } catch (const Error& error) {
    throw Refusal(NVRTC_ERROR_COMPILATION, error.what());
  }
  text += '\0';
  ptx_ = std::move(text);
  if (options.real_architecture) cubin_ = ptx_;
}

}  // namespace heddle::nvrtc
