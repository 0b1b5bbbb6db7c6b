// Options of the L2 and of DRAM.
#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <map>
#include <string>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"
#include "heddle/base/text/words.hpp"
#include "study/gpgpusim/cache_conversion.hpp"
#include "study/gpgpusim/text/dram_timing.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr const char* kL2 = "-gpgpu_cache:dl2";
constexpr const char* kMapping = "-gpgpu_mem_addr_mapping";
constexpr const char* kIndexing = "-gpgpu_memory_partition_indexing";
constexpr const char* kChips = "-gpgpu_n_mem_per_ctrlr";
constexpr const char* kBusWidth = "-gpgpu_dram_buswidth";
constexpr const char* kBurst = "-gpgpu_dram_burst_length";
constexpr const char* kRatio = "-dram_data_command_freq_ratio";
constexpr const char* kTiming = "-gpgpu_dram_timing_opt";
constexpr const char* kWriteQueue = "-dram_write_queue_size";
constexpr const char* kSeparate = "-dram_seperate_write_queue_enable";
constexpr const char* kTurnaround = "-dram_elimnate_rw_turnaround";
constexpr const char* kQueue = "-gpgpu_frfcfs_dram_sched_queue_size";

void convert_l2(Conversion& c) {
  const CacheText l2 = cache_of(c, kL2);
  if (l2.none) c.refuse(kL2, "'none': heddle's memory has an L2; the smallest is 1 KiB a slice");
  set_cache(c, "l2", l2, kL2);
  c.set("dram.burst_per_sector", l2.sectored, kL2, "an L2 of sectors asks for each sector apart");
  c.set_fact("l2.fetch_bytes", std::int64_t{32}, "GPGPU-Sim: a miss fetches a sector");
  c.set_fact("l2.dirty_share", std::int64_t{1}, "GPGPU-Sim: written lines wait until evicted");
  c.set_fact("l2.atomic_cycles", std::int64_t{0}, "GPGPU-Sim: atomics on one address cost nothing");
  c.set_fact("load_store.shared_atomic_cycles", std::int64_t{0},
             "GPGPU-Sim: atomics on one address cost nothing");
  if (l2.write != 'B') c.differs(kL2, "the L2 writes back");
  if (l2.write_allocation != 'L')
    c.differs(kL2, "a store that misses takes a line and fetches nothing, as GPGPU-Sim's L does");
}

void convert_queues(Conversion& c) {
  const std::string name = "-gpgpu_dram_partition_queues";
  const auto sizes = c.list(name, ':', 4, 4);
  c.set_whole("l2.queue_entries", sizes[0], name, "the first: from the interconnect");
  c.set_whole("l2.reply_entries", sizes[3], name, "the last: to the interconnect");
}

