#include "cli/bench/rows.hpp"

#include <algorithm>
#include <array>

#include "heddle/base/error.hpp"
#include "heddle/base/text/pattern.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::cli {
std::span<const BenchRow> bench_rows() {
  static constexpr std::array<BenchRow, 14> kRows = {{
      {"vecadd-1m", "vecadd", "1048576"},
      {"matmul-256", "matmul", "256"},
      {"matmul-512", "matmul", "512"},
      {"mandelbrot-256", "mandelbrot", "256 128"},
      {"bfs-4096", "bfs", "4096 6"},
      {"hotspot-256", "hotspot", "256 2 2"},
      {"nw-256", "nw", "256 10"},
      {"pathfinder-20000", "pathfinder", "20000 40 20"},
      {"launch-10000", "launch", "10000"},
      {"matmul-256-temporal", "matmul", "256", "organisation=temporal"},
      {"bfs-4096-eight-parts", "bfs", "4096 6",
       "organisation=spatial organisation.spatial.width=4"},
      {"bfs-4096-ccws", "bfs", "4096 6", "throttle=ccws"},
      {"hotspot-256-warpman", "hotspot", "256 2 2",
       "residency=warpman residency.warpman.mode=dueling"},
      {"mandelbrot-256-timeline", "mandelbrot", "256 128", "run.timeline=csv"},
  }};
  return kRows;
}

std::vector<BenchRow> matching_rows(const std::string& expression) {
  const Pattern wanted(expression, "--rows");
  std::vector<BenchRow> rows;
  std::vector<std::string> names;
  for (const BenchRow& row : bench_rows()) {
    names.emplace_back(row.name);
    if (wanted.is_found_in(names.back())) rows.push_back(row);
  }
  if (rows.empty()) {
    fail("--rows: no row matches '{}'{}; there are: {}", expression,
         did_you_mean(expression, names), comma_list(names));
  }
  return rows;
}

}  // namespace heddle::cli
