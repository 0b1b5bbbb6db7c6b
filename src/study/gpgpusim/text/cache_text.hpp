// The text with which GPGPU-Sim describes a cache:
//   TYPE:SETS:LINE:WAYS,REPLACEMENT:WRITE:ALLOCATION:WRITE_ALLOCATION:SET_INDEX,MSHR:ENTRIES:MERGES,
//   QUEUE:FIFO,PORT
// as in "S:64:128:8,L:B:m:L:L,A:256:4,4:0,32". Files of GPGPU-Sim 3 have no TYPE, and in some of
// them no SET_INDEX. FIFO and PORT may be missing.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::study::gpgpusim {

struct CacheText {
  bool none = false;      ///< "none": there is no such cache, and no other member counts
  bool sectored = false;  ///< TYPE S; N and a missing type are whole lines
  std::uint64_t sets = 0, line_bytes = 0, ways = 0;
  char replacement = 'L';  ///< L: LRU, F: FIFO
  char write = 'R';        ///< R: read only, B: back, T: through, E: evict, L: local data back,
                           ///< global data evicted
  char allocation = 'm';   ///< m: on the miss, f: on the fill, s: on the fill, streaming
  char write_allocation = 'N';  ///< N: none, W: allocate, F: fetch on write, L: fetch on read
  char set_index = 'L';  ///< L: linear, H: Fermi's, P: polynomial, X: exclusive or, C: custom
  std::uint64_t mshr_entries = 0, mshr_merges = 0;
  std::uint64_t miss_queue = 0;  ///< 0: not stated

  std::uint64_t bytes() const { return sets * line_bytes * ways; }
};

/// Throws Error, which says what part of the text is wrong and what is expected there.
CacheText parse_cache_text(const std::string& text);

}  // namespace heddle::study::gpgpusim
