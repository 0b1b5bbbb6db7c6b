#include "cc/nested/launch_sites.hpp"

#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

/// The qualifiers in a declaration's head.
struct Qualifiers {
  bool device = false, host = false, global = false;

  bool any() const { return device || host || global; }
  FunctionSide side() const {
    if (global || (device && !host)) return FunctionSide::device;
    return device ? FunctionSide::both : FunctionSide::host;
  }
};

class SiteSearch {
 public:
  explicit SiteSearch(const TokenText& text) : text_(text) {}

  LaunchSites run() {
    for (std::size_t i = 0; i < text_.size(); ++i) visit(i);
    return std::move(found_);
  }

 private:
  /// A region between braces. The head of what stands before it begins at `head`.
  struct Region {
    FunctionSide side = FunctionSide::host;
    std::size_t brace = 0;
    std::size_t outer_head = 0;
    std::size_t outer_depth = 0;  ///< round brackets that are open before the region
  };

  void visit(std::size_t i) {
    const std::string_view token = text_.at(i);
    if (token == "(") {
      ++depth_;
    } else if (token == ")") {
      if (depth_ > 0) --depth_;
    } else if (token == "{") {
      enter(i);
    } else if (token == "}") {
      leave(i);
    } else if (token == ";" && depth_ == 0) {
      note_kernel(i);
      head_ = i + 1;
    } else if (token == "<" && text_.is_run(i, '<', 3)) {
      note_launch(i);
    }
  }

  FunctionSide side() const { return regions_.empty() ? FunctionSide::host : regions_.back().side; }

  void enter(std::size_t brace) {
    note_kernel(brace);
    const Qualifiers head = qualifiers(head_, brace);
    regions_.push_back({head.any() ? head.side() : side(), brace, head_, depth_});
    head_ = brace + 1;
    depth_ = 0;
  }

  void leave(std::size_t brace) {
    if (regions_.empty()) return;
    depth_ = regions_.back().outer_depth;
    head_ = depth_ == 0 ? brace + 1 : regions_.back().outer_head;
    regions_.pop_back();
  }

  /// The qualifiers are attributes in the preprocessed text.
  Qualifiers qualifiers(std::size_t from, std::size_t to) const {
    Qualifiers found;
    for (std::size_t i = from; i + 3 < to; ++i) {
      if (!text_.is(i, "__attribute__")) continue;
      found.device |= text_.is(i + 3, "device");
      found.host |= text_.is(i + 3, "host");
      found.global |= text_.is(i + 3, "global");
    }
    return found;
  }

  void note_kernel(std::size_t end) {
    if (!qualifiers(head_, end).global) return;
    KernelHead kernel{head_, end, {}};
    for (const Region& region : regions_) kernel.scopes.push_back(region.brace);
    found_.kernels.push_back(std::move(kernel));
  }

  void note_launch(std::size_t angles) {
    if (side() == FunctionSide::host || angles == 0 || text_.is(angles - 1, "operator") ||
        text_.is_of_system(angles))
      return;
    LaunchSite site;
    site.side = side();
    site.configuration = angles + 3;
    site.configuration_end = closing_angles(site.configuration);
    if (site.configuration_end == text_.size())
      fail("{}: the launch has no closing >>>", text_.place(angles));
    find_callee(site, angles);
    found_.launches.push_back(site);
  }

  std::size_t closing_angles(std::size_t from) const {
    for (std::size_t i = from; i < text_.size(); ++i) {
      const std::string_view token = text_.at(i);
      if (token == "(" || token == "[" || token == "{") {
        i = text_.after_closing(i) - 1;
      } else if (token == ";" || token == "}") {
        break;
      } else if (text_.is_run(i, '>', 3) && text_.is(i + 3, "(")) {
        return i;
      }
    }
    return text_.size();
  }

  /// Finds the callee before the angles: a qualified name with template arguments, or an expression
  /// in brackets.
  void find_callee(LaunchSite& site, std::size_t angles) const {
    std::size_t at = before_arguments(angles);
    site.name = text_.is_name(at) ? at : text_.size();
    if (text_.is(at, ")") || text_.is(at, "]")) at = text_.opening(at);
    while (at != text_.size() && at > 0) {
      std::size_t before = at - 1;
      if (text_.is(before, "template")) --before;
      if (!text_.is(before, "::")) break;
      at = before;
      if (before == 0) break;
      const std::size_t qualifier = before_arguments(before);
      if (!text_.is_name(qualifier) || text_.is(qualifier, "return")) break;
      at = qualifier;
    }
    if (at > 0 && text_.is(at - 1, "typename")) --at;
    if (at == text_.size()) fail("{}: the launch has no kernel", text_.place(angles));
    site.callee = at;
  }

  /// The token before the template arguments, if any, that end before `end`.
  std::size_t before_arguments(std::size_t end) const {
    if (end == 0) return text_.size();
    if (!text_.is(end - 1, ">")) return end - 1;
    const std::size_t open = text_.opening(end - 1);
    return open == text_.size() || open == 0 ? text_.size() : open - 1;
  }

  const TokenText& text_;
  LaunchSites found_;
  std::vector<Region> regions_;
  std::size_t head_ = 0;   ///< first token of the present declaration or statement
  std::size_t depth_ = 0;  ///< open round brackets in the present region
};

}  // namespace

LaunchSites find_launches(const TokenText& text) { return SiteSearch(text).run(); }

}  // namespace heddle::cc
