#include "heddle/trace/format/instruction_line.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/trace/format/columns.hpp"

namespace heddle::trace {
namespace {

/// Bytes of a function's code. The largest kernels known have some MiB.
constexpr std::uint64_t kMostCode = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostRegister = 255;
/// Bytes of a lane's access, as tracers write it.
constexpr std::uint64_t kMostAccess = 1024;

/// How the addresses of an access are written.
enum class AddressMode : std::uint8_t { list = 0, base_and_stride = 1, base_and_deltas = 2 };

void skip_registers(Columns& columns, std::string_view count_name, std::uint64_t most) {
  const std::uint64_t count = columns.number(count_name, most);
  for (std::uint64_t i = 0; i < count; ++i) columns.expect("a register");
}

std::uint8_t parse_register(std::string_view column) {
  const auto number = column.starts_with('R') ? parse_digits(column.substr(1), 10) : std::nullopt;
  if (!number || *number > kMostRegister)
    fail("'{}' is no register: R0 to R{}", visible(column), kMostRegister);
  return static_cast<std::uint8_t>(*number);
}

void read_stride(Columns& columns, LaneMask lanes, AccessColumns& access) {
  Addr address = columns.number("the first address", ~Addr{0}, 16);
  const auto stride = static_cast<Addr>(columns.signed_number("the stride"));
  if (lanes == 0) return;
  const LaneMask from_first = lanes >> first_lane(lanes);
  if ((from_first & (from_first + 1)) != 0)
    fail("the addresses have a stride, but the lanes {:08x} are not neighbours", lanes);
  for_each_lane(lanes, [&](unsigned lane) {
    access.address[lane] = address;
    address += stride;
  });
}

void read_deltas(Columns& columns, LaneMask lanes, AccessColumns& access) {
  Addr address = columns.number("the first address", ~Addr{0}, 16);
  bool is_first = true;
  for_each_lane(lanes, [&](unsigned lane) {
    if (!is_first) address += static_cast<Addr>(columns.signed_number("an address's difference"));
    is_first = false;
    access.address[lane] = address;
  });
}

}  // namespace

InstructionLine parse_instruction(std::string_view line, const KernelHeader& header) {
  Columns columns(line);
  if (header.tracer_version < 3)
    for (const char* name : {"block x", "block y", "block z", "warp"})
      columns.number(name, kMostWord);
  InstructionLine parsed;
  if (header.has_line_numbers)
    parsed.source_line = static_cast<std::uint32_t>(columns.number("the source line", kMostWord));
  parsed.pc = static_cast<std::uint32_t>(columns.number("the PC", kMostCode, 16));
  parsed.lanes = static_cast<LaneMask>(columns.number("the mask", kMostWord, 16));
  const std::string_view from = columns.left();
  skip_registers(columns, "the number of destinations", FixedColumns::kMostDestinations);
  parsed.opcode = columns.expect("the opcode");
  skip_registers(columns, "the number of sources", FixedColumns::kMostSources);
  const std::string_view rest = columns.left();
  parsed.fixed = from.substr(0, static_cast<std::size_t>(rest.data() - from.data()));
  while (parsed.fixed.ends_with(' ')) parsed.fixed.remove_suffix(1);
  parsed.memory_bytes =
      static_cast<std::uint32_t>(columns.number("the width of the access", kMostAccess));
  parsed.addresses = columns.left();
  return parsed;
}

FixedColumns parse_fixed(std::string_view fixed) {
  Columns columns(fixed);
  FixedColumns parsed;
  parsed.destination_count = static_cast<unsigned>(
      columns.number("the number of destinations", FixedColumns::kMostDestinations));
  for (unsigned i = 0; i < parsed.destination_count; ++i)
    parsed.destinations[i] = parse_register(columns.expect("a destination"));
  columns.expect("the opcode");
  parsed.source_count =
      static_cast<unsigned>(columns.number("the number of sources", FixedColumns::kMostSources));
  for (unsigned i = 0; i < parsed.source_count; ++i)
    parsed.sources[i] = parse_register(columns.expect("a source"));
  return parsed;
}

void parse_access(const InstructionLine& line, const KernelHeader& header, AccessColumns& access) {
  Columns columns(line.addresses);
  if (line.memory_bytes != 0) {
    switch (static_cast<AddressMode>(columns.number("the form of the addresses", 2))) {
      case AddressMode::list:
        for_each_lane(line.lanes, [&](unsigned lane) {
          access.address[lane] = columns.number("an address", ~Addr{0}, 16);
        });
        break;
      case AddressMode::base_and_stride:
        read_stride(columns, line.lanes, access);
        break;
      case AddressMode::base_and_deltas:
        read_deltas(columns, line.lanes, access);
        break;
    }
  }
  access.immediate = header.tracer_version >= 5 ? columns.signed_number("the immediate") : 0;
  if (const std::string_view more = columns.take(); !more.empty())
    fail("the line goes on with '{}' where the format of version {} ends", visible(more),
         header.tracer_version);
}

}  // namespace heddle::trace
