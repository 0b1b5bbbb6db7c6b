// Runs a kernel under a misfit: a policy that does wrong what it is told to (misdeed.hpp). The
// kinds' files misfit_*.cpp register them; tests know them by name and parameters alone.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "heddle/policy/policy_error.hpp"
#include "parameter_setter.hpp"
#include "rig.hpp"

namespace heddle::test {

inline const std::string kOfGangs = "variable_warp";  ///< the organisation whose warps have gangs

/// The misfit of the kind, with the parameters, among policies that do no wrong.
inline gpu::PolicyChoice misfit(const std::string& kind, const Values& values) {
  gpu::PolicyChoice choice{.warp_scheduler = "gto"};
  choice.for_each([&](std::string_view each, std::string& name) {
    if (each == kind) name = "misfit";
  });
  if (kind == "gang_scheduler") choice.organisation = kOfGangs;
  choice.configure = set_of(kind + ".misfit", values);
  if (kind != "preemption") return choice;
  choice.preemption_trigger = "periodic";
  choice.configure = [own = choice.configure,
                      signals = set_of("preemption_trigger.periodic", {{"period", 100}})](
                         const std::string& prefix, const auto& describe) {
    own(prefix, describe);
    signals(prefix, describe);
  };
  return choice;
}

/// Arithmetic, and a load that misses and is waited for, in turn: warps issue and wait.
inline const std::string kWork = kernel(R"(
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
)" + repeat(8, repeat(20, "  add.u32 %r1, %r1, 1;\n") + R"(
  ld.global.u32 %r2, [%rd3];
  add.u32 %r1, %r1, %r2;
  add.s64 %rd3, %rd3, 65536;
)") + R"(
  st.global.u32 [%rd3], %r1;
)");

inline gpu::MachineSpec machine_of(std::uint32_t sms) {
  gpu::MachineSpec machine = small_machine();
  machine.sm.count = sms;
  return machine;
}

/// What a run of 40 blocks of 8 warps on four SMs says of the policy that is at fault; "" if the
/// run ends well.
inline std::string refusal(const gpu::PolicyChoice& choice, unsigned host_threads) {
  gpu::MachineSpec machine = machine_of(4);
  machine.load_store.tenant_queues = choice.corun != policy::Corun::kDefault;
  if (choice.organisation == kOfGangs) machine.sm.schedulers = 1;  // of each part of a warp
  try {
    Rig rig(machine, choice, host_threads);
    const bool shares = choice.corun != policy::Corun::kDefault;
    const Rig::Launch launch{.tenant = shares ? std::optional<std::uint8_t>(1) : std::nullopt};
    rig.finish(rig.start(kWork, {40}, {256}, launch));
  } catch (const policy::PolicyError& error) {
    return error.what();
  }
  return "";
}

/// The same with one and with two host threads, which must not differ.
inline std::string refusal(const gpu::PolicyChoice& choice) {
  const std::string alone = refusal(choice, 1), shared = refusal(choice, 2);
  EXPECT_EQ(alone, shared);
  return alone;
}

/// Whether the message begins like the pattern, in which # stands for a number.
inline bool begins(std::string_view message, std::string_view pattern) {
  for (const char wanted : pattern) {
    if (wanted == '#') {
      const std::size_t digits = message.find_first_not_of("0123456789");
      if (digits == 0) return false;
      message.remove_prefix(std::min(digits, message.size()));
    } else {
      if (!message.starts_with(wanted)) return false;
      message.remove_prefix(1);
    }
  }
  return true;
}

}  // namespace heddle::test
