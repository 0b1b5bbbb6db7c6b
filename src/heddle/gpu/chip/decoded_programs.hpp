// The decoded programs of a GPU. A program is decoded at its first launch. The result is kept as
// long as the program exists.
#pragma once

#include <map>
#include <memory>

#include "heddle/core/terms/decoded_program.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::gpu {

class DecodedPrograms {
 public:
  using Decoded = std::shared_ptr<const core::DecodedProgram>;

  /// Returns the decoded program. Calls `make` to decode the program if it has not been decoded
  /// yet. Forgets programs that no longer exist.
  template <typename Make>
  Decoded find(const std::shared_ptr<const isa::Program>& program, const Make& make) {
    if (const auto known = decoded_.find(program); known != decoded_.end()) return known->second;
    std::erase_if(decoded_, [](const auto& entry) { return entry.first.expired(); });
    Decoded made = make();
    if (program.use_count() != 0) decoded_.emplace(program, made);
    return made;
  }
  std::size_t size() const { return decoded_.size(); }

 private:
  std::map<std::weak_ptr<const isa::Program>, Decoded, std::owner_less<>> decoded_;
};

}  // namespace heddle::gpu
