-- What the runs of matrix.toml say of the claims of WarpMan. A benchmark of two programs (BT) is both, one after the other. Gains
-- are of performance, in percent: IPC over the baseline's, the work being the same, less 1; their means are geometric. What the study
-- calls the whole approach is temp_spatial, "contention eliminated" is dueling. "~" is within 2 %.

-- What the runs differ in. Of both two-level schedulers the settings have the same names.
CREATE TEMP TABLE mechanisms AS
SELECT d.run, CASE WHEN s.value <> 'fetch_groups' THEN d.setting WHEN m.value IS NULL THEN '2l' ELSE '2l_' || m.value END AS setting,
       s.value AS scheduler, coalesce(m.value, 'block') AS mode, r.value / 1024 AS kilo, l.value AS lanes
FROM done d JOIN parameters s ON s.run = d.run AND s.key = 'policies.warp_scheduler'
LEFT JOIN parameters m ON m.run = d.run AND m.key = 'residency.warpman.mode'
JOIN parameters r ON r.run = d.run AND r.key = 'sm.registers' JOIN parameters l ON l.run = d.run AND l.key = 'execution.sp.lanes'
WHERE d.size <> '';
CREATE TEMP TABLE kinds AS SELECT DISTINCT setting, scheduler, mode, kilo, lanes FROM mechanisms;

CREATE TEMP TABLE measured_totals AS
SELECT run, workload, label, m.setting, name, value
FROM sized JOIN mechanisms m USING (run) WHERE label <> 'micro-benchmark' AND name IN ('cycles', 'thread_instructions', 'l1d.loads', 'l1d.misses', 'texture_cache.loads',
  'texture_cache.misses', 'dram.reads', 'dram.writes', 'dram.activates', 'energy.total', 'energy.dynamic', 'energy.clock.sm');
CREATE TEMP TABLE benchmarks AS
SELECT label, setting, name, sum(value) AS value FROM measured_totals m GROUP BY label, setting, name
HAVING count(*) = (SELECT count(*) FROM labels l WHERE l.label = m.label);
INSERT INTO benchmarks  -- of events, not of clocks, which take what the time of SMs with warps takes
SELECT d.label, d.setting, 'energy.events', d.value - c.value FROM benchmarks d JOIN benchmarks c USING (label, setting)
WHERE d.name = 'energy.dynamic' AND c.name = 'energy.clock.sm';
CREATE TEMP VIEW ipc AS
SELECT c.label, c.setting, c.value AS cycles, 1.0 * i.value / c.value AS ipc
FROM benchmarks c JOIN benchmarks i USING (label, setting) WHERE c.name = 'cycles' AND i.name = 'thread_instructions';
CREATE TEMP VIEW parts AS  -- of accesses that miss; of DRAM, accesses that an opened row serves
SELECT a.label, a.setting, CASE a.name WHEN 'l1d.loads' THEN 'l1d' ELSE 'texture' END AS cache, 1.0 * m.value / a.value AS miss_rate
FROM benchmarks a JOIN benchmarks m USING (label, setting)
WHERE a.value > 0 AND ((a.name = 'l1d.loads' AND m.name = 'l1d.misses') OR (a.name = 'texture_cache.loads' AND m.name = 'texture_cache.misses'));
CREATE TEMP VIEW row_locality AS
SELECT label, setting, 1.0 * sum(CASE WHEN name IN ('dram.reads', 'dram.writes') THEN value END) / sum(CASE WHEN name = 'dram.activates' THEN value END) AS accesses
FROM benchmarks WHERE name GLOB 'dram.*' GROUP BY label, setting;

