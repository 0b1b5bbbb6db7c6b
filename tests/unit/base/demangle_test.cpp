#include "heddle/base/text/demangle.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Demangle, Symbols) {
  EXPECT_EQ(demangled("_Z6matmulPKfi"), "matmul(float const*, int)");
  EXPECT_EQ(demangled("_ZL6matmulPKfi__intern__9f"), "matmul(float const*, int)");
  EXPECT_EQ(demangled("matmul__intern__9f"), "matmul__intern__9f");
  EXPECT_EQ(with_demangled("no _Z1kv, but x"), "no k(), but x");
}

TEST(Demangle, FunctionNames) {
  EXPECT_EQ(function_name("_ZN5space4walkIiEEvPKT_"), "walk");
  EXPECT_EQ(function_name("_Z4walkILi4EEvf"), "walk");
  EXPECT_EQ(function_name("_ZN12_GLOBAL__N_14walkEv"), "walk");
  EXPECT_EQ(function_name("_ZN12_GLOBAL__N_14walkIiEEvT_"), "walk");
  EXPECT_EQ(function_name("_Z4walkN12_GLOBAL__N_11tE"), "walk");
  EXPECT_EQ(function_name("walk"), "walk");
}

}  // namespace
}  // namespace heddle
