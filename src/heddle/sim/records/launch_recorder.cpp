#include "heddle/sim/records/launch_recorder.hpp"

#include <algorithm>

#include "heddle/base/exception.hpp"
#include "heddle/base/files/own_process.hpp"

namespace heddle::sim {
namespace {

std::string own_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace

LaunchRecorder::Own::Own(const std::filesystem::path& folder)
    : journal(folder), process(own_process()) {
  journal.append(encode_process(own_program()));
}

void LaunchRecorder::Own::add(const LaunchRecord& record) {
  for (const std::string& text : encoder.encode(record)) journal.append(text);
}

/// Replaces the records of launches by the records of their sums.
void LaunchRecorder::Own::condense() {
  encoder = {};
  std::vector<std::string> records = {encode_process(own_program())};
  for (const LaunchRecord& sum : sums.sums()) {
    for (std::string& text : encoder.encode(sum)) records.push_back(std::move(text));
  }
  journal.replace(records);
  most_bytes = std::max(kJournalBytes, 2 * journal.record_bytes());
}

LaunchRecorder::LaunchRecorder(std::filesystem::path folder, StatsLevel level)
    : folder_(std::move(folder)), level_(level) {
  if (!folder_.empty()) own_ = std::make_unique<Own>(folder_);
}

LaunchRecorder::Own* LaunchRecorder::own() {
  if (own_ && own_->process != own_process()) own_ = std::make_unique<Own>(folder_);
  return own_.get();
}

void LaunchRecorder::launch(const LaunchRecord& record) {
  if (heard_) heard_(record);
  Own* const to = own();
  if (to == nullptr) return;
  to->add(record);
  if (level_ == StatsLevel::launch) return;
  to->sums.add(record);
  if (to->journal.record_bytes() > to->most_bytes) to->condense();
}

void LaunchRecorder::fault(const std::string& message) {
  Own* const to = own();
  if (to == nullptr) return;
  to->ended = true;
  to->journal.set_state(ProcessState::failed);
  try {
    to->journal.append(encode_fault(message));
  } catch (const Error&) {
    // The disk may have no room for the message. The state in the head still says that the process
    // failed.
  }
}

void LaunchRecorder::warning(const std::string& text) {
  Own* const to = own();
  if (to != nullptr) to->journal.append(encode_warning(text));
}

void LaunchRecorder::stop(const std::string& reason) {
  Own* const to = own();
  if (to == nullptr) return;
  to->journal.append(encode_stop(reason));
  to->journal.set_state(ProcessState::stopped);
  to->ended = true;
}

void LaunchRecorder::finish() {
  const bool is_ours = own_ && own_->process == own_process();
  if (is_ours && !own_->ended) own_->journal.set_state(ProcessState::finished);
}

LiveCounters& LaunchRecorder::live() {
  Own* const to = own();
  return to == nullptr ? unwatched_ : to->journal.live();
}

TerminalLine* LaunchRecorder::terminal_line() {
  const bool is_ours = own_ && own_->process == own_process();
  return is_ours ? &own_->journal.terminal_line() : nullptr;
}

Requests* LaunchRecorder::requests() {
  Own* const to = own();
  return to == nullptr ? nullptr : &to->journal.requests();
}

}  // namespace heddle::sim
