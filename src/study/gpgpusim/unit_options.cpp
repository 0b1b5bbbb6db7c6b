// Options of the pipelines: numbers, latencies, initiation intervals, operand collectors.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "study/gpgpusim/conversion.hpp"
#include "study/gpgpusim/front_end.hpp"

namespace heddle::study::gpgpusim {
namespace {

/// Places in a list of latencies or initiation intervals.
enum Place : std::size_t { add = 0, mul = 2, mad = 3, shuffle = 5 };

constexpr const char* kIntLatency = "-ptx_opcode_latency_int";
constexpr const char* kIntInitiation = "-ptx_opcode_initiation_int";
constexpr const char* kFpLatency = "-ptx_opcode_latency_fp";
constexpr const char* kFpInitiation = "-ptx_opcode_initiation_fp";
constexpr const char* kDpLatency = "-ptx_opcode_latency_dp";
constexpr const char* kDpInitiation = "-ptx_opcode_initiation_dp";
constexpr const char* kSfuLatency = "-ptx_opcode_latency_sfu";
constexpr const char* kSfuInitiation = "-ptx_opcode_initiation_sfu";
constexpr const char* kTensorLatency = "-ptx_opcode_latency_tesnor";
constexpr const char* kTensorInitiation = "-ptx_opcode_initiation_tensor";
constexpr const char* kIntUnits = "-gpgpu_num_int_units";
constexpr const char* kDpUnits = "-gpgpu_num_dp_units";
constexpr const char* kTensorUnits = "-gpgpu_num_tensor_core_units";
constexpr const char* kTensorAvail = "-gpgpu_tensor_core_avail";
constexpr const char* kSpecialized = "-gpgpu_enable_specialized_operand_collector";
constexpr const char* kGeneric = "-gpgpu_operand_collector_num_units_gen";
constexpr const char* kWidths = "-gpgpu_pipeline_widths";
constexpr const char* kOneClass =
    "sums, products and minima have the first value's latency; a division is a sequence of "
    "instructions";
constexpr const char* kTwoClasses =
    "sums and minima have the first value's latency, products the fourth's; a division is a "
    "sequence of instructions";

/// A value of an option, with the option for the source.
struct Timing {
  std::uint64_t latency = 1, initiation = 1;
  std::string latency_option, initiation_option, latency_how, initiation_how;
};

Timing ptx_timing(const Conversion& c, const char* latency, const char* initiation, Place place,
                  const char* which) {
  const std::size_t least = std::max<std::size_t>(place + 1, 5);
  const auto cycles = c.list(latency, ',', place == shuffle ? 6 : least, 6);
  const auto intervals = c.list(initiation, ',', place == shuffle ? 6 : least, 6);
  return {cycles[place], intervals[place], latency, initiation, which, which};
}

/// The latency and interval of Accel-Sim's machine instructions, "LATENCY,INTERVAL".
Timing trace_timing(const Conversion& c, const std::string& option) {
  const auto values = c.list(option, ',', 2, 2);
  return {values[0], values[1], option, option, "first", "second"};
}

void not_used(Conversion& c, const char* latency, const char* initiation,
              const std::string& trace) {
  for (const char* name : {latency, initiation})
    c.agrees(name, fmt::format("not used: {} is given", trace));
}

void set_operation(Conversion& c, const std::string& operation, const std::string& unit,
                   const std::string& unit_option, const Timing& timing) {
  const std::string prefix = "execution." + operation + ".";
  c.set(prefix + "unit", unit, unit_option);
  c.set_whole(prefix + "latency", timing.latency + kFrontEndCycles, timing.latency_option,
              fmt::format("{} value, {}", timing.latency_how, kFrontEnd));
  c.set_whole(prefix + "initiation", std::max<std::uint64_t>(timing.initiation, 1),
              timing.initiation_option, timing.initiation_how + " value");
}

void convert_integer(Conversion& c) {
  const bool own = c.whole(kIntUnits) > 0;
  const std::string unit = own ? "integer" : "sp";
  const std::string trace = "-trace_opcode_latency_initiation_int";
  const bool traced = c.is_given(trace);
  const auto timing = [&](Place place, const char* which) {
    return traced ? trace_timing(c, trace)
                  : ptx_timing(c, kIntLatency, kIntInitiation, place, which);
  };
  set_operation(c, "integer", unit, kIntUnits, timing(add, "first"));
  set_operation(c, "integer_mul", unit, kIntUnits, timing(mad, "fourth"));
  set_operation(c, "half", "sp", kIntUnits, timing(add, "first"));
  for (const char* operation : {"move", "logic", "predicate", "vote"}) {
    if (traced) {
      set_operation(c, operation, unit, kIntUnits, trace_timing(c, trace));
      continue;
    }
    const std::string prefix = fmt::format("execution.{}.", operation);
    c.set(prefix + "unit", unit, kIntUnits);
    c.set_fact(prefix + "latency", static_cast<std::int64_t>(1 + kFrontEndCycles),
               fmt::format("no option: 1 cycle, {}", kFrontEnd));
    c.set_fact(prefix + "initiation", std::int64_t{1}, "no option");
  }
  if (traced) not_used(c, kIntLatency, kIntInitiation, trace);
}

void convert_shuffle(Conversion& c) {
  const auto latencies = c.list(kIntLatency, ',', 5, 6);
  const auto intervals = c.list(kIntInitiation, ',', 5, 6);
  if (latencies.size() < 6 || intervals.size() < 6) return;
  set_operation(c, "shuffle", "sp", "-gpgpu_num_sp_units",
                ptx_timing(c, kIntLatency, kIntInitiation, shuffle, "sixth"));
}

void convert_single(Conversion& c) {
  const std::string trace = "-trace_opcode_latency_initiation_sp";
  const Timing timing = c.is_given(trace) ? trace_timing(c, trace)
                                          : ptx_timing(c, kFpLatency, kFpInitiation, add, "first");
  c.set_whole("execution.sp.count", c.whole("-gpgpu_num_sp_units"), "-gpgpu_num_sp_units");
  set_operation(c, "float32", "sp", "-gpgpu_num_sp_units", timing);
  c.set_fact("execution.convert.unit", std::string("sp"), "no option");
  c.set_fact("execution.convert.latency", static_cast<std::int64_t>(1 + kFrontEndCycles),
             fmt::format("no option: 1 cycle, {}", kFrontEnd));
  c.set_fact("execution.convert.initiation", std::int64_t{1}, "no option");
  for (const char* unit : {"sp", "integer", "dp", "sfu", "memory"})
    c.set_fact(fmt::format("execution.{}.lanes", unit), std::int64_t{32},
               "GPGPU-Sim: a pipeline takes a warp at once, then waits its initiation interval");
  if (c.is_given(trace)) not_used(c, kFpLatency, kFpInitiation, trace);
  c.set_whole("execution.integer.count", c.whole(kIntUnits), kIntUnits);
  convert_integer(c);
  convert_shuffle(c);
}

void convert_double(Conversion& c) {
  const std::string trace = "-trace_opcode_latency_initiation_dp";
  const Timing timing = c.is_given(trace) ? trace_timing(c, trace)
                                          : ptx_timing(c, kDpLatency, kDpInitiation, add, "first");
  const std::uint64_t units = c.whole(kDpUnits);
  c.set_whole("execution.dp.count", units, kDpUnits);
  set_operation(c, "float64", units > 0 ? "dp" : "sfu", kDpUnits, timing);
  if (c.is_given(trace)) not_used(c, kDpLatency, kDpInitiation, trace);
}

void convert_special(Conversion& c) {
  const std::string trace = "-trace_opcode_latency_initiation_sfu";
  Timing timing{1, 1, kSfuLatency, kSfuInitiation, "the", "the"};
  if (c.is_given(trace))
    timing = trace_timing(c, trace);
  else
    timing.latency = c.whole(kSfuLatency), timing.initiation = c.whole(kSfuInitiation);
  if (c.is_given(trace)) not_used(c, kSfuLatency, kSfuInitiation, trace);
  c.set_as_is("execution.sfu.count", "-gpgpu_num_sfu_units");
  set_operation(c, "special", "sfu", "-gpgpu_num_sfu_units", timing);
}

/// A matrix instruction of PTX multiplies matrices of 16 x 16 x 16.
void convert_matrix(Conversion& c) {
  constexpr std::uint64_t kProducts = 16 * 16 * 16;
  const std::uint64_t units = c.whole(kTensorAvail) == 0 ? 0 : c.whole(kTensorUnits);
  c.set_whole("execution.matrix.count", units, kTensorUnits, "0 where -gpgpu_tensor_core_avail is");
  if (units == 0) return;
  const std::uint64_t interval = std::max<std::uint64_t>(c.whole(kTensorInitiation), 1);
  const std::uint64_t latency = c.whole(kTensorLatency) + kFrontEndCycles;
  c.set_whole("execution.matrix.f16", std::max<std::uint64_t>(kProducts / interval, 1),
              kTensorInitiation, "4096 products an instruction, by its interval");
  c.set_whole("execution.matrix.latency", latency > interval ? latency - interval : 1,
              kTensorLatency, fmt::format("{}, less the interval", kFrontEnd));
}

void convert_widths(Conversion& c) {
  const auto widths = c.list(kWidths, ',', 7, 13);
  const std::size_t last = widths.size() < 11 ? 6 : 10;
  c.set_whole("sm.result_buses", widths[last], kWidths, "width of the write-back stage");
}

struct Collectors {
  const char *unit, *option;
};
constexpr Collectors kCollectors[] = {{"sp", "-gpgpu_operand_collector_num_units_sp"},
                                      {"dp", "-gpgpu_operand_collector_num_units_dp"},
                                      {"integer", "-gpgpu_operand_collector_num_units_int"},
                                      {"sfu", "-gpgpu_operand_collector_num_units_sfu"},
                                      {"memory", "-gpgpu_operand_collector_num_units_mem"},
                                      {"matrix", "-gpgpu_operand_collector_num_units_tensor_core"}};

void convert_collectors(Conversion& c) {
  const bool specialized = c.flag(kSpecialized);
  const std::uint64_t generic = c.whole(kGeneric);
  for (const Collectors& row : kCollectors) {
    const std::string key = fmt::format("execution.{}.collectors", row.unit);
    if (specialized)
      c.set_whole(key, c.whole(row.option) + generic, row.option,
                  generic == 0 ? "" : fmt::format("+ {} of {}", generic, kGeneric));
    else
      c.set_whole(key, generic, kGeneric);
    if (!specialized) c.agrees(row.option, fmt::format("not used: {} is 0", kSpecialized));
  }
  if (generic > 0)
    c.differs(kGeneric,
              "each kind of pipeline has as many of its own, in GPGPU-Sim all share them");
}

constexpr const char* kPorts = "operands reach collectors as fast as the register banks give them";

constexpr OptionRow kUnitOptions[] = {
    {"-gpgpu_num_sp_units", "1", Fate::taken,
     "execution.sp.count execution.float32.unit execution.convert.unit execution.sp.lanes", "",
     convert_single},
    {kIntUnits, "0", Fate::taken,
     "execution.integer.count execution.integer.unit execution.integer_mul.unit "
     "execution.move.unit execution.logic.unit execution.predicate.unit execution.vote.unit",
     "", read_elsewhere},
    {kDpUnits, "0", Fate::taken, "execution.dp.count execution.float64.unit", "", convert_double},
    {"-gpgpu_num_sfu_units", "1", Fate::taken, "execution.sfu.count", "", convert_special},
    {kTensorAvail, "0", Fate::taken, "execution.matrix.count", "", convert_matrix},
    {kTensorUnits, "0", Fate::taken, "execution.matrix.count", "", read_elsewhere},
    {kIntLatency, "1,1,19,25,145,32", Fate::differs,
     "execution.integer.latency execution.integer_mul.latency execution.shuffle.latency "
     "execution.half.latency",
     kTwoClasses, read_elsewhere},
    {kIntInitiation, "1,1,4,4,32,4", Fate::taken,
     "execution.integer.initiation execution.integer_mul.initiation "
     "execution.shuffle.initiation execution.half.initiation",
     "", read_elsewhere},
    {kFpLatency, "1,1,1,1,30", Fate::differs, "execution.float32.latency", kOneClass,
     read_elsewhere},
    {kFpInitiation, "1,1,1,1,5", Fate::taken, "execution.float32.initiation", "", read_elsewhere},
    {kDpLatency, "8,8,8,8,335", Fate::differs, "execution.float64.latency", kOneClass,
     read_elsewhere},
    {kDpInitiation, "8,8,8,8,130", Fate::taken, "execution.float64.initiation", "", read_elsewhere},
    {kSfuLatency, "8", Fate::taken, "execution.special.latency", "", read_elsewhere},
    {kSfuInitiation, "8", Fate::taken, "execution.special.initiation", "", read_elsewhere},
    {kTensorLatency, "64", Fate::taken, "execution.matrix.latency", "", read_elsewhere},
    {kTensorInitiation, "64", Fate::differs, "execution.matrix.f16",
     "other element types than f16 have the rates of the base machine", read_elsewhere},
    {"-trace_opcode_latency_initiation_int", "", Fate::taken,
     "execution.integer.latency execution.integer.initiation",
     "instead of -ptx_opcode_latency_int and -ptx_opcode_initiation_int", read_elsewhere},
    {"-trace_opcode_latency_initiation_sp", "", Fate::taken,
     "execution.float32.latency execution.float32.initiation",
     "instead of -ptx_opcode_latency_fp and -ptx_opcode_initiation_fp", read_elsewhere},
    {"-trace_opcode_latency_initiation_dp", "", Fate::taken,
     "execution.float64.latency execution.float64.initiation",
     "instead of -ptx_opcode_latency_dp and -ptx_opcode_initiation_dp", read_elsewhere},
    {"-trace_opcode_latency_initiation_sfu", "", Fate::taken,
     "execution.special.latency execution.special.initiation",
     "instead of -ptx_opcode_latency_sfu and -ptx_opcode_initiation_sfu", read_elsewhere},
    {"-trace_opcode_latency_initiation_tensor", "", Fate::lacking, "",
     "of machine instructions, of which PTX's matrix instruction is several: the rate of "
     "-ptx_opcode_initiation_tensor counts"},
    {"-trace_opcode_latency_initiation_spec_op_*", "", Fate::lacking, "",
     "branches take sm.branch_latency, textures the texture cache, matrices execution.matrix"},
    {"-specialized_unit_*", "", Fate::lacking, "",
     "branches take sm.branch_latency, textures the texture cache, matrices execution.matrix"},
    {kWidths, "1,1,1,1,1,1,1,1,1,1,1,1,1", Fate::differs, "sm.result_buses",
     "between issue, collectors and pipelines there is no limit but the numbers of both",
     convert_widths},
    {kSpecialized, "1", Fate::taken, "", "", convert_collectors},
    {kGeneric, "0", Fate::taken, "execution.sp.collectors", "", read_elsewhere},
    {"-gpgpu_operand_collector_num_units_sp", "4", Fate::taken, "execution.sp.collectors", "",
     read_elsewhere},
    {"-gpgpu_operand_collector_num_units_dp", "0", Fate::taken, "execution.dp.collectors", "",
     read_elsewhere},
    {"-gpgpu_operand_collector_num_units_int", "0", Fate::taken, "execution.integer.collectors", "",
     read_elsewhere},
    {"-gpgpu_operand_collector_num_units_sfu", "4", Fate::taken, "execution.sfu.collectors", "",
     read_elsewhere},
    {"-gpgpu_operand_collector_num_units_mem", "2", Fate::taken, "execution.memory.collectors", "",
     read_elsewhere},
    {"-gpgpu_operand_collector_num_units_tensor_core", "4", Fate::taken,
     "execution.matrix.collectors", "", read_elsewhere},
    {"-gpgpu_operand_collector_num_in_ports_*", "", Fate::lacking, "", kPorts},
    {"-gpgpu_operand_collector_num_out_ports_*", "", Fate::lacking, "", kPorts},
};

}  // namespace

std::span<const OptionRow> unit_options() { return kUnitOptions; }

}  // namespace heddle::study::gpgpusim
