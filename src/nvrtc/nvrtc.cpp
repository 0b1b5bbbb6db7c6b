// The exported functions of NVRTC.
#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

#include <fmt/core.h>

#include "cc/session/compiler_flags.hpp"
#include "nvrtc/program.hpp"
#include "nvrtc/result.hpp"

using namespace heddle::nvrtc;

struct _nvrtcProgram {
  Program program;
};

namespace {

/// The programs that exist, so that a wrong handle is an error and not a fault.
class Programs {
 public:
  nvrtcProgram add(Program program) {
    auto* const made = new _nvrtcProgram{std::move(program)};
    const std::lock_guard guard(mutex_);
    known_.insert(made);
    return made;
  }
  Program& at(nvrtcProgram handle) {
    const std::lock_guard guard(mutex_);
    require(known_.contains(handle), NVRTC_ERROR_INVALID_PROGRAM);
    return handle->program;
  }
  void remove(nvrtcProgram handle) {
    at(handle);
    const std::lock_guard guard(mutex_);
    known_.erase(handle);
    delete handle;
  }

 private:
  std::mutex mutex_;
  std::set<nvrtcProgram> known_;
};

Programs& programs() {
  static auto* const all = new Programs;  // static destructors of programs may still ask
  return *all;
}

/// Runs `body()` and turns exceptions into NVRTC's codes.
template <typename Body>
nvrtcResult answer(const Body& body) noexcept {
  try {
    body();
    return NVRTC_SUCCESS;
  } catch (const Refusal& refusal) {
    return refusal.code();
  } catch (const std::bad_alloc&) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

nvrtcResult answer_size(nvrtcProgram prog, std::size_t* size,
                        const std::string& (Program::*text)() const) {
  return answer([&] {
    require(size != nullptr);
    const Program& program = programs().at(prog);
    require(program.compiled(), NVRTC_ERROR_INVALID_PROGRAM);
    *size = (program.*text)().size();
  });
}

/// Copies bytes that the program has asked the size of.
nvrtcResult answer_bytes(nvrtcProgram prog, char* to, const std::string& (Program::*text)() const) {
  return answer([&] {
    require(to != nullptr);
    const Program& program = programs().at(prog);
    const std::string& bytes = (program.*text)();
    require(!bytes.empty(), NVRTC_ERROR_INVALID_PROGRAM);
    std::ranges::copy(bytes, to);
  });
}

constexpr const char* kTexts[] = {"NVRTC_SUCCESS",
                                  "NVRTC_ERROR_OUT_OF_MEMORY",
                                  "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                  "NVRTC_ERROR_INVALID_INPUT",
                                  "NVRTC_ERROR_INVALID_PROGRAM",
                                  "NVRTC_ERROR_INVALID_OPTION",
                                  "NVRTC_ERROR_COMPILATION",
                                  "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                  "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                  "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                  "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                  "NVRTC_ERROR_INTERNAL_ERROR",
                                  "NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};

std::vector<Header> headers_from(int count, const char* const* texts, const char* const* names) {
  require(count >= 0 && (count == 0 || (texts != nullptr && names != nullptr)));
  std::vector<Header> headers;
  for (int i = 0; i < count; ++i) {
    require(texts[i] != nullptr && names[i] != nullptr);
    headers.push_back({names[i], texts[i]});
  }
  return headers;
}

}  // namespace

const char* nvrtcGetErrorString(nvrtcResult result) {
  const auto number = static_cast<std::size_t>(result);
  return number < std::size(kTexts) ? kTexts[number] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  return answer([&] {
    require(major != nullptr && minor != nullptr);
    *major = 12;
    *minor = 0;
  });
}

nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs) {
  return answer([&] {
    require(numArchs != nullptr);
    *numArchs = static_cast<int>(heddle::cc::known_architectures().size());
  });
}

nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs) {
  return answer([&] {
    require(supportedArchs != nullptr);
    std::ranges::copy(heddle::cc::known_architectures(), supportedArchs);
  });
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames) {
  return answer([&] {
    require(prog != nullptr && src != nullptr);
    const bool named = name != nullptr && *name != '\0';
    *prog = programs().add(Program(src, named ? name : "default_program",
                                   headers_from(numHeaders, headers, includeNames)));
  });
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog) {
  return answer([&] {
    require(prog != nullptr, NVRTC_ERROR_INVALID_PROGRAM);
    programs().remove(*prog);
    *prog = nullptr;
  });
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options) {
  return answer([&] {
    require(numOptions >= 0 && (numOptions == 0 || options != nullptr));
    programs().at(prog).compile({options, static_cast<std::size_t>(numOptions)});
  });
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet) {
  return answer_size(prog, ptxSizeRet, &Program::ptx);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx) {
  return answer_bytes(prog, ptx, &Program::ptx);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet) {
  return answer_size(prog, cubinSizeRet, &Program::cubin);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin) {
  return answer_bytes(prog, cubin, &Program::cubin);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet) {
  return answer([&] {
    require(logSizeRet != nullptr);
    *logSizeRet = programs().at(prog).log().size() + 1;
  });
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log) {
  return answer([&] {
    require(log != nullptr);
    const std::string& text = programs().at(prog).log();
    std::copy_n(text.c_str(), text.size() + 1, log);
  });
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* name_expression) {
  return answer([&] {
    require(name_expression != nullptr);
    programs().at(prog).add_name(name_expression);
  });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* name_expression,
                                const char** lowered_name) {
  return answer([&] {
    require(name_expression != nullptr && lowered_name != nullptr);
    const Program& program = programs().at(prog);
    require(program.compiled(), NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    const std::string* const name = program.lowered_name(name_expression);
    require(name != nullptr, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    *lowered_name = name->c_str();
  });
}
