// The parameters that options become, each derived from the option's meaning.
#include "study/gpgpusim/import.hpp"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../sim/temporary_folder.hpp"
#include "heddle/base/exception.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::study::gpgpusim {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kSmall = R"(
-gpgpu_ptx_force_max_capability 20
-gpgpu_n_clusters 3
-gpgpu_n_cores_per_cluster 2
-gpgpu_clock_domains 1000.0:500.0:800.0:1250.5
-gpgpu_shader_core_pipeline 1024:32
-gpgpu_shader_cta 16
-gpgpu_shader_registers 49152
-gpgpu_num_sched_per_core 2
-gpgpu_scheduler two_level_active:6:2:1
-gpgpu_max_insn_issue_per_warp 2
-gpgpu_pipeline_widths 2,0,0,1,1,2,0,0,1,1,3
-gpgpu_num_sp_units 2
-gpgpu_num_sfu_units 1
-ptx_opcode_latency_int 4,13,5,7,145,32
-ptx_opcode_initiation_int 1,2,3,2,8,4
-ptx_opcode_latency_fp 9,13,9,9,39
-ptx_opcode_initiation_fp 2,2,2,2,4
-ptx_opcode_latency_dp 8,19,8,8,330
-ptx_opcode_initiation_dp 8,16,8,8,130
-gpgpu_operand_collector_num_units_sp 6
-gpgpu_num_reg_banks 16
-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:64:8,8
-gpgpu_l1_latency 35
-gpgpu_smem_latency 26
-gpgpu_shmem_size 49152
-gpgpu_shmem_num_banks 32
-gpgpu_cache:il1 N:4:128:4,L:R:f:N:L,S:2:32,4
-gpgpu_const_cache:l1 N:64:64:2,L:R:f:N:L,S:2:32,4
-gpgpu_tex_cache:l1 N:4:128:24,L:R:m:N:L,T:128:4,128:2
-gpgpu_cache:dl2 S:64:128:8,L:B:m:L:P,A:256:4,4:0,32
-gpgpu_n_mem 6
-gpgpu_n_sub_partition_per_mchannel 2
-gpgpu_l2_rop_latency 120
-dram_latency 90
-gpgpu_dram_partition_queues 64:32:16:48
-gpgpu_n_mem_per_ctrlr 2
-gpgpu_dram_buswidth 4
-gpgpu_dram_burst_length 8
-dram_data_command_freq_ratio 4
-gpgpu_mem_addr_mapping dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS
-gpgpu_dram_timing_opt "nbk=16:CCD=2:RRD=6:RCD=12:RAS=28:RP=11:RC=40:
                        CL=13:WL=4:CDLR=5:WR=14:nbkgrp=4:CCDL=3:RTPL=2"
-gpgpu_frfcfs_dram_sched_queue_size 32
-network_mode 2
-icnt_flit_size 40
-icnt_in_buffer_limit 96
-gpgpu_kernel_launch_latency 1500
-visualizer_enabled 0
)";

