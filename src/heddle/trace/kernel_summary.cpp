#include "heddle/trace/kernel_summary.hpp"

#include <optional>

#include "heddle/base/error.hpp"
#include "heddle/trace/format/kernel_reader.hpp"
#include "heddle/trace/instruction_table.hpp"
#include "heddle/trace/memory_space.hpp"
#include "heddle/trace/sectors.hpp"

namespace heddle::trace {
namespace {

/// The most opcodes whose names are kept. Damaged traces could have as many as lines.
constexpr std::size_t kMostUnknownOpcodes = 256;

AccessDirection direction_of(isa::OpClass op_class) {
  if (op_class == isa::OpClass::store) return AccessDirection::store;
  return op_class == isa::OpClass::atomic ? AccessDirection::atomic : AccessDirection::load;
}

class Summarizer final : public KernelVisitor {
 public:
  void begin(const KernelHeader& header) override {
    summary.header = header;
    table_.emplace(generation_of(header.binary_version));
  }
  void begin_block(std::uint64_t /*block*/) override { ++summary.blocks; }
  void begin_warp(std::uint32_t /*warp*/, std::uint64_t instructions) override {
    ++summary.warps;
    left_ = instructions;
    if (instructions == 0) ++summary.open_ends;
  }
  void instruction(const InstructionLine& line) override {
    const CodeInstruction& code = table_->at(table_->find(line));
    ++summary.warp_instructions;
    summary.thread_instructions += lane_count(line.lanes);
    ++summary.by_class[static_cast<std::size_t>(code.row->op_class)];
    if (!code.is_known) note_unknown(code.opcode);
    take_access(line, code);
    if (--left_ == 0 && code.row->op_class != isa::OpClass::exit) ++summary.open_ends;
  }
  void finish() { summary.code_instructions = table_->size(); }

  KernelSummary summary;

 private:
  void note_unknown(std::string_view opcode) {
    const auto found = summary.unknown.find(opcode);
    if (found != summary.unknown.end())
      ++found->second;
    else if (summary.unknown.size() < kMostUnknownOpcodes)
      summary.unknown.emplace(opcode, 1);
    else
      fail("the trace has more than {} unknown opcodes, such as {}", kMostUnknownOpcodes, opcode);
  }

  void take_access(const InstructionLine& line, const CodeInstruction& code) {
    // Unknown opcodes and those of the tensor memory accelerator may have columns of their own.
    const OperandForm form = code.row->form;
    if (!code.is_known) return;
    if (form != OperandForm::bulk) parse_access(line, summary.header, access_);
    if (line.lanes == 0) return;
    const bool hides = form == OperandForm::texture || form == OperandForm::bulk;
    if (code.bytes == 0 && !hides) return;
    if (line.memory_bytes == 0 || hides) {
      ++summary.without_addresses;
      return;
    }
    const AccessDirection direction = direction_of(code.row->op_class);
    std::array<LaneMask, kSpaces> lanes{};
    for_each_lane(line.lanes, [&](unsigned lane) {
      const isa::Space space = space_of(code.row->form, access_.address[lane], summary.header);
      lanes[static_cast<std::size_t>(space)] |= lane_bit(lane);
    });
    for (std::size_t space = 0; space < lanes.size(); ++space)
      if (lanes[space] != 0) count(static_cast<isa::Space>(space), direction, lanes[space], code);
  }

  void count(isa::Space space, AccessDirection direction, LaneMask lanes,
             const CodeInstruction& code) {
    AccessCounts& counts =
        summary.accesses[static_cast<std::size_t>(space)][static_cast<std::size_t>(direction)];
    ++counts.instructions;
    counts.lanes += lane_count(lanes);
    if (space == isa::Space::global)
      counts.sectors += count_sectors(lanes, access_.address, code.bytes);
  }

  std::optional<InstructionTable> table_;
  AccessColumns access_;
  std::uint64_t left_ = 0;  ///< instructions of the warp that have not come
};

}  // namespace

KernelSummary summarize(const std::filesystem::path& file) {
  Summarizer summarizer;
  read_kernel(file, summarizer);
  summarizer.finish();
  return std::move(summarizer.summary);
}

}  // namespace heddle::trace
