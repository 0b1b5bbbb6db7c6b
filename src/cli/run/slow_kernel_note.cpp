#include "cli/run/slow_kernel_note.hpp"

#include <utility>

#include <fmt/core.h>

#include "cli/run/progress_line.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/sim/output/terminal_line.hpp"

namespace heddle::cli {
namespace {

/// The time that processes get to answer a request for a report.
constexpr std::chrono::milliseconds kAnswerTime{200};

const char* what_ends_it(bool is_timed) {
  return is_timed ? "it ends sooner with a smaller size of the program's data, with --timing none "
                    "(computes only), or with --kernels and --launches (time some, compute the "
                    "rest)"
                  : "it ends sooner with a smaller size of the program's data, or with --threads N "
                    "if its blocks are independent; --stop-after instructions=N ends the run with "
                    "what was computed until then";
}

}  // namespace

std::string slow_kernel_text(const sim::JournalWatch::Sum& sum, double grid_seconds,
                             std::uint64_t instructions) {
  const double rate = grid_seconds > 0 ? static_cast<double>(instructions) / grid_seconds : 0;
  std::string text = fmt::format("heddle: {} has run for {} {} timing: ", kernel_text(sum),
                                 format_seconds(grid_seconds), sum.is_timed ? "with" : "without");
  text += fmt::format("{} of {} blocks, {:.2f} M warp instructions/s, ",
                      format_count(sum.blocks_done), format_count(sum.blocks_total), rate / 1e6);
  const auto left = seconds_left(sum, grid_seconds);
  text += left ? fmt::format("about {} left", format_seconds(*left))
               : "no estimate before a block has ended";
  return text + "; " + what_ends_it(sum.is_timed) + "\n";
}

SlowKernelNote::SlowKernelNote(const std::filesystem::path& run_folder, std::string terminal,
                               Say say)
    : watch_(run_folder), terminal_(std::move(terminal)), say_(std::move(say)) {}

void SlowKernelNote::restart(const sim::JournalWatch::Sum& sum, Clock::time_point now) {
  launches_ = sum.launches;
  first_instructions_ = sum.warp_instructions;
  grid_began_ = now;
  due_ = kPatience;
  asked_ = {};
}

void SlowKernelNote::update(Clock::time_point now) {
  sim::JournalWatch::Sum sum = watch_.sum();
  if (sum.unfinished == 0 || sum.launches != launches_) return restart(sum, now);
  if (now - grid_began_ < due_) return;
  if (asked_ == Clock::time_point{}) {
    asked_ = now;
    watch_.ask_for_report();
  }
  if (now - asked_ < kAnswerTime || sum.reported_launches != launches_ || sum.kernel.empty())
    return;
  const std::chrono::duration<double> ran = now - grid_began_;
  if (!print(slow_kernel_text(sum, ran.count(), sum.warp_instructions - first_instructions_)))
    return;
  due_ = 2 * (now - grid_began_);
  asked_ = {};
}

/// Returns false if a process forbids drawing on the terminal now.
bool SlowKernelNote::print(const std::string& text) {
  if (!terminal_.empty())
    return watch_.draw(terminal_.c_str(), [&] { say_(sim::kEraseLine + visible(text)); });
  say_(visible(text));
  return true;
}

}  // namespace heddle::cli
