#include "heddle/compile/code/source_text.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "heddle/ptx/debug/inlined_ranges.hpp"

namespace heddle::compile {
namespace {

/// A range of PTX lines whose code is of an inlined function.
struct InlinedLines {
  std::uint32_t begin = 0, end = 0;  ///< lines of the labels
  std::uint32_t call = isa::SourceText::kNoCall;
};

/// By PTX line: the call that inlined the line. Lines behind the last inlined one have no entry.
using CallsByLine = std::vector<std::uint32_t>;

std::unordered_map<std::string_view, std::uint32_t> lines_of_labels(const ptx::Module& module) {
  std::unordered_map<std::string_view, std::uint32_t> lines;
  for (const ptx::Function& function : module.functions)
    for (const ptx::Label& label : function.labels) lines[label.name] = label.place.line;
  return lines;
}

/// The ranges that the debug sections name. An enclosing range comes before the ranges in it.
std::vector<InlinedLines> inlined_lines(const ptx::Module& module, isa::SourceText& text) {
  const std::vector<ptx::InlinedRange> ranges = ptx::inlined_ranges(module);
  if (ranges.empty()) return {};
  const auto lines = lines_of_labels(module);
  const auto line_of = [&](std::string_view label) {
    const auto found = lines.find(label);
    return found == lines.end() ? 0 : found->second;
  };
  std::vector<InlinedLines> list;
  for (const ptx::InlinedRange& range : ranges) {
    // All ranges become calls, so the number of a range is the number of its call.
    const std::uint32_t call =
        text.add_inlined_call(range.call.file, range.call.line, range.call.call);
    const InlinedLines inlined{line_of(range.begin), line_of(range.end), call};
    if (inlined.begin != 0 && inlined.begin < inlined.end) list.push_back(inlined);
  }
  return list;
}

/// Each line belongs to the smallest range around it.
CallsByLine calls_by_line(std::vector<InlinedLines> ranges) {
  std::ranges::stable_sort(ranges, std::ranges::greater{},
                           [](const InlinedLines& one) { return one.end - one.begin; });
  CallsByLine calls;
  for (const InlinedLines& range : ranges) {
    if (calls.size() < range.end) calls.resize(range.end, isa::SourceText::kNoCall);
    std::fill(calls.begin() + range.begin, calls.begin() + range.end, range.call);
  }
  return calls;
}

/// Sets the places of the function's instructions. The calls that .loc names (inlined_at) come
/// before those of debug sections.
void set_places(const ptx::Function& function, const CallsByLine& by_line, isa::SourceText& text) {
  std::vector<std::uint32_t> calls;
  for (const ptx::SourceLine& call : function.inlined_calls) {
    const std::uint32_t caller =
        call.call < calls.size() ? calls[call.call] : isa::SourceText::kNoCall;
    calls.push_back(text.add_inlined_call(call.file, call.line, caller));
  }
  for (const ptx::Instruction& instruction : function.body) {
    const ptx::SourceLine& source = instruction.source;
    const std::uint32_t line = instruction.place.line;
    std::uint32_t call = line < by_line.size() ? by_line[line] : isa::SourceText::kNoCall;
    if (source.call < calls.size()) call = calls[source.call];
    text.set_place(line, source.file, source.line, call);
  }
}

}  // namespace

std::shared_ptr<const isa::SourceText> source_text_of(const ptx::Module& module) {
  auto text = std::make_shared<isa::SourceText>(*module.text);
  for (const ptx::SourceFile& file : module.files)
    text->add_file(file.number, std::string(file.name));
  const CallsByLine by_line = calls_by_line(inlined_lines(module, *text));
  for (const ptx::Function& function : module.functions) set_places(function, by_line, *text);
  return text;
}

}  // namespace heddle::compile
