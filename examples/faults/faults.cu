// Small kernels with one fault each, and their mended twins, which compute the same: faults NAME
// seeded|mended. The program exits with 0 if the values are right. Without words it lists the
// names.
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "accesses.cuh"
#include "arithmetic.cuh"
#include "caches.cuh"
#include "occupancy.cuh"
#include "order.cuh"

int main(int count, char** words) {
  const std::map<std::string, std::function<bool(bool mended)>> faults = {
      {"arrays", arrays},
      {"atomics", atomics},
      {"banks", banks},
      {"barriers", barriers},
      {"blocks", blocks},
      {"coalescing", coalescing},
      {"constants", constants},
      {"divergence", divergence},
      {"divisions", divisions},
      {"doubles", doubles},
      {"fences", fences},
      {"imbalance", imbalance},
      {"l1", l1},
      {"l2", l2},
      {"launches", launches},
      {"loads", loads},
      {"partitions", partitions},
      {"registers", registers},
      {"sectors", sectors},
      {"shared", shared},
      {"shared_atomics", shared_atomics},
      {"spills", spills},
      {"tail", tail},
  };
  const auto fault = count == 3 ? faults.find(words[1]) : faults.end();
  const bool known = count == 3 && (std::strcmp(words[2], "mended") == 0 ||
                                    std::strcmp(words[2], "seeded") == 0);
  if (fault == faults.end() || !known) {
    for (const auto& [name, run] : faults) std::printf("%s\n", name.c_str());
    return count == 1 ? 0 : 2;
  }
  const bool right = fault->second(std::strcmp(words[2], "mended") == 0);
  std::printf("%s\n", right ? "ok" : "wrong");
  return right ? 0 : 1;
}
