#include "cudart/module/ptx_link.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace heddle::cudart {
namespace {

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at;
}

/// The name of the function in the text after ".func" and, if there is one, after the result in
/// parentheses.
std::string name_after(std::string_view text, std::size_t at) {
  at = skip_space(text, at);
  if (at < text.size() && text[at] == '(') at = skip_space(text, text.find(')', at) + 1);
  std::size_t end = at;
  while (end < text.size() && is_name(text[end])) ++end;
  return std::string(text.substr(at, end - at));
}

/// Removes the header (.version, .target, .address_size), which only the first of several texts may
/// have.
std::string without_header(std::string_view text) {
  std::string rest;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    const bool header = line.starts_with(".version") || line.starts_with(".target") ||
                        line.starts_with(".address_size");
    rest += header ? "\n" : line;
    text.remove_prefix(end);
  }
  return rest;
}

/// Whether the text is nvcc's device runtime library. nvcc links this library into every program of
/// separately compiled files, even if the program does not need it. The check looks for a driver
/// function that only the library declares.
bool is_device_runtime(const std::string& text) {
  return text.find(".func (.param .b32 func_retval0) cnpLaunchDevice") != std::string::npos;
}

bool mentions(const std::string& text, const std::vector<std::string>& names) {
  return std::ranges::any_of(
      names, [&](const std::string& name) { return text.find(name) != std::string::npos; });
}

}  // namespace

FunctionNames function_names(std::string_view ptx) {
  constexpr std::string_view kFunction = ".func";
  constexpr std::string_view kExtern = ".extern";
  FunctionNames names;
  for (std::size_t at = ptx.find(kFunction); at != std::string_view::npos;
       at = ptx.find(kFunction, at + 1)) {
    std::string_view before = ptx.substr(0, at);
    while (!before.empty() && std::isspace(static_cast<unsigned char>(before.back())) != 0)
      before.remove_suffix(1);
    auto& list = before.ends_with(kExtern) ? names.wanted : names.defined;
    list.push_back(name_after(ptx, at + kFunction.size()));
  }
  return names;
}

std::string link_ptx(const std::vector<std::string>& texts, const std::vector<std::string>& names) {
  std::vector<bool> taken(texts.size(), false);
  std::set<std::string> wanted;
  const auto take = [&](std::size_t i) {
    taken[i] = true;
    for (std::string& name : function_names(texts[i]).wanted) wanted.insert(std::move(name));
  };
  const auto defines_wanted = [&](const std::string& text) {
    return std::ranges::any_of(function_names(text).defined,
                               [&](const std::string& name) { return wanted.contains(name); });
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (mentions(texts[i], names) && !is_device_runtime(texts[i])) take(i);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (taken[i] || !defines_wanted(texts[i])) continue;
      take(i);
      grew = true;
    }
  }
  std::vector<std::string> wanted_texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (taken[i]) wanted_texts.push_back(texts[i]);
  }
  return wanted_texts.empty() ? texts.front() : join_ptx(wanted_texts);
}

std::string join_ptx(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts)
    joined += (joined.empty() ? text : without_header(text)) + "\n";
  return joined;
}

}  // namespace heddle::cudart
