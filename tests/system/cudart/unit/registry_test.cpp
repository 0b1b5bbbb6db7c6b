#include "cudart/module/registry.hpp"

#include <gtest/gtest.h>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {
namespace {

class RegistryTest : public testing::Test {
 protected:
  RegistryTest() {
    loader.load = [this](std::string_view ptx, const std::string& file, const auto&) {
      ++loads;
      last_file = file;
      if (ptx == "broken") throw CudaError(cudaErrorInvalidPtx, "broken.ptx:1:1: no");
      LoadedCode code;
      auto program = std::make_shared<isa::Program>();
      program->name = "kernel";
      code.kernels.push_back(program);
      code.variables["counter"] = {0x1000'0100, 8};
      return code;
    };
    loader.unload = [this](const LoadedCode&) { ++unloads; };
  }
  DeviceFunction kernel(const void* host, const std::string& name = "kernel") {
    DeviceFunction function;
    function.host = host;
    function.name = name;
    return function;
  }
  template <typename Call>
  cudaError_t code_of(const Call& call) {
    try {
      call();
    } catch (const CudaError& error) {
      return error.code();
    }
    return cudaSuccess;
  }

  Registry registry{"demo"};
  CodeLoader loader;
  int loads = 0, unloads = 0;
  std::string last_file;
  const char stub = 0, other_stub = 0;
  FatBinaryWrapper wrapper{.data = "good"};
  FatBinaryWrapper broken{.data = "broken"};
};

TEST_F(RegistryTest, LoadsABinaryAtTheFirstUseOfAnythingInIt) {
  Binary& binary = registry.add(&wrapper);
  registry.add(binary, kernel(&stub));
  EXPECT_EQ(loads, 0);
  EXPECT_EQ(registry.function(&stub, loader).program->name, "kernel");
  registry.function(&stub, loader);
  EXPECT_EQ(loads, 1);
  EXPECT_EQ(last_file, "demo.0.ptx");
}

TEST_F(RegistryTest, AKernelIsFoundByItsOwnAddressToo) {
  Binary& binary = registry.add(&wrapper);
  registry.add(binary, kernel(&stub));
  const DeviceFunction* const handle = registry.find_function(&stub);
  EXPECT_EQ(loads, 0) << "a handle can be had before the device exists";
  EXPECT_EQ(&registry.function(handle, loader), handle);
}

TEST_F(RegistryTest, NamesWhatItDoesNotKnow) {
  Binary& binary = registry.add(&wrapper);
  registry.add(binary, kernel(&stub, "missing"));
  EXPECT_EQ(code_of([&] { registry.function(&other_stub, loader); }),
            cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(code_of([&] { registry.function(&stub, loader); }), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(code_of([&] { registry.variable(&stub, loader); }), cudaErrorInvalidSymbol);
}

TEST_F(RegistryTest, GivesVariablesTheirAddressAndManagedOnesTheHostsPointer) {
  Binary& binary = registry.add(&wrapper);
  void* pointer = nullptr;
  DeviceVariable variable;
  variable.host = &pointer;
  variable.name = "counter";
  variable.managed = true;
  variable.host_pointer = &pointer;
  registry.add(binary, variable);
  EXPECT_EQ(registry.variable(&pointer, loader).address, 0x1000'0100u);
  EXPECT_EQ(registry.variable(&pointer, loader).bytes, 8u);
  EXPECT_EQ(pointer, reinterpret_cast<void*>(0x1000'0100));
}

TEST_F(RegistryTest, AFailedLoadFailsAgainWithoutTrying) {
  Binary& binary = registry.add(&broken);
  registry.add(binary, kernel(&stub));
  EXPECT_EQ(code_of([&] { registry.function(&stub, loader); }), cudaErrorInvalidPtx);
  EXPECT_EQ(code_of([&] { registry.function(&stub, loader); }), cudaErrorInvalidPtx);
  EXPECT_EQ(loads, 1);
}

TEST_F(RegistryTest, SaysThatABinaryHasNoPtx) {
  const FatBinaryWrapper wrong{.magic = 1, .data = "x"};
  Binary& binary = registry.add(&wrong);
  registry.add(binary, kernel(&stub));
  EXPECT_EQ(code_of([&] { registry.function(&stub, loader); }), cudaErrorNoKernelImageForDevice);
}

TEST_F(RegistryTest, RemovingABinaryForgetsWhatIsInIt) {
  Binary& binary = registry.add(&wrapper);
  registry.add(binary, kernel(&stub));
  const void* const handle = registry.find_function(&stub);
  registry.function(&stub, loader);
  registry.remove(binary, &loader);
  EXPECT_EQ(unloads, 1);
  EXPECT_EQ(registry.find_function(&stub), nullptr);
  EXPECT_EQ(registry.find_function(handle), nullptr);
  EXPECT_FALSE(registry.knows(&binary));
}

TEST_F(RegistryTest, AfterAResetCodeIsLoadedAnew) {
  Binary& binary = registry.add(&wrapper);
  registry.add(binary, kernel(&stub));
  registry.function(&stub, loader);
  registry.unload_all(loader);
  registry.function(&stub, loader);
  EXPECT_EQ(loads, 2);
}

}  // namespace
}  // namespace heddle::cudart
