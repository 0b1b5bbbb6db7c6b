#include "heddle/sim/launch_tables.hpp"

#include <fmt/format.h>

#include "heddle/base/demangle.hpp"

namespace heddle::sim {
namespace {

/// A cell with this text, quoted where a comma or quote would end it (RFC 4180).
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + '"';
}

}  // namespace

void LaunchTables::Table::open(const std::filesystem::path& path, std::string_view heading) {
  file.open(path);
  file << heading << std::flush;
}

void LaunchTables::Table::write(std::uint64_t first) {
  const auto until = rows.lower_bound(first);
  if (until == rows.begin()) return;
  for (auto launch = rows.begin(); launch != until; ++launch) file << launch->second;
  file.flush();  // a forked child must not find any to write
  rows.erase(rows.begin(), until);
}

void LaunchTables::record_blocks(gpu::Gpu& gpu, std::uint32_t sms,
                                 const std::filesystem::path& file) {
  block_table_.open(file, "launch,kernel,sm,place,block,start,end\n");
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    blocks_.push_back(std::make_unique<observe::BlockRecord>());
    gpu.listen(sm, blocks_.back().get());
  }
}

void LaunchTables::record_notes(gpu::Gpu& gpu, std::uint32_t sms,
                                const std::filesystem::path& file) {
  note_table_.open(file, "launch,sm,cycle,policy,note\n");
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    notes_.push_back(std::make_unique<observe::PolicyNotes>());
    gpu.note_to(sm, notes_.back().get());
  }
}

void LaunchTables::ended(const LaunchRecord& record) {
  const std::uint64_t launch = record.grid;
  const std::string kernel = blocks_.empty() ? "" : cell(demangled(record.kernel));
  for (std::size_t sm = 0; sm < blocks_.size(); ++sm) {
    std::uint64_t place = 0;
    for (const observe::BlockStay& stay : blocks_[sm]->take(launch)) {
      const std::string end =
          stay.end == kNever ? "" : fmt::format("{}", stay.end - record.started);
      block_table_.rows[launch] +=
          fmt::format("{},{},{},{},{},{},{}\n", launch, kernel, sm, place++, stay.block,
                      stay.start - record.started, end);
    }
  }
  for (std::size_t sm = 0; sm < notes_.size(); ++sm) {
    for (const observe::NotedLine& line : notes_[sm]->take(launch)) {
      note_table_.rows[launch] +=
          fmt::format("{},{},{},{},{}\n", launch, sm, line.cycle - record.started, line.policy,
                      cell(line.text));
    }
  }
}

void LaunchTables::write(std::uint64_t first) {
  block_table_.write(first);
  note_table_.write(first);
}

void LaunchTables::close() {
  write(kNever);
  block_table_.file.close();
  note_table_.file.close();
}

}  // namespace heddle::sim
