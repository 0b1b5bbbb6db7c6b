#include "heddle/sim/launch_tables.hpp"

#include <fmt/format.h>

#include "heddle/base/demangle.hpp"
#include "heddle/sim/csv_field.hpp"

namespace heddle::sim {
void LaunchTables::Table::open(const std::filesystem::path& path, std::string_view heading) {
  file = OutputFile(path);
  file.write(heading);
  file.flush();
}

void LaunchTables::Table::write(std::uint64_t first) {
  const auto until = rows.lower_bound(first);
  if (until == rows.begin()) return;
  for (auto launch = rows.begin(); launch != until; ++launch) file.write(launch->second);
  file.flush();  // a forked child must not find any to write
  rows.erase(rows.begin(), until);
}

void LaunchTables::record_blocks(gpu::Gpu& gpu, std::uint32_t sms,
                                 const std::filesystem::path& file) {
  block_table_.open(file, "launch,kernel,sm,place,block,start,end\n");
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    blocks_.push_back(std::make_unique<observe::BlockRecord>());
    gpu.listen(sm, *blocks_.back());
  }
}

void LaunchTables::record_warps(gpu::Gpu& gpu, std::uint32_t sms,
                                const std::filesystem::path& file) {
  warp_table_.open(file,
                   "launch,kernel,sm,block,warp,dispatched,launched,end,instructions,"
                   "texture_accesses,texture_misses,texture_merges\n");
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    warps_.push_back(std::make_unique<observe::WarpRecord>());
    gpu.listen(sm, *warps_.back());
  }
}

void LaunchTables::record_notes(gpu::Gpu& gpu, std::uint32_t sms,
                                const std::filesystem::path& file) {
  note_table_.open(file, "launch,sm,cycle,policy,note\n");
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    notes_.push_back(std::make_unique<observe::PolicyNotes>());
    gpu.listen(sm, *notes_.back());
  }
}

void LaunchTables::add_blocks(const LaunchRecord& record, const std::string& kernel) {
  for (std::size_t sm = 0; sm < blocks_.size(); ++sm) {
    std::uint64_t place = 0;
    for (const observe::BlockStay& stay : blocks_[sm]->take(record.grid)) {
      const std::string end =
          stay.end == kNever ? "" : fmt::format("{}", stay.end - record.started);
      block_table_.rows[record.grid] +=
          fmt::format("{},{},{},{},{},{},{}\n", record.grid, kernel, sm, place++, stay.block,
                      stay.start - record.started, end);
    }
  }
}

void LaunchTables::add_warps(const LaunchRecord& record, const std::string& kernel) {
  for (std::size_t sm = 0; sm < warps_.size(); ++sm) {
    for (const observe::WarpStay& stay : warps_[sm]->take(record.grid)) {
      warp_table_.rows[record.grid] +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", record.grid, kernel, sm, stay.block,
                      stay.index, stay.dispatched - record.started, stay.launched - record.started,
                      stay.end - record.started, stay.instructions, stay.texture.accesses,
                      stay.texture.misses, stay.texture.merges);
    }
  }
}

void LaunchTables::add_notes(const LaunchRecord& record) {
  for (std::size_t sm = 0; sm < notes_.size(); ++sm) {
    for (const observe::NotedLine& line : notes_[sm]->take(record.grid)) {
      note_table_.rows[record.grid] +=
          fmt::format("{},{},{},{},{}\n", record.grid, sm, line.cycle - record.started, line.policy,
                      csv_field(line.text));
    }
  }
}

void LaunchTables::ended(const LaunchRecord& record) {
  const bool names_kernel = !blocks_.empty() || !warps_.empty();
  const std::string kernel = names_kernel ? csv_field(demangled(record.kernel)) : "";
  add_blocks(record, kernel);
  add_warps(record, kernel);
  add_notes(record);
}

void LaunchTables::write(std::uint64_t first) {
  block_table_.write(first);
  warp_table_.write(first);
  note_table_.write(first);
}

void LaunchTables::close() {
  write(kNever);
  block_table_.file.close();
  warp_table_.file.close();
  note_table_.file.close();
}

}  // namespace heddle::sim
