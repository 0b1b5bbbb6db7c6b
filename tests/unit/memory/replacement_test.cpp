// What a tag array tells its replacement policy, what it does with the answers, and that without
// one it does as the policy `lru`.
#include <random>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/memory/tag_array.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::memory {
namespace {

using policy::CacheReplacement;
using policy::Replacement;
using testing::ElementsAre;
using testing::HasSubstr;

using Told = std::vector<std::string>;

/// Writes down what it is told, and names the last of the ways that it is shown, or `named`.
class Scribe final : public Replacement {
 public:
  explicit Scribe(Told& told, std::optional<std::uint32_t> named = {})
      : told_(told), named_(named) {}
  void begin(const Cache& cache) override {
    told_.push_back(fmt::format("{} sets of {}", cache.sets, cache.ways));
  }
  void filled(std::uint32_t set, std::uint32_t way) override {
    told_.push_back(fmt::format("filled {} {}", set, way));
  }
  void hit(std::uint32_t set, std::uint32_t way) override {
    told_.push_back(fmt::format("hit {} {}", set, way));
  }
  void emptied(std::uint32_t set, std::uint32_t way) override {
    told_.push_back(fmt::format("emptied {} {}", set, way));
  }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    std::string text = fmt::format("victim {} of", set);
    for (const std::uint32_t way : ways) text += fmt::format(" {}", way);
    told_.push_back(text);
    return named_.value_or(ways.back());
  }

 private:
  Told& told_;
  std::optional<std::uint32_t> named_;
};

/// Two sets of three ways.
const CacheSpec kSpec{.bytes = 2 * 3 * 128, .line_bytes = 128, .associativity = 3};

TagArray recorded(Told& told, std::optional<std::uint32_t> named = {}) {
  return TagArray(kSpec, std::make_unique<CacheReplacement>(
                             std::make_unique<Scribe>(told, named), "scribe", kSpec.sets(),
                             kSpec.associativity, policy::CachePlace{"l1", 2}));
}

void put(TagArray& tags, std::uint64_t line) { tags.put(*tags.victim(line), line * 128); }

TEST(TagArrayWithPolicy, TellsFillsHitsAndEmptiesOfPlaces) {
  Told told;
  TagArray tags = recorded(told);
  put(tags, 1);
  put(tags, 3);
  tags.touch(*tags.find(128, 1));
  tags.remove(*tags.find(3 * 128, 3));
  EXPECT_THAT(told,
              ElementsAre("2 sets of 3", "filled 1 0", "filled 1 1", "hit 1 0", "emptied 1 1"));
  told.clear();
  tags.clear();
  EXPECT_THAT(told, ElementsAre("emptied 1 0"));
}

TEST(TagArrayWithPolicy, AsksWhenNoPlaceIsEmptyAndSomeLineMayGo) {
  Told told;
  TagArray tags = recorded(told);
  for (const std::uint64_t line : {0, 2, 4}) put(tags, line);
  told.clear();
  tags.expect(*tags.find(4 * 128, 4), 1);
  EXPECT_EQ(tags.address(*tags.victim(6)), Addr{2 * 128});
  EXPECT_EQ(tags.address(*tags.victim(6)), Addr{2 * 128}) << "asking changes nothing";
  tags.expect(*tags.find(0, 0), 1);
  tags.expect(*tags.find(2 * 128, 2), 1);
  EXPECT_EQ(tags.victim(6), nullptr);
  EXPECT_THAT(told, ElementsAre("victim 0 of 0 1", "victim 0 of 0 1"));
}

TEST(TagArrayWithPolicy, RefusesAWayThatIsNotToBeHad) {
  for (const std::uint32_t way : {2u, 3u, ~0u}) {
    Told told;
    TagArray tags = recorded(told, way);
    for (const std::uint64_t line : {0, 2, 4}) put(tags, line);
    tags.expect(*tags.find(4 * 128, 4), 1);
    try {
      tags.victim(0);
      ADD_FAILURE() << "no refusal";
    } catch (const policy::PolicyError& error) {
      EXPECT_THAT(error.what(), HasSubstr(fmt::format(
                                    "replacement scribe on SM 2, l1: victim(set 0) answered way "
                                    "{}; allowed: a way whose line may go, 0, 1; ",
                                    way)));
      EXPECT_THAT(error.what(), HasSubstr("--set l1.replacement=NAME (heddle list replacement)"));
    }
  }
}

/// The packed ages and the policy by itself, with lines on their way and lines that are taken away.
TEST(TagArrayWithPolicy, WithoutOneItDoesAsLru) {
  for (const std::uint32_t ways : {1u, 4u, 7u, 16u}) {
    const CacheSpec spec{.bytes = 4 * ways * 128, .line_bytes = 128, .associativity = ways};
    TagArray plain(spec);
    TagArray asks(spec, std::make_unique<CacheReplacement>(
                            policy::Registry<Replacement>::instance().make("lru"), "lru",
                            spec.sets(), ways, policy::CachePlace{}));
    std::mt19937 random(ways);
    for (unsigned step = 0; step < 20000; ++step) {
      const std::uint64_t index = random() % (8 * ways);
      const unsigned what = random() % 12;
      std::array<Addr, 2> went{};
      for (TagArray* const tags : {&plain, &asks}) {
        TagArray::Line* line = tags->find(index * 128, index);
        Addr& gone = went[tags == &asks ? 1 : 0];
        if (line != nullptr) {
          if (what < 6) tags->touch(*line);
          if (what == 6) tags->expect(*line, 3);
          if (what > 6 && what < 10) tags->arrive(*line, 3);
          if (what == 10 && tags->pending(*line) == 0) tags->remove(*line);
        } else if ((line = tags->victim(index)) != nullptr) {
          gone = tags->address(*line);
          tags->put(*line, index * 128);
        }
        if (step % 4999 == 0) tags->clear();
      }
      ASSERT_EQ(went[0], went[1]) << ways << " ways, step " << step;
    }
  }
}

TEST(Replacements, MakesNoneForLruAndRefusesTheFuture) {
  const policy::Replacements replacements;
  EXPECT_EQ(replacements.make("lru", 4, 4, {"l1", 0}), nullptr);
  EXPECT_NE(replacements.make("fifo", 4, 4, {"l1", 0}), nullptr);
  const auto refusal = [&](const std::string& name, std::uint32_t ways) -> std::string {
    try {
      replacements.make(name, 4, ways, {"l1", 0});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("belady", 4), HasSubstr("l1.replacement=belady: it has to know when"));
  EXPECT_THAT(refusal("plru", 3), HasSubstr("l1.replacement=plru: a tree has a power of two"));
  EXPECT_THAT(refusal("srip", 4), HasSubstr("no replacement is called 'srip'; did you mean"));
}

}  // namespace
}  // namespace heddle::memory
