#include "cli/run/progress_line.hpp"

#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/standard_streams.hpp"
#include "heddle/base/quantity.hpp"

namespace heddle::cli {
namespace {

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string progress_text(const sim::JournalWatch::Sum& sum, double seconds, double grid_seconds) {
  const double rate = seconds > 0 ? static_cast<double>(sum.warp_instructions) / seconds : 0;
  std::string text = fmt::format("heddle: launch {}", format_count(sum.launches));
  if (sum.blocks_total > 0) {
    text += fmt::format(", block {} of {}", format_count(sum.blocks_done),
                        format_count(sum.blocks_total));
  }
  text += fmt::format(", {} cycles, {:.2f} M warp instructions/s", format_count(sum.cycles),
                      rate / 1e6);
  if (sum.blocks_done > 0 && sum.blocks_done < sum.blocks_total) {
    const auto left = static_cast<double>(sum.blocks_total - sum.blocks_done);
    text += ", " + duration(grid_seconds * left / static_cast<double>(sum.blocks_done)) + " left";
  }
  return text;
}

ProgressLine::ProgressLine(const std::filesystem::path& run_folder, bool wanted)
    : watch_(run_folder), shown_(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (written_) say("\r\x1b[K");
}

void ProgressLine::update() {
  if (!shown_) return;
  const sim::JournalWatch::Sum sum = watch_.sum();
  if (sum.launches == 0) return;
  const auto now = Clock::now();
  if (sum.launches != launches_) grid_began_ = now;
  launches_ = sum.launches;
  const std::chrono::duration<double> all = now - began_, grid = now - grid_began_;
  say(fmt::format("\r{}\x1b[K", progress_text(sum, all.count(), grid.count())));
  written_ = true;
}

}  // namespace heddle::cli
