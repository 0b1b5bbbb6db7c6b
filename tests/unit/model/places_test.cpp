#include "heddle/model/places.hpp"

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::model {
namespace {

TEST(Space, GivesTheLowestPieceThatIsLargeEnough) {
  Space space(100);
  space.take({0, 20});
  space.take({50, 10});
  EXPECT_EQ(space.first_fit(30), (Extent{20, 30}));
  EXPECT_EQ(space.first_fit(31), (Extent{60, 31}));
  EXPECT_EQ(space.first_fit(41), std::nullopt);
  EXPECT_EQ(space.first_fit(0), Extent());
  EXPECT_EQ(space.largest_gap(), 40u);
  EXPECT_EQ(space.room_for(15), 4u);  // two in each gap
  space.give_back({50, 10});
  EXPECT_EQ(space.largest_gap(), 80u);
}

TEST(Space, RefusesWhatIsTakenOrWasNot) {
  Space space(100);
  space.take({40, 20});
  for (const Extent& piece : {Extent{30, 11}, {59, 1}, {40, 20}, {45, 5}, {90, 11}})
    EXPECT_THROW(space.take(piece), Error) << piece.first;
  space.take({30, 10});
  space.take({60, 40});
  for (const Extent& piece : {Extent{0, 10}, {40, 10}, {60, 41}})
    EXPECT_THROW(space.give_back(piece), Error) << piece.first;
  space.take({7, 0});  // an empty piece is nowhere
  space.give_back({7, 0});
}

}  // namespace
}  // namespace heddle::model
