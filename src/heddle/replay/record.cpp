#include "heddle/replay/record.hpp"

#include "heddle/base/error.hpp"

namespace heddle::replay {
namespace {

// `head` contains the line or block in 48 bits, the sectors in 8, the kind in 3, the outcome in 2,
// and the kernel slot in 3 bits.
constexpr unsigned kSectorsAt = 48, kKindAt = 56, kOutcomeAt = 59, kKernelAt = 61;
// `tail` contains the lanes or the launch in 32 bits, the pc or the index in 20, and the entity in
// 12 bits.
constexpr unsigned kPcAt = 32, kEntityAt = 52;

constexpr std::uint64_t bits(std::uint64_t word, unsigned at, unsigned width) {
  return word >> at & ((std::uint64_t{1} << width) - 1);
}

std::uint64_t put(std::uint64_t value, unsigned at, unsigned width, const char* what) {
  if (value >> width != 0)
    fail("the L1 stream has {} bits for {}, and it is {}: run without run.l1_stream", width, what,
         value);
  return value << at;
}

std::uint64_t put_kind(RecordKind kind) {
  return put(static_cast<std::uint64_t>(kind), kKindAt, 3, "a kind");
}

}  // namespace

RecordKind kind_of(const Record& record) {
  return static_cast<RecordKind>(bits(record.head, kKindAt, 3));
}

Record pack(const Access& access) {
  return {.head = put(access.line, 0, 48, "a line") |
                  put(access.sectors, kSectorsAt, 8, "sectors") | put_kind(access.kind) |
                  put(static_cast<std::uint64_t>(access.outcome), kOutcomeAt, 2, "an outcome") |
                  put(access.kernel, kKernelAt, 3, "a kernel slot"),
          .tail = std::uint64_t{access.lanes} | put(access.pc, kPcAt, 20, "a program counter") |
                  put(access.entity, kEntityAt, 12, "a warp slot")};
}

Record pack(const WarpBegin& warp) {
  return {.head = put(warp.block, 0, 48, "a block") | put_kind(RecordKind::warp),
          .tail = std::uint64_t{warp.grid} | put(warp.index, kPcAt, 20, "a warp of a block") |
                  put(warp.entity, kEntityAt, 12, "a warp slot")};
}

Record flush_record() { return {.head = put_kind(RecordKind::flush)}; }

Access access_of(const Record& record) {
  return {.line = bits(record.head, 0, 48),
          .lanes = static_cast<LaneMask>(bits(record.tail, 0, 32)),
          .pc = static_cast<Pc>(bits(record.tail, kPcAt, 20)),
          .entity = static_cast<std::uint16_t>(bits(record.tail, kEntityAt, 12)),
          .kernel = static_cast<std::uint8_t>(bits(record.head, kKernelAt, 3)),
          .sectors = static_cast<std::uint8_t>(bits(record.head, kSectorsAt, 8)),
          .kind = kind_of(record),
          .outcome = static_cast<LoadOutcome>(bits(record.head, kOutcomeAt, 2))};
}

WarpBegin warp_of(const Record& record) {
  return {.block = bits(record.head, 0, 48),
          .grid = static_cast<std::uint32_t>(bits(record.tail, 0, 32)),
          .index = static_cast<std::uint32_t>(bits(record.tail, kPcAt, 20)),
          .entity = static_cast<std::uint16_t>(bits(record.tail, kEntityAt, 12))};
}

bool is_access(const model::L1Access& event) {
  return event.cache == model::FirstLevel::data && event.outcome != model::L1Outcome::blocked &&
         event.outcome != model::L1Outcome::banks;
}

Access access_of(const model::L1Access& event, unsigned line_bytes) {
  const auto outcome = [&] {
    switch (event.outcome) {
      case model::L1Outcome::miss:
        return LoadOutcome::miss;
      case model::L1Outcome::merged:
        return LoadOutcome::merged;
      case model::L1Outcome::bypassed:
        return LoadOutcome::bypassed;
      default:
        return LoadOutcome::hit;
    }
  };
  static_assert(static_cast<int>(RecordKind::atomic) == static_cast<int>(model::L1Kind::atomic));
  return {.line = event.line / line_bytes,
          .lanes = event.lanes,
          .pc = event.pc,
          .entity = event.entity,
          .kernel = event.kernel,
          .sectors = event.sectors,
          .kind = static_cast<RecordKind>(event.kind),
          .outcome = outcome()};
}

WarpBegin warp_of(const model::WarpLaunched& event) {
  return {.block = event.block,
          .grid = static_cast<std::uint32_t>(event.grid),
          .index = event.index,
          .entity = event.entity};
}

}  // namespace heddle::replay
