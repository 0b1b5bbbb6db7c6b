// How many blocks of each tenant the policies put on an SM, against the tables of the studies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/drf.hpp"
#include "heddle/policy/corun/number_list.hpp"
#include "sharing.hpp"

namespace heddle::corun_test {
namespace {

using Blocks = std::vector<std::uint64_t>;
using testing::HasSubstr;

TEST(StaticSharing, BlocksFitAsTheStudiesSay) {
  EXPECT_EQ(bp(0).fits, 8u);
  EXPECT_EQ(cfd(0).fits, 4u);
  EXPECT_EQ(model::of_block(kernel_l(0).demand).registers, 8192u);
  EXPECT_EQ(model::of_block(kernel_b(0).demand).registers, 9216u);
  EXPECT_EQ(model::of_block(kernel_d(0).demand).registers, 6144u);
}

TEST(StaticSharing, EvenGivesHalfOfEachResource) {
  EXPECT_EQ(blocks_under("even", {bp(0), cfd(1)}), (Blocks{4, 2}));
  EXPECT_EQ(blocks_under("even", {cfd(0), bp(1)}), (Blocks{2, 4}));
  EXPECT_EQ(blocks_under("even", {bp(3)}), (Blocks{8}));
}

TEST(StaticSharing, EvenRefusesABlockThatIsLargerThanAPart) {
  EXPECT_THAT([] { blocks_under("even", {kernel_of(0, "wide", 1024, 64), bp(1)}); },
              testing::ThrowsMessage<Error>(HasSubstr("a block of wide takes more than 1/2")));
}

TEST(StaticSharing, SpatialGivesSmsOfTheirOwn) {
  for (std::uint32_t sm = 0; sm < 16; ++sm) {
    EXPECT_EQ(blocks_under("spatial", {bp(0), cfd(1)}, {}, sm),
              sm < 8 ? (Blocks{8, 0}) : (Blocks{0, 4}));
  }
  std::vector<unsigned> sms(3);
  for (std::uint32_t sm = 0; sm < 16; ++sm) {
    const Blocks blocks = blocks_under("spatial", {bp(0), bp(1), bp(2)}, {}, sm);
    for (unsigned i = 0; i < 3; ++i) sms[i] += blocks[i] != 0 ? 1 : 0;
  }
  EXPECT_EQ(sms, (std::vector<unsigned>{6, 5, 5}));
}

TEST(StaticSharing, FixedGivesWhatIsSaid) {
  for (const std::uint32_t sm : {0u, 15u})
    EXPECT_EQ(blocks_under("fixed", {bp(0), cfd(1)}, {{"caps", "6 2"}}, sm), (Blocks{6, 2}));
  EXPECT_EQ(blocks_under("fixed", {bp(0), cfd(1)}, {{"caps", "none 2"}}), (Blocks{8, 2}));
}

TEST(StaticSharing, FixedRefusesWhatDoesNotFitWithTheReason) {
  EXPECT_THAT([] { blocks_under("fixed", {bp(0), cfd(1)}, {{"caps", "7 4"}}); },
              testing::ThrowsMessage<Error>(
                  HasSubstr("7 blocks of BP and 4 blocks of CFD take 98304 registers of an SM, "
                            "which has 65536")));
  EXPECT_THAT([] { blocks_under("fixed", {bp(0), cfd(1)}, {{"caps", "9 1"}}); },
              testing::ThrowsMessage<Error>(HasSubstr("9 blocks of BP: an SM has room for 8")));
  EXPECT_THAT([] { blocks_under("fixed", {bp(0), cfd(1)}, {{"caps", "0 2"}}); },
              testing::ThrowsMessage<Error>(HasSubstr("leaves no block to tenant 0")));
  EXPECT_THAT([] { blocks_under("fixed", {bp(0)}, {{"caps", "six"}}); },
              testing::ThrowsMessage<Error>(HasSubstr("'six' is no number")));
  EXPECT_THAT([] { blocks_under("fixed", {bp(0)}, {{"quotas", "0"}}); },
              testing::ThrowsMessage<Error>(HasSubstr("no request ever leaves")));
}

std::string misfit(const std::string& name, const TextSetter::Texts& texts, std::size_t programs) {
  gpu::CorunBoundary boundary = boundary_of(name, texts);
  try {
    boundary.check_programs(programs);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(StaticSharing, RefusesNumbersForMoreProgramsThanThereAre) {
  EXPECT_EQ(misfit("fixed", {{"caps", "1 1"}, {"quotas", "8"}, {"first", "1"}}, 2), "");
  EXPECT_EQ(misfit("fixed", {{"caps", "1 1 1"}}, 2),
            "corun=fixed: corun.fixed.caps: 3 numbers for 2 programs");
  EXPECT_THAT(misfit("fixed", {{"quotas", "none 8 8"}}, 2), HasSubstr("quotas: 3 numbers for 2"));
  EXPECT_THAT(misfit("fixed", {{"first", "0 2"}}, 2),
              HasSubstr("corun.fixed.first: there is no tenant 2: 2 programs"));
  EXPECT_THAT(misfit("smk", {{"alone_ipc", "1 2 3"}}, 2), HasSubstr("smk.alone_ipc: 3 numbers"));
  EXPECT_THAT(misfit("maestro", {{"alone_ipc", "1 2 3"}}, 2), HasSubstr("alone_ipc: 3 numbers"));
  EXPECT_THAT(misfit("ccbp", {{"caps", "1 1 1"}, {"profiling", "staggered"}}, 2),
              HasSubstr("corun.ccbp.caps: 3 numbers for 2 programs"));
}

/// Before anything is sampled.
TEST(StaticSharing, CcbpRefusesBlocksThatDoNotFitTogether) {
  const auto blocks = [](const std::string& caps) {
    blocks_under("ccbp", {bp(0), cfd(1)}, {{"caps", caps}, {"profiling", "staggered"}});
  };
  EXPECT_THAT([&] { blocks("7 4"); },
              testing::ThrowsMessage<Error>(
                  HasSubstr("corun.ccbp.caps: 7 blocks of BP and 4 blocks of CFD take 98304")));
  EXPECT_THAT([&] { blocks("0 4"); },
              testing::ThrowsMessage<Error>(HasSubstr("ccbp.caps leaves no block to tenant 0")));
  EXPECT_NO_THROW(blocks("6 2"));
}

/// With blocks of 64 threads, as the studies must have had them.
TEST(StaticSharing, SevenAndFourFitWithSmallBlocks) {
  const auto small = kernel_of(1, "CFD", 64, 72);
  EXPECT_EQ(blocks_under("fixed", {bp(0), small}, {{"caps", "7 4"}}), (Blocks{7, 4}));
}

TEST(StaticSharing, SmkDividesByDominantResources) {
  const TextSetter::Texts no_quotas{{"quotas", "false"}};
  EXPECT_EQ(blocks_under("smk", {kernel_l(0), kernel_b(1)}, no_quotas), (Blocks{4, 3}));
  EXPECT_EQ(blocks_under("smk", {kernel_b(0), kernel_d(1)}, no_quotas), (Blocks{4, 4}));
  EXPECT_EQ(blocks_under("smk", {kernel_l(0), kernel_d(1)}, no_quotas), (Blocks{4, 4}));
  EXPECT_EQ(blocks_under("smk", {bp(0), cfd(1)}, no_quotas), (Blocks{6, 2}));
}

TEST(StaticSharing, SmkNeedsSpeedsAloneForItsQuotas) {
  EXPECT_THAT([] { blocks_under("smk", {bp(0), cfd(1)}); },
              testing::ThrowsMessage<Error>(HasSubstr("needs its speed alone")));
  for (const char* const name : {"smk", "maestro"})
    EXPECT_THAT([&] { blocks_under(name, {bp(0), cfd(1)}, {{"alone_ipc", "4"}}); },
                testing::ThrowsMessage<Error>(
                    HasSubstr(std::string(name) + ".alone_ipc says nothing of tenant 1 (CFD)")));
  gpu::CorunBoundary boundary = boundary_of("smk", {{"alone_ipc", "4 0.5"}});
  boundary.share(std::vector{bp(0), cfd(1)}, 0);
  EXPECT_EQ(boundary.plan(0)->quota, 20000);
  EXPECT_EQ(boundary.plan(1)->quota, 2500);
  EXPECT_EQ(boundary.plan(0)->dominant, "threads");  // 6 x 256 of 2048
  EXPECT_DOUBLE_EQ(boundary.plan(0)->share, 0.75);
  EXPECT_EQ(boundary.plan(1)->dominant, "registers");
}

TEST(NumberList, TakesNumbersAndNone) {
  const policy::NumberList list("p", " 1, 2.5 none ");
  EXPECT_EQ(list.all(), (std::vector<std::optional<double>>{1, 2.5, std::nullopt}));
  EXPECT_EQ(list.of(1), 2.5);
  EXPECT_EQ(list.of(3), std::nullopt);
  EXPECT_TRUE(policy::NumberList("p", "").empty());
  for (const char* text : {"-1", "nan", "1e999", "inf", "1x", "1 1 1 1 1 1 1 1 1"})
    EXPECT_THROW(policy::NumberList("p", text), Error) << text;
  EXPECT_THROW(list.check_whole(), Error);
  EXPECT_THROW(policy::NumberList("p", "1e300").check_whole(), Error);
}

TEST(NumberList, LeavesNoTenantOut) {
  EXPECT_EQ(policy::NumberList("p", "2 none").refusal(std::vector{bp(0), cfd(1)}), "");
  EXPECT_EQ(policy::NumberList("p", "").refusal(std::vector{bp(0), cfd(1)}), "");
  EXPECT_EQ(policy::NumberList("p", "2").refusal(std::vector{bp(0), cfd(1)}),
            "p says nothing of tenant 1 (CFD): say a number or 'none' for each");
}

}  // namespace
}  // namespace heddle::corun_test
