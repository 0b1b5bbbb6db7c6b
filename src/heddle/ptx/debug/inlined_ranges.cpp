#include "heddle/ptx/debug/inlined_ranges.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "heddle/ptx/debug/byte_cursor.hpp"
#include "heddle/ptx/debug/section_bytes.hpp"

namespace heddle::ptx {
namespace {

// Numbers of the DWARF standard, version 4, section 7.5.
constexpr std::uint64_t kTagInlinedSubroutine = 0x1d;
constexpr std::uint64_t kLowPc = 0x11, kHighPc = 0x12, kCallFile = 0x58, kCallLine = 0x59;
constexpr unsigned kHeaderBytes = 11;  ///< of a unit: length, version, abbreviations, address size

struct Attribute {
  std::uint64_t name = 0, form = 0;
};

struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Attribute> attributes;
};

using Abbreviations = std::unordered_map<std::uint64_t, Abbreviation>;

std::optional<Abbreviations> abbreviations_at(const SectionBytes& section, std::size_t offset) {
  ByteCursor cursor(section.bytes, offset);
  Abbreviations known;
  for (std::uint64_t code = cursor.packed_number(); code != 0; code = cursor.packed_number()) {
    Abbreviation& abbreviation = known[code];
    abbreviation.tag = cursor.packed_number();
    abbreviation.has_children = cursor.number(1) != 0;
    while (cursor.is_good()) {
      const Attribute attribute{cursor.packed_number(), cursor.packed_number()};
      if (attribute.name == 0 && attribute.form == 0) break;
      abbreviation.attributes.push_back(attribute);
    }
  }
  if (!cursor.is_good()) return std::nullopt;
  return known;
}

/// Bytes of a value whose form has a fixed size; 0 for other forms.
unsigned fixed_bytes(std::uint64_t form) {
  switch (form) {
    case 0x0b:  // data1
    case 0x0c:  // flag
    case 0x11:  // ref1
      return 1;
    case 0x05:  // data2
    case 0x12:  // ref2
      return 2;
    case 0x06:  // data4
    case 0x0e:  // strp
    case 0x13:  // ref4
    case 0x17:  // sec_offset
      return 4;
    case 0x01:  // addr
    case 0x07:  // data8
    case 0x14:  // ref8
    case 0x20:  // ref_sig8
      return 8;
    default:
      return 0;
  }
}

/// Reads one value. Returns 0 for texts and blocks, and nothing for a form that is not known.
std::optional<std::uint64_t> value_at(ByteCursor& cursor, std::uint64_t form) {
  if (const unsigned bytes = fixed_bytes(form); bytes != 0) return cursor.number(bytes);
  switch (form) {
    case 0x08:  // string
      cursor.skip_text();
      return 0;
    case 0x03:  // block2
      cursor.skip(cursor.number(2));
      return 0;
    case 0x04:  // block4
      cursor.skip(cursor.number(4));
      return 0;
    case 0x0a:  // block1
      cursor.skip(cursor.number(1));
      return 0;
    case 0x09:  // block
    case 0x18:  // exprloc
      cursor.skip(cursor.packed_number());
      return 0;
    case 0x0d:  // sdata
    case 0x0f:  // udata
    case 0x15:  // ref_udata
      return cursor.packed_number();
    case 0x19:  // flag_present
      return 1;
    default:
      return std::nullopt;
  }
}

/// Reads the entries of one unit, which form a tree, in the order of the text.
class UnitReader {
 public:
  UnitReader(const SectionBytes& info, const Abbreviations& abbreviations, ByteCursor cursor,
             std::size_t end, std::vector<InlinedRange>& ranges)
      : info_(info), known_(abbreviations), cursor_(cursor), end_(end), ranges_(ranges) {}

  /// Returns whether the unit could be read.
  bool read() {
    std::vector<std::uint32_t> enclosing;  // by depth: the innermost range
    while (cursor_.is_good() && cursor_.offset() < end_) {
      const std::uint64_t code = cursor_.packed_number();
      if (code == 0) {
        if (!enclosing.empty()) enclosing.pop_back();
        continue;
      }
      const auto found = known_.find(code);
      if (found == known_.end()) return false;
      const std::uint32_t outer = enclosing.empty() ? kNoIndex : enclosing.back();
      const std::optional<std::uint32_t> range = read_entry(found->second, outer);
      if (!range) return false;
      if (found->second.has_children) enclosing.push_back(*range);
    }
    return cursor_.is_good();
  }

 private:
  /// Returns the innermost range to which the entry's children belong. Empty: the entry could not
  /// be read.
  std::optional<std::uint32_t> read_entry(const Abbreviation& abbreviation, std::uint32_t outer) {
    InlinedRange range;
    range.call.call = outer;
    for (const Attribute& attribute : abbreviation.attributes) {
      const auto name = info_.names.find(cursor_.offset());
      const std::optional<std::uint64_t> value = value_at(cursor_, attribute.form);
      if (!value) return std::nullopt;
      if (attribute.name == kCallFile) range.call.file = static_cast<std::uint32_t>(*value);
      if (attribute.name == kCallLine) range.call.line = static_cast<std::uint32_t>(*value);
      if (name == info_.names.end()) continue;
      if (attribute.name == kLowPc) range.begin = name->second;
      if (attribute.name == kHighPc) range.end = name->second;
    }
    if (abbreviation.tag != kTagInlinedSubroutine || range.begin.empty() || range.end.empty())
      return outer;
    ranges_.push_back(range);
    return static_cast<std::uint32_t>(ranges_.size() - 1);
  }

  const SectionBytes& info_;
  const Abbreviations& known_;
  ByteCursor cursor_;
  std::size_t end_;
  std::vector<InlinedRange>& ranges_;
};

std::optional<SectionBytes> bytes_of(const Module& module, std::string_view name) {
  const auto found = std::ranges::find(module.debug_sections, name, &DebugSection::name);
  if (found == module.debug_sections.end()) return std::nullopt;
  return section_bytes(found->text);
}

bool read_units(const SectionBytes& abbreviations, const SectionBytes& info,
                std::vector<InlinedRange>& ranges) {
  for (std::size_t begin = 0; begin < info.bytes.size();) {
    ByteCursor cursor(info.bytes, begin);
    const std::size_t end = begin + 4 + cursor.number(4);
    const std::uint64_t version = cursor.number(2);
    const std::optional<Abbreviations> known = abbreviations_at(abbreviations, cursor.number(4));
    const bool is_known = version >= 2 && version <= 4 && cursor.number(1) == 8;
    if (!is_known || !known || end < begin + kHeaderBytes || end > info.bytes.size()) return false;
    if (!UnitReader(info, *known, cursor, end, ranges).read()) return false;
    begin = end;
  }
  return true;
}

}  // namespace

std::vector<InlinedRange> inlined_ranges(const Module& module) {
  const std::optional<SectionBytes> abbreviations = bytes_of(module, ".debug_abbrev");
  const std::optional<SectionBytes> info = bytes_of(module, ".debug_info");
  std::vector<InlinedRange> ranges;
  if (!abbreviations || !info || !read_units(*abbreviations, *info, ranges)) return {};
  return ranges;
}

}  // namespace heddle::ptx
