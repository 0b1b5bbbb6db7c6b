#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/suggestion.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/isa/listing.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/sim/read_file.hpp"

namespace heddle::cli {

int disasm_command(Arguments arguments) {
  CLI::App app("Shows the machine code of a PTX file: heddle disasm FILE", "heddle disasm");
  app.footer(
      "Examples:\n"
      "  heddle cc --ptx scale.cu -o scale.ptx && heddle disasm scale.ptx\n"
      "  heddle disasm --kernel scale scale.ptx\n");
  std::string file, kernel;
  app.add_option("file", file, "PTX text")->required();
  app.add_option("--kernel", kernel, "show only this one")->type_name("NAME");
  bool all_passes = false;
  app.add_flag(
      "--all-passes", all_passes,
      "with the passes that only NVIDIA's assembler has: the code whose registers are counted");
  if (!parse(app, arguments)) return 0;
  const compile::Options plain;
  const isa::Module module = compile::lower(ptx::parse(sim::read_file(file), file),
                                            all_passes ? compile::as_assembler(plain) : plain);
  std::vector<std::string> names;
  bool any = false;
  for (const auto& program : module.kernels) {
    names.push_back(program->name);
    if (!kernel.empty() && program->name != kernel) continue;
    fmt::print("{}{}", any ? "\n" : "", isa::listing(*program, module.variables));
    any = true;
  }
  if (names.empty()) fail("'{}' has no kernel", file);
  if (!any) {
    fail("'{}' has no kernel '{}'{}", file, kernel, which_exist(kernel, names));
  }
  return 0;
}

}  // namespace heddle::cli