/// Each value with its derivation where it is not the option's own.
const std::map<std::string, std::string> kParametersOfSmall = {
    {"base", "gtx480"},                 // capability 2.0
    {"sm.count", "6"},                  // 3 clusters of 2
    {"device.core_clock_mhz", "1000"},  // the clocks in their order
    {"interconnect.clock_mhz", "500"},
    {"l2.clock_mhz", "800"},
    {"dram.clock_mhz", "1250.5"},
    {"control.quantum", "16"},  // 16 crossbar cycles are 32 core cycles
    {"sm.threads", "1024"},
    {"sm.warps", "32"},  // 1024 / 32
    {"sm.blocks", "16"},
    {"sm.registers", "49152"},
    {"sm.schedulers", "2"},
    {"policies.warp_scheduler", "two_level"},
    {"warp_scheduler.two_level.active", "6"},
    {"warp_scheduler.two_level.within", "gto"},  // priority 2
    {"sm.issue_width", "2"},
    {"sm.issue_to_different_units", "true"},  // GPGPU-Sim's default
    {"sm.result_buses", "3"},                 // the eleventh width
    {"execution.sp.count", "2"},
    {"execution.sp.collectors", "6"},
    {"execution.memory.collectors", "2"},  // GPGPU-Sim's default
    {"execution.integer.unit", "sp"},      // no integer units
    {"execution.integer.latency", "10"},   // 4 + 6
    {"execution.integer.initiation", "1"},
    {"execution.integer_mul.latency", "13"},  // 7 + 6
    {"execution.integer_mul.initiation", "2"},
    {"execution.shuffle.latency", "38"},  // 32 + 6
    {"execution.float32.latency", "15"},  // 9 + 6
    {"execution.float32.initiation", "2"},
    {"execution.float64.unit", "sfu"},    // no units for double precision
    {"execution.float64.latency", "14"},  // 8 + 6
    {"execution.float64.initiation", "8"},
    {"execution.dp.count", "0"},
    {"execution.special.latency", "14"},  // GPGPU-Sim's default 8, + 6
    {"execution.move.latency", "7"},      // 1 + 6
    {"execution.matrix.count", "0"},
    {"l1.bytes", "16384"},  // 32 x 128 x 4
    {"l1.associativity", "4"},
    {"l1.set_index", "fermi"},          // H
    {"l1.sectored", "false"},           // N
    {"l1.allocation", "on_miss"},       // m
    {"l1.local_write", "back"},         // L
    {"l1.write_allocate", "false"},     // N
    {"load_store.write_hit", "evict"},  // L
    {"l1.mshr_entries", "64"},
    {"l1.mshr_merges", "8"},
    {"load_store.injection_queue", "8"},
    {"l1.hit_latency", "35"},
    {"load_store.shared_latency", "32"},  // 26 + 6
    {"sm.shared_bytes", "49152"},
    {"sm.shared_sizes", "single"},
    {"fetch.cache_bytes", "2048"},     // 4 x 128 x 4
    {"constant_cache.bytes", "8192"},  // 64 x 64 x 2
    {"constant_cache.line_bytes", "64"},
    {"texture_cache.bytes", "12288"},  // 4 x 128 x 24
    {"texture_cache.associativity", "24"},
    {"l2.bytes", "65536"},  // 64 x 128 x 8, of a slice
    {"l2.sectored", "true"},
    {"l2.set_index", "linear"},  // P has no counterpart
    {"l2.slices_per_channel", "2"},
    {"l2.queue_entries", "64"},  // the first queue
    {"l2.reply_entries", "48"},  // the last queue
    {"l2.hit_latency", "120"},
    {"l2.interleave_bytes", "256"},  // bit 8
    {"dram.row_bytes", "4096"},      // 6 bits C and 6 bits S
    {"dram.channels", "6"},
    {"dram.bytes_per_cycle", "32"},  // 2 chips x 4 B x 4
    {"dram.burst_bytes", "64"},      // 2 chips x 4 B x 8
    {"dram.banks", "16"},
    {"dram.bank_groups", "4"},
    {"dram.t_rp", "11"},
    {"dram.t_cl", "13"},
    {"dram.t_wr", "14"},
    {"dram.t_ccd_l", "3"},
    {"dram.queue_entries", "32"},
    {"dram.scheduler", "fr_fcfs"},  // GPGPU-Sim's default
    {"dram.latency", "90"},
    {"interconnect.flit_bytes", "40"},
    {"interconnect.credits", "96"},
    {"control.launch_latency", "1500"}};

class Imported : public testing::Test {
 protected:
  Import import(const std::string& text) const {
    return import_machine({{folder_.write("gpgpusim.config", text)}, "", "", "small", false});
  }
  static sim::Settings settings_of(const Import& import) {
    return sim::parse_settings(import.machine, "small.toml");
  }
  std::string value(const std::string& text, const std::string& key) const {
    const sim::Settings settings = settings_of(import(text));
    const auto at = settings.find(key);
    return at == settings.end() ? "" : sim::to_string(at->second.value);
  }
  std::string refusal(const std::string& text) const {
    return sim::error_of([&] { import(text); });
  }
  static OptionFinding finding(const Import& import, const std::string& name) {
    for (const OptionFinding& option : import.options)
      if (option.name == name) return option;
    return {};
  }

  sim::MachineFolder machines_;
  sim::TemporaryFolder folder_;
};

