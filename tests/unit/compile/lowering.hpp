// PTX snippets to listings: the tests' way into the compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "heddle/compile/lower.hpp"
#include "heddle/isa/listing.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::compile {

inline constexpr std::string_view kHeader = ".version 8.0\n.target sm_75\n.address_size 64\n";

/// A module: the header's three lines, then `text`.
inline isa::Module lower_module(std::string_view text, const Options& options = {}) {
  return lower(ptx::parse(fmt::format("{}{}", kHeader, text), "k.ptx"), options);
}

/// The text of a kernel `k` with three parameters: a pointer at byte 0, a pointer at byte 8, a
/// 32-bit number at byte 16. Registers %r0-%r9, %rd0-%rd9, %rs0-%rs9, %f0-%f9, %fd0-%fd9, %p0-%p9.
/// Its body starts in line 11 of the module.
inline std::string kernel(std::string_view body) {
  return fmt::format(
      ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n"
      "{{\n"
      ".reg .pred %p<10>;\n"
      ".reg .b16 %rs<10>;\n"
      ".reg .b32 %r<10>;\n"
      ".reg .b64 %rd<10>; .reg .f32 %f<10>; .reg .f64 %fd<10>;\n"
      "\n"
      "{}}}\n",
      body);
}

/// Nothing folded, rows still virtual: what lowering alone makes of a snippet.
inline Options plain() {
  Options options;
  options.tidy_branches = options.propagate_copies = options.fold_addresses = false;
  options.narrow_halves = options.share_addresses = options.fuse_multiply_add = false;
  options.remove_dead_code = options.coalesce_moves = options.assign_registers = false;
  return options;
}

/// The lines of a program's listing without heads and numbers.
inline std::vector<std::string> lines_of(const isa::Module& module) {
  std::vector<std::string> lines;
  for (const auto& program : module.kernels) {
    for (const isa::Function& function : program->functions) {
      for (Pc pc = function.entry; pc < function.end; ++pc) {
        lines.push_back(isa::listing(*program, function, pc, module.variables));
      }
    }
  }
  return lines;
}

inline std::vector<std::string> lowered(std::string_view body, const Options& options = {}) {
  return lines_of(lower_module(kernel(body), options));
}

/// The message of the error that lowering a module ends in; empty: none.
inline std::string error_of(std::string_view text) {
  try {
    lower_module(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace heddle::compile