/// A mapping has a letter for each address bit, from the highest to the lowest: D channel, B bank,
/// R row, C column, S byte of a burst. With dramid@N the channel's bits lie at bit N, beside those
/// of the letters.
void convert_mapping(Conversion& c) {
  const std::string text = c.text(kMapping);
  std::string letters = text;
  std::uint64_t channel_bit = 0;
  if (text.starts_with("dramid@")) {
    const std::size_t end = text.find(';');
    const auto bit = parse_whole(text.substr(7, end == std::string::npos ? end : end - 7));
    if (!bit || *bit > 40 || end == std::string::npos)
      c.refuse(kMapping, fmt::format("'{}': expected dramid@BIT;LETTERS", text));
    channel_bit = *bit;
    letters = text.substr(end + 1);
  }
  std::string bits;
  for (const char letter : letters) {
    if (letter == '.' || letter == '|') continue;
    if (std::string("DBRCS0dbrcs").find(letter) == std::string::npos)
      c.refuse(kMapping, fmt::format("has the letter '{}': expected 0, D, B, R, C and S", letter));
    bits += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  const std::size_t last = bits.rfind('D');
  if (channel_bit == 0) {
    if (last == std::string::npos)
      c.refuse(kMapping,
               "has no channel: expected dramid@BIT; before the letters, or D among them");
    channel_bit = bits.size() - 1 - last;
  }
  const auto inside = std::ranges::count_if(bits, [](char b) { return b == 'C' || b == 'S'; });
  c.set_whole("l2.interleave_bytes", std::uint64_t{1} << channel_bit, kMapping,
              "bytes below the channel's bits");
  c.set_whole("dram.row_bytes", std::uint64_t{1} << std::min<std::ptrdiff_t>(inside, 40), kMapping,
              "bits of column and byte");
}

void convert_indexing(Conversion& c) {
  const std::uint64_t kind = c.whole(kIndexing);
  c.set("l2.address_hash", kind != 0, kIndexing);
  if (kind != 0)
    c.differs(kIndexing, "heddle's hash of upper address bits, which spreads addresses otherwise");
}

void convert_bus(Conversion& c) {
  const std::uint64_t chips = c.whole(kChips), width = c.whole(kBusWidth);
  c.set_whole("dram.bytes_per_cycle", chips * width * c.whole(kRatio), kBusWidth,
              fmt::format("x {} {} x {} {}", kChips, chips, kRatio, c.whole(kRatio)));
  c.set_whole("dram.burst_bytes", chips * width * c.whole(kBurst), kBurst,
              fmt::format("x {} {} x {} {}", kChips, chips, kBusWidth, width));
}

void convert_scheduler_queue(Conversion& c) {
  const std::string scheduler = "-gpgpu_dram_scheduler";
  const std::uint64_t kind = c.whole(scheduler);
  if (kind > 1) c.refuse(scheduler, fmt::format("{}: expected 0 (in order) or 1 (FR-FCFS)", kind));
  c.set("dram.scheduler", std::string(kind == 0 ? "fcfs" : "fr_fcfs"), scheduler);
  constexpr std::uint64_t kMostRequests = 1024;
  const std::uint64_t entries = c.whole(kQueue);
  c.set_whole("dram.queue_entries", entries == 0 ? kMostRequests : entries, kQueue,
              entries == 0 ? "no limit" : "");
  if (entries == 0) c.differs(kQueue, "1024 requests, the most that heddle takes, instead of any");
}

void convert_timing(Conversion& c) {
  std::map<std::string, std::uint64_t> values;
  try {
    values = parse_dram_timing(c.text(kTiming));
  } catch (const Error& error) {
    c.refuse(kTiming, error.what());
  }
  static constexpr std::pair<const char*, const char*> kKeys[] = {
      {"nbk", "dram.banks"}, {"CCD", "dram.t_ccd"}, {"RRD", "dram.t_rrd"}, {"RCD", "dram.t_rcd"},
      {"RAS", "dram.t_ras"}, {"RP", "dram.t_rp"},   {"RC", "dram.t_rc"},   {"CL", "dram.t_cl"},
      {"WL", "dram.t_wl"},   {"WR", "dram.t_wr"}};
  for (const auto& [name, key] : kKeys) c.set_whole(key, values.at(name), kTiming, name);
  const bool turns = !c.flag(kTurnaround);
  c.set_whole("dram.t_cdlr", turns ? values.at("CDLR") : 0, turns ? kTiming : kTurnaround,
              turns ? "CDLR" : "no turnaround");
  const auto optional = [&](const char* name, std::uint64_t otherwise) {
    return values.contains(name) ? values.at(name) : otherwise;
  };
  c.set_whole("dram.bank_groups", std::max<std::uint64_t>(optional("nbkgrp", 1), 1), kTiming,
              "nbkgrp");
  c.set_whole("dram.t_ccd_l", optional("CCDL", 0), kTiming, "CCDL");
  c.set_whole("dram.t_rtp", optional("RTPL", 0), kTiming, "RTPL");
  c.set_fact("dram.bus_turnaround", std::int64_t{turns ? 2 : 0},
             "GPGPU-Sim: two cycles beside CL, WL and the burst");
  c.set_fact("dram.t_refi", std::int64_t{0}, "GPGPU-Sim: no refresh");
  c.set_fact("dram.t_rfc", std::int64_t{0}, "GPGPU-Sim: no refresh");
}

void convert_write_queue(Conversion& c) {
  const bool separate = c.flag(kSeparate);
  const auto sizes = c.list(kWriteQueue, ':', 3, 3);
  static constexpr const char* kKeys[] = {"dram.write_queue_entries", "dram.write_high",
                                          "dram.write_low"};
  for (std::size_t i = 0; i < 3; ++i)
    c.set_whole(kKeys[i], separate ? sizes[i] : 0, separate ? kWriteQueue : kSeparate);
  if (!separate) c.agrees(kWriteQueue, fmt::format("not used: {} is 0", kSeparate));
}

constexpr OptionRow kMemoryOptions[] = {
    {"-gpgpu_n_mem", "8", Fate::taken, "dram.channels", ""},
    {"-gpgpu_n_sub_partition_per_mchannel", "1", Fate::taken, "l2.slices_per_channel", ""},
    {kL2, "64:128:8,L:B:m:N,A:16:4,4", Fate::taken,
     "l2.bytes l2.line_bytes l2.associativity l2.set_index l2.replacement l2.sectored "
     "l2.mshr_entries l2.mshr_merges dram.burst_per_sector l2.fetch_bytes l2.dirty_share "
     "l2.atomic_cycles load_store.shared_atomic_cycles",
     "", convert_l2},
    {"-gpgpu_cache:dl2_texture_only", "1", Fate::lacking, "",
     "the L2 holds all data, not textures alone", nullptr, "0"},
    {"-l2_ideal", "0", Fate::lacking, "", "the L2 has misses", nullptr, "0"},
    {"-gpgpu_flush_l2_cache", "0", Fate::lacking, "",
     "the L2 keeps its lines from launch to launch", nullptr, "0"},
    {"-gpgpu_dram_partition_queues", "8:8:8:8", Fate::differs, "l2.queue_entries l2.reply_entries",
     "the queues between the L2 and DRAM are dram.queue_entries", convert_queues},
    {"-gpgpu_l2_rop_latency", "85", Fate::taken, "l2.hit_latency", ""},
    {"-dram_latency", "30", Fate::taken, "dram.latency", ""},
    {kIndexing, "0", Fate::taken, "l2.address_hash", "", convert_indexing},
    {kMapping, "", Fate::differs, "l2.interleave_bytes dram.row_bytes",
     "the bits of banks and rows lie above the channel\'s, so that other addresses share a bank",
     convert_mapping},
    {"-gpgpu_mem_address_mask", "0", Fate::lacking, "",
     "which addresses lie in one row follows from l2.interleave_bytes and dram.row_bytes"},
    {"-gpgpu_mem_addr_test", "0", Fate::no_result, "", "a test of GPGPU-Sim"},
    {kChips, "1", Fate::taken, "dram.bytes_per_cycle dram.burst_bytes", "", read_elsewhere},
    {kBusWidth, "4", Fate::taken, "dram.bytes_per_cycle", "", convert_bus},
    {kBurst, "4", Fate::taken, "dram.burst_bytes", "", read_elsewhere},
    {kRatio, "2", Fate::taken, "dram.bytes_per_cycle", "", read_elsewhere},
    {"-gpgpu_dram_scheduler", "1", Fate::taken, "dram.scheduler", "", convert_scheduler_queue},
    {kQueue, "0", Fate::taken, "dram.queue_entries", "", read_elsewhere},
    {"-gpgpu_dram_return_queue_size", "0", Fate::lacking, "",
     "a channel waits for l2.reply_entries alone: less waiting where DRAM is busy", nullptr, "0"},
    {kTiming, "4:2:8:12:21:13:34:9:4:5:13:1:0:0", Fate::taken,
     "dram.banks dram.t_ccd dram.t_rrd dram.t_rcd dram.t_ras dram.t_rp dram.t_rc dram.t_cl "
     "dram.t_wl dram.t_cdlr dram.t_wr dram.bank_groups dram.t_ccd_l dram.t_rtp "
     "dram.bus_turnaround dram.t_refi dram.t_rfc",
     "", convert_timing},
    {"-dram_bnk_indexing_policy", "0", Fate::lacking, "", "a bank follows from the address alone",
     nullptr, "0"},
    {"-dram_bnkgrp_indexing_policy", "0", Fate::lacking, "",
     "addresses alternate between two groups of banks each 256 B, as with 1", nullptr, "1"},
    {"-dram_dual_bus_interface", "0", Fate::taken, "dram.dual_command_bus", ""},
    {kSeparate, "0", Fate::taken, "dram.write_queue_entries", "", convert_write_queue},
    {kWriteQueue, "32:28:16", Fate::taken,
     "dram.write_queue_entries dram.write_high dram.write_low", "", read_elsewhere},
    {kTurnaround, "0", Fate::taken, "dram.t_cdlr dram.bus_turnaround", "", read_elsewhere},
    {"-gpgpu_simple_dram_model", "0", Fate::lacking, "",
     "DRAM has banks and rows, not a fixed latency", nullptr, "0"},
    {"-gpgpu_perf_sim_memcpy", "1", Fate::lacking, "",
     "copied data are in DRAM alone when a kernel begins, not in the L2: more L2 misses of the "
     "first kernels",
     nullptr, "0"},
};

}  // namespace

std::span<const OptionRow> memory_options() { return kMemoryOptions; }

}  // namespace heddle::study::gpgpusim
