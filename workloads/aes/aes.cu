// AES-128 in electronic codebook mode with T-boxes: a thread computes a column of four bytes, four
// threads a block of 16. The tables are copied to shared memory; the state of the whole thread
// block passes through shared memory in every round, with a barrier, and its columns look up the
// tables at scattered indices.
//   aes [thread blocks = 1028]        (each encrypts 1 KiB)
// Stands for the aesEncrypt128 of GPGPU-Sim's suite. The tables and round keys come from global and
// constant memory; there is no texture.
#include <array>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kRounds = 10;
constexpr int kColumns = 4;  ///< of an AES block

/// What the cipher looks up: SubBytes and MixColumns of a byte in row r, and the S-box alone. Bytes
/// of a column stand in a word from the lowest to the highest.
struct Tables {
  unsigned mixed[4][256];
  unsigned sub[256];
};

__constant__ unsigned round_keys[(kRounds + 1) * kColumns];

__device__ unsigned byte_of(unsigned word, int row) { return word >> (8 * row) & 255; }

__global__ void encrypt(const Tables* tables, const unsigned* plain, unsigned* cipher) {
  __shared__ Tables table;
  __shared__ unsigned state[2][kThreads];
  const int thread = threadIdx.x, word = blockIdx.x * kThreads + thread;
  const int column = thread % kColumns, first = thread - column;
  for (int row = 0; row < 4; ++row) table.mixed[row][thread] = tables->mixed[row][thread];
  table.sub[thread] = tables->sub[thread];
  state[0][thread] = plain[word] ^ round_keys[column];
  __syncthreads();

  // ShiftRows: row r of a column comes from the column r further.
  const int from1 = first + (column + 1) % kColumns, from2 = first + (column + 2) % kColumns,
            from3 = first + (column + 3) % kColumns;
  for (int round = 1; round < kRounds; ++round) {
    const unsigned* const before = state[(round + 1) % 2];
    state[round % 2][thread] =
        table.mixed[0][byte_of(before[thread], 0)] ^ table.mixed[1][byte_of(before[from1], 1)] ^
        table.mixed[2][byte_of(before[from2], 2)] ^ table.mixed[3][byte_of(before[from3], 3)] ^
        round_keys[round * kColumns + column];
    __syncthreads();
  }
  const unsigned* const last = state[(kRounds + 1) % 2];
  cipher[word] =
      (table.sub[byte_of(last[thread], 0)] | table.sub[byte_of(last[from1], 1)] << 8 |
       table.sub[byte_of(last[from2], 2)] << 16 | table.sub[byte_of(last[from3], 3)] << 24) ^
      round_keys[kRounds * kColumns + column];
}

using Byte = unsigned char;
using Bytes = std::vector<Byte>;

/// The byte times x in the field of AES.
Byte times_x(Byte value) { return static_cast<Byte>(value << 1 ^ (value >> 7) * 0x1b); }

Byte product(Byte a, Byte b) {
  Byte sum = 0;
  for (; b != 0; b >>= 1, a = times_x(a)) sum ^= (b & 1) * a;
  return sum;
}

/// SubBytes of FIPS-197, 5.1.1: the inverse in the field, then an affine map of its bits.
Byte substitute(Byte value) {
  Byte inverse = 1;
  for (int power = 0; power < 254; ++power) inverse = product(inverse, value);
  unsigned mapped = 0x63;
  for (int turn = 0; turn < 5; ++turn) mapped ^= (inverse << turn | inverse >> (8 - turn)) & 255;
  return static_cast<Byte>(mapped);
}

std::array<Byte, 256> make_s_box() {
  std::array<Byte, 256> box;
  for (int value = 0; value < 256; ++value) box[value] = substitute(static_cast<Byte>(value));
  return box;
}

