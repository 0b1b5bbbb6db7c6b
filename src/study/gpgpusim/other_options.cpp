// Options of launches, of power, and those that change no result.
#include <cstdint>
#include <string>

#include "study/gpgpusim/conversion.hpp"

namespace heddle::study::gpgpusim {
namespace {

void convert_device_launches(Conversion& c) {
  const std::string name = "-cdp_latency";
  static constexpr const char* kKeys[] = {
      "device_runtime.stream_latency", "device_runtime.buffer_latency",
      "device_runtime.buffer_latency_thread", "device_runtime.launch_latency",
      "device_runtime.launch_latency_thread"};
  const auto cycles = c.list(name, ',', 5, 5);
  for (std::size_t i = 0; i < 5; ++i) c.set_whole(kKeys[i], cycles[i], name);
}

constexpr const char* kOfARun = "of a run, not of a machine: heddle run --stop-after";
constexpr const char* kCheckpoint = "GPGPU-Sim's checkpoints; heddle run --skip and --capture";
constexpr const char* kEnergyOnly = "energy alone: coefficients are those of the base machine";
constexpr const char* kOutput = "output";
constexpr const char* kFrontEndOfPtx = "how GPGPU-Sim finds the code of a program";

constexpr OptionRow kOtherOptions[] = {
    {"-gpgpu_kernel_launch_latency", "0", Fate::taken, "control.launch_latency", ""},
    {"-gpgpu_TB_launch_latency", "0", Fate::lacking, "",
     "a block starts without a delay of its own", nullptr, "0"},
    {"-cdp_latency", "7200,8000,100,12000,1600", Fate::taken,
     "device_runtime.stream_latency device_runtime.buffer_latency "
     "device_runtime.buffer_latency_thread device_runtime.launch_latency "
     "device_runtime.launch_latency_thread",
     "", convert_device_launches},
    {"-gpgpu_cdp_enabled", "0", Fate::no_result, "", "kernels can always launch kernels"},
    {"-gpgpu_max_concurrent_kernel", "32", Fate::lacking, "",
     "any number of kernels may be on the GPU"},
    {"-gpgpu_concurrent_kernel_sm", "0", Fate::lacking, "",
     "an SM takes blocks of several kernels that run at the same time (heddle list corun)", nullptr,
     "1"},
    {"-gpgpu_stack_size_limit", "1024", Fate::lacking, "",
     "a thread has the local memory that its kernel declares; programs set the limit themselves"},
    {"-gpgpu_heap_size_limit", "8388608", Fate::lacking, "",
     "the device's heap has the size that the program sets"},
    {"-gpgpu_runtime_sync_depth_limit", "2", Fate::no_result, "", "reported to programs"},
    {"-gpgpu_runtime_pending_launch_count_limit", "2048", Fate::no_result, "",
     "reported to programs"},
    {"-gpgpu_max_cycle", "0", Fate::lacking, "", kOfARun, nullptr, "0"},
    {"-gpgpu_max_insn", "0", Fate::lacking, "", kOfARun, nullptr, "0"},
    {"-gpgpu_max_cta", "0", Fate::lacking, "", kOfARun, nullptr, "0"},
    {"-gpgpu_max_completed_cta", "0", Fate::lacking, "", kOfARun, nullptr, "0"},
    {"-gpgpu_deadlock_detect", "1", Fate::taken, "",
     "control.watchdog_cycles ends a run without "
     "progress"},
    {"-gpgpu_ptx_sim_mode", "0", Fate::lacking, "",
     "of a run, not of a machine: heddle run --timing none", nullptr, "0"},
    {"-gpgpu_ptx_convert_to_ptxplus", "0", Fate::lacking, "",
     "PTX is lowered to machine instructions of heddle's own", nullptr, "0"},
    {"-gpgpu_ptx_instruction_classification", "0", Fate::no_result, "", kOutput},
    {"-gpgpu_ptx_save_converted_ptxplus", "0", Fate::no_result, "", kOutput},
    {"-gpgpu_ptx_use_cuobjdump", "1", Fate::no_result, "", kFrontEndOfPtx},
    {"-gpgpu_experimental_lib_support", "0", Fate::no_result, "", kFrontEndOfPtx},
    {"-gpgpu_ptx_inst_debug_*", "", Fate::no_result, "", kOutput},
    {"-save_embedded_ptx", "0", Fate::no_result, "", kOutput},
    {"-keep", "0", Fate::no_result, "", kOutput},
    {"-enable_ptx_file_line_stats", "1", Fate::no_result, "",
     "output; heddle run --set run.source_lines=N"},
    {"-ptx_line_stats_filename", "gpgpu_inst_stats.txt", Fate::no_result, "", kOutput},
    {"-gpgpu_memlatency_stat", "0", Fate::no_result, "", kOutput},
    {"-gpgpu_runtime_stat", "10000:0", Fate::no_result, "", "output; heddle run --sample N"},
    {"-gpgpu_warpdistro_shader", "-1", Fate::no_result, "", kOutput},
    {"-gpgpu_warp_issue_shader", "0", Fate::no_result, "", kOutput},
    {"-gpgpu_cflog_interval", "0", Fate::no_result, "", kOutput},
    {"-liveness_message_freq", "1", Fate::no_result, "", kOutput},
    {"-visualizer_*", "", Fate::no_result, "", "output; heddle run --report FILE"},
    {"-trace_enabled", "0", Fate::no_result, "", "output; heddle timeline"},
    {"-trace_components", "none", Fate::no_result, "", "output; heddle timeline"},
    {"-trace_sampling_*", "", Fate::no_result, "", "output; heddle timeline"},
    {"-trace", "", Fate::no_result, "", "the traces of an Accel-Sim run, not of a machine"},
    {"-checkpoint_*", "", Fate::lacking, "", kCheckpoint, nullptr, "0"},
    {"-resume_*", "", Fate::lacking, "", kCheckpoint, nullptr, "0"},
    {"-accelwattch_xml_file", "", Fate::differs,
     "energy.power.board_w energy.power.sm_w energy.power.active_sm_w",
     "of this file the powers of the chip and of SMs are taken; its factors of events scale "
     "energies of another model",
     read_elsewhere},
    {"-power_simulation_enabled", "0", Fate::no_result, "", "heddle always computes energy"},
    {"-power_simulation_mode", "0", Fate::lacking, "", kEnergyOnly, nullptr, "0"},
    {"-dvfs_enabled", "0", Fate::lacking, "", "clocks are fixed", nullptr, "0"},
    {"-aggregate_power_stats", "0", Fate::no_result, "", kOutput},
    {"-power_per_cycle_dump", "0", Fate::no_result, "", kOutput},
    {"-power_trace_*", "", Fate::no_result, "", "output; heddle run --sample N"},
    {"-steady_power_levels_enabled", "0", Fate::no_result, "", kOutput},
    {"-steady_state_definition", "8:4", Fate::no_result, "", kOutput},
    {"-hw_perf_*", "", Fate::lacking, "", kEnergyOnly},
    {"-accelwattch_hybrid_*", "", Fate::lacking, "", kEnergyOnly, nullptr, "0"},
    {"-gpgpu_clock_gated_lanes", "0", Fate::lacking, "", kEnergyOnly, nullptr, "1"},
    {"-gpgpu_clock_gated_reg_file", "0", Fate::lacking, "", kEnergyOnly},
    {"-n_regfile_gating_group", "4", Fate::lacking, "", kEnergyOnly},
};

}  // namespace

std::span<const OptionRow> other_options() { return kOtherOptions; }

}  // namespace heddle::study::gpgpusim
