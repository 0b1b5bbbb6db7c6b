#include "cc/nested/kernel_names.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace heddle::cc {

KernelNames::KernelNames(const TokenText& text, const std::vector<KernelHead>& heads)
    : text_(text) {
  for (const KernelHead& head : heads) add(head);
}

void KernelNames::add(const KernelHead& head) {
  Kernel kernel;
  kernel.begin = head.begin;
  kernel.scopes = head.scopes;
  std::size_t at = head.begin;
  if (text_.is(at, "template")) {
    at = text_.after_angles(head.begin + 1);
    if (at >= head.end || at == head.begin + 3) return;  // template <>
    kernel.header = text_.line_of(head.begin, at);
    kernel.parameters = parameters(head.begin + 2, at - 1);
  }
  while (at < head.end) {
    if (text_.is(at, "__attribute__")) {
      at = text_.after_closing(at + 1);
    } else if (text_.is_name(at) && text_.is(at + 1, "(")) {
      break;
    } else {
      ++at;
    }
  }
  if (at >= head.end || text_.is(at - 1, "::")) return;
  kernel.function_parameters = text_.line_of(at + 1, text_.after_closing(at + 1));
  std::vector<Kernel>& known = kernels_[text_.at(at)];
  const auto same = [&](const Kernel& other) {  // a definition after a declaration
    const bool alike = kernel.is_template()
                           ? std::ranges::count(other.function_parameters, ',') ==
                                 std::ranges::count(kernel.function_parameters, ',')
                           : other.function_parameters == kernel.function_parameters;
    return alike && other.scopes == kernel.scopes &&
           other.parameters.size() == kernel.parameters.size();
  };
  if (std::ranges::none_of(known, same)) known.push_back(std::move(kernel));
}

std::vector<KernelNames::Parameter> KernelNames::parameters(std::size_t from,
                                                            std::size_t to) const {
  std::vector<Parameter> found;
  std::size_t begin = from;
  for (std::size_t i = from; i < to; ++i) {
    const std::string_view token = text_.at(i);
    if (token == "(" || token == "[" || token == "{") {
      i = text_.after_closing(i) - 1;
    } else if (token == "<") {
      i = std::min(text_.after_angles(i), to) - 1;
    } else if (token == ",") {
      found.push_back(parameter(begin, i));
      begin = i + 1;
    }
  }
  found.push_back(parameter(begin, to));
  return found;
}

KernelNames::Parameter KernelNames::parameter(std::size_t from, std::size_t to) const {
  Parameter parameter;
  std::size_t end = from;
  while (end < to && !text_.is(end, "=")) {
    parameter.is_deducible &= !text_.is(end, ".");
    end = text_.is(end, "<") ? std::min(text_.after_angles(end), to) : end + 1;
  }
  parameter.is_deducible &= !text_.is(from, "template");
  parameter.is_type = text_.is(from, "typename") || text_.is(from, "class");
  const bool has_name = end > from + 1 && text_.is_name(end - 1);
  if (has_name) parameter.name = text_.at(end - 1);
  return parameter;
}

bool KernelNames::needs_search(std::string_view name, std::size_t arguments) const {
  const auto found = kernels_.find(name);
  if (found == kernels_.end()) return false;
  const auto is_complete = [&](const Kernel& kernel) {
    return kernel.is_template() && kernel.parameters.size() == arguments &&
           std::ranges::all_of(kernel.parameters, &Parameter::is_deducible);
  };
  const auto& kernels = found->second;
  if (kernels.size() == 1 && !kernels.front().is_template()) return false;
  return !std::ranges::all_of(kernels, is_complete);
}

std::optional<std::string> KernelNames::arguments(const Kernel& kernel) const {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    if (!parameter.is_deducible) return std::nullopt;
    if (parameter.name.empty()) continue;
    list.push_back(fmt::format("{}__heddle_d::t{}", parameter.is_type ? "typename " : "", i));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

std::optional<std::string> KernelNames::kernel(std::string_view name,
                                               std::string_view scope) const {
  const std::vector<Kernel>& kernels = kernels_.at(name);
  const bool is_template = kernels.front().is_template();
  const auto first = arguments(kernels.front());
  const auto fits = [&](const Kernel& kernel) {
    return kernel.is_template() == is_template && arguments(kernel) == first;
  };
  if (!first || !std::ranges::all_of(kernels, fits)) return std::nullopt;
  if (is_template) return fmt::format("decltype({0}{1}<{2}>), {0}{1}<{2}>", scope, name, *first);
  return fmt::format(
      "typename __heddle_d::pointer, static_cast<typename __heddle_d::pointer>({}{})", scope, name);
}

std::string KernelNames::declaration(std::string_view name, const Kernel& kernel) const {
  if (!kernel.is_template())
    return fmt::format(
        "__attribute__((device)) ::__heddle_overload<void{1}> __heddle_deduce_{0}{1}; ", name,
        kernel.function_parameters);
  std::string members;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    if (parameter.name.empty()) continue;
    names.push_back(parameter.name);
    members += parameter.is_type
                   ? fmt::format(" typedef {} t{};", parameter.name, i)
                   : fmt::format(" static constexpr decltype({0}) t{1} = {0};", parameter.name, i);
  }
  const std::string type = fmt::format("__heddle_deduced_{}", kernel.begin);
  return fmt::format(
      "{0} struct {1} {{{2} }}; {0} __attribute__((device)) {1}<{3}> __heddle_deduce_{4}{5}; ",
      kernel.header, type, members, fmt::join(names, ", "), name, kernel.function_parameters);
}

std::vector<KernelNames::Insertion> KernelNames::declarations(
    const std::vector<std::string_view>& names) const {
  std::vector<Insertion> found;
  for (const auto& [name, kernels] : kernels_) {
    if (std::ranges::find(names, name) == names.end()) continue;
    for (const Kernel& kernel : kernels) found.push_back({kernel.begin, declaration(name, kernel)});
  }
  return found;
}

}  // namespace heddle::cc