/// KeyExpansion of FIPS-197, 5.2: eleven keys of 16 bytes.
Bytes expand_key(Bytes keys, const std::array<Byte, 256>& s_box) {
  Byte constant = 1;
  while (keys.size() < 16 * (kRounds + 1)) {
    const std::size_t at = keys.size();
    std::array<Byte, 4> word{keys[at - 4], keys[at - 3], keys[at - 2], keys[at - 1]};
    if (at % 16 == 0) {
      word = {s_box[word[1]], s_box[word[2]], s_box[word[3]], s_box[word[0]]};
      word[0] ^= constant;
      constant = times_x(constant);
    }
    for (int i = 0; i < 4; ++i) keys.push_back(keys[at - 16 + i] ^ word[i]);
  }
  return keys;
}

/// The cipher of FIPS-197, 5.1, byte by byte.
void encrypt_block(Byte* state, const Bytes& keys, const std::array<Byte, 256>& s_box) {
  for (int i = 0; i < 16; ++i) state[i] ^= keys[i];
  for (int round = 1; round <= kRounds; ++round) {
    Byte moved[16];
    for (int i = 0; i < 16; ++i) moved[i] = s_box[state[(i + 4 * (i % 4)) % 16]];
    for (int i = 0; i < 16; ++i) {
      const Byte *const column = moved + i / 4 * 4, next = column[(i + 1) % 4];
      const Byte mixed =
          times_x(column[i % 4]) ^ times_x(next) ^ next ^ column[(i + 2) % 4] ^ column[(i + 3) % 4];
      state[i] = (round < kRounds ? mixed : moved[i]) ^ keys[16 * round + i];
    }
  }
}

/// Whether the reference gives the example of FIPS-197, appendix C.1.
bool reference_holds(const std::array<Byte, 256>& s_box) {
  Bytes key(16), text(16);
  for (int i = 0; i < 16; ++i) key[i] = static_cast<Byte>(i), text[i] = static_cast<Byte>(17 * i);
  encrypt_block(text.data(), expand_key(key, s_box), s_box);
  return text == Bytes{0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                       0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
}

Tables make_tables(const std::array<Byte, 256>& s_box) {
  Tables tables;
  for (int value = 0; value < 256; ++value) {
    const unsigned sub = s_box[value], twice = times_x(s_box[value]);
    const unsigned column = twice | sub << 8 | sub << 16 | (sub ^ twice) << 24;
    tables.sub[value] = sub;
    for (int row = 0; row < 4; ++row) {
      tables.mixed[row][value] = row == 0 ? column : column << 8 * row | column >> (32 - 8 * row);
    }
  }
  return tables;
}

unsigned word_of(const Byte* bytes) {
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<unsigned>(bytes[3]) << 24;
}

std::vector<unsigned> words_of(const Bytes& bytes) {
  std::vector<unsigned> words(bytes.size() / 4);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_of(&bytes[4 * i]);
  return words;
}

int main(int argc, char** argv) {
  const int blocks = workload::size_argument(argc, argv, 1, 1028);
  workload::require(blocks <= 1 << 16, "aes", "there must be at most 65536 thread blocks");
  const std::array<Byte, 256> s_box = make_s_box();
  workload::Random random(1);
  Bytes key(16), text(static_cast<std::size_t>(blocks) * kThreads * 4);
  for (Byte& byte : key) byte = random.bits() & 255;
  for (Byte& byte : text) byte = random.bits() & 255;
  const Bytes keys = expand_key(key, s_box);

  const std::vector<unsigned> key_words = words_of(keys);
  CHECK(cudaMemcpyToSymbol(round_keys, key_words.data(), key_words.size() * sizeof(unsigned)));
  workload::DeviceArray<Tables> tables(std::vector<Tables>{make_tables(s_box)});
  workload::DeviceArray<unsigned> plain(words_of(text)), cipher(plain.size());
  encrypt<<<blocks, kThreads>>>(tables.data(), plain.data(), cipher.data());
  CHECK(cudaGetLastError());

  for (std::size_t at = 0; at < text.size(); at += 16) encrypt_block(&text[at], keys, s_box);
  const std::size_t wrong = workload::count_different(cipher.to_host(), words_of(text));
  return workload::verdict("aes", wrong + !reference_holds(s_box));
}
