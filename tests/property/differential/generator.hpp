// Writes random kernels as CUDA C++ that can also be run on the host: a kernel is a list of phases,
// each a function for host and device, with a barrier after each on the device; on the host every
// thread runs a phase before any runs the next. A phase reads what other threads shared in the
// phase before, and writes its own place only, so that both orders must give the same bits.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::test {

class KernelGenerator {
 public:
  explicit KernelGenerator(std::uint32_t seed) : random_(seed) {}

  /// Definition of `struct Kernel<number>` with its phases; see program_text for what it relies on.
  std::string kernel(unsigned number);

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::string word();  ///< an expression of type unsigned
  std::string wide();  ///< of type unsigned long long
  std::string real();  ///< of type float
  std::string condition();
  std::string statements(unsigned count, unsigned depth);
  std::string statement(unsigned depth);
  std::string loop(unsigned depth);
  std::string branch(unsigned depth);
  std::string choice(unsigned depth);

  std::mt19937 random_;
  unsigned nesting_ = 0;  ///< of the expression being written
  unsigned loops_ = 0;    ///< numbers loop variables
};

/// A whole program of `count` kernels from `seed` on: runs each on the device and on the host and
/// compares.
std::string program_text(std::uint32_t seed, unsigned count);

}  // namespace heddle::test
