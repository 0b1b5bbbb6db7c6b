// Who on an SM waits for a reply. Each request of the SM carries its origin in one word. Memory
// returns this word with the reply and does not interpret it.
#pragma once

#include <cstdint>

#include "heddle/model/sm_events.hpp"

namespace heddle::core {

class Origin {
 public:
  enum class Owner : std::uint8_t {
    transaction,  ///< a transaction of an instruction
    cache,        ///< a first-level cache, whose miss registers know who waits for the line
    write_back,   ///< nobody: the request writes a line back
    code,         ///< the front end: the request is for a line of code
    context,      ///< a transfer of a block's context
  };
  /// Accesses and transfers have numbers below this one.
  static constexpr std::uint32_t kNumbers = 1u << 21;
  // Stand in place of a transaction's number, which is smaller.
  static constexpr std::uint32_t kBanks = 0xFF;  ///< the banks of shared memory answer
  static constexpr std::uint32_t kWhole = 0xFE;  ///< the only answer of an access without an entry

  /// `access`: number of the access; `transaction`: number of the transaction in the access.
  static constexpr Origin of_transaction(std::uint32_t access, std::uint32_t transaction) {
    return {Owner::transaction, access, transaction};
  }
  static constexpr Origin of_cache(model::FirstLevel cache) {
    return {Owner::cache, static_cast<std::uint32_t>(cache), 0};
  }
  static constexpr Origin of_write_back() { return {Owner::write_back, 0, 0}; }
  static constexpr Origin of_code() { return {Owner::code, 0, 0}; }
  static constexpr Origin of_transfer(std::uint32_t number) { return {Owner::context, number, 0}; }

  /// The origin in the word of a request or of a reply.
  explicit constexpr Origin(std::uint32_t word = 0) : word_(word) {}
  constexpr std::uint32_t word() const { return word_; }
  constexpr Owner owner() const { return static_cast<Owner>(word_ >> kOwnerShift); }
  /// The number of the access or of the transfer.
  constexpr std::uint32_t number() const { return word_ >> kNumberShift & (kNumbers - 1); }
  constexpr std::uint32_t transaction() const { return word_ & kBanks; }
  constexpr model::FirstLevel cache() const { return static_cast<model::FirstLevel>(number()); }
  constexpr bool operator==(const Origin&) const = default;

 private:
  static constexpr unsigned kNumberShift = 8, kOwnerShift = 29;
  static_assert(std::uint64_t{kNumbers} << kNumberShift == std::uint64_t{1} << kOwnerShift);

  constexpr Origin(Owner owner, std::uint32_t number, std::uint32_t transaction)
      : word_(static_cast<std::uint32_t>(owner) << kOwnerShift | number << kNumberShift |
              transaction) {}

  std::uint32_t word_;
};

}  // namespace heddle::core
