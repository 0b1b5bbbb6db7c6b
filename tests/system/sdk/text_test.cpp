// What `heddle cc` does to texts and bytes by itself: launches, PTX, fat binaries, device code in
// objects.
#include <cstdint>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cc/device/device_code.hpp"
#include "cc/device/fat_binary.hpp"
#include "cc/device/ptx_text.hpp"
#include "cc/source/launch_spelling.hpp"
#include "cc/source/managed_variables.hpp"
#include "cc/source/nvcc_spelling.hpp"
#include "cc/source/static_names.hpp"
#include "heddle/base/error.hpp"
#include "shell.hpp"

namespace heddle::cc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Launches, WithBlanksAreWrittenTogether) {
  EXPECT_EQ(respelled_launches("k<< <a, b>> >(x);"), "k<<< a, b>>> (x);");
  EXPECT_EQ(respelled_launches("k << < g(1), b[2], 0 > >> (x);"), "k <<<  g(1), b[2], 0 >>>  (x);");
  EXPECT_EQ(respelled_launches("k<T> < << a >>> ();"), "k<T> <<<  a >>> ();");
}

TEST(Launches, OtherTextStays) {
  for (const char* text :
       {"k<<<1, 2>>>(x);", "// k<< <1>> >()\n", "\"k<< <1>> >()\"", "/* << < */ a << b;",
        "friend std::ostream& operator<< <T>(std::ostream&, A<B<T> > );", "x = a << (b < c);",
        "std::vector<std::vector<int> > v;"}) {
    EXPECT_EQ(respelled_launches(text), text);
  }
}

TEST(ManagedVariables, AreNotOfTheDeviceToo) {
  EXPECT_EQ(respelled_managed("__device__ __managed__ int x;"), "           __managed__ int x;");
  EXPECT_EQ(respelled_managed("static __managed__\n__device__ int x;"),
            "static __managed__\n           int x;");
  for (const char* text : {"__device__ int x; __managed__ int y;", "\"__device__ __managed__\"",
                           "// __device__ __managed__\n", "__device__ __managed__x;"})
    EXPECT_EQ(respelled_managed(text), text);
}

TEST(ManagedVariables, BecomeDeclarationsBesideTheirInitialValues) {
  const ManagedText made = with_declared_managed_variables(
      "%struct.N = type { i32, ptr }\n"
      "@a = dso_local global i32 5, section \"heddle_managed\", align 4, !dbg !0\n"
      "@_ZL1b = internal global [2 x %struct.N] [%struct.N { i32 1, ptr @a }, %struct.N "
      "zeroinitializer], section \"heddle_managed\", align 16\n"
      "@ab = global i32 6, align 4\n"
      "@llvm.compiler.used = appending global [2 x ptr] [ptr @a, ptr @ab, ptr @_ZL1b]\n");
  EXPECT_THAT(made.symbols, testing::ElementsAre("a", "_ZL1b"));
  EXPECT_EQ(made.text,
            "%struct.N = type { i32, ptr }\n"
            "@a = external global i32, align 4\n"
            "@_ZL1b = external global [2 x %struct.N], align 16\n"
            "@ab = global i32 6, align 4\n"
            "@llvm.compiler.used = appending global [2 x ptr] [ptr @heddle_managed_0, ptr @ab, ptr "
            "@heddle_managed_1]\n"
            "@heddle_managed_0 = internal global i32 5, section \"heddle_managed\", align 4\n"
            "@heddle_managed_1 = internal global [2 x %struct.N] [%struct.N { i32 1, ptr @a }, "
            "%struct.N zeroinitializer], section \"heddle_managed\", align 16\n");
}

constexpr const char* kManagedInitial =
    "\t.section\theddle_managed,\"aw\",@progbits\nheddle_managed_0:\n\t.long\t5\n"
    "\t.size\theddle_managed_0, 4\n";

