#include "study/sweep/sweep_progress.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <unistd.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::study {
namespace {

std::string subject(const Cell& cell) { return cell.workload + " " + cell.size; }

}  // namespace

void TimeLeft::add(const Cell& cell, double seconds) {
  for (Mean* mean : {&by_subject_[subject(cell)], &all_}) {
    mean->sum += seconds;
    ++mean->count;
  }
}

double TimeLeft::seconds(std::span<const Cell* const> left, unsigned at_once) const {
  if (all_.count == 0) return -1;
  double sum = 0;
  for (const Cell* cell : left) {
    const auto same = by_subject_.find(subject(*cell));
    sum += same == by_subject_.end() ? all_.value() : same->second.value();
  }
  const auto columns =
      static_cast<double>(std::max<std::size_t>(1, std::min<std::size_t>(at_once, left.size())));
  return sum / columns;
}

SweepProgress::SweepProgress(std::vector<const Cell*> runs, unsigned at_once)
    : runs_(std::move(runs)),
      left_(runs_),
      at_once_(at_once),
      terminal_(isatty(STDERR_FILENO) == 1) {}

SweepProgress::~SweepProgress() {
  if (terminal_) jobs::draw("\r\x1b[K");
}

void SweepProgress::ended(std::size_t number, const EndedRun& run) {
  const Cell* cell = runs_[number];
  time_left_.add(*cell, run.seconds);
  std::erase(left_, cell);
  ++ended_;
  const bool good = run.status == "ok" || run.status == "incomplete";
  failed_ += good ? 0 : 1;
  if (terminal_ && good && run.message.empty()) return;
  std::string line = fmt::format("[{}/{}] {}: {}, {:.1f} s", ended_, runs_.size(), cell->text(),
                                 run.status, run.seconds);
  if (!run.message.empty()) line += ": " + run.message;
  if (!terminal_ && !left_.empty()) line += fmt::format("; {} to go{}", left_.size(), estimate());
  jobs::draw((terminal_ ? "\r\x1b[K" : "") + visible(line) + "\n");
}

std::string SweepProgress::estimate() const {
  const double left = time_left_.seconds(left_, at_once_);
  return left < 0 ? "" : fmt::format(", about {} left", format_seconds(left));
}

void SweepProgress::show(std::span<const jobs::RunningJob> running) const {
  if (!terminal_) return;
  std::string text = fmt::format("heddle sweep: {} of {} done", ended_, runs_.size());
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  text += fmt::format(", {} running, {} waiting{}", running.size(), left_.size() - running.size(),
                      estimate());
  for (const jobs::RunningJob& job : running) {
    text += fmt::format(" | {} {}", runs_[job.number]->text(), format_seconds(job.seconds));
  }
  text.resize(std::min(text.size(), jobs::progress_width()));
  jobs::draw("\r" + visible(text) + "\x1b[K");
}

}  // namespace heddle::study
