"""heddle for Spack, from a checkout:

  spack repo add packaging/spack/spack_repo/heddle
  spack develop --path $PWD heddle@0.1.0     (in an environment)
  spack install heddle
"""
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *

# By the Debian package of scripts/setup.sh that builds and runs heddle: the spec that stands for it, and how it is needed.
# tests/house/packaging compares the names. None: nothing in Spack is needed for it, for the reason that follows.
NEEDS = {
    "g++": ("gcc@12:", ("run",)),  # `heddle cc` links programs with it
    "cmake": ("cmake@3.25:", ("build",)),
    "ninja-build": ("ninja", ("build",)),
    "pkgconf": ("pkgconfig", ("build",)),
    "libfmt-dev": ("fmt@9:", ("build", "link")),
    "libcli11-dev": ("cli11@2.3:", ("build",)),
    "libtomlplusplus-dev": ("tomlplusplus@3:", ("build", "link")),
    "nlohmann-json3-dev": ("nlohmann-json@3.11:", ("build",)),
    "libzstd-dev": ("zstd", ("build", "link")),
    "liblz4-dev": ("lz4", ("build", "link")),
    "liblzma-dev": ("xz", ("build", "link")),
    "zlib1g-dev": ("zlib", ("build", "link")),
    "libsqlite3-dev": ("sqlite@3.40:", ("build", "link")),
    "clang-19": ("llvm@19 +clang targets=nvptx,x86", ("build", "run")),
    "llvm-19": None,  # a part of llvm
    "libclc-19": None,  # heddle's device mathematics is its own
    "libthrust-dev": None,  # Spack's cccl asks for NVIDIA's toolkit; programs with Thrust name its headers by -I
    "libcub-dev": None,  # as libthrust-dev
    "libcu++-dev": None,  # as libthrust-dev
}


class Heddle(CMakePackage):
    """A cycle-level GPU simulator that runs CUDA programs on a machine without a GPU and without a CUDA SDK."""

    license("Apache-2.0")
    version("0.1.0")  # of no place: the sources are those that `spack develop --path` names

    generator("ninja")
    requires("target=x86_64_v3:", msg="heddle needs AVX2 and FMA")
    requires("platform=linux")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    for _need in NEEDS.values():
        if _need is not None:
            depends_on(_need[0], type=_need[1])
    del _need

    def clang(self):
        return self.spec["llvm"].prefix.bin.join("clang++")

    def cmake_args(self):
        return [
            self.define("BUILD_TESTING", False),
            self.define("HEDDLE_WERROR", False),
            self.define("HEDDLE_CLANG", self.clang()),
        ]

    @property
    def build_targets(self):
        return ["heddle", "heddle_sdk", "heddle_library"]

    def setup_build_environment(self, env):
        env.set("HEDDLE_CLANG", self.clang())  # `heddle cc` compiles the kernels of the SDK's libraries

    def setup_run_environment(self, env):
        env.set("HEDDLE_CLANG", self.clang())
