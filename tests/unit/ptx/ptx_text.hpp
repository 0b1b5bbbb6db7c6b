// Wraps fragments of PTX into modules for the tests of the parser.
#pragma once

#include <string>

#include "heddle/ptx/parser.hpp"

namespace heddle::ptx {

inline const std::string kFile = "x.ptx";  ///< the name in messages

/// Three lines before a fragment: its first line is line 4 of the module.
inline constexpr const char* kHeader = ".version 8.0\n.target sm_75\n.address_size 64\n";

inline Module parse_module(const std::string& declarations) {
  return parse(kHeader + declarations, "test.ptx");
}

/// The function `f` with these statements; registers of every type are declared in its first line
/// (line 4).
inline std::string function_text(const std::string& statements) {
  return ".visible .entry f(.param .u64 a) { .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 "
         "%f<20>; "
         ".reg .f64 %fd<20>; .reg .pred %p<20>; .reg .v4 .f32 %v<3>; .reg .v2 .b32 %w<3>;\n" +
         statements + "\n}\n";
}

inline Module parse_statements(const std::string& statements, const std::string& before = "") {
  return parse_module(before + function_text(statements));
}

/// What the parser says to a module of these declarations, without the file name; empty when it is
/// content.
inline std::string error_of(const std::string& declarations) {
  try {
    parse_module(declarations);
  } catch (const SourceError& error) {
    const std::string text = error.what();
    return text.substr(std::string("test.ptx:").size());
  }
  return "";
}

/// The same for statements; they begin in line 5, column 1.
inline std::string statement_error(const std::string& statements) {
  return error_of(function_text(statements));
}

/// The only instruction of a body.
inline const Instruction& only(const Module& module) {
  const Function& function = module.functions.back();
  if (function.body.size() != 1) throw Error("the test wants one instruction");
  return function.body[0];
}

inline std::string register_name(const Module& module, const Operand& operand) {
  return std::string(module.functions.back().registers.at(operand.reg).name);
}

}  // namespace heddle::ptx