-- Of each setting over the one with blocks as the unit of resources, scheduler and SM being the same.
CREATE TEMP TABLE baselines AS
SELECT k.*, b.setting AS baseline FROM kinds k JOIN kinds b USING (scheduler, kilo, lanes) WHERE b.mode = 'block' AND b.setting <> 'small_blocks';
CREATE TEMP TABLE gains AS
SELECT s.label, s.setting, scheduler, mode, kilo, lanes, 1.0 * b.value / s.value AS speedup, 100 * (1.0 * b.value / s.value - 1) AS gain
FROM benchmarks s JOIN baselines USING (setting) JOIN benchmarks b ON b.label = s.label AND b.setting = baseline AND b.name = 'cycles'
WHERE s.name = 'cycles' AND s.setting <> baseline;
CREATE TEMP VIEW mean_gains AS
SELECT setting, scheduler, mode, kilo, lanes, 100 * (exp(avg(ln(speedup))) - 1) AS gain, avg(gain) AS arithmetic, min(gain) AS least, max(gain) AS greatest
FROM gains GROUP BY setting;
CREATE TEMP VIEW warp_sized AS  -- benchmarks without shared memory, in blocks of one warp and of their own size
SELECT label, setting, speedup, gain FROM gains
WHERE label IN ('CT', 'MC', 'ST', 'RAY', 'NN', 'BT') AND setting IN ('rr_temp_spatial', 'small_blocks');
CREATE TEMP VIEW register_files AS
SELECT label, kilo, speedup, gain FROM gains WHERE scheduler = 'lrr' AND mode = 'dueling' AND lanes = 32;
CREATE TEMP VIEW savings AS  -- of energy, in percent
SELECT s.label, s.setting, mode, s.name, 1.0 * s.value / b.value AS ratio, 100 * (1 - 1.0 * s.value / b.value) AS saving
FROM benchmarks s JOIN baselines USING (setting) JOIN benchmarks b ON b.label = s.label AND b.setting = baseline AND b.name = s.name
WHERE s.name GLOB 'energy.*' AND s.setting <> baseline AND b.value > 0;
CREATE TEMP VIEW mean_savings AS
SELECT setting, mode, 100 * (1 - exp(avg(ln(ratio)))) AS saving, max(saving) AS greatest FROM savings WHERE name = 'energy.total' GROUP BY setting;

-- What blocks of the kernels of Table 2 take on an SM.
CREATE TEMP TABLE allocation AS
SELECT label, avg(CASE WHEN name = 'occupancy.registers_unallocated' THEN value END) AS unused,
       avg(CASE WHEN name = 'occupancy.blocks' THEN value END) AS blocks,
       avg(CASE WHEN name = 'block.registers' THEN 32 * value END) * avg(CASE WHEN name = 'block.warps' THEN value END) AS registers,
       avg(CASE WHEN name = 'block.shared_bytes' THEN value END) AS shared
FROM kernel_totals WHERE setting = 'rr' AND size <> '' AND label <> 'micro-benchmark'
  AND name IN ('occupancy.registers_unallocated', 'occupancy.blocks', 'block.registers', 'block.warps', 'block.shared_bytes') GROUP BY label;

-- RTRU of the blocks of these kernels, geometric mean with 0.0001 for what is less.
CREATE TEMP TABLE rtru AS
SELECT g.label, m.setting,
       exp(sum(n.value * ln(g.value)) / sum(n.value)) AS geometric, sum(n.value * a.value) / sum(n.value) AS arithmetic
FROM kernel_totals g JOIN kernel_totals a USING (run, number) JOIN kernel_totals n USING (run, number) JOIN mechanisms m USING (run)
WHERE g.name = 'rtru.geometric_mean' AND a.name = 'rtru.mean' AND n.name = 'blocks'
  AND m.setting IN ('rr', '2l') AND g.label <> 'micro-benchmark' AND g.value > 0 GROUP BY 1, 2;
CREATE TEMP VIEW mean_rtru AS SELECT setting, exp(avg(ln(geometric))) AS geometric, avg(geometric) AS arithmetic FROM rtru GROUP BY setting;

-- Warps one by one: `time` is since their block's dispatch.
CREATE TEMP TABLE warps AS
SELECT d.label, d.setting, w.*, w.end - w.dispatched AS time FROM done d JOIN run_warps w USING (result);
CREATE TEMP TABLE block_times AS
SELECT label, setting, launch, kernel, sm, block, min(dispatched) AS dispatched, max(launched) AS launched, max(end) AS end, count(*) AS warps,
       sum(launched = dispatched) AS at_once, 1 - avg(time) / max(time) AS rtru FROM warps GROUP BY label, setting, launch, kernel, sm, block;
