#include "warp_kernel.hpp"

#include <cstring>

#include <fmt/format.h>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::test {
namespace {

std::string list(const FragmentText& fragment, const std::string& name) {
  std::string text;
  for (unsigned i = 0; i < fragment.registers; ++i)
    text += fmt::format("{}%{}{}", i == 0 ? "" : ", ", name, i);
  return "{" + text + "}";
}

/// Declares a fragment's registers and loads them from or stores them to [address + offset].
std::string declared(const FragmentText& fragment, const std::string& name) {
  return fmt::format(".reg .{} %{}<{}>;\n", fragment.is_wide ? "f64" : "b32", name,
                     fragment.registers);
}
std::string loaded(const FragmentText& fragment, const std::string& name, unsigned& offset) {
  std::string text = declared(fragment, name);
  const unsigned bytes = fragment.is_wide ? 8 : 4;
  for (unsigned i = 0; i < fragment.registers; ++i, offset += bytes)
    text += fmt::format("ld.global.b{} %{}{}, [%rd2+{}];\n", 8 * bytes, name, i, offset);
  return text;
}

std::string body_of(const WarpCase& test, unsigned in_bytes, unsigned out_bytes) {
  unsigned offset = 0;
  std::string text =
      fmt::format("mad.wide.u32 %rd2, %r0, {}, %rd0;\nmad.wide.u32 %rd3, %r0, {}, %rd1;\n",
                  in_bytes, out_bytes);
  text += loaded(test.a, "a", offset);
  text += loaded(test.b, "b", offset);
  text += loaded(test.c, "c", offset);
  for (unsigned i = 0; offset < in_bytes; ++i, offset += 4)
    text += fmt::format("ld.global.b32 %m{}, [%rd2+{}];\n", i, offset);
  text += declared(test.d, "d");
  text += fmt::format("{} {}, {}, {}, {}{};\n", test.spelling, list(test.d, "d"), list(test.a, "a"),
                      list(test.b, "b"), list(test.c, "c"), test.more);
  const unsigned bytes = test.d.is_wide ? 8 : 4;
  for (unsigned i = 0; i < test.d.registers; ++i)
    text += fmt::format("st.global.b{} [%rd3+{}], %d{};\n", 8 * bytes, bytes * i, i);
  return text;
}

}  // namespace

std::string kernel_text(const std::string& body) {
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 in, .param .u64 out)\n{{\n"
      ".shared .align 128 .b8 tile[8192];\n"
      ".reg .pred %p<10>;\n.reg .b32 %r<100>;\n.reg .b64 %rd<40>;\n.reg .f32 %f<100>;\n"
      ".reg .b32 %m<8>;\n"
      "ld.param.u64 %rd0, [in];\nld.param.u64 %rd1, [out];\nmov.u32 %r0, %tid.x;\n{}\nret;\n}}\n",
      body);
}

std::vector<Words> run_fragments(const WarpCase& test, const std::vector<Words>& threads) {
  const unsigned in_words = static_cast<unsigned>(threads[0].size());
  const unsigned out_words = test.d.registers * (test.d.is_wide ? 2 : 1);
  std::vector<std::uint8_t> in;
  for (const Words& words : threads) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
    in.insert(in.end(), bytes, bytes + 4 * words.size());
  }
  compile::Options options;
  options.capability = test.capability;
  const std::vector<std::uint8_t> out =
      run_body(body_of(test, 4 * in_words, 4 * out_words), in, 32 * 4 * out_words, options);
  std::vector<Words> results(32, Words(out_words));
  for (unsigned lane = 0; lane < 32; ++lane)
    std::memcpy(results[lane].data(), out.data() + 4 * out_words * lane, 4 * out_words);
  return results;
}

std::vector<std::uint8_t> run_body(const std::string& body, const std::vector<std::uint8_t>& in,
                                   std::size_t out_bytes, const compile::Options& options) {
  const isa::Module module = compile::lower(ptx::parse(kernel_text(body), "k.ptx"), options);
  exec::MemoryImage image(1 << 24);
  exec::TextureTable textures;
  const Addr from = image.allocate(std::max<std::size_t>(in.size(), 1));
  const Addr to = image.allocate(out_bytes);
  image.write(from, in.data(), in.size());
  image.fill(to, 0, out_bytes);
  std::vector<std::uint8_t> parameters(16);
  std::memcpy(parameters.data(), &from, 8);
  std::memcpy(parameters.data() + 8, &to, 8);
  exec::LaunchShape launch;
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  const exec::Grid grid =
      exec::make_grid(module.kernels.at(0), launch, parameters, {}, image, textures, nullptr);
  exec::Block block;
  block.start(grid, 0);
  exec::Warp warp;
  warp.start(block, 0);
  exec::Step step;
  while (!warp.done()) exec::step(warp, {}, step);
  std::vector<std::uint8_t> out(out_bytes);
  image.read(to, out.data(), out.size());
  return out;
}

std::string error_of_body(const std::string& body, const compile::Options& options) {
  try {
    run_body(body, std::vector<std::uint8_t>(8192), 8192, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace heddle::test
