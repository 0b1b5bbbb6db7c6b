// Where an entity lives on its SM is looked up, not computed: an organisation may deal entities out
// to slots and lane groups in another way than in turn.
#include <regex>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

TEST(Places, AreLookedUp) {
  const std::regex computed(R"(\bentity\s*%|\bentity\s*&\s*\(|\+= (sm\(\)|sm_->|view)\.?slots\b)");
  std::size_t files = 0;
  for (const SourceFile& file :
       source_files({"src/heddle/core", "src/heddle/policy"}, {".cpp", ".hpp"})) {
    ++files;
    std::smatch found;
    const std::string code = code_only(file.text);
    EXPECT_FALSE(std::regex_search(code, found, computed))
        << file.path << ": '" << found.str() << "': use slot_of and lane_group_of";
  }
  EXPECT_GT(files, 100u);
}

}  // namespace
}  // namespace heddle::layers
