#include "heddle/trace/format/kernel_list.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace heddle::trace {
namespace {

using sim::TemporaryFolder;

std::string refusal_of(const TemporaryFolder& folder, const std::string& text) {
  const auto file = folder.write("kernelslist.g", text);
  return sim::error_of([&] { read_kernel_list(file); }).substr(folder.path().string().size() + 1);
}

TEST(KernelList, HasCopiesAndKernelsInTheirOrder) {
  const TemporaryFolder folder;
  const KernelList list = read_kernel_list(folder.write(
      "kernelslist.g",
      "MemcpyHtoD,0x00007fb02d700000,4096\nkernel-1.traceg\n\nkernel-2.traceg.xz\r\n"));
  ASSERT_EQ(list.entries.size(), 3u);
  EXPECT_EQ(list.kernels(), 2u);
  const auto& copy = std::get<TracedCopy>(list.entries[0].what);
  EXPECT_EQ(copy.address, 0x7fb02d700000u);
  EXPECT_EQ(copy.bytes, 4096u);
  EXPECT_EQ(std::get<TracedKernel>(list.entries[1].what).file, folder.path() / "kernel-1.traceg");
  EXPECT_EQ(std::get<TracedKernel>(list.entries[2].what).file,
            folder.path() / "kernel-2.traceg.xz");
  EXPECT_EQ(list.entries[2].line, 4u);
}

TEST(KernelList, RefusesSeveralDevices) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      refusal_of(folder, "kernel-1-ctx_0x61.traceg\nkernel-1-ctx_0x62.traceg\n"),
      "kernelslist.g:2: kernel of context 0x62, while those before are of 0x61: the list is of "
      "several devices; heddle runs traces of one");
  EXPECT_EQ(refusal_of(folder, "ncclCommInitAll\n"),
            "kernelslist.g:1: 'ncclCommInitAll': the program runs on several devices; heddle runs "
            "traces of one");
}

TEST(KernelList, NamesTheDamagedLine) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal_of(folder, "kernel-1.traceg\nMemcpyHtoD,0x10\n"),
            "kernelslist.g:2: 'MemcpyHtoD,0x10' in the place of MemcpyHtoD,ADDRESS,BYTES");
  EXPECT_EQ(refusal_of(folder, "MemcpyHtoD,0x10,16\n"), "kernelslist.g: the list has no kernel");
  EXPECT_EQ(refusal_of(folder, "hello\n"),
            "kernelslist.g:1: 'hello' is neither a copy (MemcpyHtoD,...) nor a kernel's file "
            "(kernel-1.traceg)");
  EXPECT_NE(refusal_of(folder, "kernel-1.trace\n").find("post-traces-processing"),
            std::string::npos);
}

TEST(KernelList, NamesTellTracesAndLists) {
  for (const char* name : {"kernel-1.traceg", "a/kernel-1.traceg.xz", "x.traceg.gz", "x.traceg.zst",
                           "kernel-1-ctx_0x61.tracez"})
    EXPECT_TRUE(is_kernel_trace(name)) << name;
  for (const char* name : {"kernel-1.trace", "kernelslist.g", "x.xz", "traceg"})
    EXPECT_FALSE(is_kernel_trace(name)) << name;
  EXPECT_TRUE(is_kernel_list("traces/kernelslist.g"));
  EXPECT_TRUE(is_kernel_list("kernelslist_ctx_0x61.g"));
  EXPECT_FALSE(is_kernel_list("kernelslist"));
}

}  // namespace
}  // namespace heddle::trace
