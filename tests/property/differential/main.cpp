// generate_kernels SEED COUNT: prints a CUDA program of random kernels that checks itself.

#include <cstdio>
#include <cstdlib>

#include "generator.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: generate_kernels SEED COUNT\n");
    return 2;
  }
  const auto seed = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
  const auto count = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
  std::fputs(heddle::test::program_text(seed, count).c_str(), stdout);
  return 0;
}
