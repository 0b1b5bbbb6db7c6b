// The colours of pictures, for light and for dark pages. The colours are those of M. Okabe and K.
// Ito, "Color Universal Design" (2008), and for large areas tints of these colours. Colour-blind
// people can tell the colours apart. A picture draws its own background, so that its text is
// readable on any page.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle::study {

struct Colour {
  std::string_view light, dark;  ///< as SVG writes them: "#rrggbb"
};

/// A rule of a style sheet that sets a colour of the elements that `selector` selects.
struct ColourRule {
  std::string_view selector;  ///< such as ".memory"
  std::string_view property;  ///< "fill" or "stroke"
  Colour colour;
};

/// The text of the rules: for light pages, and for viewers that prefer dark pages.
std::string css_of(std::span<const ColourRule> rules);

/// The style sheet of every picture. Its classes are `page` (background), `ink` and `muted` (text),
/// `frame` (lines around a plot), `grid` (lines in a plot), `title` and `heading` (text sizes).
std::string page_css();

namespace palette {

inline constexpr Colour kPage{"#ffffff", "#0d1117"}, kInk{"#1f2328", "#e6edf3"},
    kMuted{"#59636e", "#9198a1"}, kFrame{"#818b98", "#656c76"}, kGrid{"#d1d9e0", "#30363d"};

inline constexpr Colour kBlue{"#0072b2", "#56b4e9"}, kOrange{"#e69f00", "#e69f00"},
    kGreen{"#009e73", "#009e73"}, kYellow{"#f0e442", "#f0e442"}, kVermillion{"#d55e00", "#d55e00"},
    kPurple{"#cc79a7", "#cc79a7"}, kSky{"#56b4e9", "#0072b2"};

}  // namespace palette

}  // namespace heddle::study
