#include "cc/options/option_table.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

/// The action of options that need no action, because clang already does what the option asks for,
/// or because the option concerns something that heddle does not have.
void nothing(Options&, const std::string&) {}

void extended_lambda(Options& options, const std::string&) {
  options.preprocessor.push_back("-D__CUDACC_EXTENDED_LAMBDA__");
}

void note_assembler(Options& options, const std::string& value) {
  if (value == "-v" || value.starts_with("-O") || value.starts_with("--opt-level")) return;
  options.notes.push_back("-Xptxas " + value + " is ignored: heddle has no ptxas");
}

void ignore_library(Options& options, const std::string& value) {
  options.notes.push_back("'" + value + "' is ignored: heddle's device mathematics is used");
}

constexpr OptionRow kOtherRows[] = {
    {"expt-relaxed-constexpr", "expt-relaxed-constexpr", Value::none,
     [](Options& o, const std::string&) {
       o.preprocessor.push_back("-D__CUDACC_RELAXED_CONSTEXPR__");
     }},
    {"expt-extended-lambda", "expt-extended-lambda", Value::none, extended_lambda},
    {"extended-lambda", "extended-lambda", Value::none, extended_lambda},
    {"allow-unsupported-compiler", "allow-unsupported-compiler", Value::none, nothing},
    {"threads", "t", Value::joined, nothing},
    {"split-compile", "split-compile", Value::one, nothing},
    {"dopt", "dopt", Value::one, nothing},
    {"cudadevrt", "cudadevrt", Value::one, nothing},
    {"no-host-device-initializer-list", "nohdinitlist", Value::none, nothing},
    {"no-host-device-move-forward", "nohdmoveforward", Value::none, nothing},
    {"keep-device-functions", "keep-device-functions", Value::none, nothing},
    {"extra-device-vectorization", "extra-device-vectorization", Value::none, nothing},
    {"restrict", "restrict", Value::none, nothing},
    {"source-in-ptx", "src-in-ptx", Value::none, nothing},
    {"resource-usage", "res-usage", Value::none, nothing},
    {"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Value::none, nothing},
    {"Wno-deprecated-declarations", "Wno-deprecated-declarations", Value::none,
     [](Options& o, const std::string&) {
       o.host_flags.push_back("-Wno-deprecated-declarations");
     }},
    {"Wreorder", "Wreorder", Value::none, nothing},
    {"Wdefault-stream-launch", "Wdefault-stream-launch", Value::none, nothing},
    {"Wmissing-launch-bounds", "Wmissing-launch-bounds", Value::none, nothing},
    {"Wext-lambda-captures-this", "Wext-lambda-captures-this", Value::none, nothing},
    {"Werror", "Werror", Value::one, nothing},
    {"diag-suppress", "diag-suppress", Value::one, nothing},
    {"diag-warn", "diag-warn", Value::one, nothing},
    {"diag-error", "diag-error", Value::one, nothing},
    {"display-error-number", "err-no", Value::none, nothing},
    {"no-display-error-number", "no-err-no", Value::none, nothing},
    {"brief-diagnostics", "brief-diag", Value::one, nothing},
    {"ftemplate-backtrace-limit", "ftemplate-backtrace-limit", Value::one, nothing},
    {"objdir-as-tempdir", "objtemp", Value::none, nothing},
    {"time", "time", Value::one, nothing},
    {"dont-use-profile", "noprof", Value::none, nothing},
    {"target-directory", "target-dir", Value::one, nothing},
    {"device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Value::one,
     nothing},
    {"static-global-template-stub", "static-global-template-stub", Value::one, nothing},
    {"compress-mode", "compress-mode", Value::one, nothing},
    {"dlink-time-opt", "dlto", Value::none, nothing},
    {"gen-opt-lto", "gen-opt-lto", Value::none, nothing},
    {"archive-options", "Xarchive", Value::one, nothing},
    {"nvlink-options", "Xnvlink", Value::one, nothing},
    {"ptxas-options", "Xptxas", Value::list, note_assembler},
    {"Xcicc", "Xcicc", Value::one, nothing},
    {"Xcudafe", "Xcudafe", Value::one, nothing},
    {"libdevice-directory", "ldir", Value::one, ignore_library},
    {"cubin", "cubin", Value::none,
     [](Options&, const std::string&) {
       fail("-cubin: heddle runs PTX and makes no machine code of a real GPU; give -ptx");
     }},
    {"optix-ir", "optix-ir", Value::none,
     [](Options&, const std::string&) { fail("-optix-ir: heddle has no OptiX"); }},
    {"clean-targets", "clean", Value::none,
     [](Options&, const std::string&) { fail("-clean: remove the files with rm"); }},
};

}  // namespace

std::span<const OptionRow> other_rows() { return kOtherRows; }

}  // namespace heddle::cc
