// Finds where queries match a long text, with a suffix tree of it: genes and a genome. The first
// kernel walks down the tree for each query, one thread a query, and from each end along a suffix
// link to the next start; the second climbs from each maximal match to where its first letters end,
// and visits all leaves below. Threads of a warp are at different depths and places of the tree.
// Tree and text come through textures. Stands for mummergpu of Rodinia; the text is random.
//   mummer [letters = 65536] [queries = 2048] [letters per query = 64] [shortest match = 16]
//          [random ones of 1000 letters of queries = 20]
#include <algorithm>
#include <string_view>

#include "../common/texture.cuh"
#include "host.cuh"

constexpr int kThreads = 256;
constexpr int kMostAlignments = 1 << 26;

/// What both kernels know. Of each node: first letter and length of its label, suffix link, parent;
/// its children; its depth in letters, first child, next sibling, and place in the text if a leaf.
struct Search {
  cudaTextureObject_t labels, children, walk, text;
  const char* queries;
  int query_count, query_letters, shortest;
};

/// The longest match of a query from one of its letters on: its length, and the node at its end or
/// next below.
struct Match {
  int length, node;
};

/// A match to be aligned: of letter `start` of a query; its alignments begin at `first`.
struct Candidate {
  int query, start, node, first;
};

/// Where in the text a query's match stands, and how long it is there.
struct Alignment {
  int place, length;
  bool operator==(const Alignment& other) const {
    return place == other.place && length == other.length;
  }
};

__device__ int child_of(const Search& search, int node, int letter) {
  const int4 children = tex1Dfetch<int4>(search.children, node);
  return letter < 2 ? (letter == 0 ? children.x : children.y)
                    : (letter == 2 ? children.z : children.w);
}

__global__ void match_queries(Search search, Match* matches) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= search.query_count) return;
  const char* const letters = search.queries + query * search.query_letters;
  const int starts = search.query_letters - search.shortest + 1;
  int node = 0, depth = 0;  // where the walk is
  int matched = 0;          // letters that are known to match, the node's and those below it
  for (int start = 0; start < starts; ++start) {
    int below = node;
    while (start + depth < search.query_letters) {
      below = child_of(search, node, letters[start + depth]);
      if (below == kNoNode) break;
      const int4 label = tex1Dfetch<int4>(search.labels, below);
      const int length = min(label.y, search.query_letters - start - depth);
      int i = min(matched - depth, length);
      while (i < length &&
             tex1Dfetch<char>(search.text, label.x + i) == letters[start + depth + i]) {
        ++i;
      }
      matched = depth + i;
      if (i < label.y) break;
      node = below;
      depth = matched;
    }
    matches[query * starts + start] = {matched, matched > depth ? below : node};
    node = tex1Dfetch<int4>(search.labels, node).z;
    depth = max(depth - 1, 0);
    matched = max(matched - 1, 0);
  }
}

__global__ void align_matches(Search search, const Candidate* candidates, int count,
                              Alignment* alignments) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= count) return;
  const Candidate candidate = candidates[thread];
  const char* const letters =
      search.queries + candidate.query * search.query_letters + candidate.start;
  const int left = search.query_letters - candidate.start;
  int top = candidate.node;
  while (true) {
    const int parent = tex1Dfetch<int4>(search.labels, top).w;
    if (tex1Dfetch<int4>(search.walk, parent).x < search.shortest) break;
    top = parent;
  }

  Alignment* next = alignments + candidate.first;
  int node = top;
  while (true) {
    const int4 here = tex1Dfetch<int4>(search.walk, node);
    if (here.y != kNoNode) {
      node = here.y;
      continue;
    }
    int length = search.shortest;
    while (length < left && tex1Dfetch<char>(search.text, here.w + length) == letters[length]) {
      ++length;
    }
    *next++ = {here.w, length};
    while (node != top && tex1Dfetch<int4>(search.walk, node).z == kNoNode) {
      node = tex1Dfetch<int4>(search.labels, node).w;
    }
    if (node == top) break;
    node = tex1Dfetch<int4>(search.walk, node).z;
  }
}

std::string random_text(int letters) {
  workload::Random random(1);
  std::string text;
  for (int i = 0; i < letters; ++i) text += static_cast<char>(random.below(kLetters));
  return text;
}

/// Pieces of the text one after the other. So many of 1000 letters are random.
std::string random_queries(const std::string& text, int queries, int letters, int errors) {
  workload::Random random(2);
  std::string pieces;
  for (int query = 0; query < queries; ++query) {
    pieces += text.substr(random.below(static_cast<int>(text.size()) - letters + 1), letters);
  }
  for (char& letter : pieces) {
    if (random.below(1000) < errors) letter = static_cast<char>(random.below(kLetters));
  }
  return pieces;
}

