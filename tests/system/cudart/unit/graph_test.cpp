// Which priority the kernels of a graph have.
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cudart/queue/capture.hpp"
#include "cudart/queue/executable_graph.hpp"
#include "fake_timeline.hpp"

namespace heddle::cudart {
namespace {

using testing::ElementsAre;
using testing::Pair;

class GraphPriorityTest : public testing::Test {
 protected:
  /// Work that remembers the priority that it is made with.
  WorkMaker kernel(const std::string& name) {
    return [this, name](const WorkOrigin& origin) {
      priorities[name] = origin.priority;
      return GridWork{[this] { return timeline.launch(10); }};
    };
  }
  Stream& stream(int priority) { return scheduler.create(StreamKind::non_blocking, 1, priority); }
  /// A graph of two kernels, of priorities -2 and 0.
  std::unique_ptr<Graph> two_kernels() {
    auto graph = std::make_unique<Graph>();
    graph->add(NodeKind::kernel, kernel("a"), {}).priority = -2;
    graph->add(NodeKind::kernel, kernel("b"), {});
    return graph;
  }

  FakeTimeline timeline;
  Scheduler scheduler{timeline};
  std::map<std::string, int> priorities;
};

TEST_F(GraphPriorityTest, IsThatOfTheStream) {
  ExecutableGraph(*two_kernels()).launch(scheduler, stream(-4));
  EXPECT_THAT(priorities, ElementsAre(Pair("a", -4), Pair("b", -4)));
}

TEST_F(GraphPriorityTest, IsThatOfTheNodeIfTheGraphSaysSo) {
  ExecutableGraph(*two_kernels(), PriorityOf::node).launch(scheduler, stream(-4));
  EXPECT_THAT(priorities, ElementsAre(Pair("a", -2), Pair("b", 0)));
}

TEST_F(GraphPriorityTest, IsClonedAndUpdatedWithTheNode) {
  const auto graph = two_kernels();
  ExecutableGraph executable(*graph->clone(), PriorityOf::node);
  executable.launch(scheduler, stream(-4));
  EXPECT_THAT(priorities, ElementsAre(Pair("a", -2), Pair("b", 0)));
  graph->nodes()[1]->priority = -5;
  ASSERT_EQ(executable.update(*graph).kind, cudaGraphExecUpdateSuccess);
  executable.launch(scheduler, stream(-4));
  EXPECT_THAT(priorities, ElementsAre(Pair("a", -2), Pair("b", -5)));
}

TEST_F(GraphPriorityTest, IsCapturedFromTheStreamAndTheLaunch) {
  Stream& captured = stream(-3);
  captured.capture = std::make_shared<Capture>(captured);
  put(scheduler, captured, NodeKind::kernel, kernel("plain"));
  put(scheduler, captured, NodeKind::kernel, kernel("with attribute"), -1);
  const auto graph = end_capture(scheduler, captured);
  EXPECT_TRUE(priorities.empty());
  ExecutableGraph(*graph, PriorityOf::node).launch(scheduler, stream(-5));
  EXPECT_THAT(priorities, ElementsAre(Pair("plain", -3), Pair("with attribute", -1)));
}

TEST_F(GraphPriorityTest, OfALaunchIsItsOwnOrTheStreams) {
  Stream& urgent = stream(-3);
  put(scheduler, urgent, NodeKind::kernel, kernel("plain"));
  put(scheduler, urgent, NodeKind::kernel, kernel("with attribute"), -1);
  EXPECT_THAT(priorities, ElementsAre(Pair("plain", -3), Pair("with attribute", -1)));
}

TEST(StreamPriority, IsTheNearestOneThatThereIs) {
  EXPECT_EQ(nearest_priority(1), 0);
  EXPECT_EQ(nearest_priority(0), 0);
  EXPECT_EQ(nearest_priority(-3), -3);
  EXPECT_EQ(nearest_priority(-5), -5);
  EXPECT_EQ(nearest_priority(-6), -5);
}

}  // namespace
}  // namespace heddle::cudart
