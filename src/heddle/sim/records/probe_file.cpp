#include "heddle/sim/records/probe_file.hpp"

#include <cstdio>

#include <fmt/core.h>

#include "heddle/base/text/visible_text.hpp"
#include "heddle/sim/output/whole_file.hpp"

namespace heddle::sim {

using probe::Growth;

ProbeFile::ProbeFile(probe::Probe& probe, std::filesystem::path path)
    : probe_(probe), growth_(probe.output().growth), path_(std::move(path)) {
  if (growth_ == Growth::at_end || growth_ == Growth::replaced) return;
  file_ = OutputFile(path_);
  file_.write(probe.heading());
  file_.flush();
}

void ProbeFile::ended(const probe::Launch& launch) {
  if (growth_ == Growth::by_launch) rows_[launch.number] += probe_.rows_of(launch);
}

void ProbeFile::update(std::uint64_t first_running) {
  if (growth_ == Growth::by_launch) write_rows(first_running);
  if (growth_ == Growth::replaced) write_whole();
  if (growth_ != Growth::as_it_comes) return;
  probe_.write([this](std::string_view text) { file_.write(text); });
  file_.flush();  // flushed, so that a forked child has no buffered text to write
}

void ProbeFile::forget() {
  if (growth_ == Growth::as_it_comes) probe_.write([](std::string_view) {});
}

void ProbeFile::finish() {
  if (path_.empty()) return;
  update(kNever);
  if (growth_ == Growth::at_end) write_whole();
  if (file_.is_open()) file_.close();
  path_.clear();
  for (const std::string& warning : probe_.warnings())
    fmt::print(stderr, "heddle: warning: {}\n", visible(warning));
}

void ProbeFile::write_rows(std::uint64_t first) {
  const auto until = rows_.lower_bound(first);
  if (until == rows_.begin()) return;
  for (auto launch = rows_.begin(); launch != until; ++launch) file_.write(launch->second);
  file_.flush();  // flushed, so that a forked child has no buffered text to write
  rows_.erase(rows_.begin(), until);
}

void ProbeFile::write_whole() {
  WholeFile file(path_);
  probe_.write([&](std::string_view text) { file.write(text); });
  file.commit();
}

}  // namespace heddle::sim