/// The matches that are long enough and no part of that from the letter before.
std::vector<Candidate> candidates_of(const std::vector<Match>& matches, const FlatTree& tree,
                                     int starts, int shortest) {
  std::vector<Candidate> candidates;
  int first = 0;  // so many alignments in all
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const int start = static_cast<int>(i) % starts;
    if (matches[i].length < shortest) continue;
    if (start > 0 && matches[i].length == matches[i - 1].length - 1) continue;
    candidates.push_back({static_cast<int>(i) / starts, start, matches[i].node, first});
    int top = matches[i].node;
    while (tree.walk[tree.labels[top].w].x >= shortest) top = tree.labels[top].w;
    workload::require(first <= kMostAlignments - tree.leaves[top], "mummer",
                      "there are more than 2^26 alignments");
    first += tree.leaves[top];
  }
  candidates.push_back({0, 0, 0, first});
  return candidates;
}

struct Result {
  std::vector<int> lengths;  ///< of the longest match from each letter of each query
  std::vector<Alignment> alignments;
};

Result search_on_device(const std::string& text, const std::string& queries, int letters,
                        int shortest) {
  const FlatTree tree = flatten(SuffixTree(text + kEnd));
  const std::string ended = text + kEnd;
  const int count = static_cast<int>(queries.size()) / letters, starts = letters - shortest + 1;
  workload::DeviceArray<int4> labels(tree.labels), children(tree.children), walk(tree.walk);
  workload::DeviceArray<char> device_text(std::vector<char>(ended.begin(), ended.end()));
  workload::DeviceArray<char> device_queries(std::vector<char>(queries.begin(), queries.end()));
  workload::DeviceArray<Match> device_matches(static_cast<std::size_t>(count) * starts);
  const workload::LinearTexture<int4> label_texture(labels), child_texture(children),
      walk_texture(walk);
  const workload::LinearTexture<char> text_texture(device_text);
  const Search search{label_texture.object(),
                      child_texture.object(),
                      walk_texture.object(),
                      text_texture.object(),
                      device_queries.data(),
                      count,
                      letters,
                      shortest};
  match_queries<<<workload::blocks_for(count, kThreads), kThreads>>>(search, device_matches.data());
  CHECK(cudaGetLastError());

  Result result;
  const std::vector<Match> matches = device_matches.to_host();
  for (const Match& match : matches) result.lengths.push_back(match.length);
  const std::vector<Candidate> candidates = candidates_of(matches, tree, starts, shortest);
  const int aligned = static_cast<int>(candidates.size()) - 1;
  if (aligned == 0) return result;
  workload::DeviceArray<Candidate> device_candidates(candidates);
  workload::DeviceArray<Alignment> alignments(candidates.back().first);
  align_matches<<<workload::blocks_for(aligned, kThreads), kThreads>>>(
      search, device_candidates.data(), aligned, alignments.data());
  CHECK(cudaGetLastError());
  result.alignments = alignments.to_host();
  return result;
}

Result search_on_host(const std::string& text, const std::string& queries, int letters,
                      int shortest) {
  const SuffixArray index(text);
  Result result;
  for (std::size_t query = 0; query < queries.size(); query += letters) {
    int before = 0;
    for (int start = 0; start + shortest <= letters; ++start) {
      const std::string_view words(&queries[query + start], letters - start);
      const int length = index.longest(words);
      result.lengths.push_back(length);
      const bool maximal = length >= shortest && (start == 0 || length != before - 1);
      before = length;
      if (!maximal) continue;
      for (const int place : index.places_of(words.substr(0, shortest))) {
        result.alignments.push_back({place, index.common_with(place, words)});
      }
    }
  }
  return result;
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 65536);
  const int count = workload::size_argument(argc, argv, 2, 2048);
  const int letters = workload::size_argument(argc, argv, 3, 64);
  const int shortest = workload::size_argument(argc, argv, 4, 16);
  const int errors = workload::size_argument(argc, argv, 5, 20);
  workload::require(size <= 1 << 23, argv[0], "the text must have at most 2^23 letters");
  workload::require(letters <= size, argv[0], "a query must not be longer than the text");
  workload::require(shortest <= letters, argv[0], "a match must not be longer than a query");
  workload::require(static_cast<long>(count) * letters <= 1l << 26, argv[0],
                    "there must be at most 2^26 letters of queries");
  workload::require(errors <= 1000, argv[0], "at most 1000 of 1000 letters are random");
  const std::string text = random_text(size);
  const std::string queries = random_queries(text, count, letters, errors);
  const Result found = search_on_device(text, queries, letters, shortest);
  const Result expected = search_on_host(text, queries, letters, shortest);
  return workload::verdict("mummer",
                           workload::count_different(found.lengths, expected.lengths) +
                               workload::count_different(found.alignments, expected.alignments));
}
