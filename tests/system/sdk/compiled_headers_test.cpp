// Headers that are compiled once: the same objects as without them, and only where that holds.
#include "cc/headers/compiled_headers.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cc/headers/header_facts.hpp"
#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A folder with the file a.cu, and a cache of its own.
class HeaderCache : public ::testing::Test {
 protected:
  HeaderCache() {
    shop_.write("a.cu",
                "#include <math.h>\n"
                "__global__ void k(float* o) { o[threadIdx.x] = sinf(o[0]) * SCALE; }\n"
                "int main() { k<<<1, 32>>>(nullptr); }\n");
  }

  /// Compiles a.cu with the cache or without. Returns the bytes of the output.
  std::string made(const std::string& goal, const std::string& cache,
                   const std::string& flags) const {
    const Outcome outcome =
        shop_.run("HEDDLE_HEADER_CACHE=" + cache + " nvcc a.cu -o out " + goal + " " + flags);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    return shop_.read("out");
  }
  std::string object(const std::string& cache, const std::string& flags) const {
    return made("-c", cache, flags);
  }
  std::string ptx(const std::string& cache, const std::string& flags) const {
    return made("-ptx", cache, flags);
  }

  void expect_same(const std::string& flags) const {
    EXPECT_EQ(ptx("cache", flags), ptx("off", flags)) << flags;
  }

  std::size_t compiled() const {
    std::size_t count = 0;
    if (!fs::exists(shop_.folder() / "cache")) return 0;
    for (const auto& entry : fs::directory_iterator(shop_.folder() / "cache"))
      count += entry.path().extension() == ".pch" ? 1 : 0;
    return count;
  }

  Workshop shop_;
};

TEST_F(HeaderCache, ObjectsAreTheSame) {
  const std::string without = object("off", "-DSCALE=2");
  EXPECT_EQ(object("cache", "-DSCALE=2"), without);  // makes a file for each side
  EXPECT_EQ(compiled(), 2U);
  EXPECT_EQ(object("cache", "-DSCALE=2"), without);  // uses them
  EXPECT_NE(object("cache", "-DSCALE=3"), without);
  EXPECT_EQ(compiled(), 2U);
}

TEST_F(HeaderCache, NamesAndFoldersThatTouchAHeaderAreHonoured) {
  ptx("cache", "-DSCALE=2");
  // The header math.h of the folder hides the system's, also from the headers before the first
  // line.
  shop_.write("own/math.h", "#include_next <math.h>\n#define SCALE 5\n");
  expect_same("-Iown");
  expect_same("-isystem own");
  expect_same("-DSCALE=2 -D__forceinline__=");  // a name of a header
  shop_.write("other/helper.h", "");
  expect_same("-DSCALE=2 -Iother");
}

TEST_F(HeaderCache, AChangedOrDamagedFileIsMadeAgain) {
  ptx("cache", "-DSCALE=2");
  for (const auto& entry : fs::directory_iterator(shop_.folder() / "cache")) {
    if (entry.path().extension() == ".pch") fs::resize_file(entry.path(), 100);
  }
  expect_same("-DSCALE=2");
  for (const auto& entry : fs::directory_iterator(shop_.folder() / "cache")) {
    if (entry.path().extension() == ".facts") fs::resize_file(entry.path(), 100);
  }
  expect_same("-DSCALE=2");
  EXPECT_EQ(compiled(), 1U);
}

TEST_F(HeaderCache, AFolderThatCannotBeMadeIsDoneWithout) {
  shop_.write("file", "");
  EXPECT_EQ(ptx("file/cache", "-DSCALE=2"), ptx("off", "-DSCALE=2"));
}

TEST_F(HeaderCache, MakeRulesNameTheHeaders) {
  object("cache", "-DSCALE=2 -MD -MF with.d");
  const auto with = cc::files_of_rule(shop_.read("with.d"));
  object("off", "-DSCALE=2 -MD -MF without.d");
  const auto without = cc::files_of_rule(shop_.read("without.d"));
  const auto files = [](const std::vector<std::string>& names) {
    std::set<fs::path> set;
    for (const std::string& name : names) set.insert(fs::weakly_canonical(name).filename());
    return set;
  };
  EXPECT_GT(without.size(), 100U);
  EXPECT_EQ(files(with), files(without));
  object("cache", "-DSCALE=2 -MMD -MF own.d");
  EXPECT_THAT(cc::files_of_rule(shop_.read("own.d")), ElementsAre("a.cu"));
}

TEST(HeaderFacts, ReadNamesAndIncludes) {
  const Workshop shop;
  shop.write("a.h", "#include <x/y.h>\n# include \"z.h\"\n#if __has_include(<w.h>)\nint a1_b;\n");
  shop.write("b.h", "include <no.h\nv");
  const std::vector<std::string> paths = {shop.folder() / "a.h", shop.folder() / "b.h"};
  const auto read = cc::HeaderFacts::read(paths);
  ASSERT_TRUE(read);
  const auto facts = cc::HeaderFacts::from_text(read->text());
  ASSERT_TRUE(facts);
  for (const char* name : {"a1_b", "int", "v", "x"}) EXPECT_TRUE(facts->contain(name)) << name;
  for (const char* name : {"a1", "b", "1_b", ""}) EXPECT_FALSE(facts->contain(name)) << name;
  EXPECT_FALSE(facts->are_hidden_by(shop.folder()));
  for (const char* file : {"x/y.h", "z.h", "w.h"}) {
    shop.write(file, "");
    EXPECT_TRUE(facts->are_hidden_by(shop.folder())) << file;
    fs::remove(shop.folder() / file);
  }
  EXPECT_TRUE(facts->are_current());
  fs::last_write_time(shop.folder() / "b.h",
                      fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_FALSE(facts->are_current());
}

TEST(HeaderFacts, TextsThatAreNoneAreRefused) {
  const Workshop shop;
  shop.write("a.h", "int a;");
  const std::string text = cc::HeaderFacts::read({shop.folder() / "a.h"})->text();
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(cc::HeaderFacts::from_text(text.substr(0, size))) << size;
  EXPECT_FALSE(cc::HeaderFacts::read({shop.folder() / "none.h"}));
}

TEST(HeaderFacts, FilesOfRule) {
  EXPECT_THAT(cc::files_of_rule("a.o: a.cu \\\n  b\\ c.h d$$.h\n"),
              ElementsAre("a.cu", "b c.h", "d$.h"));
  EXPECT_THAT(cc::files_of_rule("nothing"), IsEmpty());
}

}  // namespace
}  // namespace heddle::sdk_test