TEST_F(Imported, ParametersFollowFromTheOptions) {
  const sim::Settings settings = settings_of(import(kSmall));
  for (const auto& [key, text] : kParametersOfSmall) {
    const auto at = settings.find(key);
    ASSERT_NE(at, settings.end()) << key;
    EXPECT_EQ(sim::to_string(at->second.value), text) << key;
  }
}

TEST_F(Imported, EachLineNamesItsSource) {
  const Import machine = import(kSmall);
  EXPECT_THAT(machine.machine,
              HasSubstr("# -gpgpu_n_clusters 3: x 2 of -gpgpu_n_cores_per_cluster"));
  for (const std::string& line : split_at(machine.machine, '\n')) {
    const bool sets = line.find(" = ") != std::string::npos && !line.starts_with("#");
    if (sets && !line.starts_with("base") && !line.starts_with("name")) {
      EXPECT_THAT(line, HasSubstr("  # ")) << line;
    }
  }
}

TEST_F(Imported, MachineLoads) {
  sim::ConfigurationRequest request;
  request.machine = folder_.write("small.toml", import(kSmall).machine).string();
  EXPECT_EQ(sim::Configuration::resolve(request).machine.sm.warps, 32u);
}

TEST_F(Imported, SaysWhatBecameOfEachOption) {
  const Import machine = import(std::string(kSmall) +
                                "-gpgpu_reg_file_port_throughput 2\n-gpgpu_perfect_mem 0\n"
                                "-gpgpu_n_memm 3\n");
  EXPECT_EQ(finding(machine, "-gpgpu_n_mem").fate, Fate::taken);
  EXPECT_EQ(finding(machine, "-gpgpu_n_cores_per_cluster").fate, Fate::differs);
  EXPECT_EQ(finding(machine, "-gpgpu_cache:dl2").fate, Fate::differs);  // the hash P
  EXPECT_EQ(finding(machine, "-gpgpu_cache:dl1").fate, Fate::taken);
  EXPECT_EQ(finding(machine, "-gpgpu_reg_file_port_throughput").fate, Fate::lacking);
  EXPECT_EQ(finding(machine, "-gpgpu_perfect_mem").fate, Fate::taken);  // 0 is what heddle does
  EXPECT_EQ(finding(machine, "-visualizer_enabled").fate, Fate::no_result);
  EXPECT_FALSE(finding(machine, "-gpgpu_n_memm").known);
  EXPECT_THAT(finding(machine, "-gpgpu_n_memm").note, HasSubstr("'-gpgpu_n_mem'"));
  EXPECT_EQ(machine.unknown(), 1u);
  EXPECT_EQ(machine.count(Fate::taken) + machine.count(Fate::differs) +
                machine.count(Fate::lacking) + machine.count(Fate::no_result) + 1,
            machine.options.size());
  EXPECT_THAT(machine.machine, HasSubstr("#   -gpgpu_reg_file_port_throughput 2: "));
}

TEST_F(Imported, StrictRefusesUnknownOptions) {
  const auto file = folder_.write("gpgpusim.config", "-gpgpu_n_mem 6\n-gpgpu_n_memm 6\n");
  EXPECT_THAT(sim::error_of([&] { import_machine({{file}, "", "", "small", true}); }),
              HasSubstr("gpgpusim.config:2: unknown option -gpgpu_n_memm"));
}

TEST_F(Imported, SchedulersAreNamedAsInHeddle) {
  const auto with = [&](const std::string& scheduler, const std::string& key) {
    return value(std::string(kSmall) + "-gpgpu_scheduler " + scheduler + "\n", key);
  };
  EXPECT_EQ(with("lrr", "policies.warp_scheduler"), "lrr");
  EXPECT_EQ(with("old", "policies.warp_scheduler"), "oldest");
  EXPECT_EQ(with("rrr", "policies.warp_scheduler"), "lrr");
  EXPECT_EQ(with("two_level_active:4:0:1", "warp_scheduler.two_level.within"), "lrr");
  EXPECT_EQ(with("warp_limiting:2:8", "policies.throttle"), "swl");
  EXPECT_EQ(with("warp_limiting:2:8", "throttle.swl.limit"), "16");  // 8 of each of 2 schedulers
}

