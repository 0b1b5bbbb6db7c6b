#include "heddle/core/terms/origin.hpp"

#include <set>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using Owner = Origin::Owner;

TEST(Origin, AWordKeepsWhoWaits) {
  constexpr std::uint32_t kLast = Origin::kNumbers - 1;
  for (const std::uint32_t number : {0u, 1u, 0x1234u, kLast}) {
    for (const std::uint32_t transaction : {0u, 127u, Origin::kWhole, Origin::kBanks}) {
      const Origin origin(Origin::of_transaction(number, transaction).word());
      EXPECT_EQ(origin.owner(), Owner::transaction);
      EXPECT_EQ(origin.number(), number);
      EXPECT_EQ(origin.transaction(), transaction);
    }
    const Origin transfer(Origin::of_transfer(number).word());
    EXPECT_EQ(transfer.owner(), Owner::context);
    EXPECT_EQ(transfer.number(), number);
  }
  for (const auto cache :
       {model::FirstLevel::data, model::FirstLevel::constants, model::FirstLevel::textures}) {
    const Origin origin(Origin::of_cache(cache).word());
    EXPECT_EQ(origin.owner(), Owner::cache);
    EXPECT_EQ(origin.cache(), cache);
  }
  EXPECT_EQ(Origin(Origin::of_code().word()).owner(), Owner::code);
  EXPECT_EQ(Origin(Origin::of_write_back().word()).owner(), Owner::write_back);
}

TEST(Origin, NoTwoWaitersShareAWord) {
  std::set<std::uint32_t> words;
  std::size_t count = 0;
  const auto add = [&](Origin origin) {
    words.insert(origin.word());
    ++count;
  };
  for (const std::uint32_t number : {0u, 1u, Origin::kNumbers - 1}) {
    for (const std::uint32_t transaction : {0u, 1u, Origin::kWhole, Origin::kBanks})
      add(Origin::of_transaction(number, transaction));
    add(Origin::of_transfer(number));
  }
  for (const auto cache :
       {model::FirstLevel::data, model::FirstLevel::constants, model::FirstLevel::textures})
    add(Origin::of_cache(cache));
  add(Origin::of_code());
  add(Origin::of_write_back());
  EXPECT_EQ(words.size(), count);
}

}  // namespace
}  // namespace heddle::core
