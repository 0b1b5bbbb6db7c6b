// An SVG document as it grows: elements with classes, whose colours are rules of its style sheet.
// The text depends on what is drawn alone, so that equal pictures are equal files.
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

/// Which point of a text its position is.
enum class Anchor : std::uint8_t { start, middle, end };

/// Lengths are pixels at the picture's natural size.
class Svg {
 public:
  /// `title` and `description` are what a screen reader says.
  Svg(double width, double height, std::string_view title, std::string_view description);

  /// Says in the file, which shows it nowhere, where the picture comes from.
  void origin(std::string_view words);
  /// Adds rules to the style sheet.
  void style(std::string_view css);

  void rectangle(const Box& box, std::string_view classes, double corner = 0);
  void line(Point from, Point to, std::string_view classes);
  void text(Point at, std::string_view words, std::string_view classes,
            Anchor anchor = Anchor::start);
  /// `data` as SVG's path element has it.
  void path(std::string_view data, std::string_view classes);
  /// What follows until end_group() is scaled, then moved.
  void begin_group(Point move, Point scale);
  void end_group();

  /// Bytes of str().
  std::size_t size() const;
  std::string str() const;

 private:
  double width_, height_;
  std::string title_, description_, origin_, style_, body_;
};

/// "12.5": two places at most, no zeros behind them.
std::string svg_number(double value);

/// The text with what XML takes for its own replaced.
std::string xml_escaped(std::string_view text);

}  // namespace heddle::study
