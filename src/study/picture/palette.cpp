#include "study/picture/palette.hpp"

#include <array>

#include <fmt/core.h>

namespace heddle::study {
namespace {

constexpr std::string_view kText =
    "text{font-family:-apple-system,\"Segoe UI\",\"Noto Sans\",Helvetica,Arial,sans-serif;"
    "font-size:11px}\n"
    ".title{font-size:16px;font-weight:600}\n"
    ".heading{font-size:13px;font-weight:600}\n"
    ".frame,.grid{stroke-width:1;fill:none}\n";

constexpr std::array<ColourRule, 5> kRules = {{{".page", "fill", palette::kPage},
                                               {".ink", "fill", palette::kInk},
                                               {".muted", "fill", palette::kMuted},
                                               {".frame", "stroke", palette::kFrame},
                                               {".grid", "stroke", palette::kGrid}}};

}  // namespace

std::string css_of(std::span<const ColourRule> rules) {
  std::string light, dark;
  for (const ColourRule& rule : rules) {
    light += fmt::format("{}{{{}:{}}}\n", rule.selector, rule.property, rule.colour.light);
    if (rule.colour.light == rule.colour.dark) continue;
    dark += fmt::format("{}{{{}:{}}}\n", rule.selector, rule.property, rule.colour.dark);
  }
  return light + "@media (prefers-color-scheme:dark){\n" + dark + "}\n";
}

std::string page_css() { return std::string(kText) + css_of(kRules); }

}  // namespace heddle::study
