#include "heddle/energy/spec.hpp"

namespace heddle::energy {
namespace {

ParameterInfo picojoules(std::string_view doc) {
  return {.unit = "pJ", .maximum = 1e9, .doc = doc};
}

ParameterInfo watts(std::string_view doc) { return {.unit = "W", .maximum = 1e6, .doc = doc}; }

}  // namespace

void TechnologySpec::describe(ParameterVisitor& visit) {
  visit("node_nm", node_nm,
        {.unit = "nm", .minimum = 1, .maximum = 1000, .doc = "the process that the chip is of"});
  visit("voltage", voltage,
        {.unit = "V", .minimum = 0.1, .maximum = 5, .doc = "supply of the chip at its clock"});
  visit("die_mm2", die_mm2,
        {.unit = "mm2", .minimum = 1, .maximum = 1e5, .doc = "area of the chip"});
  visit("design_power_w", design_power_w,
        {.unit = "W", .maximum = 1e5, .doc = "thermal design power of the card, to compare with"});
  visit("sram_um2", sram_um2,
        {.unit = "um2",
         .maximum = 1e3,
         .doc = "area of a bit of an array of 4096 bits or more at 40 nm, with what reads it"});
  visit("latch_um2", latch_um2,
        {.unit = "um2",
         .maximum = 1e3,
         .doc = "area of a bit of a smaller structure at 40 nm, likewise"});
  visit("flip_flop_um2", flip_flop_um2,
        {.unit = "um2",
         .maximum = 1e3,
         .doc = "area of a bit of a structure that is read and written in every cycle, at 40 nm, "
                "likewise"});
}

void FrontEndEnergy::describe(ParameterVisitor& visit) {
  visit("fetch", fetch, picojoules("a fetch from the SM's instruction cache"));
  visit("own_fetch", own_fetch, picojoules("a fetch from a lane group's own L0 cache"));
  visit("fill", fill, picojoules("a line that comes into the instruction cache"));
  visit("decode", decode,
        picojoules("a warp instruction: decoding, instruction buffer, scoreboard, selection"));
}

void RegisterEnergy::describe(ParameterVisitor& visit) {
  visit("read", read, picojoules("a bank read: 32 bits of all lanes of a warp"));
  visit("write", write, picojoules("a bank written: 32 bits of all lanes of a warp"));
  visit("collect", collect,
        picojoules("an operand that was read: from its bank through the crossbar to its lanes"));
  visit("scalar_read", scalar_read,
        picojoules("a word read of a file of scalar registers beside the banks"));
  visit("scalar_write", scalar_write, picojoules("a word written there"));
  visit("broadcast", broadcast, picojoules("a word of that file on its way to all lanes"));
}

void UnitEnergy::describe(ParameterVisitor& visit) {
  visit("lane", lane,
        picojoules(
            "an active lane of any instruction that uses lanes: pipeline, its clock, result bus"));
  visit("address", address, picojoules("a lane's address of a load, store, atomic or texture"));
  visit("control", control, picojoules("a warp instruction that uses no lanes, such as a branch"));
  for (const isa::OpClass op_class : kUnitClasses) {
    visit(isa::name_of(op_class), operation[static_cast<std::size_t>(op_class)],
          picojoules("what a lane computes for an operation of this class"));
  }
}

void MatrixEnergy::describe(ParameterVisitor& visit) {
  for (unsigned i = 0; i < isa::kMatrixElements; ++i) {
    visit(isa::name_of(static_cast<isa::MatrixElements>(i)), multiply_add[i],
          picojoules("a multiply-add on matrices of these elements"));
  }
}

void SharedMemoryEnergy::describe(ParameterVisitor& visit) {
  visit("word", word, picojoules("a 32-bit word of a bank, and its way to or from the lane"));
  visit("pass", pass, picojoules("a cycle in which the banks serve: addresses, conflicts"));
}

void L1Energy::describe(ParameterVisitor& visit) {
  visit("lookup", lookup, picojoules("an access's tags, whether it hits or not"));
  visit("read", read, picojoules("data of a line access that hits, to the lanes"));
  visit("write", write, picojoules("data of a store that writes into the cache"));
  visit("fill", fill, picojoules("a line or sectors that come after a miss"));
}

void L2Energy::describe(ParameterVisitor& visit) {
  visit("lookup", lookup, picojoules("a request's tags, whether it hits or not"));
  visit("read", read, picojoules("a sector of 32 B that a load or atomic reads"));
  visit("write", write, picojoules("a sector that a store or atomic writes"));
  visit("fill", fill, picojoules("a sector that comes from DRAM"));
  visit("write_back", write_back, picojoules("a sector that goes to DRAM"));
}

void CrossbarEnergy::describe(ParameterVisitor& visit) {
  visit("request_flit", request_flit, picojoules("a flit from an SM to the L2"));
  visit("reply_flit", reply_flit, picojoules("a flit from the L2 to an SM"));
}

void DramEnergy::describe(ParameterVisitor& visit) {
  const auto per_byte = [](std::string_view doc) {
    return ParameterInfo{.unit = "pJ/B", .maximum = 1e6, .doc = doc};
  };
  visit("activate", activate, picojoules("a row opened, and the precharge that closes it"));
  visit("read", read, per_byte("bursts read: arrays and pins of the DRAM"));
  visit("write", write, per_byte("bursts written: arrays and pins of the DRAM"));
  visit("controller", controller, per_byte("either way: controller and pins of the chip"));
  visit("background_w", background_w,
        watts("a channel's DRAM with no access: standby and refresh"));
}

void PowerSpec::describe(ParameterVisitor& visit) {
  visit("sm_w", sm_w, watts("an SM without a warp: leakage, and the clock that stays on"));
  visit("active_sm_w", active_sm_w,
        watts("what an SM draws beyond that while its schedulers have warps: clock and leakage"));
  visit("l2_slice_w", l2_slice_w, watts("a slice of the L2 with no access"));
  visit("crossbar_w", crossbar_w, watts("the crossbar with no traffic"));
  visit("memory_channel_w", memory_channel_w,
        watts("the chip's controller and pins of a channel with no access"));
  visit("other_w", other_w, watts("what else is on the chip and not modelled"));
  visit("board_w", board_w, watts("fan, regulators and what else is on the card"));
}

void EnergySpec::describe(ParameterVisitor& visit) {
  visit("reference_nm", reference_nm,
        {.unit = "nm", .minimum = 1, .maximum = 1000, .doc = "node at which energies hold"});
  visit("reference_voltage", reference_voltage,
        {.unit = "V", .minimum = 0.1, .maximum = 5, .doc = "supply at which energies hold"});
  visit.group("front_end", front_end, "fetch to issue");
  visit.group("registers", registers, "register file and operand collectors");
  visit.group("units", units, "pipelines, by lane");
  visit.group("matrix", matrix, "matrix unit, by type of elements");
  visit.group("shared", shared, "shared memory");
  visit.group("l1", l1, "L1 data cache");
  visit.group("constant_cache", constant_cache, "constant cache");
  visit.group("texture_cache", texture_cache, "texture cache");
  visit.group("l2", l2, "L2 cache");
  visit.group("crossbar", crossbar, "crossbar between SMs and L2");
  visit.group("dram", dram, "device memory, and the chip's side of it");
  visit.group("power", power, "what is drawn whatever happens");
}

}  // namespace heddle::energy
