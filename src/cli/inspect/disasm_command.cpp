#include <algorithm>
#include <iterator>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/inspect/analysis_table.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/isa/annotated_listing.hpp"
#include "heddle/isa/listing.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::cli {

namespace {

struct DisasmRequest {
  std::vector<std::string> files;
  std::string kernel, machine;
  std::vector<std::string> settings;
  std::uint32_t address_bits = 64, point_interval = compile::Options{}.point_interval;
  bool annotate = false, summary = false, markdown = false, unfolded = false, all_passes = false;

  /// The compiler's passes that the options of this command ask for.
  compile::Options passes(compile::Assembler assembler) const {
    compile::Options options = unfolded ? compile::unfolded() : compile::Options{};
    options.assembler = assembler;
    if (all_passes) options = compile::as_assembler(options);
    options.address_bits = address_bits;
    options.point_interval = point_interval;
    return options;
  }

  compile::Options options() const {
    compile::Options options = passes(compile::Assembler::plain);
    if (!machine.empty() || !settings.empty()) {
      sim::ConfigurationRequest wanted;
      if (!machine.empty()) wanted.machine = machine;
      wanted.assignments = settings;
      const auto configuration = sim::Configuration::resolve(wanted);
      for (const auto& [name, registers] : configuration.kernel_registers.by_name()) {
        fail(
            "kernel.{}.registers={}: sets what occupancy counts and changes no code; the registers "
            "of the code are limited by device.max_registers_per_thread",
            name, registers);
      }
      const compile::Options asked = configuration.compiler_options();
      wanted.assignments = assignments(passes(asked.assembler));
      std::ranges::copy(settings, std::back_inserter(wanted.assignments));
      options = sim::Configuration::resolve(wanted).compiler_options();
    }
    options.annotate = annotate;
    return options;
  }

 private:
  /// The assignments for --set that ask for these passes. Values that are the default are left out.
  /// The user's own settings override the assignments.
  std::vector<std::string> assignments(compile::Options options) const {
    sim::ParameterRows wanted("compiler."), usual("compiler.");
    options.describe(wanted);
    compile::Options{}.describe(usual);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
      const sim::ParameterRow& row = wanted.rows[i];
      if (row.value == usual.rows[i].value) continue;
      words.push_back(fmt::format("{}={}", row.key, sim::to_string(row.value)));
    }
    if (address_bits != 64) words.push_back(fmt::format("device.address_bits={}", address_bits));
    return words;
  }
};

bool read(Arguments arguments, DisasmRequest& request) {
  CLI::App app("Shows the machine code of a PTX file: heddle disasm FILE", "heddle disasm");
  app.footer(
      "Examples:\n"
      "  heddle cc --ptx scale.cu -o scale.ptx && heddle disasm scale.ptx\n"
      "  heddle disasm --kernel scale scale.ptx\n"
      "  heddle disasm --annotate scale.ptx\n"
      "  heddle disasm --set compiler.schedule=true scale.ptx     as it is, and this pass\n"
      "  heddle disasm --unfolded --set compiler.fuse_multiply_add=true scale.ptx    this pass "
      "alone\n"
      "  heddle disasm --summary a.ptx b.ptx\n");
  app.add_option("file", request.files, "PTX text")->required();
  app.add_option("--kernel", request.kernel, "show only this one")->type_name("NAME");
  app.add_option("--machine", request.machine,
                 "for this machine: its registers, its addresses, its passes")
      ->type_name("NAME");
  app.add_option("--set", request.settings,
                 "set a parameter: a pass (heddle explain compiler), or one of the machine")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--address-bits", request.address_bits,
                 "of the machine's addresses (device.address_bits): 32 or 64")
      ->check(CLI::IsMember({32, 64}));
  app.add_option("--point-interval", request.point_interval,
                 "with --annotate or --summary: instructions between preemption points outside of "
                 "loops")
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_flag("--annotate", request.annotate,
               "show beside the code what the analyses know: loops, live registers, scalars, "
               "preemption points");
  app.add_flag("--summary", request.summary,
               "instead of the code a line a kernel: scalars, registers by class, loops, "
               "preemption points, milliseconds that the analyses take")
      ->excludes("--annotate");
  app.add_flag("--all-passes", request.all_passes,
               "with the passes that only NVIDIA's assembler has: the code whose registers are "
               "counted");
  app.add_flag("--unfolded", request.unfolded,
               "as the PTX text has it: registers are assigned, nothing else")
      ->excludes("--all-passes");
  app.add_flag("--markdown", request.markdown, "with --summary: as a Markdown table")
      ->needs("--summary");
  return parse(app, arguments);
}

/// The code of a kernel, or the reason why the kernel has none.
std::string text_of(const isa::Program& program, const isa::Module& module, bool annotate) {
  if (program.refusal.has_value()) {
    return fmt::format("kernel {} cannot run: {}\n", program.name, program.refusal->what());
  }
  return annotate ? isa::annotated_listing(program, module.variables)
                  : isa::listing(program, module.variables);
}

void show(const DisasmRequest& request, const std::string& file) {
  const isa::Module module = compile::lower_what_runs(
      ptx::parse(read_file(file, file_kinds::kPtx), file), request.options());
  std::vector<std::string> names;
  bool any = false;
  for (const auto& program : module.kernels) {
    names.push_back(program->name);
    if (!request.kernel.empty() && program->name != request.kernel) continue;
    if (program->refusal.has_value() && !request.kernel.empty()) {
      throw SourceError(*program->refusal);
    }
    jobs::answer((any ? "\n" : "") + text_of(*program, module, request.annotate));
    any = true;
  }
  if (names.empty()) fail("'{}' has no kernel", file);
  if (!any) {
    fail("'{}' has no kernel '{}'{}", file, request.kernel, which_exist(request.kernel, names));
  }
}

}  // namespace

int disasm_command(Arguments arguments) {
  DisasmRequest request;
  if (!read(arguments, request)) return 0;
  if (request.summary) {
    const study::Table table = analysis_table(request.files, request.kernel, request.options());
    fmt::print("{}", request.markdown ? table.markdown() : table.text());
    return 0;
  }
  for (const std::string& file : request.files) show(request, file);
  return 0;
}

}  // namespace heddle::cli
