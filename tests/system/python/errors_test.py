"""Odd input ends in a message that says what, where, and what to type instead; never in a crash."""
import os
import pathlib
import tempfile
import threading
import unittest

import numpy

import heddle
from kernels import COUNT, SCALE, TYPES, scale


class ErrorsTest(unittest.TestCase):
    def refuses(self, pattern, call, *arguments, kind=heddle.Error, **named):
        with self.assertRaisesRegex(kind, pattern):
            call(*arguments, **named)

    def test_arrays(self):
        gpu, kernel = scale()
        numbers = numpy.arange(512, dtype=numpy.uint32)
        self.refuses(r"one piece in C order .*numpy.ascontiguousarray", gpu.to_device, numbers[::2])
        self.refuses(r"argument 0 \(array\) does not lie in one piece", kernel, numbers[::2], 1, grid=1, block=1)
        self.refuses("holds Python objects.*astype", gpu.to_device, numpy.array([{}, None]))
        self.refuses("byte order of another computer", gpu.to_device, numbers.astype(">u4"))
        self.refuses("no meaning on a GPU", gpu.to_device, numpy.array(["a"]))
        self.refuses("is a list and not a NumPy array; numpy.asarray", gpu.to_device, [1, 2])
        self.refuses("has no elements", gpu.to_device, numbers[:0])
        self.refuses("no type of NumPy's", gpu.empty, 4, "float33")
        self.refuses("shape=-1: one to three numbers from 1 on", gpu.empty, -1)
        self.refuses("shape=1125899906842624: 1125899906842624 is too large", gpu.zeros, 1 << 50)
        self.refuses("do not fit in device memory, of which .* are free", gpu.empty, 1 << 31, numpy.float64)
        self.refuses("more than any device memory", gpu.empty, (1 << 31, 1 << 31, 1 << 31))
        array = gpu.to_device(numbers)
        self.refuses("512 elements of uint32, the array to copy from 512 of int64", array.set, numbers.astype("i8"))

    def test_arguments(self):
        gpu, kernel = scale()
        array = gpu.empty(32, numpy.uint32)
        self.refuses(r"kernel scale has 2 parameters \(array: u64, factor: u32\), and 1 arguments are given", kernel, array,
                     grid=1, block=32)
        self.refuses(r"argument 1 \(factor, .u32\) is the float 1.5", kernel, array, 1.5, grid=1, block=32)
        self.refuses(r"argument 1 \(factor, .u32\) is -1; it takes 0 to 4294967295", kernel, array, -1, grid=1, block=32)
        self.refuses("is a numpy.uint64 of 8 bytes", kernel, array, numpy.uint64(1), grid=1, block=32)
        self.refuses("is a numpy.float32: convert it", kernel, array, numpy.float32(1), grid=1, block=32)
        self.refuses("is a str; a kernel takes numbers", kernel, "array", 1, grid=1, block=32)
        self.refuses("array of another simulation", kernel, heddle.Simulation().empty(32), 1, grid=1, block=32)
        self.refuses("is an array, and the parameter is no address", gpu.load(TYPES)["types"], array, array, 1, 1, 1,
                     grid=1, block=1)
        self.refuses(r"grid=0: one to three numbers from 1 on", kernel, array, 1, grid=0, block=32)
        self.refuses("grid=4294967296: 4294967296 is too large; each number is at most 4294967295", kernel, array, 1,
                     grid=1 << 32, block=32)
        self.refuses("kernel scale.*: grid is missing: a number, or a tuple", kernel, array, 1, block=32)
        self.refuses("kernel scale.*: block is missing.*such as block=32", kernel.launch, array, 1, grid=1)
        self.refuses("there is no keyword 'gird'; did you mean 'grid'", kernel, array, 1, gird=1, block=32)
        self.refuses("there is no keyword 'threads'; there are: grid, block, shared_bytes, cooperative", kernel.launch,
                     array, 1, grid=1, block=32, threads=2)
        self.refuses(r"block=\(1, 2, 3, 4\)", kernel, array, 1, grid=1, block=(1, 2, 3, 4))
        self.refuses("shared_bytes=1.5: a whole number", kernel, array, 1, grid=1, block=32, shared_bytes=1.5)
        self.refuses("does not fit on an SM.*shared memory", kernel, array, 1, grid=1, block=32, shared_bytes=1 << 31)
        self.refuses("an extent is 0|threads", kernel, array, 1, grid=1, block=(1 << 22,) * 3)
        self.refuses("a block of 2048 threads", kernel, array, 1, grid=1, block=2048)

    def test_results(self):
        class Row:
            def as_row(self):
                return {}
        self.refuses(r"heddle.frame\(\[result\]\)", heddle.frame, Row())
        self.refuses("in a list or a dictionary, and this is a int", heddle.frame, 5)
        with tempfile.TemporaryDirectory() as folder:
            stats = pathlib.Path(folder) / "stats.json"
            for text in ("[]", '{"total": {}}', '{"status": "complete"}', "{"):
                stats.write_text(text)
                (stats.parent / "config.toml").write_text("")
                self.refuses("is no folder of a run of heddle's", heddle.read_run, folder)

    def test_names(self):
        self.refuses(r"unknown machine 'gtx48'; did you mean 'gtx480'", heddle.Simulation, "gtx48")
        self.refuses(r"settings\['l1'\]\['hit_latncy'\]: unknown key 'l1.hit_latncy'; did you mean 'l1.hit_latency'",
                     heddle.Simulation, "gtx480", {"l1": {"hit_latncy": 4}})
        self.refuses(r"machine\['sm.count'\]: sm.count = 0: expected a whole number, 1 to", heddle.Simulation,
                     {"base": "gtx480", "sm.count": 0})
        self.refuses("no warp_scheduler is called 'gt0'; did you mean 'gto'", heddle.Simulation, "gtx480",
                     {"warp_scheduler": "gt0"})
        self.refuses(r"machine\['base'\]", heddle.Simulation, {"sm.count": 4})
        self.refuses("a value is a bool, an int, a float or a str, and this is a list", heddle.Simulation, "gtx480",
                     {"l1.hit_latency": [1]})
        self.refuses("does not fit in 64 bits", heddle.Simulation, "gtx480", {"l1.hit_latency": 1 << 70})
        self.refuses("warp_scheduler=python needs a class", heddle.Simulation, "gtx480", {"warp_scheduler": "python"})
        self.refuses("there is no kernel 'scal'; did you mean 'scale'", heddle.Simulation().load(SCALE).__getitem__, "scal")
        self.refuses("there is no variable 'sen'; did you mean 'seen'", heddle.Simulation().load(TYPES).variable, "sen")

    def test_a_mistake_in_ptx_has_its_place(self):
        with self.assertRaises(heddle.SourceError) as caught:
            heddle.Simulation().load(SCALE.replace("mul.lo.s32", "mul.lo.s33"), "scale.ptx")
        self.assertEqual((caught.exception.file, caught.exception.line), ("scale.ptx", 18))
        self.assertRegex(str(caught.exception), r"^scale.ptx:18:\d+: ")

    def test_a_fault_ends_the_simulation(self):
        gpu, kernel = scale()
        array = gpu.empty(32, numpy.uint32)
        self.refuses("scale", kernel, array, 1, grid=64, block=1024)
        self.refuses("unusable after an earlier fault", kernel, array, 1, grid=1, block=32)
        self.assertEqual([result.complete for result in gpu.cut_off], [False])

    def test_a_fault_names_the_line_of_cuda(self):
        """And the PTX's own line is called one of PTX."""
        cuda = "__global__ void spill(int* to) {\n\n  if (threadIdx.x == 3)\n    to[1 << 20] = 1;\n}\n"
        array = numpy.zeros(4, numpy.int32)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "spill.cu"
            file.write_text(cuda)
            for load, name in ((lambda gpu: gpu.compile(cuda), "CUDA text"), (lambda gpu: gpu.load_file(file), str(file))):
                gpu = heddle.Simulation()
                with self.assertRaises(heddle.Error) as caught:
                    load(gpu)["spill"](array, grid=1, block=32)
                self.assertRegex(str(caught.exception), rf"thread \[3,0,0\], PTX of {name}:\d+ \(.*{pathlib.Path(name).name}:4\): "
                                                        r"store of 4 bytes .* is out of bounds")

    def test_a_mistake_in_cuda_text_has_its_line(self):
        self.refuses("CUDA text:2:.*error", heddle.Simulation().compile, "__global__ void f() {\n  int x = y;\n}\n")

    def test_files_without_an_end_are_refused(self):
        gpu = heddle.Simulation()
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            self.refuses("/dev/zero", gpu.load_file, "/dev/zero")
            self.refuses(str(folder), gpu.load_file, folder)
            for file in ("stats.json", "config.toml"):
                (folder / "stats.json").write_text('{"total": {}, "status": "complete"}')
                (folder / "config.toml").write_text("")
                (folder / file).unlink()
                (folder / file).symlink_to("/dev/zero")
                self.refuses("is no folder of a run of heddle's: .*/dev/zero|is no folder of a run .*device", heddle.read_run, folder)
                (folder / file).unlink()
            (folder / "code.cu").symlink_to("/dev/zero")
            self.refuses("code.cu", gpu.load_file, folder / "code.cu")
            (folder / "code.ptx").write_bytes(b"\xff")
            self.refuses("code.ptx: cannot be read: .*utf-8", gpu.load_file, folder / "code.ptx")

    def test_freed_memory(self):
        gpu, kernel = scale()
        array = gpu.empty(32, numpy.uint32)
        address = array.address
        array.free()
        self.refuses("was freed", array.to_host)
        self.refuses(r"argument 0 \(array, .u64\) cannot be used: the array was freed", kernel, array, 1, grid=1, block=32)
        self.refuses("was freed", array.free)
        self.refuses("scale", kernel, address, 1, grid=1, block=32)  # a kernel that reads it faults

    def test_a_kernel_of_another_simulation(self):
        gpu, kernel = scale()
        kernel._simulation = heddle.Simulation()
        self.refuses("belongs to another simulation", kernel, 0, 1, grid=1, block=1)

    def test_a_forked_process_is_refused_and_ends_in_order(self):
        gpu, kernel = scale({"run.threads": 2})
        array = gpu.empty(32, numpy.uint32)
        kernel(array, 1, grid=1, block=32)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                kernel(array, 1, grid=1, block=32)
            except heddle.Error as error:
                code = 0 if "forked process" in str(error) else 2
            del gpu, kernel, array
            os._exit(code)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_two_simulations_in_two_threads(self):
        def work(factor, seen):
            _, kernel = scale({"run.threads": 2})
            numbers = numpy.arange(2048, dtype=numpy.uint32)
            seen[factor] = (kernel(numbers, factor, grid=16, block=128).cycles, int(numbers.sum()))
        seen = {}
        threads = [threading.Thread(target=work, args=(factor, seen)) for factor in (2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        total = 2048 * 2047 // 2
        self.assertEqual({factor: values[1] for factor, values in seen.items()}, {2: 2 * total, 3: 3 * total})
        self.assertEqual(seen[2][0], seen[3][0])

    def test_one_simulation_in_two_threads_is_refused(self):
        gpu = heddle.Simulation()
        kernel = gpu.load(COUNT)["count"]
        refused = []

        def work():
            while not refused and not thread_ended.is_set():
                try:
                    gpu.now
                except heddle.Error as error:
                    refused.append(str(error))
        thread_ended = threading.Event()
        thread = threading.Thread(target=work)
        launch = kernel.launch(400_000, grid=1, block=32)
        thread.start()
        launch.wait()
        thread_ended.set()
        thread.join()
        self.assertRegex(refused[0], "another call uses this simulation")


if __name__ == "__main__":
    unittest.main()
