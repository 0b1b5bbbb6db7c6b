#include "cc/introduction.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "cc/link.hpp"
#include "cc/options/words.hpp"
#include "cc/session/compiler_flags.hpp"

namespace heddle::cc {
namespace {

// CMake, FindCUDA and configure scripts look for the first line, and for "release" and "V". The
// version is the version of the headers (CUDART_VERSION).
constexpr const char* kVersion =
    "nvcc: NVIDIA (R) Cuda compiler driver\n"
    "(this is heddle cc, which compiles CUDA C++ for the heddle GPU simulator; no NVIDIA software "
    "is used)\n"
    "Cuda compilation tools, release 12.0, V12.0.140\n";

constexpr const char* kHelp =
    "usage: heddle cc [options] file...\n"
    "\n"
    "Compiles and links CUDA C++ programs, with nvcc's options. Files: .cu, .cpp, .cc, .c, .o, .a, "
    ".so.\n"
    "\n"
    "  -o FILE            what to write: a program unless an option below says otherwise\n"
    "  -c, -dc            an object; -dc, -rdc=true keep device code linkable across files\n"
    "  -ptx               the device code as PTX\n"
    "  -dlink             the object of a device link;  -lib: an archive;  -shared: a shared "
    "library\n"
    "  -E, -M, -MD, ...   preprocess, write dependencies\n"
    "  -I -D -U -L -l -O -g -std=c++17 -x cu -w\n"
    "  -Xcompiler A,B     options for the host side;  -Xlinker A,B: for the linker;  -ccbin NAME: "
    "host compiler\n"
    "  --use_fast_math, -ftz, -prec-div, -prec-sqrt, -fmad=true|false, -maxrregcount N, -lineinfo\n"
    "  -arch=sm_80, -gencode arch=compute_80,code=sm_80\n"
    "                     compute capabilities of the device code, from 7.0 to 9.0; without these "
    "7.5\n"
    "  -v, -dryrun, -keep, --options-file FILE, --version\n"
    "\n"
    "A source file's device code becomes PTX through clang 19. sdk/README.md tells what is "
    "supported.\n";

}  // namespace

std::string help_text() { return kHelp; }

bool answer_question(std::span<const std::string> arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--version" || argument == "-V" || argument == "-version") {
      std::fputs(kVersion, stdout);
      return true;
    }
    if (argument == "--help" || argument == "-h" || argument == "-help") {
      std::fputs(kHelp, stdout);
      return true;
    }
    if (argument == "--list-gpu-arch" || argument == "-arch-ls") {
      for (const unsigned known : known_architectures()) fmt::print("compute_{}\n", known);
      return true;
    }
    if (argument == "--list-gpu-code" || argument == "-code-ls") {
      for (const unsigned known : known_architectures()) fmt::print("sm_{}\n", known);
      return true;
    }
  }
  return false;
}

void introduce(const Session& session) {
  const Options& options = session.options();
  if (!options.verbose && !options.dry_run) return;
  const std::string sdk = session.tools().sdk.string();
  const char* path = std::getenv("PATH");
  const std::string folders = fmt::format("\"-L{}/lib64\"", sdk);
  fmt::print(
      stderr,
      "#$ _SPACE_= \n#$ _HERE_={0}/bin\n#$ _TARGET_SIZE_=64\n#$ TOP={0}\n"
      "#$ NVVMIR_LIBRARY_DIR={0}/nvvm/libdevice\n#$ PATH={0}/bin:{1}\n"
      "#$ INCLUDES=\"-I{0}/include\"  \n#$ LIBRARIES=  {2}\n#$ CUDAFE_FLAGS=\n#$ PTXAS_FLAGS=\n"
      "#$ : device code is compiled for -arch compute_{3}\n",
      sdk, path != nullptr ? path : "", folders,
      fmt::join(device_architectures(options), " -arch compute_"));
  // CMake learns the linker and the libraries from this line.
  if (options.goal != Goal::program) return;
  std::string line;
  for (const std::string& word : link_launcher(session)) line += shell_word(word) + " ";
  line += "-m64 -o \"a.out\" " + folders + " -lcudadevrt";
  for (const std::string& library : runtime_libraries(session)) line += " " + library;
  fmt::print(stderr, "#$ {} -lrt -lpthread -ldl\n", line);
}

}  // namespace heddle::cc
