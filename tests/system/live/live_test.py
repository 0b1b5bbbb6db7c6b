"""heddle run --live: who gets an answer, what the answers say, and what a reader cannot do."""
import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HEDDLE = pathlib.Path(sys.argv.pop(1)).resolve()
KERNEL = """.version 6.0
.target sm_70
.address_size 64
.visible .entry spin(.param .u64 array, .param .u32 trips)
{
  .reg .b32 %r<8>; .reg .b64 %d<4>; .reg .pred %p<2>;
  ld.param.u64 %d0, [array];
  ld.param.u32 %r1, [trips];
  mov.u32 %r0, 0;
again:
  ld.global.u32 %r2, [%d0];
  add.u32 %r0, %r0, 1;
  setp.lt.u32 %p0, %r0, %r1;
  @%p0 bra again;
  st.global.u32 [%d0+4], %r0;
  ret;
}
"""
PROGRAM = """
#include <cstdlib>
__global__ void timed(int* to) { to[threadIdx.x] += 1; }
__global__ void computed(int* to) { for (int i = 0; i < 100; ++i) to[threadIdx.x] += i; }
int main() {
  const size_t bytes = 4 << 20;
  int *to, *from = (int*)std::calloc(bytes, 1);
  cudaMalloc(&to, bytes);
  timed<<<4, 128>>>(to);
  cudaDeviceSynchronize();
  cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
  computed<<<4, 128>>>(to);
  timed<<<4, 128>>>(to);
  return cudaDeviceSynchronize();
}
"""
ENDLESS = 2_000_000_000