TEST_F(Imported, ChannelsMayLieAmongTheLetters) {
  // From the lowest bit: 7 S, 3 C, and then D, so bit 10; 6 C and 7 S in all.
  const std::string text = std::string(kSmall) +
                           "-gpgpu_mem_addr_mapping 00000000.RRRRRRRR.RRRRBBBB.CCCDDDCC.CSSSSSSS\n";
  EXPECT_EQ(value(text, "l2.interleave_bytes"), "1024");
  EXPECT_EQ(value(text, "dram.row_bytes"), "8192");
}

TEST_F(Imported, WritesHaveAQueueOfTheirOwnIfAsked) {
  EXPECT_EQ(value(kSmall, "dram.write_queue_entries"), "0");
  const std::string text = std::string(kSmall) +
                           "-dram_seperate_write_queue_enable 1\n"
                           "-dram_elimnate_rw_turnaround 1\n";
  EXPECT_EQ(value(text, "dram.write_queue_entries"), "32");  // GPGPU-Sim's default 32:28:16
  EXPECT_EQ(value(text, "dram.write_high"), "28");
  EXPECT_EQ(value(text, "dram.write_low"), "16");
  EXPECT_EQ(value(text, "dram.t_cdlr"), "0");
  EXPECT_EQ(value(text, "dram.bus_turnaround"), "0");
}

TEST_F(Imported, AdaptiveL1HasWhatSharedMemoryLeaves) {
  const std::string text = std::string(kSmall) +
                           "-gpgpu_adaptive_cache_config 1\n-gpgpu_shmem_option 0,8,100\n"
                           "-gpgpu_unified_l1d_size 128\n"
                           "-gpgpu_cache:dl1 S:4:128:64,L:T:m:N:L,A:512:8,16:0,32\n";
  EXPECT_EQ(value(text, "sm.shared_sizes"), "0 8 100");
  EXPECT_EQ(value(text, "sm.shared_bytes"), "102400");
  EXPECT_EQ(value(text, "l1.bytes"), "28672");  // 28 KiB
  // 1024, 960 and 224 lines: 32 is the greatest common divisor.
  EXPECT_EQ(value(text, "l1.associativity"), "32");
  EXPECT_EQ(value(text, "load_store.write_hit"), "update");
  EXPECT_EQ(value(text, "l1.local_write"), "through");
}

TEST_F(Imported, TracesOfMachineInstructionsHaveTheirOwnLatencies) {
  const std::string text = std::string(kSmall) +
                           "-trace_opcode_latency_initiation_int 2,3\n"
                           "-trace_opcode_latency_initiation_sp 5,1\n";
  EXPECT_EQ(value(text, "execution.integer.latency"), "8");
  EXPECT_EQ(value(text, "execution.integer.initiation"), "3");
  EXPECT_EQ(value(text, "execution.logic.latency"), "8");
  EXPECT_EQ(value(text, "execution.float32.latency"), "11");
  EXPECT_EQ(value(text, "execution.float64.latency"), "14");
}

TEST_F(Imported, MatrixRateFollowsFromTheInterval) {
  const std::string text = std::string(kSmall) +
                           "-gpgpu_tensor_core_avail 1\n-gpgpu_num_tensor_core_units 4\n"
                           "-ptx_opcode_latency_tesnor 64\n-ptx_opcode_initiation_tensor 32\n";
  EXPECT_EQ(value(text, "execution.matrix.count"), "4");
  EXPECT_EQ(value(text, "execution.matrix.f16"), "128");     // 16 x 16 x 16 / 32
  EXPECT_EQ(value(text, "execution.matrix.latency"), "38");  // 64 + 6 - 32
}

TEST_F(Imported, NetworkFileHasFlitsAndBuffers) {
  folder_.write("net.icnt", "topology = fly; n = 1;\nflit_size = 32; vc_buf_size = 12;\n");
  const std::string text = std::string(kSmall) + "-network_mode 1\n-inter_config_file net.icnt\n";
  EXPECT_EQ(value(text, "interconnect.flit_bytes"), "32");
  EXPECT_EQ(value(text, "interconnect.credits"), "12");
  EXPECT_THAT(refusal(std::string(kSmall) + "-network_mode 1\n-inter_config_file no.icnt\n"),
              HasSubstr("no.icnt: there is no such file"));
}

