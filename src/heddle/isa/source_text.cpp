#include "heddle/isa/source_text.hpp"

#include <utility>

namespace heddle::isa {
namespace {

constexpr std::uint32_t kMostFiles = 1 << 16;  ///< a higher file number means damaged text

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

}  // namespace

SourceText::SourceText(std::string ptx) : ptx_(std::move(ptx)), begins_{0} {
  for (std::size_t at = ptx_.find('\n'); at != std::string::npos; at = ptx_.find('\n', at + 1))
    begins_.push_back(at + 1);
  origins_.resize(begins_.size());
}

void SourceText::add_file(std::uint32_t number, std::string name) {
  if (number >= kMostFiles) return;
  if (files_.size() <= number) files_.resize(number + 1);
  files_[number] = std::move(name);
}

std::uint32_t SourceText::add_inlined_call(std::uint32_t file, std::uint32_t line,
                                           std::uint32_t caller) {
  calls_.push_back({file, line, caller < calls_.size() ? caller : kNoCall});
  return static_cast<std::uint32_t>(calls_.size() - 1);
}

void SourceText::set_place(std::uint32_t ptx_line, std::uint32_t file, std::uint32_t line,
                           std::uint32_t call) {
  if (ptx_line == 0 || ptx_line > origins_.size()) return;
  origins_[ptx_line - 1] = {file, line, call < calls_.size() ? call : kNoCall};
}

std::string_view SourceText::ptx_line(std::uint32_t line) const {
  if (line == 0 || line > begins_.size()) return "";
  const std::size_t begin = begins_[line - 1];
  const std::size_t end = line < begins_.size() ? begins_[line] : ptx_.size();
  return trimmed(std::string_view(ptx_).substr(begin, end - begin));
}

bool SourceText::is_known(const FileLine& origin) const {
  return origin.line != 0 && origin.file < files_.size();
}

SourcePlace SourceText::place(std::uint32_t ptx_line) const {
  if (ptx_line == 0 || ptx_line > origins_.size()) return {};
  const FileLine& origin = origins_[ptx_line - 1];
  return is_known(origin) ? SourcePlace{files_[origin.file], origin.line} : SourcePlace{};
}

SourcePlace SourceText::calling_place(std::uint32_t ptx_line) const {
  if (ptx_line == 0 || ptx_line > origins_.size()) return {};
  FileLine outermost = origins_[ptx_line - 1];
  while (outermost.call != kNoCall) outermost = calls_[outermost.call];
  FileLine origin = origins_[ptx_line - 1];
  while (origin.file != outermost.file) origin = calls_[origin.call];
  return is_known(origin) ? SourcePlace{files_[origin.file], origin.line} : SourcePlace{};
}

}  // namespace heddle::isa
