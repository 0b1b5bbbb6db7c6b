// Options of the L1, of shared memory, and of the constant and texture caches.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"
#include "heddle/base/text/words.hpp"
#include "study/gpgpusim/cache_conversion.hpp"
#include "study/gpgpusim/front_end.hpp"
#include "study/gpgpusim/policy_names.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr const char* kL1 = "-gpgpu_cache:dl1";
constexpr const char* kShared = "-gpgpu_shmem_size";
constexpr const char* kAdaptive = "-gpgpu_adaptive_cache_config";
constexpr const char* kSizes = "-gpgpu_shmem_option";
constexpr const char* kUnified = "-gpgpu_unified_l1d_size";
constexpr std::uint64_t kKib = 1024;

void set_write_rules(Conversion& c, const CacheText& l1) {
  const bool updates = l1.write == 'T' || l1.write == 'B';
  const bool keeps_local = l1.write == 'L' || l1.write == 'B';
  c.set("load_store.write_hit", std::string(updates ? "update" : "evict"), kL1, "write policy");
  c.set("l1.local_write", std::string(keeps_local ? "back" : "through"), kL1, "write policy");
  c.set("l1.write_allocate", l1.write_allocation != 'N', kL1, "write allocation");
  c.set("l1.allocation", std::string(l1.allocation == 'm' ? "on_miss" : "on_fill"), kL1,
        "allocation");
  if (l1.write == 'B')
    c.differs(kL1, "global stores go to the L2 at once, they are not kept in the L1");
  if (l1.write_allocation == 'W' || l1.write_allocation == 'F')
    c.differs(kL1, "a store that misses fetches nothing: its line is valid where it wrote");
  if (l1.allocation == 's')
    c.differs(kL1, "a streaming L1 has the stated miss registers, not one for each line");
}

void convert_l1(Conversion& c) {
  const CacheText l1 = cache_of(c, kL1);
  const bool skips = c.flag("-gpgpu_gmem_skip_L1D") || l1.none;
  c.set("load_store.cache_global_loads", !skips, l1.none ? kL1 : "-gpgpu_gmem_skip_L1D",
        "1 means that global loads pass by");
  if (l1.none) {
    c.differs(kL1, "global loads pass by the L1 of the base, and local memory has it");
    return;
  }
  set_cache(c, "l1", l1, kL1);
  set_write_rules(c, l1);
  if (l1.miss_queue != 0)
    c.set_whole("load_store.injection_queue", l1.miss_queue, kL1, "miss queue");
}

void convert_l1_latency(Conversion& c) {
  const std::string name = "-gpgpu_l1_latency";
  c.set_as_is("l1.hit_latency", name);
  c.set_whole("l1.miss_latency", c.whole(name), name, "it lies before the tags, for misses, too");
}

void convert_shared_latency(Conversion& c) {
  const std::string name = "-gpgpu_smem_latency";
  c.set_whole("load_store.shared_latency", c.whole(name) + kFrontEndCycles, name, kFrontEnd);
}

/// The L1 beside each size of shared memory (KiB) must be whole sets. The most ways with which it
/// is, at most those of the option, divide the number of lines beside each size.
void set_common_ways(Conversion& c, std::uint64_t unified,
                     const std::vector<std::uint64_t>& sizes) {
  const CacheText l1 = cache_of(c, kL1);
  if (l1.none) return;
  std::uint64_t common = unified / l1.line_bytes;
  for (const std::uint64_t size : sizes)
    common = std::gcd(common, (unified - size * kKib) / l1.line_bytes);
  std::uint64_t ways = std::min(l1.ways, common);
  while (common % ways != 0) --ways;
  if (ways == l1.ways) return;
  c.set_whole("l1.associativity", ways, kL1, "the most ways of which all sizes are whole sets");
  c.differs(kL1, fmt::format("{} ways instead of {}, with which the L1 beside each size of shared "
                             "memory has whole sets",
                             ways, l1.ways));
}

/// With an adaptive L1, a memory of -gpgpu_unified_l1d_size KiB is divided anew for each kernel.
void convert_division(Conversion& c) {
  const std::uint64_t unified = c.whole(kUnified) * kKib;
  auto sizes = c.list(kSizes, ',', 1, 32);
  std::ranges::sort(sizes);
  const std::uint64_t largest = sizes.back() * kKib;
  if (unified <= largest)
    c.refuse(kUnified, fmt::format("leaves no L1 beside {} KiB of shared memory ({}): heddle's L1 "
                                   "has a set or more; leave out the largest size, or say {} 0",
                                   sizes.back(), kSizes, kAdaptive));
  std::string text;
  for (const std::uint64_t size : sizes) text += (text.empty() ? "" : " ") + std::to_string(size);
  c.set("sm.shared_sizes", text, kSizes);
  c.set_whole("sm.shared_bytes", largest, kSizes, "the largest size");
  c.set_whole("l1.bytes", unified - largest, kUnified, "less the largest shared memory");
  set_common_ways(c, unified, sizes);
  c.differs(kAdaptive, "beside less shared memory the L1 has more sets, in GPGPU-Sim more ways");
  if (c.whole(kShared) != largest)
    c.differs(kShared, fmt::format("the largest size of {} counts", kSizes));
}

