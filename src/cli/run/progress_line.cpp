#include "cli/run/progress_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <fmt/core.h>
#include <unistd.h>

#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/sim/output/terminal_line.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/runs/kernel_name.hpp"

namespace heddle::cli {
namespace {

constexpr std::chrono::milliseconds kPeriod{200};
constexpr std::size_t kKernelNameWidth = 28;

/// Draws the text on the line below the cursor, and leaves the cursor where it is (VT100: IND, RI,
/// DECSC, DECRC).
std::string below_the_cursor(const std::string& text) {
  return fmt::format(
      "{}\x1b"
      "D\x1bM\x1b"
      "7\x1b"
      "D\r{}\x1b"
      "8",
      sim::kEraseLine, text);
}

}  // namespace

std::string terminal_with_cursor() {
  const char* type = std::getenv("TERM");
  if (type == nullptr || *type == 0 || std::string_view(type) == "dumb") return "";
  const char* path = isatty(STDERR_FILENO) == 1 ? ttyname(STDERR_FILENO) : nullptr;
  return path == nullptr ? "" : path;
}

std::string kernel_text(const sim::JournalWatch::Sum& sum) {
  std::string text = study::shortened(demangled(sum.kernel), kKernelNameWidth);
  if (sum.unfinished > 1) text += fmt::format(" and {} more", sum.unfinished - 1);
  return text;
}

std::optional<double> seconds_left(const sim::JournalWatch::Sum& sum, double grid_seconds) {
  if (sum.blocks_done == 0) return std::nullopt;
  return grid_seconds * static_cast<double>(sum.blocks_total - sum.blocks_done) /
         static_cast<double>(sum.blocks_done);
}

std::string progress_text(const sim::JournalWatch::Sum& sum, double seconds, double grid_seconds) {
  const auto done = static_cast<double>(sum.blocks_done);
  const auto left = static_cast<double>(sum.blocks_total - sum.blocks_done);
  std::string text = "heddle: " + kernel_text(sum);
  if (sum.blocks_total > 0) text += fmt::format(" {:.0f}%", std::floor(100 * done / (done + left)));
  if (const auto rest = seconds_left(sum, grid_seconds); rest && left > 0)
    text += fmt::format(", {} left", format_seconds(*rest));
  if (sum.blocks_total > 0) {
    text += fmt::format(", block {} of {}", format_count(sum.blocks_done),
                        format_count(sum.blocks_total));
  }
  text += sum.is_timed ? fmt::format(", {} cycles", format_count(sum.cycles))
                       : fmt::format(", {} warp instructions", format_count(sum.warp_instructions));
  const double rate = seconds > 0 ? static_cast<double>(sum.warp_instructions) / seconds : 0;
  return text + fmt::format(", {:.2f} M warp instructions/s, launch {}", rate / 1e6,
                            format_count(sum.launches));
}

ProgressLine::ProgressLine(const std::filesystem::path& run_folder, bool wanted)
    : watch_(run_folder), terminal_(wanted ? terminal_with_cursor() : "") {}

ProgressLine::~ProgressLine() {
  if (written_) jobs::draw(sim::kEraseLine);
}

void ProgressLine::update() {
  if (terminal_.empty()) return;
  const auto now = Clock::now();
  const bool is_old = now - updated_ >= kPeriod;
  if (is_old) watch_.ask_for_report();
  // A new line is due every kPeriod. The line is drawn earlier if it was erased for a process that
  // has since returned to the simulation.
  if (!is_old && watch_.is_drawn()) return;
  const sim::JournalWatch::Sum sum = watch_.sum();
  if (sum.launches != launches_) grid_began_ = now;
  launches_ = sum.launches;
  if (is_old) updated_ = now;
  if (sum.kernel.empty()) return;
  const std::chrono::duration<double> all = now - began_, grid = now - grid_began_;
  std::string text = visible(progress_text(sum, all.count(), grid.count()));
  text.resize(std::min(text.size(), jobs::progress_width()));
  written_ |= watch_.draw(terminal_.c_str(), [&] { jobs::draw(below_the_cursor(text)); });
}

}  // namespace heddle::cli
