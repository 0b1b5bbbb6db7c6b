// Sets of entities against std::set, with everything that may be done to them in random order.
#include "heddle/model/mask.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::model {
namespace {

using Set = std::set<unsigned>;

template <typename Mask>
std::vector<unsigned> bits_of(const Mask& mask) {
  std::vector<unsigned> bits;
  mask.for_each([&](unsigned bit) { bits.push_back(bit); });
  return bits;
}

template <typename Mask>
void expect_same(const Mask& mask, const Set& set, unsigned from) {
  ASSERT_EQ(bits_of(mask), std::vector<unsigned>(set.begin(), set.end()));
  ASSERT_EQ(mask.any(), !set.empty());
  ASSERT_EQ(mask.none(), set.empty());
  ASSERT_EQ(mask.count(), set.size());
  ASSERT_EQ(mask.first(), set.empty() ? Mask::kCapacity : *set.begin());
  const auto next = set.lower_bound(from);
  ASSERT_EQ(mask.first_from(from), next == set.end() ? Mask::kCapacity : *next);
  ASSERT_EQ(mask.test(from % Mask::kCapacity), set.contains(from % Mask::kCapacity));
}

template <typename Mask>
void expect_what_a_set_is() {
  constexpr unsigned kMasks = 4;
  std::mt19937 random(7);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  std::array<Mask, kMasks> masks;
  std::array<Set, kMasks> sets;
  for (unsigned round = 0; round < 200'000; ++round) {
    const unsigned a = below(kMasks), b = below(kMasks), c = below(kMasks);
    // Small machines as well as large ones: bits in the first word, or anywhere.
    const unsigned bit = below(2) == 0 ? below(64) : below(Mask::kCapacity);
    const Set other = sets[b], third = sets[c];
    switch (below(8)) {
      case 0:
      case 1:
        masks[a].set(bit);
        sets[a].insert(bit);
        break;
      case 2:
        masks[a].clear(bit);
        sets[a].erase(bit);
        break;
      case 3:
        masks[a] = masks[b] & masks[c];
        std::erase_if(sets[a] = other, [&](unsigned i) { return !third.contains(i); });
        break;
      case 4:
        masks[a] |= masks[b];
        sets[a].insert(other.begin(), other.end());
        break;
      case 5:
        masks[a].remove(masks[b]);
        std::erase_if(sets[a], [&](unsigned i) { return other.contains(i); });
        break;
      case 6:
        masks[a] = masks[b];
        sets[a] = other;
        break;
      default:
        masks[a] = Mask();
        sets[a].clear();
    }
    expect_same(masks[a], sets[a], bit);
    const bool meet = std::ranges::any_of(sets[a], [&](unsigned i) { return sets[b].contains(i); });
    ASSERT_EQ(masks[a].intersects(masks[b]), meet);
    const bool within = std::ranges::includes(sets[b], sets[a]);
    ASSERT_EQ(masks[a].is_within(masks[b]), within);
    ASSERT_EQ(masks[a] == masks[b], sets[a] == sets[b]);
  }
}

TEST(Mask, IsWhatASetIs) {
  expect_what_a_set_is<EntityMask>();
  expect_what_a_set_is<NarrowMask>();
}

TEST(Mask, OfOneWordIsThatOfMany) {
  EntityMask mask;
  for (const unsigned bit : {0u, 17u, 63u}) mask.set(bit);
  EXPECT_EQ(EntityMask(as<NarrowMask>(mask)), mask);
  EXPECT_EQ(&as<EntityMask>(mask), &mask);
  mask.set(64);
  EXPECT_EQ(bits_of(as<NarrowMask>(mask)), (std::vector<unsigned>{0, 17, 63}));
}

}  // namespace
}  // namespace heddle::model
