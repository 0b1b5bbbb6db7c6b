#include "cli/cc/cc_description.hpp"

#include "cc/introduction.hpp"
#include "cc/options/option_table.hpp"

namespace heddle::cli {

Description describe_cc() {
  Description description;
  description.summary = "Compiles and links CUDA C++ programs, with the options of nvcc.";
  description.footer = cc::help_text();
  for (const auto rows : {cc::goal_rows(), cc::compiler_rows(), cc::device_rows()}) {
    for (const cc::OptionRow& row : rows) {
      DescribedOption option;
      if (!row.long_name.empty()) option.names.push_back("--" + std::string(row.long_name));
      if (!row.short_name.empty()) option.names.push_back("-" + std::string(row.short_name));
      option.takes = row.value == cc::Value::none ? "" : "VALUE";
      description.options.push_back(std::move(option));
    }
  }
  return description;
}

}  // namespace heddle::cli
