#include "cc/nested/nested_launches.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "cc/nested/kernel_names.hpp"
#include "cc/nested/launch_sites.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

class Rewriting {
 public:
  Rewriting(const TokenText& text, const LaunchSites& sites, CompiledSide side)
      : text_(text), kernels_(text, sites.kernels) {
    for (const LaunchSite& site : sites.launches)
      if (side == CompiledSide::device || site.side == FunctionSide::device) rewrite(site);
    for (auto& [token, declaration] : kernels_.declarations(deduced_))
      edits_[text.begin(token)] = {text.begin(token), std::move(declaration)};
  }

  std::optional<std::string> result() const {
    if (edits_.empty()) return std::nullopt;
    std::string result;
    std::size_t done = 0;
    for (const auto& [begin, edit] : edits_) {
      result.append(text_.text(), done, begin - done);
      result += edit.text;
      done = edit.end;
    }
    return result.append(text_.text(), done);
  }

 private:
  /// The text up to position `end` is replaced.
  struct Edit {
    std::size_t end = 0;
    std::string text;
  };

  /// Replaces the callee and the opening angles, and then the closing angles. The configuration
  /// between them stays as it is, with its lines.
  void rewrite(const LaunchSite& site) {
    const std::string callee = text_.line_of(site.callee, site.callee_end());
    const std::string opening = needs_search(site)
                                    ? found_by_arguments(site)
                                    : fmt::format("::__heddle_launch<decltype({0}), {0}>(", callee);
    const std::size_t begin = text_.begin(site.callee);
    const std::size_t end = text_.begin(site.configuration);
    const auto lines = std::count(text_.text().begin() + static_cast<std::ptrdiff_t>(begin),
                                  text_.text().begin() + static_cast<std::ptrdiff_t>(end), '\n');
    edits_[begin] = {end, opening + std::string(static_cast<std::size_t>(lines), '\n')};
    edits_[text_.begin(site.configuration_end)] = {text_.end(site.configuration_end + 2), ")"};
  }

  bool needs_search(const LaunchSite& site) const {
    const std::size_t name = site.name;
    return text_.is_name(name) &&
           kernels_.needs_search(text_.at(name), arguments_after(name, site.callee_end()));
  }

  /// Number of template arguments between the name and the end of the callee.
  std::size_t arguments_after(std::size_t name, std::size_t end) const {
    if (name + 1 >= end) return 0;
    std::size_t count = 1;
    for (std::size_t i = name + 2; i + 1 < end; ++i) {
      if (text_.is(i, "(") || text_.is(i, "[") || text_.is(i, "{")) {
        i = text_.after_closing(i) - 1;
      } else if (text_.is(i, "<")) {
        i = std::min(text_.after_angles(i), end) - 1;
      } else if (text_.is(i, ",")) {
        ++count;
      }
    }
    return count;
  }

  std::string found_by_arguments(const LaunchSite& site) {
    const std::size_t name = site.name;
    const std::string_view kernel = text_.at(name);
    const std::string scope = text_.line_of(site.callee, name);
    const auto found = kernels_.kernel(kernel, scope);
    if (!found)
      fail(
          "{}: the template arguments of kernel '{}' cannot be deduced for a launch in device "
          "code: name them all",
          text_.place(site.callee), kernel);
    if (std::ranges::find(deduced_, kernel) == deduced_.end()) deduced_.push_back(kernel);
    const std::string given = text_.line_of(name + 1, site.callee_end());
    return fmt::format(
        "::__heddle_deduce([&](const __heddle_shape& __heddle_s, auto&&... __heddle_a) {{ typedef "
        "decltype({0}__heddle_deduce_{1}{2}(static_cast<decltype(__heddle_a)&&>(__heddle_a)...)) "
        "__heddle_d; ::__heddle_launch_shaped<{3}>(__heddle_s, "
        "static_cast<decltype(__heddle_a)&&>(__heddle_a)...); }}, ",
        scope, kernel, given, *found);
  }

  const TokenText& text_;
  KernelNames kernels_;
  std::vector<std::string_view> deduced_;  ///< kernels whose arguments a launch leaves out
  std::map<std::size_t, Edit> edits_;      ///< by position in the text
};

}  // namespace

std::optional<std::string> rewritten_launches(std::string text, CompiledSide side) {
  const TokenText tokens(std::move(text));
  const LaunchSites sites = find_launches(tokens);
  if (sites.launches.empty()) return std::nullopt;
  return Rewriting(tokens, sites, side).result();
}

}  // namespace heddle::cc
