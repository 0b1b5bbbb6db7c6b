// The probe `python` passes events on to objects of Python classes. An object gets the events for
// which its class defines methods. One object hears all units; the first argument of a method is
// the number of the unit.
#include "heddle/probe/probe.hpp"

#include <deque>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "offer.hpp"

namespace heddle::python {
namespace {

template <typename Event>
constexpr const char* kMethod = nullptr;
template <>
constexpr const char* kMethod<model::BlockDispatched> = "block_dispatched";
template <>
constexpr const char* kMethod<model::BlockFinished> = "block_finished";
template <>
constexpr const char* kMethod<model::WarpLaunched> = "warp_launched";
template <>
constexpr const char* kMethod<model::WarpFinished> = "warp_finished";
template <>
constexpr const char* kMethod<model::InstructionIssued> = "instruction_issued";
template <>
constexpr const char* kMethod<model::SlotStalled> = "slot_stalled";
template <>
constexpr const char* kMethod<model::L1Access> = "l1_access";
template <>
constexpr const char* kMethod<model::L2Access> = "l2_access";
template <>
constexpr const char* kMethod<model::DramAccess> = "dram_access";
template <>
constexpr const char* kMethod<model::GridStarted> = "grid_started";
template <>
constexpr const char* kMethod<model::GridEnded> = "grid_ended";
template <>
constexpr const char* kMethod<model::BlockSent> = "block_sent";

/// An object, and the events of a unit for which its class defines methods.
struct Hearer {
  const OfferedObject* object;
  model::EventMask hears;
};

template <typename... Events>
std::vector<Hearer> hearers_of(const std::deque<OfferedObject>& objects) {
  std::vector<Hearer> hearers;
  for (const OfferedObject& object : objects) {
    model::EventMask hears;
    const auto add = [&](const char* method, model::EventKind kind) {
      if (object.defines("Probe", method)) hears |= model::EventMask(kind);
    };
    (add(kMethod<Events>, Events::kKind), ...);
    if (!hears.none()) hearers.push_back({&object, hears});
  }
  return hearers;
}

/// The part of the probe that hears one unit: an SM, a memory partition or the dispatcher.
/// `unit_name` and the number `unit` are for messages; methods get the number as well.
class Part final : public probe::UnitProbe {
 public:
  Part(std::vector<Hearer> hearers, std::string_view unit_name, std::uint32_t unit)
      : hearers_(std::move(hearers)), unit_name_(unit_name), unit_(unit) {}

  model::EventMask hears() const override {
    model::EventMask all;
    for (const Hearer& hearer : hearers_) all |= hearer.hears;
    return all;
  }
  void on(const model::BlockDispatched& event) override { pass(event); }
  void on(const model::BlockFinished& event) override { pass(event); }
  void on(const model::WarpLaunched& event) override { pass(event); }
  void on(const model::WarpFinished& event) override { pass(event); }
  void on(const model::InstructionIssued& event) override { pass(event); }
  void on(const model::SlotStalled& event) override { pass(event); }
  void on(const model::L1Access& event) override { pass(event); }
  void on(const model::L2Access& event) override { pass(event); }
  void on(const model::DramAccess& event) override { pass(event); }
  void on(const model::GridStarted& event) override { pass(event); }
  void on(const model::GridEnded& event) override { pass(event); }
  void on(const model::BlockSent& event) override { pass(event); }

 private:
  template <typename Event>
  void pass(const Event& event) const {
    const Locked lock;
    try {
      const py::object made = py::cast(event, py::return_value_policy::copy);
      for (const Hearer& hearer : hearers_) {
        if (hearer.hears.has(Event::kKind)) hearer.object->tell(kMethod<Event>, unit_, made);
      }
    } catch (const std::runtime_error& error) {
      throw policy::PolicyError(fmt::format("probe python on {} {}, cycle {}: {} raised {}",
                                            unit_name_, unit_, event.cycle, kMethod<Event>,
                                            error.what()));
    }
  }

  std::vector<Hearer> hearers_;
  std::string_view unit_name_;
  std::uint32_t unit_;
};

class PythonProbe final : public probe::Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("class", offers_, {.doc = "the Python objects, as heddle.Simulation offers them"});
  }
  bool is_on() const override { return !offers_.empty(); }

  void attach(const probe::MachineFacts& /*machine*/) override {
    for (std::string_view rest = offers_; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      objects_.emplace_back(std::string(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  probe::UnitProbe* on_sm(const probe::SmFacts& facts) override {
    using namespace model;  // NOLINT(google-build-using-namespace)
    return part(hearers_of<BlockDispatched, BlockFinished, WarpLaunched, WarpFinished,
                           InstructionIssued, SlotStalled, L1Access>(objects_),
                "SM", facts.sm);
  }
  probe::UnitProbe* on_partition(const probe::PartitionFacts& facts) override {
    return part(hearers_of<model::L2Access, model::DramAccess>(objects_), "memory partition",
                facts.channel);
  }
  probe::UnitProbe* on_dispatcher() override {
    return part(hearers_of<model::GridStarted, model::GridEnded, model::BlockSent>(objects_),
                "dispatcher", 0);
  }

 private:
  probe::UnitProbe* part(std::vector<Hearer> hearers, std::string_view name, std::uint32_t unit) {
    if (hearers.empty()) return nullptr;
    return &parts_.emplace_back(std::move(hearers), name, unit);
  }

  std::string offers_;
  std::deque<OfferedObject> objects_;
  std::deque<Part> parts_;
};

const policy::Register<probe::Probe, PythonProbe> probe_registration(
    "python", "an object of Python's hears events: for first trials, slow");

}  // namespace
}  // namespace heddle::python