CREATE TEMP VIEW ranked AS  -- warps of single blocks, in the order of their ends
SELECT label, time, row_number() OVER (PARTITION BY label ORDER BY time) AS place FROM warps
WHERE setting = 'warps' AND label IN ('RAY', 'ST') AND block = 0;
CREATE TEMP VIEW texture_warps AS
SELECT warp, time, 1000.0 * texture_misses / instructions AS mpki FROM warps WHERE setting = 'warps_of_rows' AND block = 23 * 192 + 127;
CREATE TEMP VIEW work AS SELECT label, instructions, count(*) OVER (PARTITION BY label) AS warps FROM warps WHERE setting = 'warps';
CREATE TEMP VIEW short_work AS
SELECT instructions, 2 * instructions < max(instructions) OVER () AS short FROM warps WHERE setting = 'warps' AND label = 'ST';

-- How many blocks or warps are on an SM at the same time, at most; and how many blocks some of whose warps wait to be launched.
CREATE TEMP VIEW resident_blocks AS
SELECT setting, threads, max(n) AS most FROM (
  SELECT d.setting, CAST(substr(d.arguments, instr(d.arguments, ' ') + 1) AS INTEGER) AS threads,
         (SELECT count(*) FROM run_blocks o WHERE o.result = b.result AND o.sm = b.sm AND o.start <= b.start AND o.end > b.start) AS n
  FROM done d JOIN run_blocks b USING (result) WHERE d.setting IN ('blocks', 'blocks_temp_spatial', 'blocks_unlimited')) GROUP BY setting, threads;
-- The place of a warp is another's in the cycle in which it has drained.
CREATE TEMP VIEW resident_warps AS
SELECT label, max(n) AS most FROM (
  SELECT label, sum(step) OVER (PARTITION BY label, sm, launch ORDER BY cycle, step) AS n FROM (
    SELECT label, sm, launch, launched AS cycle, 1 AS step FROM warps WHERE setting = 'warps_threshold'
    UNION ALL SELECT label, sm, launch, end - 1, -1 FROM warps WHERE setting = 'warps_threshold'));
CREATE TEMP VIEW partial_blocks AS
SELECT max(n) AS most FROM (
  SELECT sum(step) OVER (PARTITION BY setting, label, sm, launch ORDER BY cycle, step) AS n FROM (
    SELECT setting, label, sm, launch, dispatched AS cycle, 1 AS step FROM block_times WHERE setting IN ('warps_temp_spatial', 'warps_threshold') AND launched > dispatched
    UNION ALL SELECT setting, label, sm, launch, launched, -1 FROM block_times WHERE setting IN ('warps_temp_spatial', 'warps_threshold') AND launched > dispatched));
CREATE TEMP VIEW first_blocks AS  -- of MM on an SM, before a warp ends there
SELECT b.* FROM block_times b WHERE b.setting = 'warps_temp_spatial' AND b.label = 'MM' AND b.sm = 0
  AND b.dispatched < (SELECT min(w.end) FROM warps w WHERE w.setting = b.setting AND w.label = b.label AND w.sm = 0);

-- Two settings of a benchmark side by side.
CREATE TEMP VIEW pairs AS
SELECT a.label, a.setting AS setting, b.setting AS other, a.cycles AS cycles, b.cycles AS other_cycles, 1.0 * b.cycles / a.cycles AS ratio,
       printf('%s %.1f, %s %.1f', a.setting, a.ipc, b.setting, b.ipc) AS text
FROM ipc a JOIN ipc b USING (label);

CREATE TEMP VIEW all_measured AS
SELECT 'warpman.abs.max.gain' AS id, greatest AS value, NULL AS holds FROM mean_gains WHERE setting = 'rr_temp_spatial'
UNION ALL SELECT 'warpman.abs.avg.gain', gain, NULL FROM mean_gains WHERE setting = 'rr_dueling'
UNION ALL SELECT 'warpman.abs.max.energy', greatest, NULL FROM mean_savings WHERE setting = 'rr_temp_spatial'
UNION ALL SELECT 'warpman.abs.avg.energy', saving, NULL FROM mean_savings WHERE setting = 'rr_dueling'
-- Figures 15, 16, 17 and 19.
UNION ALL SELECT 'warpman.F15.' || label || '.temp', gain, NULL FROM gains WHERE setting = 'rr_temp' AND label IN ('ST', 'RAY', 'RS')
UNION ALL SELECT 'warpman.F15.avg.' || mode, gain, NULL FROM mean_gains WHERE setting IN ('rr_temp', 'rr_temp_spatial')
UNION ALL SELECT 'warpman.F15.order.temp_noslow', least, NULL FROM mean_gains WHERE setting = 'rr_temp'
UNION ALL SELECT 'warpman.F15.order.ray_gt_rs', printf('RAY %.1f, RS %.1f %%', r.gain, s.gain), r.gain > s.gain
  FROM gains r JOIN gains s USING (setting) WHERE setting = 'rr_temp' AND r.label = 'RAY' AND s.label = 'RS'
