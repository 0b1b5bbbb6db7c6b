// Reading the files of a configuration: words, quotes, comments, and what is refused where.
#include "study/gpgpusim/text/option_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../sim/temporary_folder.hpp"
#include "heddle/base/exception.hpp"
#include "study/gpgpusim/text/cache_text.hpp"
#include "study/gpgpusim/text/dram_timing.hpp"
#include "study/gpgpusim/text/network_file.hpp"

namespace heddle::study::gpgpusim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class OptionFile : public testing::Test {
 protected:
  OptionSet read(const std::string& text) const {
    return read_option_files({folder_.write("a.config", text)});
  }
  std::string refusal(const std::string& text) const {
    return sim::error_of([&] { read(text); });
  }

  sim::TemporaryFolder folder_;
};

TEST_F(OptionFile, HasOptionsWithOneValueEach) {
  const OptionSet options = read(
      "# -gpgpu_n_mem 1\n-gpgpu_n_mem 6 # six\n\t-b:c\n   -12\n-text \"a = 1:\n      b = 2\" "
      "-last 0x10");
  EXPECT_THAT(options.names(), ElementsAre("-gpgpu_n_mem", "-b:c", "-text", "-last"));
  EXPECT_EQ(options.find("-gpgpu_n_mem")->value, "6");
  EXPECT_EQ(options.find("-b:c")->value, "-12");
  EXPECT_EQ(options.find("-text")->value, "a = 1:b = 2");
  EXPECT_EQ(options.find("-last")->value, "0x10");
  EXPECT_EQ(options.find("-b:c")->place.line, 3u);
  EXPECT_EQ(options.find("-none"), nullptr);
}

TEST_F(OptionFile, LastValueCounts) {
  const OptionSet options = read("-a 1\n-b 2\n-a 3\n");
  EXPECT_EQ(options.find("-a")->value, "3");
  EXPECT_THAT(options.names(), ElementsAre("-a", "-b"));
  ASSERT_EQ(options.replaced().size(), 1u);
  EXPECT_EQ(options.replaced()[0].value, "1");
}

TEST_F(OptionFile, OlderNamesAreThoseOfToday) {
  const OptionSet options = read("-rop_latency 120\n");
  ASSERT_NE(options.find("-gpgpu_l2_rop_latency"), nullptr);
  EXPECT_EQ(options.find("-gpgpu_l2_rop_latency")->spelled, "-rop_latency");
}

TEST_F(OptionFile, NamesFurtherFiles) {
  folder_.write("more.config", "-a 2\n-b 5\n");
  const OptionSet options = read("-a 1\n-config more.config\n");
  EXPECT_EQ(options.find("-a")->value, "2");
  EXPECT_EQ(options.find("-b")->value, "5");
  EXPECT_THAT(refusal("-config a.config\n"), HasSubstr("nested too deeply"));
  EXPECT_THAT(refusal("-config none.config\n"), HasSubstr("none.config"));
}

TEST_F(OptionFile, RefusesWhatIsNoOptionFile) {
  EXPECT_THAT(refusal("-a 1\n-cut"), HasSubstr("a.config:2:1: -cut has no value"));
  EXPECT_THAT(refusal("-a\n-b 1"), HasSubstr("a.config:1:1: -a has no value"));
  EXPECT_THAT(refusal("-a 1 2\n"), HasSubstr("a.config:1:6: '2' is no option"));
  EXPECT_THAT(refusal("\n-a \"1\n"), HasSubstr("a.config:2:4: no quote ends"));
  EXPECT_THAT(refusal(std::string("-a \x01\x02", 5)), HasSubstr("a byte of value 1"));
  EXPECT_THAT(refusal("-a \xff"), HasSubstr("a byte of value 255"));
  EXPECT_EQ(refusal("-a 1 # \xc3\xa9"), "");
  EXPECT_THAT(refusal(std::string("\0\0\0", 3)), HasSubstr("no option file"));
}

std::string cache_refusal(const std::string& text) {
  return sim::error_of([&] { parse_cache_text(text); });
}

