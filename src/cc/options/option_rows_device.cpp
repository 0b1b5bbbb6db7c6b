#include <charconv>
#include <string_view>
#include <vector>

#include "cc/options/option_table.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

/// Returns the numbers after "compute_", "sm_" or "lto_" in the text.
std::vector<unsigned> architectures_in(std::string_view text, const std::string& value) {
  std::vector<unsigned> found;
  for (const std::string_view prefix : {"compute_", "sm_", "lto_"}) {
    for (std::size_t at = text.find(prefix); at != std::string_view::npos;
         at = text.find(prefix, at)) {
      at += prefix.size();
      unsigned number = 0;
      const auto [end, error] =
          std::from_chars(text.data() + at, text.data() + text.size(), number);
      if (error != std::errc()) fail("-arch {}: a number must follow {}", value, prefix);
      found.push_back(number);
    }
  }
  return found;
}

/// Checks a list of architectures. "native", "all" and "all-major" contain no number.
std::vector<unsigned> read_architectures(const std::string& value) {
  const std::vector<unsigned> found = architectures_in(value, value);
  if (found.empty() && !value.starts_with("native") && !value.starts_with("all"))
    fail("'{}' is no architecture: give sm_75, compute_75 or arch=compute_75,code=sm_75", value);
  return found;
}

/// Of "arch=compute_75,code=sm_80" only the first counts: the architecture that device code is
/// compiled for. `code` says what NVIDIA's compiler makes of it.
void ask_architecture(Options& options, const std::string& value) {
  if (read_architectures(value).empty()) options.architecture_groups.push_back(value);
  const std::string_view asked = std::string_view(value).substr(0, value.find(",code="));
  for (const unsigned number : architectures_in(asked, value))
    options.asked_architectures.push_back(number);
}

void ask_code(Options&, const std::string& value) { read_architectures(value); }

void set_max_registers(Options& options, const std::string& value) {
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), options.max_registers);
  if (error != std::errc() || end != value.data() + value.size()) {
    fail("-maxrregcount {}: give a number of registers, for instance 32", value);
  }
}

void use_fast_math(Options& options, const std::string&) {
  options.arithmetic = {true, false, false, true, true};
}

/// The macro chooses the functions that the headers declare, as in CUDA.
void set_default_stream(Options& options, const std::string& value) {
  if (value == "per-thread") {
    options.preprocessor.push_back(fmt::format("-D{}=1", kPerThreadMacro));
  } else if (value != "legacy" && value != "null") {
    fail("--default-stream {}: give legacy or per-thread", value);
  }
}

constexpr OptionRow kDeviceRows[] = {
    {"gpu-architecture", "arch", Value::one, ask_architecture},
    {"gpu-code", "code", Value::one, ask_code},
    {"generate-code", "gencode", Value::one, ask_architecture},
    {"relocatable-device-code", "rdc", Value::one,
     [](Options& o, const std::string& value) { o.relocatable = read_bool("-rdc", value); }},
    {"maxrregcount", "maxrregcount", Value::one, set_max_registers},
    {"use_fast_math", "use_fast_math", Value::none, use_fast_math},
    {"ftz", "ftz", Value::one,
     [](Options& o, const std::string& value) {
       o.arithmetic.flush_denormals = read_bool("-ftz", value);
     }},
    {"prec-div", "prec-div", Value::one,
     [](Options& o, const std::string& value) {
       o.arithmetic.precise_division = read_bool("-prec-div", value);
     }},
    {"prec-sqrt", "prec-sqrt", Value::one,
     [](Options& o, const std::string& value) {
       o.arithmetic.precise_root = read_bool("-prec-sqrt", value);
     }},
    {"fmad", "fmad", Value::one,
     [](Options& o, const std::string& value) { o.arithmetic.fuse = read_bool("-fmad", value); }},
    {"default-stream", "default-stream", Value::one, set_default_stream},
    {"generate-line-info", "lineinfo", Value::none,
     [](Options& o, const std::string&) { o.device_lines = true; }},
    {"device-debug", "G", Value::none,
     [](Options& o, const std::string&) {
       o.device_lines = true;
       o.notes.push_back("-G: device code stays optimized, with line information");
     }},
};

}  // namespace

bool read_bool(std::string_view option, const std::string& value) {
  if (value == "true") return true;
  if (value == "false") return false;
  fail("{}={}: give true or false", option, value);
}

std::span<const OptionRow> device_rows() { return kDeviceRows; }

}  // namespace heddle::cc
