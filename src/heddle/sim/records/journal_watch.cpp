#include "heddle/sim/records/journal_watch.hpp"

#include <algorithm>
#include <utility>

#include "heddle/sim/records/journal_head.hpp"

namespace heddle::sim {
namespace {

bool is_recorded(const JournalHead* head) {
  return head->live.unfinished.load(std::memory_order_relaxed) == 0 ||
         head->state.load(std::memory_order_acquire) !=
             sealed(static_cast<std::uint64_t>(ProcessState::running));
}

}  // namespace

JournalWatch::JournalWatch(std::filesystem::path folder) : folder_(std::move(folder)) {}

JournalWatch::~JournalWatch() {
  for (JournalHead* head : heads_) unmap_head(head);
}

void JournalWatch::look_for_more() {
  while (JournalHead* head =
             map_head(journal_file(folder_, static_cast<unsigned>(heads_.size())))) {
    heads_.push_back(head);
  }
}

JournalWatch::Sum JournalWatch::sum() {
  look_for_more();
  Sum sum;
  for (const JournalHead* head : heads_) {
    const LiveCounters& live = head->live;
    ++sum.processes;
    sum.unfinished += live.unfinished.load(std::memory_order_relaxed);
    if (sum.kernel.empty() && live.unfinished.load(std::memory_order_relaxed) != 0)
      sum.kernel = live.kernel.get();
    sum.is_timed |= live.timed.load(std::memory_order_relaxed);
    sum.launches += live.launches.load(std::memory_order_relaxed);
    sum.reported_launches += live.reported_launches.load(std::memory_order_relaxed);
    sum.blocks_done += live.blocks_done.load(std::memory_order_relaxed);
    sum.blocks_total += live.blocks_total.load(std::memory_order_relaxed);
    sum.cycles += live.cycles.load(std::memory_order_relaxed);
    sum.warp_instructions += live.warp_instructions.load(std::memory_order_relaxed);
    sum.timed_warp_instructions += live.timed_warp_instructions.load(std::memory_order_relaxed);
  }
  return sum;
}

void JournalWatch::ask_for_report() {
  look_for_more();
  for (JournalHead* head : heads_) head->requests.ask_for_report();
}

bool JournalWatch::draw(const char* terminal, const std::function<void()>& write) {
  std::vector<TerminalLine*> lines;
  for (JournalHead* head : heads_) {
    if (head->terminal_line.begin_drawing(terminal)) lines.push_back(&head->terminal_line);
  }
  if (lines.empty()) return false;
  write();
  for (TerminalLine* line : lines) line->end_drawing();
  return true;
}

bool JournalWatch::is_drawn() const {
  return std::any_of(heads_.begin(), heads_.end(),
                     [](const JournalHead* head) { return head->terminal_line.is_drawn(); });
}

void JournalWatch::ask_to_stop(int signal) {
  look_for_more();
  for (JournalHead* head : heads_) head->requests.ask_to_stop(signal);
}

bool JournalWatch::all_recorded() {
  look_for_more();
  return std::all_of(heads_.begin(), heads_.end(), is_recorded);
}

}  // namespace heddle::sim