TEST(ManagedVariables, AreReachedThroughPointers) {
  const std::string made = with_managed_pointers(
      std::string("\tmovq\ta@GOTPCREL(%rip), %rax\n\tcall\tab@PLT\n\t.asciz\t\"a\"\n"
                  "\t.section\t.data.rel.ro,\"aw\",@progbits\np:\n\t.quad\ta+8\n"
                  "\t.addrsig_sym a\n") +
          kManagedInitial,
      {"a"});
  EXPECT_TRUE(made.starts_with(
      "\tmovq\t.Lheddle_managed_pointer_0(%rip), %rax\n\tcall\tab@PLT\n\t.asciz\t\"a\"\n"
      "\t.section\t.data.heddle,\"aw\",@progbits\np:\n.Lheddle_managed_use_0:\n\t.quad\t0+8\n"
      "\t.section\theddle_managed"));
  EXPECT_THAT(made, HasSubstr("\t.quad\t.Lheddle_managed_pointer_0\n\t.quad\theddle_managed_0\n"
                              "\t.quad\t.Lheddle_managed_name_0\n\t.quad\t4\n"));
  EXPECT_THAT(made, HasSubstr("\t.quad\t.Lheddle_managed_use_0\n\t.quad\t0\n"));
  EXPECT_EQ(heddle::sdk_test::count_of(made, "callq\t__heddleRegisterManaged@PLT"), 1u);
}

TEST(ManagedVariables, ThatAreNamedInAnotherWayAreRefused) {
  EXPECT_THROW(
      with_managed_pointers(std::string("\tmovl\ta(%rip), %eax\n") + kManagedInitial, {"a"}),
      heddle::Error);
  EXPECT_THROW(with_managed_pointers(
                   std::string("\t.section\t.data.p,\"awG\",@progbits,p,comdat\n\t.quad\ta\n") +
                       kManagedInitial,
                   {"a"}),
               heddle::Error);
}

TEST(StaticNames, OfDeclarationsBecomeThoseOfDefinitions) {
  EXPECT_EQ(with_united_static_names("x\n@v = external addrspace(1) global i32\n"
                                     "@v__static__1a = addrspace(1) global i32 0\n"
                                     "@w = external global i32\n f(ptr @v, ptr @vv, ptr @w)\n"),
            "x\n\n@v__static__1a = addrspace(1) global i32 0\n"
            "@w = external global i32\n f(ptr @v__static__1a, ptr @vv, ptr @w)\n");
}

TEST(PtxText, ListsOfUsedNamesGoAndDeclaredKernelsHaveNoRegisterLimit) {
  EXPECT_EQ(completed_ptx("\n.weak .entry k(\n)\n;\n.global .align 8 .u64 "
                          "__clang_gpu_used_external[1] = {k};\n.weak .entry k(\n)\n{\n}\n",
                          16),
            "\n.weak .entry k(\n)\n;\n.weak .entry k(\n)\n.maxnreg 16\n{\n}\n");
}

TEST(Spelling, PercentSignsBeforeNamesAreDoubled) {
  EXPECT_EQ(respelled_assembly(R"(asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));)"),
            R"(asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));)");
  EXPECT_EQ(respelled_assembly("__asm__ ( // %a\n\"%x.y\" \"%z\"\n : );"),
            "__asm__ ( // %a\n\"%%x.y\" \"%%z\"\n : );");
}

TEST(Spelling, OtherPercentSignsStay) {
  for (const std::string text :
       {R"(asm("mov.u32 %0, %%laneid;" : "=r"(i));)", R"(asm("bswap %q0, %w[x];" : "+r"(i));)",
        R"(asm("mov.u32 r, %laneid;");)", R"(printf("%d : %s", a ? b : c);)", R"(basm("%x" : );)",
        R"(// asm("%x" : ))"}) {
    EXPECT_EQ(respelled_assembly(text), text);
  }
}

TEST(Spelling, AlignmentFollowsShared) {
  EXPECT_EQ(respelled_alignment("__shared__ alignas(16) float a[4];"),
            "__shared__ _Alignas(16) float a[4];");
  for (const std::string text : {"alignas(16) __shared__ float a[4];", "__shared__ float alignas_;",
                                 "struct alignas(8) s;", "\"__shared__ alignas(4)\""}) {
    EXPECT_EQ(respelled_alignment(text), text);
  }
}

TEST(Launches, ComparisonsInsideAreNotTheEnd) {
  EXPECT_EQ(respelled_launches("k<< <(n > 1 ? 2 : 3), a[i >> 1]>> >();"),
            "k<<< (n > 1 ? 2 : 3), a[i >> 1]>>> ();");
}

TEST(Ptx, UndefinedFunctionsAreFound) {
  const std::string ptx =
      "\n.extern .func (.param .b32 func_retval0) vprintf\n(\n)\n;\n.extern .func  (.param .b32 r) "
      "_Z3fooi\n(\n)\n;"
      "\n.extern .func __nv_rare\n(\n)\n;\n.visible .func bar()\n{\n}\n";
  EXPECT_THAT(undefined_functions(ptx), ElementsAre("_Z3fooi", "__nv_rare"));
  EXPECT_THROW(refuse_undefined(ptx, "a.cu", false), Error);
  EXPECT_NO_THROW(refuse_undefined("\n.extern .func malloc\n", "a.cu", false));
}

