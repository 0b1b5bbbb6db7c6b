// The coefficients of the energy model, as machine files state them: the energy of each event, and
// the power that the chip always draws.
//
// Energies of events on the chip are given for the reference node and voltage. `technology` scales
// them to the machine's chip. Energies of logic and memories are proportional to node x voltage^2.
// Energies of the crossbar's long wires are proportional to voltage^2, because long wires do not
// become shorter. Energies of DRAM and values in watts are given for the machine itself and are not
// scaled.
#pragma once

#include <array>

#include "heddle/base/parameter.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::energy {

/// The manufacturing technology of the chip.
struct TechnologySpec {
  double node_nm = 40;
  double voltage = 0.9;
  double die_mm2 = 529;
  double design_power_w = 250;
  double sram_um2 = 0.45;
  double latch_um2 = 3.15;
  double flip_flop_um2 = 10.8;

  void describe(ParameterVisitor& visit);
};

struct FrontEndEnergy {
  double fetch = 28, own_fetch = 5, fill = 224;
  double decode = 68;

  void describe(ParameterVisitor& visit);
};

struct RegisterEnergy {
  double read = 224, write = 224, collect = 174;
  double scalar_read = 7, scalar_write = 7, broadcast = 174;

  void describe(ParameterVisitor& visit);
};

/// The classes of operations that execution lanes compute. Operations of all other classes only
/// cost energy at issue.
inline constexpr std::array kUnitClasses = {
    isa::OpClass::move,      isa::OpClass::integer, isa::OpClass::integer_mul,
    isa::OpClass::logic,     isa::OpClass::float32, isa::OpClass::float64,
    isa::OpClass::half,      isa::OpClass::convert, isa::OpClass::special,
    isa::OpClass::predicate, isa::OpClass::shuffle, isa::OpClass::vote};

struct UnitEnergy {
  double lane = 36, address = 1, control = 10;
  std::array<double, isa::kOpClasses> operation{};

  void describe(ParameterVisitor& visit);
};

/// Energies of a multiply-add on matrices, by type of elements.
struct MatrixEnergy {
  std::array<double, isa::kMatrixElements> multiply_add{};

  void describe(ParameterVisitor& visit);
};

struct SharedMemoryEnergy {
  double word = 12, pass = 20;

  void describe(ParameterVisitor& visit);
};

/// Energies of a first-level cache of an SM, per line access.
struct L1Energy {
  double lookup = 18, read = 400, write = 400, fill = 224;

  void describe(ParameterVisitor& visit);
};

/// Energies of the L2: a lookup's energy is per request, the energy of data is per sector.
struct L2Energy {
  double lookup = 30, read = 100, write = 100, fill = 100, write_back = 100;

  void describe(ParameterVisitor& visit);
};

struct CrossbarEnergy {
  double request_flit = 450, reply_flit = 450;

  void describe(ParameterVisitor& visit);
};

struct DramEnergy {
  double activate = 12000, read = 63, write = 68, controller = 25;
  double background_w = 1.35;

  void describe(ParameterVisitor& visit);
};

struct PowerSpec {
  double sm_w = 1.59, active_sm_w = 1, l2_slice_w = 0.1, crossbar_w = 2, memory_channel_w = 1,
         other_w = 20, board_w = 20;

  void describe(ParameterVisitor& visit);
};

struct EnergySpec {
  double reference_nm = 40, reference_voltage = 0.9;
  FrontEndEnergy front_end;
  RegisterEnergy registers;
  UnitEnergy units;
  MatrixEnergy matrix;
  SharedMemoryEnergy shared;
  L1Energy l1, constant_cache, texture_cache;
  L2Energy l2;
  CrossbarEnergy crossbar;
  DramEnergy dram;
  PowerSpec power;

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::energy
