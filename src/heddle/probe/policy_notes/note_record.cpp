#include "heddle/probe/policy_notes/note_record.hpp"

#include <algorithm>

namespace heddle::probe {

void NoteRecord::on(const model::PolicyNote& note) {
  lines_[note.grid].push_back({note.cycle, std::string(note.policy), std::string(note.text)});
}

std::vector<NotedLine> NoteRecord::take(std::uint64_t grid) {
  const auto found = lines_.extract(grid);
  if (found.empty()) return {};
  std::vector<NotedLine> lines = std::move(found.mapped());
  std::ranges::stable_sort(lines, {}, &NotedLine::cycle);
  return lines;
}

}  // namespace heddle::probe
