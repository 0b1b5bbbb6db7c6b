// A replacement that takes the first line that may go until it errs, from a number of fills on.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class ReplacementDoes : std::uint8_t {
  nothing,
  name_beyond,
  name_none,
  throw_in_victim,
  throw_in_filled,
  throw_in_hit,
  throw_in_emptied,
  throw_in_begin,
  refuse_in_begin,
  refuse_in_filled
};
constexpr std::array<std::string_view, 10> kReplacementDoes = {
    "nothing",      "name_beyond",      "name_none",      "throw_in_victim", "throw_in_filled",
    "throw_in_hit", "throw_in_emptied", "throw_in_begin", "refuse_in_begin", "refuse_in_filled"};

class MisfitReplacement final : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kReplacementDoes); }
  void begin(const Cache& cache) override {
    ways_ = cache.ways;
    if (misdeed_.is(ReplacementDoes::throw_in_begin)) lose_way();
    if (misdeed_.is(ReplacementDoes::refuse_in_begin)) fail("not in such a cache");
  }
  void filled(std::uint32_t, std::uint32_t) override {
    ++fills_;
    if (misdeed_.is(ReplacementDoes::throw_in_filled, fills_)) lose_way();
    if (misdeed_.is(ReplacementDoes::refuse_in_filled, fills_)) fail("enough has come");
  }
  void hit(std::uint32_t, std::uint32_t) override {
    if (misdeed_.is(ReplacementDoes::throw_in_hit)) lose_way();
  }
  void emptied(std::uint32_t, std::uint32_t) override {
    if (misdeed_.is(ReplacementDoes::throw_in_emptied)) lose_way();
  }
  std::uint32_t victim(std::uint32_t, std::span<const std::uint32_t> ways) const override {
    if (misdeed_.is(ReplacementDoes::name_beyond)) return ways_;
    if (misdeed_.is(ReplacementDoes::name_none)) return ~std::uint32_t{0};
    if (misdeed_.is(ReplacementDoes::throw_in_victim)) lose_way();
    return ways.front();
  }

 private:
  Misdeed<ReplacementDoes> misdeed_;
  std::uint32_t ways_ = 0;
  std::uint64_t fills_ = 0;
};

const Register<Replacement, MisfitReplacement> replacement("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