TEST_F(Imported, PowerFileHasPowersOfChipAndSms) {
  folder_.write("power.xml",
                "<component>\n<!-- <param name=\"constant_power\" value=\"1\"/> -->\n"
                "<param name=\"constant_power\" value=\"30.5\" /> <!-- W -->\n"
                "<param name=\"idle_core_power\" value=\"0.25\"/>\n"
                "<param name=\"static_geomean_flane\" value=\"9\"/>\n"
                "<param name=\"static_geomean_addlane\" value=\"0.5\"/>\n"
                "<param name=\"L2_RH\" value=\"1.5\"/>\n</component>\n");
  const std::string text = std::string(kSmall) + "-accelwattch_xml_file power.xml\n";
  EXPECT_EQ(value(text, "energy.power.board_w"), "30.5");
  EXPECT_EQ(value(text, "energy.power.sm_w"), "0.25");
  EXPECT_EQ(value(text, "energy.power.active_sm_w"), "3.833333");  // (9 + 31 / 2) / 6 - 0.25
  EXPECT_EQ(value(text, "energy.power.other_w"), "0");
  EXPECT_EQ(value(text + "-power_simulation_enabled 0\n", "energy.power.board_w"), "");
  folder_.write("power.xml", "<param name=\"constant_power\" value=\"30");
  EXPECT_THAT(refusal(text), HasSubstr("power.xml:1:1: no '>' ends"));
}

TEST_F(Imported, RefusesValuesThatHeddleCannotHave) {
  const auto with = [](const std::string& line) { return std::string(kSmall) + line + "\n"; };
  EXPECT_THAT(refusal(with("-gpgpu_n_mem 99999")),
              HasSubstr("-gpgpu_n_mem 99999 would be dram.channels = 99999, and heddle takes 1 to "
                        "128"));
  EXPECT_THAT(refusal(with("-gpgpu_n_mem 1x")), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal(with("-gpgpu_n_mem 99999999999999999999")),
              HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal(with("-gpgpu_shader_core_pipeline 1024:64")), HasSubstr("warps of 64"));
  EXPECT_THAT(refusal(with("-gpgpu_clock_domains 700:700")), HasSubstr("expected four clocks"));
  EXPECT_THAT(refusal(with("-gpgpu_scheduler lrrr")), HasSubstr("'lrrr': expected lrr"));
  EXPECT_THAT(refusal(with("-gpgpu_cache:dl1 N:32:128")), HasSubstr("is no cache"));
  EXPECT_THAT(refusal(with("-gpgpu_cache:dl1 N:32:96:4,L:L:m:N:L,A:64:8,8")),
              HasSubstr("lines of 96 bytes"));
  EXPECT_THAT(refusal(with("-gpgpu_dram_timing_opt nbk=16")), HasSubstr("has no CCD"));
  EXPECT_THAT(refusal(with("-gpgpu_mem_addr_mapping dramid@x;RR")), HasSubstr("dramid@BIT"));
  // The machine's own checks name the option, too: 12 banks in 5 groups.
  EXPECT_THAT(refusal(with("-gpgpu_dram_timing_opt 12:2:6:12:28:11:40:13:4:5:14:5:3:2")),
              HasSubstr("gpgpusim.config:50, -gpgpu_dram_timing_opt"));
}

TEST_F(Imported, EmptyConfigurationIsNone) {
  EXPECT_THAT(refusal("# nothing\n"), HasSubstr("none of its 0 options"));
  EXPECT_THAT(refusal("-foo 1\n"), HasSubstr("none of its 1 options"));
}

/// Every parameter that the table names exists, and no option stands twice.
TEST(OptionTable, NamesParametersAndOptionsOnce) {
  std::set<std::string> keys;
  for (const sim::ParameterRow& row : sim::all_parameters()) keys.insert(row.key);
  std::set<std::string> names;
  for (const OptionRow* row : option_rows()) {
    EXPECT_TRUE(names.emplace(row->name).second) << row->name;
    for (const std::string& key : split_words(row->keys))
      EXPECT_TRUE(keys.contains(key)) << row->name << ": " << key;
    if (row->fate == Fate::lacking && row->convert == nullptr) {
      EXPECT_FALSE(row->note.empty()) << row->name;
    }
  }
}

}  // namespace
}  // namespace heddle::study::gpgpusim