class Run:
    """A run with its page; `trips` says how long it takes."""

    def __init__(self, folder, trips, *options, blocks=30, words=None):
        kernel = ["--grid", str(blocks), "--block", "64", "--arg", "buffer:4KiB", "--arg", f"u32:{trips}", "k.ptx"]
        self.process = subprocess.Popen([HEDDLE, "run", "--live", "0", *options, *(words or kernel)], cwd=folder,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.fullmatch(r"heddle: the run is at http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/\n", line)
        if found is None:
            raise AssertionError(line + self.process.stderr.read())
        self.port, self.token = int(found[1]), found[2]

    def ask(self, path, method="GET", host=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        if host != "":
            connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def data(self):
        status, text = self.ask(f"/{self.token}/data")
        if status != 200:
            raise AssertionError(text)
        return json.loads(text)

    def data_when(self, holds, seconds=60):
        """The first data of which this holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            data = self.data()
            if holds(data):
                return data
            time.sleep(0.1)
        raise AssertionError(f"not in {seconds} s: {data['progress']}")

    def end(self):
        self.process.terminate()
        self.process.communicate(timeout=60)


class Live(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        (pathlib.Path(cls.folder.name) / "k.ptx").write_text(KERNEL)
        cls.run_ = Run(cls.folder.name, ENDLESS, "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.run_.end()
        cls.folder.cleanup()

    def test_the_page_asks_its_own_host_alone(self):
        status, page = self.run_.ask(f"/{self.run_.token}/")
        self.assertEqual(status, 200)
        self.assertIn("default-src 'none'", page)
        self.assertIn("connect-src 'self'", page)
        self.assertNotRegex(page, r"(src|href)=\"?http")

    def test_without_the_token_there_is_nothing(self):
        token = self.run_.token
        wrong = ("0" if token[0] != "0" else "1") + token[1:]
        for path in ("/", "/data", f"/{wrong}/", f"/{wrong}/data", f"/{token}", f"/{token[:-1]}/data", f"//{token}/data"):
            status, text = self.run_.ask(path)
            self.assertEqual(status, 403, path)
            self.assertNotIn(token, text)
            self.assertNotIn("spin", text)

    def test_a_browser_that_asks_for_an_icon_gets_nothing(self):
        self.assertEqual(self.run_.ask("/favicon.ico"), (204, ""))
        self.assertEqual(self.run_.ask("/favicon.ico", host="evil.example")[0], 421)

    def test_the_host_is_this_machine_by_name(self):
        path, port = f"/{self.run_.token}/data", self.run_.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example", ""):
            self.assertEqual(self.run_.ask(path, host=host)[0], 421, host)
        self.assertEqual(self.run_.ask(path, host=f"localhost:{port}")[0], 200)

    def test_nothing_but_get_is_answered(self):
        path = f"/{self.run_.token}/data"
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD"):
            self.assertEqual(self.run_.ask(path, method=method)[0], 405, method)
        self.assertEqual(self.run_.ask(f"/{self.run_.token}/stop")[0], 404)
        self.assertIsNone(self.run_.process.poll())

    def test_it_listens_on_the_loopback_alone(self):
        port = f":{self.run_.port:04X} "
        lines = [line for table in ("tcp", "tcp6") for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()]
        listening = [line.split()[1] for line in lines if port in line and line.split()[3] == "0A"]
        self.assertEqual(listening, [f"0100007F:{self.run_.port:04X}"])

    def test_a_port_that_is_taken_is_refused_before_anything_runs(self):
        refused = subprocess.run([HEDDLE, "run", "--live", str(self.run_.port), "--out", "taken", "k.ptx"], cwd=self.folder.name,
                                 capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn(f"another program has port {self.run_.port}", refused.stderr)
        self.assertFalse((pathlib.Path(self.folder.name) / "taken").exists())

    def test_two_readers_see_the_run_go_on(self):
        """Both hold connections open that say nothing, which holds up nobody."""
        silent = [socket.create_connection(("127.0.0.1", self.run_.port)) for _ in range(2)]
        first = self.run_.data_when(lambda data: data["progress"]["cycles"] > 2000 and data["warps"]["waits"])
        later = self.run_.data_when(lambda data: data["progress"]["cycles"] > first["progress"]["cycles"])
        self.assertGreater(later["progress"]["warp_instructions"], first["progress"]["warp_instructions"])
        self.assertEqual(later["ended"], "")
        self.assertEqual(later["progress"]["blocks_total"], 30)
        # 30 blocks of two warps on 15 SMs; every warp is in one state, and spins at one of four instructions.
        waits = later["warps"]["waits"]
        self.assertEqual([sum(sm.values()) for sm in waits], [4] * 15)
        slowest = later["warps"]["slowest"]
        self.assertTrue(all("spin" in warp["kernel"] and warp["cycles"] > 0 for warp in slowest))
        self.assertEqual(slowest, sorted(slowest, key=lambda warp: warp["instructions"] / warp["cycles"]))
        samples = self.run_.data_when(lambda data: data["runs"][0]["samples"] is not None)["runs"][0]["samples"]
        self.assertEqual(samples["columns"][:2], ["begin", "end"])
        for reader in silent:
            reader.close()

    def test_what_is_no_request_ends_the_connection(self):
        for nonsense in (b"\x00\x01\r\n\r\n", b"GET\r\n\r\n", b"x" * 20000):
            with socket.create_connection(("127.0.0.1", self.run_.port)) as reader:
                reader.settimeout(20)
                try:
                    reader.sendall(nonsense)
                    answer = reader.recv(100)
                except ConnectionError:
                    answer = b""
                self.assertTrue(answer in (b"",) or answer.startswith(b"HTTP/1.1 4"), answer)


class TimeLeft(unittest.TestCase):
    def test_a_reader_who_comes_late_is_told_the_time_from_the_kernels_begin(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "k.ptx").write_text(KERNEL)
            run = Run(folder, 2000, "--quiet", blocks=60000)
            began = time.monotonic()
            try:
                time.sleep(4)
                progress = run.data_when(lambda data: data["progress"]["blocks_done"] > 0)["progress"]
                since = time.monotonic() - began
                expected = since * (progress["blocks_total"] / progress["blocks_done"] - 1)
                self.assertGreater(progress["seconds_left"], 0.6 * expected)
                self.assertLess(progress["seconds_left"], 1.2 * expected)
            finally:
                run.end()


class End(unittest.TestCase):
    def test_a_run_that_ends_meanwhile_says_so_to_its_readers(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "k.ptx").write_text(KERNEL)
            run = Run(folder, 6000)
            data = run.data()
            while not data["ended"]:
                time.sleep(0.2)
                data = run.data()
            self.assertTrue(data["ended"].startswith("complete"), data["ended"])
            self.assertEqual(data["warps"]["waits"], [])
            self.assertEqual(run.process.wait(timeout=60), 0)
            run.process.stderr.close()
            with self.assertRaises(ConnectionError):
                run.data()
            self.assertEqual(sorted(path.name for path in pathlib.Path(folder).iterdir()), ["k.ptx"])

    def test_cycles_and_ipc_are_the_runs(self):
        """Between the two launches the host copies 4 MiB: cycles of the device in which no kernel runs. An untimed launch has
        instructions and no cycles."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "two.cu").write_text(PROGRAM)
            subprocess.run([HEDDLE, "cc", "two.cu", "-o", "two"], cwd=folder, check=True)
            run = Run(folder, 0, "--out", "out", "--kernels", "timed", words=["--", "./two"])
            data = run.data()
            while not data["ended"]:
                time.sleep(0.1)
                data = run.data()
            run.process.communicate(timeout=60)
            stats = json.loads((pathlib.Path(folder) / "out" / "stats.json").read_text())
        total, launches = stats["total"]["statistics"], stats["launches"]
        idle = launches[2]["started_cycle"] - launches[0]["ended_cycle"]
        self.assertGreater(idle, 10 * total["cycles"])
        self.assertGreater(total["functional.warp_instructions"], 0)
        self.assertEqual(data["progress"]["cycles"], total["cycles"])
        self.assertAlmostEqual(data["progress"]["ipc"], total["ipc.warp"], places=4)

    def test_a_run_that_nobody_watches_does_not_wait(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "k.ptx").write_text(KERNEL)
            seconds = []
            for _ in range(3):
                began = time.monotonic()
                run = Run(folder, 1, blocks=1)
                run.process.communicate(timeout=60)
                self.assertEqual(run.process.returncode, 0)
                seconds.append(time.monotonic() - began)
            self.assertLess(min(seconds), 2)  # readers are waited for longer


if __name__ == "__main__":
    unittest.main()