void convert_shared(Conversion& c) {
  if (c.flag(kAdaptive) && c.whole(kUnified) != 0) {
    convert_division(c);
  } else {
    if (c.flag(kAdaptive))
      c.differs(kAdaptive, fmt::format("shared memory and the L1 keep their sizes: {} and {}, of "
                                       "GPGPU-Sim 4.1 and later, would say how they are divided",
                                       kUnified, kSizes));
    c.set_as_is("sm.shared_bytes", kShared);
    c.set("sm.shared_sizes", std::string("single"), kAdaptive);
  }
  const std::string block = "-gpgpu_shmem_per_block";
  const auto bytes = static_cast<std::uint64_t>(c.number_set("sm.shared_bytes").value_or(0));
  c.set_whole("device.max_shared_per_block", std::min(c.whole(block), bytes), block,
              "at most the SM's");
}

/// Caches that programs choose with cudaFuncSetCacheConfig.
void compare_preferred(Conversion& c, const char* name, const char* usual) {
  if (c.text(name) == c.text(usual))
    c.agrees(name, fmt::format("as {}", usual));
  else
    c.lacks(name,
            "cudaFuncSetCacheConfig chooses among sm.shared_sizes only: kernels that ask for "
            "this division keep the other one");
}

void convert_preferred(Conversion& c) {
  for (const char* name : {"-gpgpu_cache:dl1PrefL1", "-gpgpu_cache:dl1PrefShared"})
    compare_preferred(c, name, kL1);
  for (const char* name :
       {"-gpgpu_shmem_sizeDefault", "-gpgpu_shmem_size_PrefL1", "-gpgpu_shmem_size_PrefShared"})
    compare_preferred(c, name, kShared);
}

void convert_constant(Conversion& c) {
  const std::string name = "-gpgpu_const_cache:l1";
  const bool perfect = c.flag("-gpgpu_perfect_inst_const_cache");
  c.set("constant_cache.enabled", !perfect, "-gpgpu_perfect_inst_const_cache",
        "1 means that all accesses hit");
  const CacheText cache = cache_of(c, name);
  if (cache.none) c.refuse(name, "'none': say -gpgpu_perfect_inst_const_cache 1 for none");
  set_cache(c, "constant_cache", cache, name);
  if (perfect) c.agrees(name, "not used: -gpgpu_perfect_inst_const_cache is 1");
}

void convert_texture(Conversion& c) {
  const std::string name = "-gpgpu_tex_cache:l1";
  const CacheText cache = cache_of(c, name);
  c.set("texture_cache.enabled", !cache.none, name);
  if (!cache.none) set_cache(c, "texture_cache", cache, name);
}

/// 13 is the GT200's rule, by half a warp and segment; Fermi's (20) and later ones are by line.
void convert_coalescing(Conversion& c) {
  const std::string name = "-gpgpu_coalesce_arch";
  if (c.whole(name) >= 20) c.agrees(name, "lanes are joined to lines and sectors");
}

