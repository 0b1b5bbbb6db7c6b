#include "study/picture/svg.hpp"

#include <cmath>

#include <fmt/core.h>

namespace heddle::study {
namespace {

constexpr std::string_view anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::start:
      break;
    case Anchor::middle:
      return R"( text-anchor="middle")";
    case Anchor::end:
      return R"( text-anchor="end")";
  }
  return "";
}

}  // namespace

std::string svg_number(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);  // avoids "-0"
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        // XML 1.0 does not allow control characters. A blank stands in place of each.
        escaped += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return escaped;
}

Svg::Svg(double width, double height, std::string_view title, std::string_view description)
    : width_(width), height_(height), title_(title), description_(description) {}

void Svg::origin(std::string_view words) {
  origin_ = fmt::format("<metadata>{}</metadata>\n", xml_escaped(words));
}

void Svg::style(std::string_view css) { style_ += css; }

void Svg::rectangle(const Box& box, std::string_view classes, double corner) {
  body_ += fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}")", classes,
                       svg_number(box.x), svg_number(box.y), svg_number(box.width),
                       svg_number(box.height));
  if (corner != 0) body_ += fmt::format(R"( rx="{}")", svg_number(corner));
  body_ += "/>\n";
}

void Svg::line(Point from, Point to, std::string_view classes) {
  body_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", classes,
                       svg_number(from.x), svg_number(from.y), svg_number(to.x), svg_number(to.y));
}

void Svg::text(Point at, std::string_view words, std::string_view classes, Anchor anchor) {
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n", classes,
                       svg_number(at.x), svg_number(at.y), anchor_name(anchor), xml_escaped(words));
}

void Svg::path(std::string_view data, std::string_view classes) {
  body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", classes, data);
}

void Svg::begin_group(Point move, Point scale) {
  body_ += fmt::format("<g transform=\"translate({} {}) scale({} {})\">\n", svg_number(move.x),
                       svg_number(move.y), scale.x, scale.y);
}

void Svg::end_group() { body_ += "</g>\n"; }

std::size_t Svg::size() const { return str().size(); }

std::string Svg::str() const {
  const std::string width = svg_number(width_), height = svg_number(height_);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"title desc\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n"
      "{4}<style>\n{5}</style>\n{6}</svg>\n",
      width, height, xml_escaped(title_), xml_escaped(description_), origin_, style_, body_);
}

}  // namespace heddle::study
