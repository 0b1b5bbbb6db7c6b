// An SVG document to which elements are added. Elements have CSS classes; the style sheet of the
// document gives the classes colours. Equal pictures give equal texts.
#pragma once

#include <string>
#include <string_view>

namespace heddle::study {

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// Which point of a text lies at the position that is given for the text.
enum class Anchor : std::uint8_t { start, middle, end };

/// All lengths are pixels at the natural size of the picture.
class Svg {
 public:
  /// A screen reader reads `title` and `description`.
  Svg(double width, double height, std::string_view title, std::string_view description);

  /// Stores the origin of the picture as metadata, which viewers do not show.
  void origin(std::string_view words);
  /// Adds rules to the style sheet.
  void style(std::string_view css);

  void rectangle(const Box& box, std::string_view classes, double corner = 0);
  void line(Point from, Point to, std::string_view classes);
  void text(Point at, std::string_view words, std::string_view classes,
            Anchor anchor = Anchor::start);
  /// `data` is the attribute d of an SVG path.
  void path(std::string_view data, std::string_view classes);
  /// Scales and then moves all elements that are added until end_group().
  void begin_group(Point move, Point scale);
  void end_group();

  /// The number of bytes in str().
  std::size_t size() const;
  std::string str() const;

 private:
  double width_, height_;
  std::string title_, description_, origin_, style_, body_;
};

/// The number with at most two decimals and without trailing zeros, such as "12.5".
std::string svg_number(double value);

/// The text with the special characters of XML escaped.
std::string xml_escaped(std::string_view text);

}  // namespace heddle::study