constexpr OptionRow kCacheOptions[] = {
    {kL1, "none", Fate::taken,
     "l1.bytes l1.line_bytes l1.associativity l1.set_index l1.replacement l1.sectored "
     "l1.mshr_entries l1.mshr_merges l1.allocation l1.local_write l1.write_allocate "
     "load_store.write_hit load_store.injection_queue",
     "", convert_l1},
    {"-gpgpu_gmem_skip_L1D", "0", Fate::taken, "load_store.cache_global_loads", "", read_elsewhere},
    {"-gpgpu_l1_latency", "1", Fate::taken, "l1.hit_latency l1.miss_latency", "",
     convert_l1_latency},
    {"-gpgpu_l1_banks", "1", Fate::taken, "l1.lines_per_cycle", ""},
    {"-gpgpu_l1_banks_byte_interleaving", "32", Fate::lacking, "",
     "heddle's banks of the L1 are 4 bytes wide"},
    {"-gpgpu_l1_banks_hashing_function", "0", Fate::lacking, "",
     "the bank follows from the address without a hash", nullptr, "0"},
    {"-gpgpu_l1_cache_write_ratio", "0", Fate::lacking, "",
     "a written line is evicted by the replacement alone, however many are written", nullptr, "0"},
    {"-gpgpu_flush_l1_cache", "0", Fate::lacking, "", "the L1 loses its lines at each launch",
     nullptr, "1"},
    {"-gpgpu_perfect_mem", "0", Fate::lacking, "", "accesses that miss wait for memory", nullptr,
     "0"},
    {kShared, "16384", Fate::taken, "sm.shared_bytes device.max_shared_per_block", "",
     convert_shared},
    {kAdaptive, "0", Fate::taken, "sm.shared_sizes", "", read_elsewhere},
    {kSizes, "0", Fate::taken, "sm.shared_sizes sm.shared_bytes", "", read_elsewhere},
    {kUnified, "0", Fate::taken, "l1.bytes", "", read_elsewhere},
    {"-gpgpu_shmem_per_block", "49152", Fate::differs, "device.max_shared_per_block",
     "heddle refuses a block that needs more; GPGPU-Sim reports the limit to programs",
     read_elsewhere},
    {"-gpgpu_cache:dl1PrefL1", "none", Fate::taken, "", "", convert_preferred},
    {"-gpgpu_cache:dl1PrefShared", "none", Fate::taken, "", "", read_elsewhere},
    {"-gpgpu_shmem_sizeDefault", "16384", Fate::taken, "", "", read_elsewhere},
    {"-gpgpu_shmem_size_PrefL1", "16384", Fate::taken, "", "", read_elsewhere},
    {"-gpgpu_shmem_size_PrefShared", "16384", Fate::taken, "", "", read_elsewhere},
    {"-gpgpu_smem_latency", "3", Fate::taken, "load_store.shared_latency",
     "plus the stages before the pipeline", convert_shared_latency},
    {"-gpgpu_shmem_num_banks", "16", Fate::taken, "load_store.shared_banks", ""},
    {"-gpgpu_shmem_limited_broadcast", "1", Fate::lacking, "",
     "any number of words is broadcast in a cycle: fewer bank conflicts", nullptr, "0"},
    {"-gpgpu_shmem_warp_parts", "2", Fate::lacking, "",
     "a whole warp is checked for bank conflicts at once", nullptr, "1"},
    {"-gpgpu_mem_unit_ports", "1", Fate::lacking, "",
     "the load-store unit takes one access a cycle", nullptr, "1"},
    {"-gpgpu_num_mem_units", "1", Fate::no_result, "", "GPGPU-Sim does not use it"},
    {"-gpgpu_coalesce_arch", "13", Fate::lacking, "",
     "a warp's lanes are joined to lines and sectors, as of 20 and later", convert_coalescing},
    {"-gpgpu_const_cache:l1", "64:64:2,L:R:f:N,A:2:32,4", Fate::taken,
     "constant_cache.enabled constant_cache.bytes constant_cache.line_bytes "
     "constant_cache.associativity constant_cache.set_index constant_cache.replacement "
     "constant_cache.sectored constant_cache.mshr_entries constant_cache.mshr_merges",
     "", convert_constant},
    {"-gpgpu_tex_cache:l1", "8:128:5,L:R:m:N,F:128:4,128:2", Fate::taken,
     "texture_cache.enabled texture_cache.bytes texture_cache.line_bytes "
     "texture_cache.associativity texture_cache.set_index texture_cache.replacement "
     "texture_cache.sectored texture_cache.mshr_entries texture_cache.mshr_merges",
     "", convert_texture},
    {"-gpgpu_local_mem_map", "1", Fate::lacking, "",
     "local memory lies by thread in words, as in GPGPU-Sim with 1", nullptr, "1"},
};

}  // namespace

CacheText cache_of(const Conversion& conversion, const std::string& name) {
  try {
    return parse_cache_text(conversion.text(name));
  } catch (const Error& error) {
    conversion.refuse(name, error.what());
  }
}

void set_cache(Conversion& c, const std::string& prefix, const CacheText& cache,
               const std::string& name) {
  const auto key = [&](const char* last) { return prefix + "." + last; };
  if (!std::has_single_bit(cache.line_bytes))
    c.refuse(name, fmt::format("has lines of {} bytes; heddle's are powers of two, 32 to 256",
                               cache.line_bytes));
  c.set_whole(key("bytes"), cache.bytes(), name, "sets x line x ways");
  c.set_whole(key("line_bytes"), cache.line_bytes, name, "line");
  c.set_whole(key("associativity"), cache.ways, name, "ways");
  const bool hashes = cache.set_index == 'H' && std::has_single_bit(cache.sets);
  c.set(key("set_index"), std::string(hashes ? "fermi" : "linear"), name, "set index");
  c.set(key("replacement"), replacement_named(cache.replacement), name, "replacement");
  c.set(key("sectored"), cache.sectored, name, "type");
  c.set_whole(key("mshr_entries"), cache.mshr_entries, name, "miss registers");
  c.set_whole(key("mshr_merges"), cache.mshr_merges, name, "merges");
  if (!hashes && cache.set_index != 'L')
    c.differs(name, fmt::format("the set follows from the address without the hash {}: strides of "
                                "a power of two conflict more",
                                cache.set_index));
}

std::span<const OptionRow> cache_options() { return kCacheOptions; }

}  // namespace heddle::study::gpgpusim