UNION ALL SELECT 'warpman.F15.order.spatial_helps.' || label, text, ratio > 1 FROM pairs
  WHERE setting = 'rr_temp_spatial' AND other = 'rr_temp' AND label IN ('HS', 'ST', 'RAY')
UNION ALL SELECT 'warpman.F15.order.spatial_hurts.' || label, text, ratio < 1 FROM pairs
  WHERE setting = 'rr_temp_spatial' AND other = 'rr_temp' AND label IN ('RS', 'MM')
UNION ALL SELECT 'warpman.F15.order.sync_gain.' || label, printf('temp %.2f, temp_spatial %.2f %%', t.gain, s.gain), t.gain > 0 AND s.gain > 0
  FROM gains t JOIN gains s USING (label) WHERE t.setting = 'rr_temp' AND s.setting = 'rr_temp_spatial' AND label IN ('RS', 'SN', 'HS', 'PF', 'SR', 'MM')
UNION ALL SELECT 'warpman.T2.order.spatial_neutral.' || label, printf('temp_spatial %d, temp %d cycles', cycles, other_cycles), cycles = other_cycles
  FROM pairs WHERE setting = 'rr_temp_spatial' AND other = 'rr_temp' AND label IN ('CT', 'MC', 'SN', 'PF', 'SR', 'BT', 'HG')
UNION ALL SELECT 'warpman.S61.MM.l1d_miss.' || mode, 100 * miss_rate, NULL FROM parts JOIN kinds USING (setting)
  WHERE cache = 'l1d' AND label = 'MM' AND setting IN ('rr_temp', 'rr_temp_spatial')
UNION ALL SELECT 'warpman.S61.RS.row_locality.' || mode, accesses, NULL FROM row_locality JOIN kinds USING (setting) WHERE label = 'RS' AND setting IN ('rr_temp', 'rr_temp_spatial')
UNION ALL SELECT CASE setting WHEN 'rr_dueling' THEN 'warpman.F16.avg.dueling' ELSE 'warpman.F16.avg.heuristic' END, gain, NULL
  FROM mean_gains WHERE setting IN ('rr_dueling', 'rr_threshold')
UNION ALL SELECT 'warpman.F16.order.' || CASE s.setting WHEN 'rr_dueling' THEN 'dueling.' ELSE 'heuristic.' END || s.label,
    s.text || printf(', rr_temp %.1f', (SELECT ipc FROM ipc i WHERE i.label = s.label AND i.setting = 'rr_temp')), s.ratio > 1 AND abs(t.ratio - 1) <= 0.02
  FROM pairs s JOIN pairs t USING (label, setting)
  WHERE s.setting IN ('rr_dueling', 'rr_threshold') AND s.other = 'rr_temp_spatial' AND t.other = 'rr_temp' AND s.label IN ('RS', 'MM')
UNION ALL SELECT 'warpman.S61.threshold', most, NULL FROM resident_warps WHERE most IS NOT NULL
UNION ALL SELECT 'warpman.F17.avg.' || CASE mode WHEN 'threshold' THEN 'heuristic' ELSE mode END, saving, NULL FROM mean_savings
  WHERE setting IN ('rr_temp', 'rr_temp_spatial', 'rr_dueling', 'rr_threshold')
UNION ALL SELECT 'warpman.F17.' || label, saving, NULL FROM savings WHERE name = 'energy.total' AND setting = 'rr_temp_spatial' AND label IN ('HS', 'RAY', 'ST')
UNION ALL SELECT 'warpman.F17.order.dynamic', printf('%.1f to %.1f %% saved', min(saving), max(saving)), max(abs(saving)) <= 2
  FROM savings WHERE name = 'energy.events' AND setting IN ('rr_temp', 'rr_temp_spatial', 'rr_dueling', 'rr_threshold') HAVING count(*) > 0
UNION ALL SELECT 'warpman.F19.avg.' || CASE mode WHEN 'threshold' THEN 'heuristic' ELSE mode END, gain, NULL
  FROM mean_gains WHERE setting IN ('2l_temp_spatial', '2l_dueling', '2l_threshold')