TEST(CacheText, HasShapeRulesAndMissRegisters) {
  const CacheText cache = parse_cache_text("S:64:128:6,L:E:f:W:H,A:32:8,16:0,32");
  EXPECT_TRUE(cache.sectored);
  EXPECT_EQ(cache.bytes(), 64u * 128 * 6);
  EXPECT_EQ(cache.ways, 6u);
  EXPECT_EQ(cache.write, 'E');
  EXPECT_EQ(cache.allocation, 'f');
  EXPECT_EQ(cache.write_allocation, 'W');
  EXPECT_EQ(cache.set_index, 'H');
  EXPECT_EQ(cache.mshr_entries, 32u);
  EXPECT_EQ(cache.mshr_merges, 8u);
  EXPECT_EQ(cache.miss_queue, 16u);
}

TEST(CacheText, OfVersion3HasNoType) {
  const CacheText cache = parse_cache_text("8:64:5,F:R:m:N,F:128:4,128:2");
  EXPECT_FALSE(cache.sectored);
  EXPECT_EQ(cache.bytes(), 8u * 64 * 5);
  EXPECT_EQ(cache.replacement, 'F');
  EXPECT_EQ(cache.set_index, 'L');
  EXPECT_TRUE(parse_cache_text("none").none);
}

TEST(CacheText, RefusesWrongParts) {
  EXPECT_THAT(cache_refusal("N:32:128"), HasSubstr("1 parts between commas"));
  EXPECT_THAT(cache_refusal("N:x:128:4,L:L:m:N:L,A:1:1,8"), HasSubstr("'x' is no number of sets"));
  EXPECT_THAT(cache_refusal("N:0:128:4,L:L:m:N:L,A:1:1,8"), HasSubstr("'0' is no number of sets"));
  EXPECT_THAT(cache_refusal("N:99999999999999999999:128:4,L:L:m:N:L,A:1:1,8"),
              HasSubstr("is no number of sets"));
  EXPECT_THAT(cache_refusal("N:32:128:4,Q:L:m:N:L,A:1:1,8"), HasSubstr("'Q' is no replacement"));
  EXPECT_THAT(cache_refusal("N:32:128:4,L:L:m,A:1:1,8"), HasSubstr("write allocation"));
  EXPECT_THAT(cache_refusal("N:32:128:4,L:L:m:N:L,A:1,8"), HasSubstr("merges"));
  EXPECT_THAT(cache_refusal(""), HasSubstr("is no cache"));
}

TEST(DramTiming, IsNamedOrByPlace) {
  const auto named = parse_dram_timing(
      "nbk=8:CCD=2:RRD=6:RCD=12:RAS=28:RP=11:RC=40:  CL=13:WL=4:CDLR=5:WR=14:nbkgrp=4:CCDL=3");
  const auto placed = parse_dram_timing("8:2:6:12:28:11:40:13:4:5:14:4:3");
  EXPECT_EQ(named, placed);
  EXPECT_EQ(named.at("RP"), 11u);
  EXPECT_EQ(named.at("WR"), 14u);
  EXPECT_FALSE(named.contains("RTPL"));
}

TEST(DramTiming, RefusesWrongNames) {
  EXPECT_THROW(parse_dram_timing("nbk=8:CDD=2"), Error);
  EXPECT_THROW(parse_dram_timing("nbk=8:nbk=8"), Error);
  EXPECT_THROW(parse_dram_timing("8:2:6"), Error);
  EXPECT_THROW(parse_dram_timing("8:2:6:12:28:11:40:13:4:5:14:4:3:2:1"), Error);
  EXPECT_THROW(parse_dram_timing("-1:2:6:12:28:11:40:13:4:5:14"), Error);
}

TEST(NetworkFile, HasStatements) {
  const sim::TemporaryFolder folder;
  const auto values = read_network_file(
      folder.write("net.icnt", "// a crossbar\nk = 27; n=1;\npacket_size = {{1,2},{3}};// x\n"));
  EXPECT_EQ(values.at("k").value, "27");
  EXPECT_EQ(values.at("n").value, "1");
  EXPECT_EQ(values.at("packet_size").place.line, 3u);
  EXPECT_THROW(read_network_file(folder.write("bad.icnt", "k 27;\n")), SourceError);
}

}  // namespace
}  // namespace heddle::study::gpgpusim
