#include "cli/run/interruption.hpp"

#include <csignal>

#include <fmt/core.h>

#include "jobs/processes/ending_signals.hpp"
#include "jobs/processes/process_tree.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::cli {
namespace {

/// A second signal within this time (300 ms) counts as a copy of the first, unless it comes from
/// the terminal.
constexpr Interruption::Duration kDouble{300};

std::string seconds(Interruption::Duration time) {
  return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

}  // namespace

Interruption::Interruption(const std::filesystem::path& run_folder,
                           std::function<void(int signal)> keep, const Patience& patience)
    : watch_(run_folder), keep_(std::move(keep)), patience_(patience) {}

void Interruption::begin(pid_t program, int signal, bool from_terminal) {
  if (signal_ == 0) {
    signal_ = signal;
    began_ = Clock::now();
    plan();
    return watch_.ask_to_stop(signal);
  }
  if (from_terminal || Clock::now() - began_ > kDouble) jobs::ProcessTree(program).signal(SIGKILL);
}

void Interruption::plan() {
  if (signal_ != SIGTERM) steps_.push_back({patience_.end, SIGTERM});
  steps_.push_back({signal_ == SIGTERM ? patience_.end : patience_.kill, SIGKILL});
}

void Interruption::look(pid_t program) {
  if (signal_ == 0) return;
  const auto passed = std::chrono::duration_cast<Duration>(Clock::now() - began_);
  watch_.ask_to_stop(signal_);  // also reaches processes that have begun since the last call
  keep_results(passed);
  announce(passed);
  if (steps_.empty() || passed < steps_.front().after) return;
  const Step step = steps_.front();
  steps_.pop_front();
  jobs::say(fmt::format("heddle: the program runs {} after {}: it gets {}\n", seconds(step.after),
                        jobs::signal_name(signal_), jobs::signal_name(step.signal)));
  jobs::ProcessTree(program).signal(step.signal);
}

void Interruption::keep_results(Duration passed) {
  if (kept_ || (passed < patience_.settle && !watch_.all_recorded())) return;
  kept_ = true;
  keep_(signal_);
}

void Interruption::announce(Duration passed) {
  if (announced_ || passed < patience_.settle) return;
  announced_ = true;
  std::string text =
      fmt::format("heddle: the program goes on after {}", jobs::signal_name(signal_));
  const bool has_stopped = watch_.sum().processes > 0 && watch_.all_recorded();
  if (has_stopped) text += ", which stopped the simulation (what it measured is kept)";
  std::string separator = ". It gets ";
  for (const Step& step : steps_) {
    text += fmt::format("{}{} in {}", separator, jobs::signal_name(step.signal),
                        seconds(step.after - patience_.settle));
    separator = ", ";
  }
  jobs::say(text + "; another Ctrl-C ends it at once\n");
}

}  // namespace heddle::cli
