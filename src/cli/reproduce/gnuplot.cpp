#include "cli/reproduce/gnuplot.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/jobs/job_pool.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/input_file.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// Colours that people with colour-blindness tell apart: Okabe and Ito, 2008.
constexpr const char* kColours[] = {"#0072B2", "#E69F00", "#009E73", "#D55E00",
                                    "#56B4E9", "#CC79A7", "#F0E442", "#000000"};
constexpr std::size_t kColourCount = std::size(kColours);
constexpr int kHeight = 340;           // pixels
constexpr int kLineFigureWidth = 640;  // pixels of a figure of lines
constexpr int kLeast = 480, kPerBar = 16, kPerGroup = 14, kMargins = 220;  // pixels of one of bars

fs::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / name;
    if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

/// In double quotes, as it stands: no enhanced text.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

template <typename Key>
std::vector<std::string> distinct(const FigureData& data, Key key) {
  std::vector<std::string> all;
  for (const FigurePoint& point : data.points) {
    if (std::ranges::find(all, point.*key) == all.end()) all.push_back(point.*key);
  }
  return all;
}

const FigurePoint* find_point(const FigureData& data, const std::string& x,
                              const std::string& series) {
  const auto found = std::ranges::find_if(data.points, [&](const FigurePoint& point) {
    return point.x == x && point.series == series;
  });
  return found == data.points.end() ? nullptr : &*found;
}

std::string cell(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "NaN";
}

std::string head(const FigureData& data, const fs::path& svg, int width) {
  const Figure& figure = data.figure;
  std::string text = fmt::format(
      "set terminal svg size {},{} font 'sans-serif,12' background 'white' noenhanced\n"
      "set output {}\nset title {}\nset ylabel {}\nset xlabel {}\nset key outside right top\n"
      "set grid ytics lc rgb '#cccccc'\nset border 3\nset tics nomirror\n",
      width, kHeight, quoted(svg.string()), quoted(figure.title), quoted(figure.y),
      quoted(figure.x));
  if (figure.level) {
    text += fmt::format(
        "set arrow from graph 0, first {0} to graph 1, first {0} nohead lc rgb "
        "'#444444' dt 2 back\n",
        *figure.level);
  }
  return text;
}

std::string plot(const std::vector<std::string>& parts) {
  return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

/// Names below the middle of their groups.
std::string group_names(const std::vector<std::string>& groups) {
  std::string text = "set xtics rotate by -35 left (";
  for (std::size_t i = 0; i < groups.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(groups[i]), i);
  }
  return text + ")\n";
}

/// A block of rows: number of the group, then a value for each series and the study's.
std::string bars(const FigureData& data, const fs::path& svg) {
  const auto groups = distinct(data, &FigurePoint::x);
  const auto series = distinct(data, &FigurePoint::series);
  const int bars = static_cast<int>(groups.size() * series.size());
  const int width =
      std::max(kLeast, kMargins + bars * kPerBar + static_cast<int>(groups.size()) * kPerGroup);
  std::string text = head(data, svg, width) + "$data << END\n";
  bool has_paper = false;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    text += fmt::format("{}", group);
    for (const std::string& one : series) {
      const FigurePoint* point = find_point(data, groups[group], one);
      text += fmt::format(" {} {}", cell(point == nullptr ? std::nullopt : point->y),
                          cell(point == nullptr ? std::nullopt : point->paper));
      has_paper = has_paper || (point != nullptr && point->paper);
    }
    text += "\n";
  }
  const double bar = 0.8 / static_cast<double>(series.size());
  text += fmt::format(
      "END\nset boxwidth {}\nset style fill solid 1.0 noborder\nset yrange [0:*]\n"
      "set xrange [-0.6:{}]\n",
      bar * 0.92, static_cast<double>(groups.size()) - 0.4);
  text += group_names(groups);
  std::vector<std::string> parts, marks;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double shift = (static_cast<double>(i) + 0.5) * bar - 0.4;
    parts.push_back(fmt::format("$data using ($1+{}):{} with boxes lc rgb '{}' title {}", shift,
                                2 + 2 * i, kColours[i % kColourCount], quoted(series[i])));
    marks.push_back(
        fmt::format("$data using ($1+{}):{} with points pt 4 ps 0.7 lw 1.5 lc rgb '#000000' {}",
                    shift, 3 + 2 * i, i == 0 ? "title 'the study'" : "notitle"));
  }
  if (has_paper) parts.insert(parts.end(), marks.begin(), marks.end());
  return text + plot(parts);
}

/// A data block for each series.
std::string lines(const FigureData& data, const fs::path& svg) {
  std::string text = head(data, svg, kLineFigureWidth);
  const auto series = distinct(data, &FigurePoint::series);
  if (data.figure.logarithmic) text += "set logscale x 2\n";
  text += "set yrange [0:*]\n";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < series.size(); ++i) {
    text += fmt::format("$data{} << END\n", i);
    for (const FigurePoint& point : data.points) {
      if (point.series == series[i]) text += fmt::format("{} {}\n", point.x, cell(point.y));
    }
    text += "END\n";
    parts.push_back(
        fmt::format("$data{} using 1:2 with linespoints lw 2 pt 7 ps 0.5 lc rgb '{}' title {}", i,
                    kColours[i % kColourCount], quoted(series[i])));
  }
  return text + plot(parts);
}

}  // namespace

void require_gnuplot() {
  if (!find_program("gnuplot").empty()) return;
  fail(
      "figures are drawn by gnuplot, which is not in PATH: apt-get install gnuplot-nox, or add "
      "--no-figures");
}

std::string gnuplot_script(const FigureData& data, const fs::path& svg) {
  return data.figure.bars ? bars(data, svg) : lines(data, svg);
}

void draw(std::span<const FigureData> figures, const fs::path& folder) {
  const fs::path program = find_program("gnuplot");
  const auto beside = [&](std::size_t i, const char* ending) {
    return folder / ("." + figures[i].figure.name + ending);
  };
  JobList list;
  list.count = figures.size();
  list.start = [&](std::size_t i) {
    const fs::path svg = folder / (figures[i].figure.name + ".svg");
    sim::write_whole_file(beside(i, ".gnuplot"), gnuplot_script(figures[i], svg));
    return JobStart{{program.string(), beside(i, ".gnuplot").string()}, {}, beside(i, ".log")};
  };
  list.ended = [&](std::size_t i, const JobEnd& end) {
    const std::string said = read_file(beside(i, ".log"), file_kinds::kLog);
    if (end.exit_code != 0) fail("gnuplot cannot draw '{}': {}", figures[i].figure.name, said);
    fs::remove(beside(i, ".log"));
    fs::remove(beside(i, ".gnuplot"));
  };
  list.idle = [](std::span<const RunningJob>) {};
  if (run_jobs(list) != 0) fail("interrupted while drawing");
}

}  // namespace heddle::cli
