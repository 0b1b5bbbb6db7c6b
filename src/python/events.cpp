// The events that a probe in Python receives, as plain objects.
#include <array>

#include "bindings.hpp"
#include "heddle/model/listener.hpp"
#include "made_by_heddle.hpp"
#include "sm.hpp"

namespace heddle::python {
namespace {

constexpr std::array<const char*, 7> kOutcomes = {"hit",     "miss",    "merged", "bypassed",
                                                  "written", "blocked", "banks"};
constexpr std::array<const char*, 5> kAccesses = {"load", "store", "local_load", "local_store",
                                                  "atomic"};
constexpr std::array<const char*, 3> kCaches = {"data", "constants", "textures"};
constexpr std::array<const char*, 3> kRequests = {"load", "store", "atomic"};
constexpr std::array<const char*, 3> kL2Outcomes = {"hit", "miss", "merged"};

constexpr const char* kHeard = "a probe hears it";

template <typename Names>
auto word(const Names& names, auto value) {
  return names[static_cast<std::size_t>(value)];
}

void bind_block_events(py::module_& module) {
  using namespace model;  // NOLINT(google-build-using-namespace)
  py::class_<BlockDispatched>(module, "BlockDispatched")
      .def(made_by_heddle<BlockDispatched>("BlockDispatched", kHeard))
      .def_readonly("cycle", &BlockDispatched::cycle)
      .def_readonly("launch", &BlockDispatched::grid)
      .def_readonly("block", &BlockDispatched::block)
      .def_readonly("block_slot", &BlockDispatched::block_slot);
  py::class_<BlockFinished>(module, "BlockFinished")
      .def(made_by_heddle<BlockFinished>("BlockFinished", kHeard))
      .def_readonly("cycle", &BlockFinished::cycle)
      .def_readonly("block_slot", &BlockFinished::block_slot);
  py::class_<WarpLaunched>(module, "WarpLaunched")
      .def(made_by_heddle<WarpLaunched>("WarpLaunched", kHeard))
      .def_readonly("cycle", &WarpLaunched::cycle)
      .def_readonly("entity", &WarpLaunched::entity)
      .def_readonly("block_slot", &WarpLaunched::block_slot)
      .def_readonly("index", &WarpLaunched::index)
      .def_readonly("launch", &WarpLaunched::grid)
      .def_readonly("block", &WarpLaunched::block);
  py::class_<WarpFinished>(module, "WarpFinished")
      .def(made_by_heddle<WarpFinished>("WarpFinished", kHeard))
      .def_readonly("cycle", &WarpFinished::cycle)
      .def_readonly("dispatched", &WarpFinished::dispatched)
      .def_readonly("launched", &WarpFinished::launched)
      .def_readonly("entity", &WarpFinished::entity)
      .def_readonly("index", &WarpFinished::index)
      .def_readonly("launch", &WarpFinished::grid)
      .def_readonly("block", &WarpFinished::block)
      .def_readonly("instructions", &WarpFinished::instructions);
}

void bind_issue_events(py::module_& module) {
  using namespace model;  // NOLINT(google-build-using-namespace)
  py::class_<InstructionIssued>(module, "InstructionIssued")
      .def(made_by_heddle<InstructionIssued>("InstructionIssued", kHeard))
      .def_readonly("cycle", &InstructionIssued::cycle)
      .def_readonly("pc", &InstructionIssued::pc)
      .def_readonly("lanes", &InstructionIssued::lanes)
      .def_readonly("entity", &InstructionIssued::entity)
      .def_readonly("slot", &InstructionIssued::slot)
      .def_property_readonly("op_class", [](const InstructionIssued& event) {
        return std::string(isa::name_of(event.op_class));
      });
  py::class_<SlotStalled>(module, "SlotStalled")
      .def(made_by_heddle<SlotStalled>("SlotStalled", kHeard))
      .def_readonly("cycle", &SlotStalled::cycle)
      .def_readonly("cycles", &SlotStalled::cycles)
      .def_readonly("slot", &SlotStalled::slot)
      .def_property_readonly(
          "reason", [](const SlotStalled& event) { return word(kStallNames, event.reason); });
}

void bind_memory_events(py::module_& module) {
  using namespace model;  // NOLINT(google-build-using-namespace)
  py::class_<L1Access>(module, "L1Access")
      .def(made_by_heddle<L1Access>("L1Access", kHeard))
      .def_readonly("cycle", &L1Access::cycle)
      .def_readonly("line", &L1Access::line)
      .def_readonly("pc", &L1Access::pc)
      .def_readonly("lanes", &L1Access::lanes)
      .def_readonly("entity", &L1Access::entity)
      .def_property_readonly("cache",
                             [](const L1Access& event) { return word(kCaches, event.cache); })
      .def_property_readonly("kind",
                             [](const L1Access& event) { return word(kAccesses, event.kind); })
      .def_property_readonly("outcome",
                             [](const L1Access& event) { return word(kOutcomes, event.outcome); });
  py::class_<L2Access>(module, "L2Access")
      .def(made_by_heddle<L2Access>("L2Access", kHeard))
      .def_readonly("cycle", &L2Access::cycle)
      .def_readonly("line", &L2Access::line)
      .def_readonly("slice", &L2Access::slice)
      .def_readonly("sm", &L2Access::sm)
      .def_property_readonly("kind",
                             [](const L2Access& event) { return word(kRequests, event.kind); })
      .def_property_readonly(
          "outcome", [](const L2Access& event) { return word(kL2Outcomes, event.outcome); });
  py::class_<DramAccess>(module, "DramAccess")
      .def(made_by_heddle<DramAccess>("DramAccess", kHeard))
      .def_readonly("cycle", &DramAccess::cycle)
      .def_readonly("channel", &DramAccess::channel)
      .def_readonly("bank", &DramAccess::bank)
      .def_readonly("row", &DramAccess::row)
      .def_readonly("bytes", &DramAccess::bytes)
      .def_readonly("write", &DramAccess::write);
}

void bind_grid_events(py::module_& module) {
  using namespace model;  // NOLINT(google-build-using-namespace)
  py::class_<GridStarted>(module, "GridStarted")
      .def(made_by_heddle<GridStarted>("GridStarted", kHeard))
      .def_readonly("cycle", &GridStarted::cycle)
      .def_readonly("launch", &GridStarted::grid)
      .def_readonly("blocks", &GridStarted::blocks);
  py::class_<GridEnded>(module, "GridEnded")
      .def(made_by_heddle<GridEnded>("GridEnded", kHeard))
      .def_readonly("cycle", &GridEnded::cycle)
      .def_readonly("launch", &GridEnded::grid);
  py::class_<BlockSent>(module, "BlockSent")
      .def(made_by_heddle<BlockSent>("BlockSent", kHeard))
      .def_readonly("cycle", &BlockSent::cycle)
      .def_readonly("launch", &BlockSent::grid)
      .def_readonly("block", &BlockSent::block)
      .def_readonly("sm", &BlockSent::sm)
      .def_readonly("warps", &BlockSent::warps);
}

}  // namespace

void bind_events(py::module_& module) {
  bind_block_events(module);
  bind_issue_events(module);
  bind_memory_events(module);
  bind_grid_events(module);
}

}  // namespace heddle::python
