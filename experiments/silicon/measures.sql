-- What the simulation says of a chip's counters, and the rates of heddle's own microbenchmarks.

-- Counters of a row's kernel, a launch: chip_values has the sum over its launches. Watts and occupancy are means, which have no sum.
-- Stores write through the L1, so the sectors that the L1 writes are those that the L2 gets; all that misses the L1 is read from the L2.
-- A DRAM burst of this machine is a sector. The chip counts warps on SMs that have some; heddle's mean is over all SMs.
CREATE TEMP TABLE simulated AS
WITH names (counter, name, is_mean) AS (VALUES
  ('cycles', 'cycles', 0), ('warp_instructions', 'warp_instructions', 0),
  ('l1_read_misses', 'l2.sectors_read', 0), ('l1_writes', 'l2.sectors_written', 0),
  ('constant_requests', 'constant_cache.loads', 0), ('shared_instructions', 'shared.accesses', 0),
  ('l2_reads', 'l2.sectors_read', 0), ('l2_writes', 'l2.sectors_written', 0),
  ('dram_reads', 'dram.read_bursts', 0), ('dram_writes', 'dram.write_bursts', 0),
  ('power', 'energy.average_power', 1))
SELECT v.row, n.counter, iif(n.is_mean, v.value, 1.0 * v.value / v.launches) AS value
FROM names n JOIN chip_values v USING (name)
UNION ALL
SELECT r.row, 'l2_read_hits', 1.0 * (r.value - f.value) / r.launches
FROM chip_values r JOIN chip_values f USING (row) WHERE r.name = 'l2.sectors_read' AND f.name = 'l2.sectors_filled';

-- Cycles of the runs of matrix.toml.
CREATE TEMP TABLE run_cycles_of AS
SELECT t.workload, t.arguments, t.value AS cycles, p.value AS clock_mhz
FROM totals t JOIN parameters p ON p.run = t.run AND p.key = 'device.core_clock_mhz'
WHERE t.name = 'cycles' AND t.size = '' AND t.setting = 'V100 (RRZE, Jia)';

-- Two runs that differ in their length alone: what the longer does more, in steps, bytes or operations of a warp.
CREATE TEMP TABLE lengths (id, workload, shorter, longer, more);
INSERT INTO lengths VALUES
  ('rate.latency.l1', 'pointer_chase', '2048 1024 1 16 2048 1', '2048 1024 1 16 4096 1', 2048),
  ('rate.latency.l2', 'pointer_chase', '131072 1024 1 16 4096 2', '131072 1024 1 16 8192 2', 4096),
  ('rate.latency.dram', 'pointer_chase', '2621440 1024 1 16 4096 2', '2621440 1024 1 16 8192 2', 4096),
  ('rate.latency.shared', 'shared_chase', '12288 1024 1 1024 512 1', '12288 1024 1 1024 1024 1', 512),
  ('rate.latency.imad', 'arithmetic_rate', '1 1 1 64', '1 1 1 128', 4 * 64),
  ('rate.latency.ffma', 'arithmetic_rate', '2 1 1 64', '2 1 1 128', 4 * 64),
  ('rate.latency.dfma', 'arithmetic_rate', '3 1 1 64', '3 1 1 128', 4 * 64),
  ('rate.latency.ddiv', 'arithmetic_rate', '4 1 1 16', '4 1 1 32', 4 * 16),
  ('rate.latency.dsqrt', 'arithmetic_rate', '5 1 1 16', '5 1 1 32', 4 * 16),
  ('rate.bandwidth.l1', 'load_bandwidth', '8 4 16 2048 1024 80 1', '8 4 48 2048 1024 80 1', 32 * 4 * 8 * 1024 * 80),
  ('rate.bandwidth.l2', 'load_bandwidth', '8 1 16 165376 1024 160 2', '8 1 48 165376 1024 160 2', 32 * 8 * 1024 * 160),
  ('rate.bandwidth.dram', 'load_bandwidth', '16 1 1 524288 1024 160 2', '16 1 1 1048576 1024 160 2', 524288 * 16),
  ('rate.throughput.dfma', 'arithmetic_rate', '3 32 1 64', '3 32 1 128', 32 * 4 * 64),
  ('rate.throughput.ddiv', 'arithmetic_rate', '4 32 1 16', '4 32 1 32', 32 * 4 * 16),
  ('rate.throughput.dsqrt', 'arithmetic_rate', '5 32 1 16', '5 32 1 32', 32 * 4 * 16);
CREATE TEMP TABLE rates AS
SELECT l.id, iif(l.id GLOB 'rate.bandwidth.*', l.more * b.clock_mhz / 1000.0 / (b.cycles - a.cycles), 1.0 * (b.cycles - a.cycles) / l.more) AS value
FROM lengths l JOIN run_cycles_of a ON a.workload = l.workload AND a.arguments = l.shorter
JOIN run_cycles_of b ON b.workload = l.workload AND b.arguments = l.longer;

CREATE TEMP VIEW measured_claims AS
SELECT c.claim AS id, s.value, NULL AS holds FROM chip_counters c JOIN simulated s USING (row, counter)
UNION ALL SELECT id, value, NULL FROM rates;
