#include "heddle/energy/model.hpp"

#include <cmath>

namespace heddle::energy {
namespace {

using isa::OpClass;

constexpr double kPicojoule = 1e-12;

double& of(Breakdown& into, Component component) {
  return into.joules[static_cast<std::size_t>(component)];
}

double product(std::uint64_t count, double picojoules) {
  return static_cast<double>(count) * picojoules;
}

/// Returns the component to which the energy of operations of this class belongs.
Component component_of(OpClass op_class) {
  switch (op_class) {
    case OpClass::move:
    case OpClass::integer:
    case OpClass::integer_mul:
    case OpClass::logic:
    case OpClass::predicate:
      return Component::integer_units;
    case OpClass::float32:
    case OpClass::half:
    case OpClass::convert:
      return Component::float_units;
    case OpClass::float64:
      return Component::double_units;
    case OpClass::special:
      return Component::special_units;
    case OpClass::matrix:
      return Component::matrix_units;
    default:
      return Component::other_units;
  }
}

bool is_access(OpClass op_class) {
  return op_class == OpClass::load || op_class == OpClass::store || op_class == OpClass::atomic ||
         op_class == OpClass::texture;
}

double picojoules_of(const L1Energy& energy, const L1Activity& activity) {
  return product(activity.lookups, energy.lookup) + product(activity.reads, energy.read) +
         product(activity.writes, energy.write) + product(activity.fills, energy.fill);
}

}  // namespace

Model::Model(const EnergySpec& spec, const TechnologySpec& technology, const Shape& shape)
    : spec_(spec), shape_(shape) {
  const double voltage = technology.voltage / spec.reference_voltage;
  wire_scale_ = voltage * voltage;
  scale_ = technology.node_nm / spec.reference_nm * wire_scale_;
}

Breakdown Model::breakdown(const Activity& activity, Cycle cycles) const {
  Breakdown result;
  result.seconds = static_cast<double>(cycles) / (shape_.core_mhz * 1e6);
  add_front_end(activity, result);
  add_units(activity, result);
  add_memories(activity, result);
  add_off_chip(activity, result);
  add_power(activity, result);
  for (double& joules : result.joules) joules = std::round(joules / Amount::kUnit) * Amount::kUnit;
  return result;
}

void Model::add_front_end(const Activity& activity, Breakdown& into) const {
  const FrontEndEnergy& front = spec_.front_end;
  of(into, Component::fetch_decode) =
      scale_ * kPicojoule *
      (product(activity.fetches, front.fetch) + product(activity.own_fetches, front.own_fetch) +
       product(activity.code_fills, front.fill) + product(activity.decoded, front.decode));
  of(into, Component::register_file) = scale_ * kPicojoule * register_picojoules(activity);
}

double Model::register_picojoules(const Activity& activity) const {
  const RegisterEnergy& registers = spec_.registers;
  const double read = registers.read + registers.collect;
  if (shape_.bank_threads < kWarpSize) {
    const double width = static_cast<double>(shape_.bank_threads) / kWarpSize;
    return width * (product(activity.register_reads + activity.scalar_reads, read) +
                    product(activity.register_writes + activity.scalar_writes, registers.write));
  }
  return product(activity.register_reads, read) +
         product(activity.register_writes, registers.write) +
         product(activity.scalar_reads, registers.scalar_read) +
         product(activity.broadcasts, registers.broadcast) +
         product(activity.scalar_writes, registers.scalar_write);
}

void Model::add_units(const Activity& activity, Breakdown& into) const {
  const UnitEnergy& units = spec_.units;
  const auto add = [&](OpClass op_class, double picojoules) {
    of(into, component_of(op_class)) += scale_ * kPicojoule * picojoules;
  };
  const auto is_unit = [](OpClass op_class) {
    for (const OpClass unit : kUnitClasses) {
      if (unit == op_class) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < isa::kOpClasses; ++i) {
    const auto op_class = static_cast<OpClass>(i);
    if (op_class == OpClass::matrix) {
      add(op_class, product(activity.threads[i], units.lane));
    } else if (is_access(op_class)) {
      add(op_class, product(activity.threads[i], units.lane + units.address));
    } else if (is_unit(op_class)) {
      add(op_class, product(activity.threads[i], units.lane + units.operation[i]));
    } else {
      add(op_class, product(activity.instructions[i], units.control));
    }
  }
  for (std::size_t i = 0; i < isa::kMatrixElements; ++i)
    add(OpClass::matrix, product(activity.multiply_adds[i], spec_.matrix.multiply_add[i]));
}

void Model::add_memories(const Activity& activity, Breakdown& into) const {
  const double scale = scale_ * kPicojoule;
  of(into, Component::shared_memory) = scale * (product(activity.shared_words, spec_.shared.word) +
                                                product(activity.shared_cycles, spec_.shared.pass));
  of(into, Component::l1d) = scale * picojoules_of(spec_.l1, activity.l1);
  of(into, Component::constant_cache) =
      scale * picojoules_of(spec_.constant_cache, activity.constant_cache);
  of(into, Component::texture_cache) =
      scale * picojoules_of(spec_.texture_cache, activity.texture_cache);
  const L2Energy& l2 = spec_.l2;
  of(into, Component::l2) =
      scale * (product(activity.l2_lookups, l2.lookup) + product(activity.l2_reads, l2.read) +
               product(activity.l2_writes, l2.write) + product(activity.l2_fills, l2.fill) +
               product(activity.l2_write_backs, l2.write_back));
  of(into, Component::interconnect) =
      wire_scale_ * kPicojoule *
      (product(activity.request_flits, spec_.crossbar.request_flit) +
       product(activity.reply_flits, spec_.crossbar.reply_flit));
}

void Model::add_off_chip(const Activity& activity, Breakdown& into) const {
  const DramEnergy& dram = spec_.dram;
  const double burst = shape_.burst_bytes * kPicojoule;
  of(into, Component::memory_controllers) =
      burst * product(activity.dram_read_bursts + activity.dram_write_bursts, dram.controller);
  of(into, Component::dram_activate) = kPicojoule * product(activity.dram_activates, dram.activate);
  of(into, Component::dram_read) = burst * product(activity.dram_read_bursts, dram.read);
  of(into, Component::dram_write) = burst * product(activity.dram_write_bursts, dram.write);
}

void Model::add_power(const Activity& activity, Breakdown& into) const {
  const PowerSpec& power = spec_.power;
  const double sm_seconds =
      static_cast<double>(activity.occupied_slots) / (shape_.slots * shape_.core_mhz * 1e6);
  of(into, Component::clock_sm) = power.active_sm_w * sm_seconds;
  const auto drawn = [&](Component component, double watts) {
    of(into, component) = watts * into.seconds;
  };
  drawn(Component::static_sm, power.sm_w * shape_.sms);
  drawn(Component::static_l2, power.l2_slice_w * shape_.l2_slices);
  drawn(Component::static_interconnect, power.crossbar_w);
  drawn(Component::static_memory_controllers, power.memory_channel_w * shape_.channels);
  drawn(Component::static_other, power.other_w);
  drawn(Component::dram_background, spec_.dram.background_w * shape_.channels);
  drawn(Component::board, power.board_w);
}

double Model::idle_watts() const {
  const PowerSpec& power = spec_.power;
  return power.sm_w * shape_.sms + power.l2_slice_w * shape_.l2_slices + power.crossbar_w +
         power.memory_channel_w * shape_.channels + power.other_w +
         spec_.dram.background_w * shape_.channels + power.board_w;
}

}  // namespace heddle::energy
