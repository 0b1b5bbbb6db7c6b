#include "heddle/gpu/chip/decoded_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::gpu {
namespace {

class DecodedProgramsTest : public testing::Test {
 protected:
  DecodedPrograms::Decoded find(const std::shared_ptr<const isa::Program>& program) {
    return programs_.find(program, [&] {
      ++made_;
      return std::make_shared<const core::DecodedProgram>(*program, core::ExecutionSpec{}, 16,
                                                          policy::Shape{}, Addr{0}, 8);
    });
  }

  DecodedPrograms programs_;
  unsigned made_ = 0;
};

TEST_F(DecodedProgramsTest, AreMadeOncePerProgram) {
  const auto one = std::make_shared<const isa::Program>(),
             two = std::make_shared<const isa::Program>();
  const auto decoded = find(one);
  EXPECT_EQ(find(one), decoded);
  EXPECT_NE(find(two), decoded);
  EXPECT_EQ(find(one), decoded);
  EXPECT_EQ(made_, 2u);
}

TEST_F(DecodedProgramsTest, GoWithTheirPrograms) {
  for (unsigned i = 0; i < 1000; ++i) find(std::make_shared<const isa::Program>());
  EXPECT_EQ(made_, 1000u);  // also where one comes to lie where another was
  EXPECT_EQ(programs_.size(), 1u);
}

TEST_F(DecodedProgramsTest, OfProgramsThatNobodyOwnsAreNotKept) {
  const isa::Program program;
  const std::shared_ptr<const isa::Program> unowned(std::shared_ptr<void>(), &program);
  find(unowned);
  find(unowned);
  EXPECT_EQ(made_, 2u);
}

}  // namespace
}  // namespace heddle::gpu