UNION ALL SELECT 'warpman.F19.order.avg', printf('threshold %.2f, dueling %.2f, temp_spatial %.2f %%', h.gain, d.gain, s.gain), h.gain >= d.gain AND d.gain > s.gain
  FROM mean_gains h, mean_gains d, mean_gains s WHERE h.setting = '2l_threshold' AND d.setting = '2l_dueling' AND s.setting = '2l_temp_spatial'
-- Figure 18.
UNION ALL SELECT 'warpman.F18.avg6.' || CASE setting WHEN 'small_blocks' THEN 'TBsize_32' ELSE 'temp_spatial' END, 100 * (exp(avg(ln(speedup))) - 1), NULL
  FROM warp_sized GROUP BY setting HAVING count(*) = 6
UNION ALL SELECT 'warpman.F18.CT.ipc.' || CASE setting WHEN 'rr' THEN 'base' WHEN 'small_blocks' THEN 'TBsize_32' ELSE 'temp_spatial' END, ipc, NULL
  FROM ipc WHERE label = 'CT' AND setting IN ('rr', 'small_blocks', 'rr_temp_spatial')
UNION ALL SELECT 'warpman.F18.CT.tex_miss.' || CASE setting WHEN 'rr' THEN 'tb192' ELSE 'tb32' END, 100 * miss_rate, NULL
  FROM parts WHERE cache = 'texture' AND label = 'CT' AND setting IN ('rr', 'small_blocks')
UNION ALL SELECT 'warpman.F18.order.' || label, text, CASE label WHEN 'RAY' THEN ratio > 1 ELSE abs(ratio - 1) <= 0.02 END
  FROM pairs WHERE setting = 'small_blocks' AND other = 'rr_temp_spatial' AND label IN ('RAY', 'MC')
UNION ALL SELECT 'warpman.F18.order.' || label, text, CASE label WHEN 'ST' THEN ratio > 1 ELSE ratio < 1 END
  FROM pairs WHERE setting = 'small_blocks' AND other = 'rr' AND label IN ('NN', 'BT', 'ST')
UNION ALL SELECT 'warpman.F18.order.CT', printf('TBsize_32 %+.1f, temp_spatial %+.1f %% of tb_level', b.gain, s.gain), b.gain < 0 AND s.gain > 0
  FROM gains b JOIN gains s USING (label) WHERE label = 'CT' AND b.setting = 'small_blocks' AND s.setting = 'rr_temp_spatial'
-- Figure 20 and section 6.4.
UNION ALL SELECT 'warpman.F20.avg.' || kilo || 'k', 100 * (exp(avg(ln(speedup))) - 1), NULL FROM register_files GROUP BY kilo
UNION ALL SELECT 'warpman.F20.ST.16k.infeasible', registers, NULL FROM allocation WHERE label = 'ST'
UNION ALL SELECT 'warpman.F20.order.reg_sensitive.' || label, printf('16k %.2f, 32k %.2f, 64k %.2f %%', a.gain, b.gain, c.gain),
    a.gain > b.gain AND b.speedup >= 0.99 * c.speedup
  FROM register_files a JOIN register_files b USING (label) JOIN register_files c USING (label)
  WHERE a.kilo = 16 AND b.kilo = 32 AND c.kilo = 64 AND label IN ('CT', 'NN', 'BT', 'HG', 'RAY')
UNION ALL SELECT 'warpman.F20.order.no_impact_64k.' || label, text, abs(ratio - 1) <= 0.02 FROM pairs
  WHERE setting = 'dueling+64k' AND other = 'rr_dueling' AND label IN ('SN', 'PF', 'BT', 'HG', 'SR')
UNION ALL SELECT 'warpman.F20.order.same_gain_64k.' || label, printf('64k %.2f, 32k %.2f %%', c.gain, b.gain), abs(c.speedup / b.speedup - 1) <= 0.02
  FROM register_files b JOIN register_files c USING (label) WHERE b.kilo = 32 AND c.kilo = 64 AND label IN ('ST', 'MC')
