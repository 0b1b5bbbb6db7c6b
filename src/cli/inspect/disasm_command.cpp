#include <fstream>
#include <sstream>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/suggestion.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/isa/listing.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::cli {
namespace {

std::string read_text(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || !text) fail("cannot read '{}'", file);
  return text.str();
}

}  // namespace

int disasm_command(Arguments arguments) {
  CLI::App app("Shows the machine code of a PTX file: heddle disasm FILE", "heddle disasm");
  app.footer(
      "Examples:\n"
      "  heddle cc --ptx scale.cu -o scale.ptx && heddle disasm scale.ptx\n"
      "  heddle disasm --kernel scale scale.ptx\n");
  std::string file, kernel;
  app.add_option("file", file, "PTX text")->required();
  app.add_option("--kernel", kernel, "show only this one")->type_name("NAME");
  if (!parse(app, arguments)) return 0;
  const isa::Module module = compile::lower(ptx::parse(read_text(file), file));
  std::vector<std::string> names;
  bool any = false;
  for (const auto& program : module.kernels) {
    names.push_back(program->name);
    if (!kernel.empty() && program->name != kernel) continue;
    fmt::print("{}{}", any ? "\n" : "", isa::listing(*program, module.variables));
    any = true;
  }
  if (!any && !kernel.empty()) {
    fail("'{}' has no kernel '{}'{}; there are: {}", file, kernel, did_you_mean(kernel, names),
         comma_list(names));
  }
  return 0;
}

}  // namespace heddle::cli
