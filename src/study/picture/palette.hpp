// The colours of pictures, for a light and a dark page: those of M. Okabe and K. Ito, "Color
// Universal Design" (2008), which people tell apart whatever colours they see, and tints of them
// for large areas. A picture brings its own background, so that its text can be read on any page.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle::study {

struct Colour {
  std::string_view light, dark;  ///< of SVG: "#rrggbb"
};

/// A rule of a style sheet that gives what `selector` chooses a colour.
struct ColourRule {
  std::string_view selector;  ///< ".memory"
  std::string_view property;  ///< "fill" or "stroke"
  Colour colour;
};

/// The rules for light pages, and those for dark ones as the viewer prefers them.
std::string css_of(std::span<const ColourRule> rules);

/// Background, text and lines of every picture: classes `page`, `ink`, `muted`, `frame` (lines
/// around a plot), `grid` (lines in it), and of text `title`, `heading`, `label`.
std::string page_css();

namespace palette {

inline constexpr Colour kPage{"#ffffff", "#0d1117"}, kInk{"#1f2328", "#e6edf3"},
    kMuted{"#59636e", "#9198a1"}, kFrame{"#818b98", "#656c76"}, kGrid{"#d1d9e0", "#30363d"};

inline constexpr Colour kBlue{"#0072b2", "#56b4e9"}, kOrange{"#e69f00", "#e69f00"},
    kGreen{"#009e73", "#009e73"}, kYellow{"#f0e442", "#f0e442"}, kVermillion{"#d55e00", "#d55e00"},
    kPurple{"#cc79a7", "#cc79a7"}, kSky{"#56b4e9", "#0072b2"};

}  // namespace palette

}  // namespace heddle::study
