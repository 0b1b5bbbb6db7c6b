#include "cc/source/managed_variables.hpp"

#include <cstdint>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace heddle::cc {
namespace {

struct Variable {
  std::string name;
  std::uint64_t bytes = 0;
};

bool changes_section(std::string_view line) {
  return line.starts_with("\t.section\t") || line == "\t.text" || line == "\t.data" ||
         line == "\t.bss";
}

/// The variables in the section, with the sizes from `.size`.
std::vector<Variable> managed_in(const std::string& assembly) {
  const std::string size = "\t.size\t";
  std::vector<Variable> found;
  std::set<std::string> labels;
  bool inside = false;
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) {
    if (changes_section(line))
      inside = line.starts_with(fmt::format("\t.section\t{},", kManagedSection));
    if (!inside || line.empty()) continue;
    const std::size_t colon = line.find(':');
    if (line[0] != '\t' && line[0] != '.' && colon != std::string::npos)
      labels.insert(line.substr(0, colon));
    const std::size_t comma = line.find(", ");
    if (!line.starts_with(size) || comma == std::string::npos) continue;
    const std::string name = line.substr(size.size(), comma - size.size());
    if (labels.contains(name)) found.push_back({name, std::stoull(line.substr(comma + 2))});
  }
  return found;
}

}  // namespace

std::string with_managed_variables(const std::string& assembly) {
  const std::vector<Variable> variables = managed_in(assembly);
  if (variables.empty()) return assembly;
  std::string names = "\t.section\t.rodata,\"a\",@progbits\n";
  std::string calls = "\t.text\nheddle_register_managed:\n\tsubq\t$8, %rsp\n";
  for (std::size_t i = 0; i < variables.size(); ++i) {
    names += fmt::format(".Lheddle_managed_{}:\n\t.asciz\t\"{}\"\n", i, variables[i].name);
    calls += fmt::format(
        "\tmovq\t__cuda_gpubin_handle(%rip), %rdi\n\tleaq\t{}(%rip), %rsi\n"
        "\tleaq\t.Lheddle_managed_{}(%rip), %rdx\n\tmovl\t${}, %ecx\n"
        "\tcallq\t__heddleRegisterManaged@PLT\n",
        variables[i].name, i, variables[i].bytes);
  }
  calls += "\taddq\t$8, %rsp\n\tretq\n";
  // The entry follows the constructor of the device code in the same list (early_registration.cpp).
  const std::string entry =
      "\t.section\t.init_array.00100,\"aw\",@init_array\n\t.p2align\t3\n"
      "\t.quad\theddle_register_managed\n";
  // .popsection returns to the section in which clang's text ends.
  return assembly + "\t.pushsection\t.text\n" + names + calls + entry + "\t.popsection\n";
}

}  // namespace heddle::cc
