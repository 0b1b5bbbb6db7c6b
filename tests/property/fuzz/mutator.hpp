// Makes broken PTX out of good PTX: edits of words (dropped, doubled, swapped, replaced by words of
// the corpus or by extreme ones) and of bytes. The same seed gives the same mutant on every host.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::fuzz {

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& corpus);

  /// The mutant of that number.
  std::string mutant(std::uint64_t seed);

 private:
  using Words = std::vector<std::string_view>;

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  std::string_view any_word();
  void edit_words(Words& words);
  void edit_bytes(std::string& text);

  std::vector<Words> files_;  ///< blanks are words too, so that joined words give the file
  Words dictionary_;
  std::mt19937_64 random_;
};

}  // namespace heddle::fuzz
