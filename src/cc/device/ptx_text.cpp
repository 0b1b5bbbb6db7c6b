#include "cc/device/ptx_text.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/compile/lower.hpp"

namespace heddle::cc {
namespace {

constexpr std::string_view kExternFunction = "\n.extern .func";

bool is_ptx_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

void skip_blanks(const std::string& text, std::size_t& at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
}

/// The name of the function in the text after ".extern .func" and the return parameter.
std::string name_after(const std::string& text, std::size_t at) {
  skip_blanks(text, at);
  if (at < text.size() && text[at] == '(') {
    at = std::min(text.find(')', at), text.size() - 1) + 1;
    skip_blanks(text, at);
  }
  const std::size_t from = at;
  while (at < text.size() && is_ptx_name_character(text[at])) ++at;
  return text.substr(from, at - from);
}

std::string with_pure_virtual(const std::string& ptx) {
  constexpr std::string_view kDeclared = "\n.extern .func __cxa_pure_virtual";
  const std::size_t at = ptx.find(kDeclared);
  if (at == std::string::npos) return ptx;
  const std::size_t end = ptx.find(';', at);
  if (end == std::string::npos) return ptx;
  std::string result = ptx;
  return result.replace(at, end + 1 - at, "\n.func __cxa_pure_virtual()\n{\n\ttrap;\n\tret;\n}");
}

/// Removes clang's lists of symbols that other files may use. Nothing reads the lists, and their
/// initializers contain names of kernels.
std::string without_used_lists(std::string ptx) {
  constexpr std::string_view kList = "\n.global .align 8 .u64 __clang_gpu_used_external";
  for (std::size_t at = ptx.find(kList); at != std::string::npos; at = ptx.find(kList, at)) {
    const std::size_t end = ptx.find(';', at);
    if (end == std::string::npos) break;
    ptx.erase(at, end + 1 - at);
  }
  return ptx;
}

std::string with_register_limit(const std::string& ptx, unsigned count) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = ptx.find(".entry "); at != std::string::npos;
       at = ptx.find(".entry ", done)) {
    const std::size_t body = ptx.find("\n{", at);
    if (body == std::string::npos) break;
    const std::size_t declared = std::min(ptx.find("\n;", at), body);
    result.append(ptx, done, declared - done);
    done = declared;
    if (declared != body) continue;
    const std::string_view head(ptx.data() + at, body - at);
    if (head.find(".maxnreg") == std::string_view::npos)
      result += fmt::format("\n.maxnreg {}", count);
  }
  return result.append(ptx, done);
}

}  // namespace

std::vector<std::string> undefined_functions(const std::string& ptx) {
  std::vector<std::string> names;
  for (std::size_t at = ptx.find(kExternFunction); at != std::string::npos;
       at = ptx.find(kExternFunction, at + 1)) {
    const std::string name = name_after(ptx, at + kExternFunction.size());
    if (!compile::is_provided(name)) names.push_back(name);
  }
  return names;
}

void refuse_undefined(const std::string& ptx, const std::string& source, bool relocatable) {
  const std::vector<std::string> names = undefined_functions(ptx);
  if (names.empty()) return;
  std::vector<std::string> mathematics, others;
  for (const std::string& name : names) {
    (name.starts_with("__nv_") ? mathematics : others)
        .push_back(fmt::format("'{}'", demangled(name)));
  }
  if (!mathematics.empty()) {
    fail("{}: heddle's device mathematics has no {}", source, fmt::join(mathematics, ", "));
  }
  fail("{}: device function {} is declared and called, but not defined{}", source,
       fmt::join(others, ", "),
       relocatable ? " in any of the linked files"
                   : "; to use one of another file, compile both with -rdc=true");
}

std::string completed_ptx(const std::string& ptx, unsigned max_registers) {
  const std::string complete = without_used_lists(with_pure_virtual(ptx));
  return max_registers == 0 ? complete : with_register_limit(complete, max_registers);
}

}  // namespace heddle::cc
