#include "cli/run/kernel_options.hpp"

#include <CLI/CLI.hpp>

namespace heddle::cli {

void KernelOptions::add_to(CLI::App& app) {
  constexpr const char* kGroup = "One kernel of a PTX file";
  const auto add = [&](const char* name, std::string& value, const char* doc, const char* type) {
    app.add_option(name, value, doc)->type_name(type)->group(kGroup);
  };
  const auto add_list = [&](const char* name, auto& values, const char* doc, const char* type) {
    app.add_option(name, values, doc)
        ->type_name(type)
        ->take_all()
        ->allow_extra_args(false)
        ->group(kGroup);
  };
  add("--kernel", kernel, "its name; not needed if the file has one", "NAME");
  add("--grid", grid, "blocks", "X[,Y[,Z]]");
  add("--block", block, "threads of a block", "X[,Y[,Z]]");
  add("--shared", shared, "dynamic shared memory", "BYTES");
  add_list("--arg", arguments,
           "an argument: u32:7, f32:0.5, ..., bytes:00ff... or buffer:BYTES[:zero|:iota|@FILE]",
           "TYPE:VALUE");
  add_list("--dump-arg", dumps, "write buffer N (from 0) to a file at the end", "N:FILE");
  add_list("--print-arg", prints, "print buffer N at the end, as u32, s32, f32, ...", "N:TYPE");
}

std::vector<std::string> KernelOptions::typed() const {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    words.emplace_back(name);
    words.push_back(value);
  };
  add("--kernel", kernel);
  add("--grid", grid);
  add("--block", block);
  add("--shared", shared);
  for (const std::string& argument : arguments) add("--arg", argument);
  for (const std::string& dump : dumps) add("--dump-arg", dump);
  for (const std::string& print : prints) add("--print-arg", print);
  return words;
}

}  // namespace heddle::cli