TEST(Ptx, RegisterLimitsGoToKernelsWithoutOne) {
  const std::string ptx =
      ".visible .entry k(\n\t.param .u64 p\n)\n.maxntid 32, 1, 1\n{\n}\n.visible .entry "
      "l(\n)\n.maxnreg 20\n{\n}\n"
      ".visible .func f(\n)\n{\n}\n";
  const std::string limited = completed_ptx(ptx, 32);
  EXPECT_THAT(limited, HasSubstr(".maxntid 32, 1, 1\n.maxnreg 32\n{"));
  EXPECT_EQ(sdk_test::count_of(limited, ".maxnreg"), 2u);
  EXPECT_EQ(completed_ptx(ptx, 0), ptx);
}

TEST(Ptx, PureVirtualFunctionsTrap) {
  const std::string ptx =
      completed_ptx("\n.extern .func __cxa_pure_virtual\n()\n;\n.global .u64 table = 0;", 0);
  EXPECT_THAT(ptx, HasSubstr("trap;"));
  EXPECT_THAT(ptx, Not(HasSubstr(".extern")));
  EXPECT_THAT(ptx, HasSubstr(".global .u64 table = 0;"));
}

template <typename T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

TEST(FatBinary, HasTheDocumentedLayout) {
  const std::string ptx = ".version 8.0\n";  // 13 characters, with NUL and padding 16
  const DeviceText text{75, ptx};
  const std::string bytes = fat_binary({&text, 1});
  ASSERT_EQ(bytes.size(), 16u + 80u + 16u);
  EXPECT_EQ(at<std::uint32_t>(bytes, 0), 0xBA55ED50u);
  EXPECT_EQ(at<std::uint16_t>(bytes, 4), 1u);
  EXPECT_EQ(at<std::uint16_t>(bytes, 6), 16u);
  EXPECT_EQ(at<std::uint64_t>(bytes, 8), 96u);
  EXPECT_EQ(at<std::uint16_t>(bytes, 16), 1u);
  EXPECT_EQ(at<std::uint32_t>(bytes, 20), 80u);
  EXPECT_EQ(at<std::uint64_t>(bytes, 24), 16u);
  EXPECT_EQ(at<std::uint32_t>(bytes, 32), 0u);   // not compressed
  EXPECT_EQ(at<std::uint32_t>(bytes, 36), 64u);  // options: their place and length, in the entry
  EXPECT_EQ(at<std::uint32_t>(bytes, 16 + 64), 72u);
  EXPECT_EQ(at<std::uint32_t>(bytes, 16 + 68), 0u);
  EXPECT_EQ(at<std::uint32_t>(bytes, 44), 75u);
  EXPECT_EQ(at<std::uint64_t>(bytes, 56), 0x11u);
  EXPECT_EQ(bytes.substr(96), ptx + std::string(3, '\0'));
}

TEST(DeviceCode, IsReadFromObjectsAndArchives) {
  const sdk_test::Workshop shop;
  const std::string one = wrapped_device_code("first"), two = wrapped_device_code("the second");
  EXPECT_EQ(one.size() % 8, 0u);
  shop.write("one.bin", one + two);
  shop.write("two.bin", two);
  shop.write("e.c", "int e;");
  const auto made = shop.run(
      "gcc -c e.c && for n in one two; do objcopy --add-section .llvm.offloading=$n.bin e.o $n.o "
      "|| exit 1; done"
      " && ar rcs lib.a one.o e.o two.o && objcopy --add-section .heddle_device_link=e.c e.o "
      "linked.o");
  ASSERT_EQ(made.status, 0) << made.text;
  const auto path = [&](const char* name) { return (shop.folder() / name).string(); };
  EXPECT_THAT(device_code_of(path("one.o")), ElementsAre("first", "the second"));
  EXPECT_THAT(device_code_of(path("lib.a")), ElementsAre("first", "the second", "the second"));
  EXPECT_THAT(device_code_of(path("e.o")), ElementsAre());
  EXPECT_THAT(device_code_of(path("e.c")), ElementsAre());
  EXPECT_TRUE(is_device_linked(path("linked.o")));
  EXPECT_FALSE(is_device_linked(path("one.o")));
}

}  // namespace
}  // namespace heddle::cc