UNION ALL SELECT 'warpman.S64.simd' || lanes, gain, NULL FROM mean_gains WHERE scheduler = 'lrr' AND mode = 'temp_spatial' AND lanes IN (8, 16)
-- Table 2 and Figure 3.
UNION ALL SELECT 'warpman.T2.' || label || '.ipc', ipc, NULL FROM ipc WHERE setting = 'rr'
UNION ALL SELECT 'warpman.T2.' || label || '.tbs', blocks, NULL FROM allocation
UNION ALL SELECT 'warpman.F3.avg.unused', 100 * (1 - exp(avg(ln(1 - unused)))), NULL FROM allocation HAVING count(*) > 0
UNION ALL SELECT 'warpman.F3.reg6.unused', 100 * (1 - exp(avg(ln(1 - unused)))), NULL FROM allocation WHERE label IN ('CT', 'RS', 'HS', 'RAY', 'MM', 'NN') HAVING count(*) = 6
UNION ALL SELECT 'warpman.F3.' || label || '.unused' || CASE label WHEN 'HS' THEN '.derived' ELSE '' END, 100 * unused, NULL
  FROM allocation WHERE label IN ('RS', 'MM', 'SN', 'RAY', 'NN', 'CT', 'HS')
UNION ALL SELECT 'warpman.F3.RS.tb_share', 100 * (1 - unused) / blocks, NULL FROM allocation WHERE label = 'RS'
UNION ALL SELECT 'warpman.F3.' || label || '.unused_regs', round(registers * blocks / (1 - unused) * unused), NULL FROM allocation WHERE label IN ('RS', 'CT')
UNION ALL SELECT 'warpman.F3.count.shared', sum(shared > 0), NULL FROM allocation HAVING count(*) = 13
-- Figures 4 to 12.
UNION ALL SELECT 'warpman.' || CASE label WHEN 'RAY' THEN 'F4' ELSE 'F9' END || '.' || label || '.TB0.rtru', 100 * rtru, NULL
  FROM block_times WHERE setting = 'warps' AND block = 0 AND label IN ('RAY', 'ST')
UNION ALL SELECT 'warpman.' || CASE label WHEN 'RAY' THEN 'F4' ELSE 'F9' END || '.' || label || '.avg.rtru', 100 * exp(avg(ln(max(rtru, 1e-4)))), NULL
  FROM block_times WHERE setting = 'warps' AND label IN ('RAY', 'ST') GROUP BY label
UNION ALL SELECT 'warpman.F4.RAY.TB0.finish' || place, time, NULL FROM ranked WHERE label = 'RAY' AND place <= 4
UNION ALL SELECT 'warpman.F4.RAY.TB0.last', max(time), NULL FROM ranked WHERE label = 'RAY' HAVING count(*) > 0
UNION ALL SELECT 'warpman.F6.RAY.lt500', 100.0 * avg(instructions <= 500), NULL FROM work WHERE label = 'RAY' HAVING count(*) > 0
UNION ALL SELECT 'warpman.F6.RAY.1000_1500', 100.0 * avg(instructions > 1000 AND instructions <= 1500), NULL FROM work WHERE label = 'RAY' HAVING count(*) > 0
UNION ALL SELECT 'warpman.F6.RAY.3500_4000', 100.0 * avg(instructions > 3500 AND instructions <= 4000), NULL FROM work WHERE label = 'RAY' HAVING count(*) > 0
UNION ALL SELECT 'warpman.F8.ST.short', max(instructions), NULL FROM short_work WHERE short HAVING count(*) > 0
UNION ALL SELECT 'warpman.F8.ST.long', avg(instructions), NULL FROM short_work WHERE NOT short HAVING count(*) > 0
UNION ALL SELECT 'warpman.F9.ST.TB0.active', sum(time > 1663), NULL FROM ranked WHERE label = 'ST' HAVING count(*) > 0
UNION ALL SELECT 'warpman.F9.ST.TB0.drop', time, NULL FROM ranked WHERE label = 'ST' AND place = 24
UNION ALL SELECT 'warpman.F9.ST.TB0.all_busy', time, NULL FROM ranked WHERE label = 'ST' AND place = 1
UNION ALL SELECT 'warpman.F9.ST.TB0.end', max(time), NULL FROM ranked WHERE label = 'ST' HAVING count(*) > 0
UNION ALL SELECT 'warpman.F10.CT.w' || warp || '.mpki', mpki, NULL FROM texture_warps WHERE warp IN (0, 1, 2, 3, 5)
UNION ALL SELECT 'warpman.F11.CT.rtru', 100 * rtru, NULL FROM block_times WHERE setting = 'warps_of_rows' AND block = 23 * 192 + 127
UNION ALL SELECT 'warpman.F11.order.CT', group_concat(printf('%.0f MPKI %d', mpki, time), ', ') || ' cycles',
    (SELECT sum((a.mpki > b.mpki) * ((a.time > b.time) - (a.time < b.time))) FROM texture_warps a, texture_warps b) > 0
  FROM (SELECT * FROM texture_warps ORDER BY mpki) HAVING count(*) > 0
