// SHA-1 of overlapping windows of a buffer, a thread per window. A thread copies its window, two
// message blocks at a time, into its slice of shared memory (128 bytes, interleaved with those of
// the other threads so that a warp meets no bank twice), and works through 80 dependent rounds for
// each. A block takes 16 KiB of shared memory, which is what limits an SM, however few its threads.
//   sha1 [blocks = 192] [threads = 128] [window = 112] [step = 32]
// Window and step, the distance of two starts, are in bytes, multiples of 4.
// Stands for the sha1_overlap of StoreGPU, for its direct hashing where the step is the window.
#include <array>
#include <cstring>

#include "../common/workload.cuh"

constexpr int kBlockWords = 16;               ///< of a message block of SHA-1
constexpr int kSliceWords = 2 * kBlockWords;  ///< of shared memory for a thread
constexpr int kMaxThreads = 128;              ///< in a block, and the stride of a slice's words
constexpr int kDigestWords = 5;

__device__ unsigned rotate(unsigned value, int bits) { return __funnelshift_l(value, value, bits); }

/// Word `index` of the padded message: the window, a single bit, zeros, the length in bits.
__device__ unsigned message_word(const unsigned* window, int words, int index, int last) {
  if (index < words) return __byte_perm(window[index], 0, 0x0123);
  if (index == words) return 0x80000000u;
  return index == last ? 32u * words : 0;
}

/// The 80 rounds of a message block, whose words are overwritten by those that the schedule makes
/// of them.
__device__ void compress(unsigned* message, unsigned (&digest)[kDigestWords]) {
  unsigned a = digest[0], b = digest[1], c = digest[2], d = digest[3], e = digest[4];
#pragma unroll
  for (int round = 0; round < 80; ++round) {
    unsigned* const slot = message + round % kBlockWords * kMaxThreads;
    if (round >= kBlockWords) {
      *slot = rotate(*slot ^ message[(round + 2) % kBlockWords * kMaxThreads] ^
                         message[(round + 8) % kBlockWords * kMaxThreads] ^
                         message[(round + 13) % kBlockWords * kMaxThreads],
                     1);
    }
    unsigned mix;
    if (round < 20) {
      mix = ((b & c) | (~b & d)) + 0x5a827999u;
    } else if (round < 40) {
      mix = (b ^ c ^ d) + 0x6ed9eba1u;
    } else if (round < 60) {
      mix = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
    } else {
      mix = (b ^ c ^ d) + 0xca62c1d6u;
    }
    const unsigned next = rotate(a, 5) + mix + e + *slot;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  digest[0] += a;
  digest[1] += b;
  digest[2] += c;
  digest[3] += d;
  digest[4] += e;
}

/// Window and step in words.
__global__ void hash_windows(const unsigned* data, int words, int step, unsigned* digests) {
  __shared__ unsigned slices[kSliceWords * kMaxThreads];
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned* const window = data + static_cast<std::size_t>(index) * step;
  unsigned* const slice = slices + threadIdx.x;
  const int padded = (words + 3 + kBlockWords - 1) / kBlockWords * kBlockWords;
  unsigned digest[kDigestWords] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  for (int first = 0; first < padded; first += kSliceWords) {
    const int here = min(kSliceWords, padded - first);
    for (int word = 0; word < here; ++word) {
      slice[word * kMaxThreads] = message_word(window, words, first + word, padded - 1);
    }
    for (int word = 0; word < here; word += kBlockWords) {
      compress(slice + word * kMaxThreads, digest);
    }
  }
  for (int word = 0; word < kDigestWords; ++word) {
    digests[index * kDigestWords + word] = digest[word];
  }
}

using Digest = std::array<unsigned, kDigestWords>;

/// SHA-1 of FIPS 180-4, 6.1.2, with the whole schedule.
Digest sha1(const unsigned char* data, std::size_t length) {
  std::vector<unsigned char> message(data, data + length);
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) {
    message.push_back(static_cast<unsigned char>(static_cast<unsigned long>(length) * 8 >> shift));
  }
  const auto left = [](unsigned value, int bits) { return value << bits | value >> (32 - bits); };
  Digest digest{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  const unsigned constants[4] = {0x5a827999u, 0x6ed9eba1u, 0x8f1bbcdcu, 0xca62c1d6u};
  for (std::size_t block = 0; block < message.size(); block += 64) {
    unsigned schedule[80] = {};
    for (int i = 0; i < 64; ++i) schedule[i / 4] = schedule[i / 4] << 8 | message[block + i];
    for (int t = 16; t < 80; ++t) {
      schedule[t] =
          left(schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16], 1);
    }
    auto [a, b, c, d, e] = digest;
    for (int t = 0; t < 80; ++t) {
      const unsigned choice = d ^ (b & (c ^ d)), parity = b ^ c ^ d,
                     majority = (b & (c ^ d)) ^ (c & d);
      const unsigned mix = t < 20 ? choice : t >= 40 && t < 60 ? majority : parity;
      const unsigned next = left(a, 5) + mix + e + constants[t / 20] + schedule[t];
      e = d, d = c, c = left(b, 30), b = a, a = next;
    }
    const Digest rounds{a, b, c, d, e};
    for (int i = 0; i < kDigestWords; ++i) digest[i] += rounds[i];
  }
  return digest;
}

/// Whether the reference gives the digest of "abc" that FIPS 180 states.
bool reference_holds() {
  const unsigned char text[] = {'a', 'b', 'c'};
  return sha1(text, 3) == Digest{0xa9993e36u, 0x4706816au, 0xba3e2571u, 0x7850c26cu, 0x9cd0d89du};
}

int main(int argc, char** argv) {
  const int blocks = workload::size_argument(argc, argv, 1, 192);
  const int threads = workload::size_argument(argc, argv, 2, 128);
  const int window = workload::size_argument(argc, argv, 3, 112);
  const int step = workload::size_argument(argc, argv, 4, 32);
  workload::require(threads <= kMaxThreads, "sha1", "a block must have at most 128 threads");
  workload::require(window % 4 == 0 && step % 4 == 0, "sha1",
                    "window and step must be multiples of 4 bytes");
  const std::size_t windows = static_cast<std::size_t>(blocks) * threads;
  workload::require(
      windows <= 1 << 22 && windows * window <= 1ul << 30 && windows * step <= 1ul << 30, "sha1",
      "there must be at most 2^22 windows, of 2^30 bytes together");

  const std::size_t length = (windows - 1) * step + window;
  std::vector<unsigned char> data(length);
  workload::Random random(1);
  for (unsigned char& byte : data) byte = random.bits() & 255;
  std::vector<unsigned> words(length / 4);
  std::memcpy(words.data(), data.data(), length);
  workload::DeviceArray<unsigned> device_data(words), digests(windows * kDigestWords);
  hash_windows<<<blocks, threads>>>(device_data.data(), window / 4, step / 4, digests.data());
  CHECK(cudaGetLastError());

  std::vector<unsigned> expected;
  for (std::size_t i = 0; i < windows; ++i) {
    for (const unsigned word : sha1(&data[i * step], window)) expected.push_back(word);
  }
  return workload::verdict(
      "sha1", workload::count_different(digests.to_host(), expected) + !reference_holds());
}
