"""Arrays are held against what a kernel's pointers point at: the values of a wrong one would be wrong without a word."""
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy

import heddle
from heddle._pointees import element_of, parameter_types, source_types

CUDA = """
#include <cuda_fp16.h>
struct Pair { float first; double second; };
enum Color { red };
namespace shop {
__global__ void twice(float* values, const double* others, int count) {
  if (threadIdx.x < count) values[threadIdx.x] = 2 * others[threadIdx.x];
}
}
template <typename T> __global__ void fill(T* to, T value) { to[threadIdx.x] = value; }
template __global__ void fill<unsigned char>(unsigned char*, unsigned char);
template __global__ void fill<long long>(long long*, long long);
__global__ void kinds(float4* quads, const __half* halves, bool* flags, void* any, Pair* pairs, float** rows, Color* colors) {
  quads[0].x = __half2float(halves[0]);
  flags[0] = true;
  pairs[0].first = 1;
}
"""

# Names without types: the PTX alone says what is behind the pointers.
PLAIN = """
extern "C" __global__ void scale(float* values, float factor) { values[threadIdx.x] *= factor; }
extern "C" __global__ void sums(double* sums, const int* from, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += from[i];
  atomicAdd(sums, sum);
}
extern "C" __global__ void bytes(unsigned char* to) { to[threadIdx.x] = 7; }
extern "C" __global__ void pairs(unsigned short* of) { reinterpret_cast<unsigned*>(of)[threadIdx.x] += 0x10001; }
struct Mixed { float a; double b; };
extern "C" __global__ void mixed(Mixed* of) { of->a = 1; of->b = 2; }
extern "C" __global__ void lists(float** rows) { rows[1][0] = 1; }
extern "C" __global__ void either(float* a, double* b, int which) {
  void* to = which ? (void*)a : (void*)b;
  *(int*)to = 1;
  a[1] = 1;
}
"""

# Words are moved, so that the PTX does not say of what.
COPY = """
.version 6.0
.target sm_30
.address_size 64
.visible .entry copy(.param .u64 to, .param .u64 from) {
  .reg .b64 %to, %from;
  .reg .b32 %word;
  ld.param.u64 %to, [to];
  ld.param.u64 %from, [from];
  ld.global.b32 %word, [%from];
  st.global.b32 [%to], %word;
  ret;
}
"""


class PointeesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gpu = heddle.Simulation()
        cls.named, cls.sourced = cls.gpu.compile(CUDA), cls.gpu.compile(PLAIN)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "plain.cu"
            source.write_text(PLAIN)
            cls.plain = cls.gpu.load(heddle.ptx_of(source))

    def array(self, dtype, count=32):
        return numpy.zeros(count, dtype)

    def refuses(self, pattern, kernel, *arguments):
        with self.assertRaisesRegex(heddle.Error, pattern):
            kernel(*arguments, grid=1, block=1)

    def test_a_name_says_the_types(self):
        twice = self.named["twice"]
        f, d = self.array("f4"), self.array("f8")
        d[:] = 21
        twice(f, d, 32, grid=1, block=32)
        self.assertEqual(f.tolist(), [42] * 32)
        self.refuses(r"argument 0 \(.*\) is an array of float64, and the kernel's parameter is a float\*: "
                     r"array.astype\(numpy.float32\) has the same numbers.*array.view\(numpy.float32\)", twice, d, d, 1)
        self.refuses(r"argument 1 .* array of float32, .* double const\*: array.astype\(numpy.float64\)", twice, f, f, 1)
        self.refuses(r"array of int32, .* float\*", twice, self.array("i4"), d, 1)
        self.refuses(r"argument 0 .* array of float64, .* float\*", twice, self.gpu.to_device(d), d, 1)
        self.assertEqual(f.tolist(), [42] * 32)

    def test_bits_may_be_given(self):
        twice, d = self.named["twice"], self.array("f8")
        twice(d.view(numpy.float32), d, 1, grid=1, block=1)
        twice(self.gpu.to_device(d).address, self.gpu.to_device(d), 1, grid=1, block=1)

    def test_templates(self):
        self.refuses(r"array of int64, .* unsigned char\*: array.astype\(numpy.uint8\)",
                     self.named["void fill<unsigned char>(unsigned char*, unsigned char)"], self.array("i8"), 1)
        longs = self.array("i8")
        self.named["void fill<long long>(long long*, long long)"](longs, 5, grid=1, block=32)
        self.assertEqual(longs.tolist(), [5] * 32)

    def test_what_fits(self):
        """Vectors, fields, complex numbers and signs are of the same numbers; of other types nothing is known."""
        kinds = self.named["kinds"]
        quads, halves, flags, any_, pairs, rows, colors = (
            self.array(dtype) for dtype in ("f4", "f2", "?", "f8", numpy.dtype([("a", "f4"), ("b", "f8")], align=True), "u8", "i4"))
        good = [quads, halves, flags, any_, pairs, rows, colors]
        kinds(*good, grid=1, block=1)
        for at, dtype in ((0, numpy.dtype([("x", "f4"), ("y", "f4", 3)])), (0, "c8"), (1, "u2"), (2, "u1"), (2, "i1"), (3, "i2"),
                          (4, "f4"), (5, "i8"), (6, "u8")):
            with self.subTest(at=at, dtype=dtype):
                kinds(*good[:at], self.array(dtype, 64), *good[at + 1:], grid=1, block=1)
        for at, dtype in ((0, "f8"), (0, "c16"), (0, numpy.dtype([("x", "f4"), ("y", "f8")])), (1, "f4"), (2, "i4"), (5, "f4")):
            with self.subTest(at=at, dtype=dtype):
                self.refuses(f"argument {at} .* is an array of", kinds, *good[:at], self.array(dtype, 64), *good[at + 1:])

    def test_ptx_says_what_goes_through_a_pointer(self):
        scale, sums = self.plain["scale"], self.plain["sums"]
        self.assertEqual([parameter.pointee for parameter in scale._loaded.parameters], ["f32", ""])
        self.assertEqual([parameter.pointee for parameter in sums._loaded.parameters], ["f64", "", ""])
        self.refuses(r"array of float64, and the kernel's PTX reads and writes .* of 32 bits there", scale, self.array("f8"), 2.0)
        self.refuses(r"argument 0 .* array of float32, .* of 64 bits", sums, self.array("f4"), self.array("i4"), 1)
        total = self.array("f8", 1)
        sums(total, numpy.arange(10, dtype=numpy.int32), 10, grid=1, block=1)
        self.assertEqual(total[0], 45)

    def test_what_ptx_does_not_say_is_taken(self):
        """Bytes and words of anything; data of several sizes; pointers in memory; pointers that are one of two."""
        for kernel, dtype in (("bytes", "f4"), ("mixed", "f4"), ("pairs", "u2")):
            self.plain[kernel](self.array(dtype), grid=1, block=1)
        rows = self.gpu.empty(4, numpy.float64)
        table = numpy.array([0, rows.address], numpy.uint64)
        self.plain["lists"](table, grid=1, block=1)
        self.assertEqual(rows.to_host().view(numpy.float32)[0], 1)
        self.plain["either"](self.array("c16"), self.array("i2"), 1, grid=1, block=1)

    def test_a_default_type_that_nothing_checks_gets_a_warning_once(self):
        gpu = heddle.Simulation()
        kernel = gpu.load(COPY)["copy"]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for _ in range(2):
                kernel(self.array("f8"), self.array("f4"), grid=1, block=1)
                kernel(self.array("f4"), gpu.to_device(self.array("i8")), grid=1, block=1)
        self.assertEqual([one.category for one in caught], [heddle.ArrayWarning] * 2)
        self.assertRegex(str(caught[0].message), r"kernel copy: argument 0 \(.*\) is an array of float64, and nothing says")
        self.assertRegex(str(caught[1].message), r"kernel copy: argument 1 \(.*\) is an array of int64, and nothing says")
        self.assertEqual([one.filename for one in caught], [__file__] * 2)

    def test_the_source_says_the_types_of_plain_names(self):
        scale, sums, bytes_ = self.sourced["scale"], self.sourced["sums"], self.sourced["bytes"]
        self.refuses(r"argument 0 .* array of float64, and the kernel's parameter is a float\*", scale, self.array("f8"), 2.0)
        self.refuses(r"argument 1 .* array of int64, .* int const\*", sums, self.array("f8"), self.array("i8"), 1)
        self.refuses(r"argument 0 .* array of float64, .* unsigned char\*", bytes_, self.array("f8"))
        bytes_(self.array("u1"), grid=1, block=1)
        self.sourced["mixed"](self.array("f4"), grid=1, block=1)  # a struct: nothing is known

    def test_declarations_are_read(self):
        text = """
        // __global__ void gone(double* a)
        extern "C" __global__ void a(const float* __restrict__ x, float y[], unsigned long long*z, float const* const w) {}
        extern "C" __global__ __launch_bounds__(128, 2) void b() {}
        extern "C" void __global__ c(int n /* of, them */, void *any);
        #ifdef A
        extern "C" __global__ void twice(float* a) {}
        #else
        extern "C" __global__ void twice(double* a) {}
        #endif
        extern "C" __global__ void pair(std::pair<int, int>* a) {}
        extern "C" __global__ void calls(void (*f)(int)) {}
        """
        types = source_types(text)
        self.assertEqual([element_of(one) for one in types["a"]], [("f", 4), ("f", 4), ("i", 8), ("f", 4)])
        self.assertEqual((types["b"], types["c"]), ([], ["int", "void*"]))
        for name in ("gone", "twice", "pair", "calls"):
            self.assertNotIn(name, types)

    def test_names_are_read_as_cplusplus_writes_them(self):
        for name, types in (("f()", []), ("f(void)", []), ("scale", None),
                            ("void fill<int, (E)3>(int*, std::pair<int, float>*)", ["int*", "std::pair<int, float>*"]),
                            ("f(void (*)(int, float), int)", ["void (*)(int, float)", "int"]),
                            ("f(int) [clone .1]", ["int"])):
            self.assertEqual(parameter_types(name), types, name)
        for name, element in (("float*", ("f", 4)), ("float const*", ("f", 4)), ("unsigned long long volatile*", ("i", 8)),
                              ("double2 const*", ("f", 8)), ("uchar4*", ("i", 1)),
                              ("unsigned*", ("i", 4)), ("std::uint8_t const*", ("i", 1)), ("size_t*", ("i", 8)), ("float**", ("i", 8)), ("void*", None),
                              ("Pair*", None), ("int", None), ("dim3*", None), ("void (*)(int)", None)):
            self.assertEqual(element_of(name), element, name)


if __name__ == "__main__":
    unittest.main()
