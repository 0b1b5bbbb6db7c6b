#include "nvrtc/rtc_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/core.h>

#include "cc/options/words.hpp"
#include "nvrtc/result.hpp"

namespace heddle::nvrtc {
namespace {

/// Options of NVRTC that do not change what heddle's code computes. A value follows "=".
constexpr std::array<std::string_view, 24> kWithoutEffect = {"no-source-include",
                                                             "builtin-move-forward",
                                                             "builtin-initializer-list",
                                                             "restrict",
                                                             "extra-device-vectorization",
                                                             "modify-stack-limit",
                                                             "device-int128",
                                                             "device-float128",
                                                             "ptxas-options",
                                                             "dopt",
                                                             "dlink-time-opt-level",
                                                             "time",
                                                             "split-compile",
                                                             "minimal",
                                                             "jump-table-density",
                                                             "device-stack-protector",
                                                             "display-error-number",
                                                             "no-display-error-number",
                                                             "diag-error",
                                                             "diag-suppress",
                                                             "diag-warn",
                                                             "brief-diagnostics",
                                                             "version-ident",
                                                             "Ofast-compile"};

/// Short names of the above, and further spellings.
constexpr std::array<std::string_view, 9> kShortWithoutEffect = {"ewp",
                                                                 "Xptxas",
                                                                 "opt-info",
                                                                 "err-no",
                                                                 "no-err-no",
                                                                 "brief-diag",
                                                                 "Ofc",
                                                                 "fdevice-time-trace",
                                                                 "fdevice-syntax-only"};

/// Options for results that heddle does not make, with what they ask for.
struct AbsentOption {
  std::string_view name, result;
};
constexpr std::array<AbsentOption, 5> kAbsent = {
    {{"dlto", "code for link-time optimization"},
     {"dlink-time-opt", "code for link-time optimization"},
     {"optix-ir", "OptiX IR"},
     {"create-pch", "precompiled headers"},
     {"use-pch", "precompiled headers"}}};

std::string_view name_of(std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  return option.substr(0, option.find('='));
}

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// The option in the words of `heddle cc`; "" if it is read here.
std::string translated(std::string_view option, RtcOptions& options) {
  const std::string_view name = name_of(option);
  const std::string_view value =
      option.find('=') == std::string_view::npos ? "" : option.substr(option.find('=') + 1);
  if (is_one_of(name, kWithoutEffect) || is_one_of(name, kShortWithoutEffect)) return "";
  if (const auto* const absent = std::ranges::find(kAbsent, name, &AbsentOption::name);
      absent != kAbsent.end()) {
    throw Refusal(NVRTC_ERROR_INVALID_OPTION,
                  fmt::format("{}: heddle's NVRTC makes no {}", option, absent->result));
  }
  if (name == "default-device" || name == "device-as-default-execution-space") {
    options.device_by_default = true;
    return "";
  }
  if (name == "gpu-architecture" || name == "arch")
    options.real_architecture = value.starts_with("sm_");
  if (name == "pre-include") return fmt::format("-include={}", value);
  return std::string(option);
}

}  // namespace

RtcOptions read_rtc_options(std::span<const char* const> options) {
  RtcOptions read;
  std::vector<std::string> words;
  try {
    for (const char* const option : options) {
      require(option != nullptr);
      // A program may write an option and its value, or several options, into one text.
      for (const std::string& word : cc::split_words(option)) {
        if (std::string known = translated(word, read); !known.empty())
          words.push_back(std::move(known));
      }
    }
    read.compiler = cc::read_options(words);
  } catch (const Refusal&) {
    throw;
  } catch (const Error& error) {
    throw Refusal(NVRTC_ERROR_INVALID_OPTION, error.what());
  }
  if (!read.compiler.inputs.empty()) {
    throw Refusal(NVRTC_ERROR_INVALID_OPTION,
                  fmt::format("{}: no option", read.compiler.inputs.front().path));
  }
  return read;
}

}  // namespace heddle::nvrtc