UNION ALL SELECT 'warpman.F12.avg.' || CASE setting WHEN 'rr' THEN 'RR' ELSE '2L' END, 100 * geometric, NULL FROM mean_rtru
UNION ALL SELECT 'warpman.F12.order.' || CASE label WHEN 'SN' THEN '2L_lower.' ELSE '2L_higher.' END || label,
    printf('2L %.2f, RR %.2f %%', 100 * t.geometric, 100 * r.geometric), CASE label WHEN 'SN' THEN t.geometric < r.geometric ELSE t.geometric > r.geometric END
  FROM rtru t JOIN rtru r USING (label) WHERE t.setting = '2l' AND r.setting = 'rr' AND label IN ('CT', 'MC', 'RS', 'PF', 'NN', 'HG', 'SR', 'SN')
UNION ALL SELECT 'warpman.F12.order.ST_highest', printf('ST %.1f, the others at most %.1f %%', 100 * s.geometric, 100 * o.geometric), s.geometric > o.geometric
  FROM rtru s, (SELECT max(geometric) AS geometric FROM rtru WHERE setting = 'rr' AND label <> 'ST') o WHERE s.setting = 'rr' AND s.label = 'ST'
UNION ALL SELECT 'warpman.F12.ge10.' || label, 100 * geometric, NULL FROM rtru WHERE setting = 'rr' AND label IN ('MC', 'RS', 'SR', 'ST', 'RAY', 'MM', 'NN', 'BT')
-- Sections 2 and 4.
UNION ALL SELECT CASE setting WHEN 'blocks' THEN 'warpman.S2.ubench256.tb_level' WHEN 'blocks_temp_spatial' THEN 'warpman.S2.ubench256.warpman'
      ELSE 'warpman.S2.ubench256.warpman_nolimit' END, most, NULL FROM resident_blocks WHERE threads = 256
UNION ALL SELECT 'warpman.S2.ubench1024.tb_level', most, NULL FROM resident_blocks WHERE threads = 1024 AND setting = 'blocks'
UNION ALL SELECT 'warpman.S2.order.ubench1024', printf('temp_spatial %d, tb_level %d', s.most, b.most), s.most > b.most
  FROM resident_blocks s JOIN resident_blocks b USING (threads) WHERE threads = 1024 AND s.setting = 'blocks_temp_spatial' AND b.setting = 'blocks'
UNION ALL SELECT 'warpman.S4.MM.full', count(*), NULL FROM first_blocks WHERE at_once = warps HAVING count(*) > 0
UNION ALL SELECT 'warpman.S4.MM.partial_warps', at_once, NULL FROM first_blocks WHERE at_once < warps
UNION ALL SELECT 'warpman.S4.MM.regs', registers * blocks, NULL FROM allocation WHERE label = 'MM'
UNION ALL SELECT 'warpman.S4.MM.unused_regs', round(registers * blocks / (1 - unused) * unused), NULL FROM allocation WHERE label = 'MM'
UNION ALL SELECT 'warpman.S4.MM.shm', shared * blocks / 1024, NULL FROM allocation WHERE label = 'MM'
UNION ALL SELECT 'warpman.S42.bits', sum(entries * bits_each), NULL FROM policy_storage WHERE policy = 'warpman' HAVING count(*) > 0
UNION ALL SELECT 'warpman.S42.entries', most, NULL FROM partial_blocks WHERE most IS NOT NULL;

-- Of the variants, the second concerns the two-level scheduler alone.
CREATE TEMP VIEW measured_claims AS
SELECT * FROM all_measured WHERE (SELECT variant FROM looked_at) <> 'fetch groups of 8'
  OR id GLOB 'warpman.F19.*' OR id = 'warpman.F12.avg.2L' OR id GLOB 'warpman.F12.order.2L_*';
