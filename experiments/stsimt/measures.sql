-- What the runs of matrix.toml say of the claims of spatio-temporal SIMT and scalarization.

-- Kernels of Table II. Statistics of a kernel are columns of one row a setting, real numbers all: their quotients are not cut.
CREATE TEMP TABLE kernel_runs AS
SELECT kernel, setting,
       max(CASE name WHEN 'cycles' THEN value END) AS cycles,
       max(CASE name WHEN 'warp_instructions' THEN value END) AS instructions,
       max(CASE name WHEN 'simd_efficiency' THEN value END) AS efficiency,
       max(CASE name WHEN 'energy.total' THEN value END) AS energy,
       max(CASE name WHEN 'dram.utilization' THEN value END) AS dram,
       max(CASE name WHEN 'l1d.misses' THEN value END) AS misses,
       max(CASE name WHEN 'shared.waits' THEN value END) AS shared_waits,
       max(CASE name WHEN 'block.registers' THEN value END) AS vectors,
       max(CASE name WHEN 'block.scalar_registers' THEN value END) AS scalars,
       max(CASE name WHEN 'occupancy.blocks' THEN value END) AS blocks,
       max(CASE name WHEN 'occupancy.warps' THEN value END) AS warps,
       max(CASE name WHEN 'residency.warp_cycles' THEN value END) AS warp_cycles,
       max(CASE name WHEN 'scalar.instructions' THEN value END) AS scalar_instructions,
       max(CASE name WHEN 'scalar.share_of_code' THEN value END) AS share_of_code,
       max(CASE name WHEN 'lane_use.cycles' THEN value END) AS lane_cycles,
       max(CASE name WHEN 'lane_use.resident_cycles' THEN value END) AS resident,
       max(CASE name WHEN 'lane_use.active_cycles' THEN value END) AS active,
       max(CASE name WHEN 'lane_use.conflicts.one' THEN value END) AS one,
       max(CASE name WHEN 'lane_use.conflicts.two' THEN value END) AS two,
       max(CASE name WHEN 'lane_use.conflicts.more' THEN value END) AS more
FROM (SELECT kernel, setting, name, CAST(value AS REAL) AS value FROM kernel_totals WHERE label <> 'micro-benchmark' AND kernel <> '') GROUP BY kernel, setting;

CREATE TEMP VIEW size_of_machine AS SELECT CAST(max(value) AS INTEGER) AS sms FROM parameters WHERE key = 'sm.count';
CREATE TEMP VIEW lanes_of_machine AS SELECT CAST(max(value) AS INTEGER) AS lanes FROM parameters WHERE key = 'organisation.temporal.units';

CREATE TEMP TABLE speedups AS  -- of each setting over each other, by kernel
SELECT s.kernel, s.setting, b.setting AS baseline, 1.0 * b.cycles / s.cycles AS speedup, s.energy / b.energy AS energy,
       iif(base.efficiency < 0.85, 'divergent', 'coherent') AS class
FROM kernel_runs s JOIN kernel_runs b USING (kernel) JOIN kernel_runs base ON base.kernel = s.kernel AND base.setting = 'simt'
WHERE s.cycles > 0 AND b.cycles > 0;

CREATE TEMP TABLE means AS  -- of all kernels, and of each class
SELECT setting, baseline, 'all' AS class, exp(avg(ln(speedup))) AS speedup, exp(avg(ln(energy))) AS energy, count(*) AS kernels
FROM speedups GROUP BY 1, 2
UNION ALL SELECT setting, baseline, class, exp(avg(ln(speedup))), exp(avg(ln(energy))), count(*) FROM speedups GROUP BY 1, 2, 3;

CREATE TEMP VIEW gains AS
SELECT setting, baseline, class, 100 * (speedup - 1) AS gain, 100 * (1 / speedup - 1) AS runtime, 100 * (energy * speedup - 1) AS power,
       100 * (energy - 1) AS energy, 100 * (energy / speedup - 1) AS delay_product
FROM means;
CREATE TEMP VIEW kernel_gains AS SELECT kernel, setting, baseline, 100 * (speedup - 1) AS gain, speedup FROM speedups;

-- Table IV: lanes are means over all cycles of the SMs, conflicts are shares of the cycles in which an instruction issues (notes.md).
CREATE TEMP VIEW lanes AS
SELECT r.kernel, 100 * one / instructions AS conf1, 100 * two / instructions AS conf2, 100 * more / instructions AS conf3p,
       active / total AS dyn, resident / total AS stat, warp_cycles / total AS warps
FROM (SELECT *, cycles * (SELECT sms FROM size_of_machine) AS total FROM kernel_runs WHERE setting = 'tsimt') r
WHERE total > 0 AND lane_cycles IS NOT NULL;

CREATE TEMP VIEW registers AS  -- of a thread, of a warp beside these, and of a warp in all
SELECT iif(setting = 'tsimt_plus_scalar', 'all', iif(setting = 'tsimt_plus_convergent', 'conv', 'before')) AS scalarization,
       avg(vectors) AS vectors, avg(coalesce(scalars, 0)) AS scalars, avg(32 * vectors + coalesce(scalars, 0)) AS warp
FROM kernel_runs WHERE setting IN ('tsimt_plus', 'tsimt_plus_scalar', 'tsimt_plus_convergent') GROUP BY 1;

CREATE TEMP VIEW shares AS  -- of scalar instructions, in the code and executed
SELECT kernel, iif(setting = 'tsimt_plus_scalar', 'all', 'conv') AS scalarization, 100 * share_of_code AS static,
       100 * scalar_instructions / instructions AS dynamic
FROM kernel_runs WHERE setting IN ('tsimt_plus_scalar', 'tsimt_plus_convergent');
CREATE TEMP VIEW mean_shares AS
SELECT scalarization, avg(static) AS static, avg(dynamic) AS dynamic FROM shares GROUP BY 1;

-- The micro-benchmark.
CREATE TEMP TABLE micro AS
SELECT replace(setting, 'micro_', '') AS system, arguments,
       CAST(arguments AS INTEGER) AS warps,
       CAST(substr(arguments, instr(arguments, ' ') + 1) AS INTEGER) AS threads,
       CAST(substr(arguments, -1) AS INTEGER) AS chains,
       1.0 * max(CASE name WHEN 'thread_instructions' THEN value END) / max(CASE name WHEN 'cycles' THEN value END) AS ipc
FROM totals WHERE label = 'micro-benchmark' AND setting GLOB 'micro_*' GROUP BY setting, arguments;
CREATE TEMP VIEW micro_gains AS
SELECT t.warps, t.threads, t.chains, t.ipc / s.ipc AS speedup FROM micro t JOIN micro s USING (arguments)
WHERE t.system = 'tsimt' AND s.system = 'simt';

CREATE TEMP VIEW measured_claims AS
-- Means over kernels.
SELECT 'stsimt.abs.perf' AS id, gain AS value, NULL AS holds FROM gains WHERE class = 'all' AND setting = 'stsimt4_scalar' AND baseline = 'simt'
UNION ALL SELECT id, delay_product * sign, NULL FROM gains, (SELECT 'stsimt.abs.edp' AS id, 1 AS sign UNION ALL SELECT 'stsimt.S1.edp25', -1 UNION ALL SELECT 'stsimt.S6.edp', 1
    UNION ALL SELECT 'stsimt.F12.stsimt4_scalar.edp', 1)
  WHERE class = 'all' AND setting = 'stsimt4_scalar' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.abs.order.tsimt', printf('TSIMT %+.1f %%', gain), gain < 0 FROM gains WHERE class = 'all' AND setting = 'tsimt' AND baseline = 'simt'
UNION ALL SELECT CASE setting WHEN 'tsimt' THEN 'stsimt.F7.avg.tsimt' WHEN 'tsimt_plus' THEN 'stsimt.F7.avg.tsimt_plus' WHEN 'unlocked' THEN 'stsimt.S56.unlocked.simt'
    WHEN 'w16' THEN 'stsimt.S56.w16' WHEN 'stsimt4' THEN 'stsimt.S6.all' WHEN 'tsimt_plus_scalar' THEN 'stsimt.F12.tsimt_scalar.perf' ELSE 'stsimt.F12.stsimt4_scalar.perf' END, gain, NULL
  FROM gains WHERE class = 'all' AND baseline = 'simt' AND setting IN ('tsimt', 'tsimt_plus', 'unlocked', 'w16', 'stsimt4', 'tsimt_plus_scalar', 'stsimt4_scalar')
UNION ALL SELECT 'stsimt.F7.plus_over_tsimt', gain, NULL FROM gains WHERE class = 'all' AND setting = 'tsimt_plus' AND baseline = 'tsimt'
UNION ALL SELECT 'stsimt.S56.unlocked.tsimt', gain, NULL FROM gains WHERE class = 'all' AND setting = 'unlocked' AND baseline = 'tsimt'
UNION ALL SELECT 'stsimt.S56.order.w16', printf('%+.1f %%', gain), gain > 0 FROM gains WHERE class = 'all' AND setting = 'w16' AND baseline = 'tsimt'
UNION ALL SELECT 'stsimt.F8.div.stsimt4.' || baseline, gain, NULL FROM gains WHERE class = 'divergent' AND setting = 'stsimt4' AND baseline IN ('simt', 'tsimt')
UNION ALL SELECT 'stsimt.S6.div.stsimt4', gain, NULL FROM gains WHERE class = 'divergent' AND setting = 'stsimt4' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F8.coh.stsimt4.' || baseline, gain, NULL FROM gains WHERE class = 'coherent' AND setting = 'stsimt4' AND baseline IN ('simt', 'tsimt')
UNION ALL SELECT 'stsimt.F8.order.' || setting, printf('%+.1f %%', gain), gain > 0 FROM gains WHERE class = 'all' AND baseline = 'simt' AND setting IN ('stsimt2', 'stsimt4')
UNION ALL SELECT 'stsimt.F8.order.best', printf('%+.1f %%', gain), gain >= 0 FROM gains WHERE class = 'all' AND setting = 'stsimt4' AND baseline = 'stsimt2'
UNION ALL SELECT 'stsimt.F11.gain.' || baseline, gain, NULL FROM gains WHERE class = 'all' AND setting = baseline || '_scalar' AND baseline IN ('tsimt_plus', 'stsimt4')
UNION ALL SELECT 'stsimt.S6.scalar16', gain, NULL FROM gains WHERE class = 'all' AND setting = 'tsimt_plus_scalar' AND baseline = 'tsimt_plus'
UNION ALL SELECT 'stsimt.F11.order.gain', printf('%+.1f, %+.1f %%', t.gain, s.gain), t.gain > s.gain FROM gains t, gains s
  WHERE t.class = 'all' AND s.class = 'all' AND t.setting = 'tsimt_plus_scalar' AND t.baseline = 'tsimt_plus' AND s.setting = 'stsimt4_scalar' AND s.baseline = 'stsimt4'
UNION ALL SELECT 'stsimt.F11.gcn.coherent', gain, NULL FROM gains WHERE class = 'coherent' AND setting = 'simt_scalar' AND baseline = 'stsimt4_scalar'
UNION ALL SELECT 'stsimt.F11.gcn.divergent', gain, NULL FROM gains WHERE class = 'divergent' AND setting = 'stsimt4_scalar' AND baseline = 'simt_scalar'
-- Figure 12.
UNION ALL SELECT 'stsimt.F12.tsimt_plus.power', 100 + power, NULL FROM gains WHERE class = 'all' AND setting = 'tsimt_plus' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F12.order.tsimt_plus.energy', printf('energy %+.1f %%', energy), energy > 0 FROM gains WHERE class = 'all' AND setting = 'tsimt_plus' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F12.stsimt4.' || what, CASE what WHEN 'runtime' THEN runtime WHEN 'power' THEN power WHEN 'energy' THEN energy ELSE delay_product END, NULL
  FROM gains, (SELECT 'runtime' AS what UNION ALL SELECT 'power' UNION ALL SELECT 'energy' UNION ALL SELECT 'edp') WHERE class = 'all' AND setting = 'stsimt4' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F12.' || iif(setting = 'stsimt4_scalar', setting, 'tsimt_scalar') || '.' || what, CASE what WHEN 'runtime' THEN runtime ELSE power END, NULL
  FROM gains, (SELECT 'runtime' AS what UNION ALL SELECT 'power') WHERE class = 'all' AND setting IN ('tsimt_plus_scalar', 'stsimt4_scalar') AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F12.tsimt_scalar.edp', delay_product, NULL FROM gains WHERE class = 'all' AND setting = 'tsimt_plus_scalar' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F12.order.edp', printf('STSIMT4_SCALAR %+.1f, TSIMT+ %+.1f %%', s.delay_product, t.delay_product),
    t.delay_product > 0 AND s.delay_product = (SELECT min(delay_product) FROM gains WHERE class = 'all' AND baseline = 'simt')
  FROM gains s, gains t WHERE s.class = 'all' AND t.class = 'all' AND s.baseline = 'simt' AND t.baseline = 'simt' AND s.setting = 'stsimt4_scalar' AND t.setting = 'tsimt_plus'
-- Single kernels.
UNION ALL SELECT 'stsimt.F7.' || kernel || '.plus.' || bound, gain, NULL FROM kernel_gains, (SELECT 'lo' AS bound UNION ALL SELECT 'hi')
  WHERE setting = 'tsimt_plus' AND baseline = 'tsimt' AND kernel IN ('MGST_3', 'DG_0', 'DG_1')
UNION ALL SELECT 'stsimt.F7.order.plus_most_flat', printf('%d of %d within 2 %%', sum(abs(gain) <= 2), count(*)), 2 * sum(abs(gain) <= 2) > count(*)
  FROM kernel_gains WHERE setting = 'tsimt_plus' AND baseline = 'tsimt' HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F7.order.plus_tail', printf('%d slower', sum(gain < 0)), sum(gain < 0) > 0 FROM kernel_gains WHERE setting = 'tsimt_plus' AND baseline = 'tsimt' HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F7.order.' || kernel, printf('%+.1f %%', gain), CASE kernel WHEN 'GAU_1' THEN gain > 10 WHEN 'LUD_1' THEN gain < -10 WHEN 'DG_1' THEN gain < -10 ELSE gain <= 1 END
  FROM kernel_gains WHERE setting = 'tsimt' AND baseline = 'simt' AND kernel IN ('GAU_1', 'LUD_1', 'DG_1', 'LUD_0', 'MUM_0', 'MUM_1', 'NW_0', 'NW_1')
UNION ALL SELECT 'stsimt.F4.below50.' || kernel, 100 * efficiency, NULL FROM kernel_runs WHERE setting = 'simt' AND kernel IN ('LUD_0', 'MUM_0', 'MUM_1', 'NW_0', 'NW_1')
UNION ALL SELECT 'stsimt.F4.order.others', 100 * min(efficiency), NULL
  FROM kernel_runs WHERE setting = 'simt' AND kernel NOT IN ('LUD_0', 'MUM_0', 'MUM_1', 'NW_0', 'NW_1') HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F8.STO.' || setting, gain, NULL FROM kernel_gains WHERE kernel = 'STO_0' AND baseline = 'simt' AND setting IN ('tsimt', 'stsimt4')
UNION ALL SELECT 'stsimt.F8.order.GAU_0', printf('%+.1f %%', gain), speedup > 1.2 FROM kernel_gains WHERE kernel = 'GAU_0' AND setting = 'stsimt4' AND baseline = 'simt'
UNION ALL SELECT 'stsimt.F11.BP_0.speedup', speedup, NULL FROM kernel_gains WHERE kernel = 'BP_0' AND setting = 'tsimt_plus_scalar' AND baseline = 'tsimt_plus'
UNION ALL SELECT 'stsimt.F11.BP_0.dram.' || iif(setting = 'tsimt_plus', 'before', 'after'), 100 * dram, NULL FROM kernel_runs WHERE kernel = 'BP_0' AND setting IN ('tsimt_plus', 'tsimt_plus_scalar')
UNION ALL SELECT 'stsimt.F11.MC_1.slowdown', gain, NULL FROM kernel_gains WHERE kernel = 'MC_1' AND setting = 'tsimt_plus_scalar' AND baseline = 'tsimt_plus'
UNION ALL SELECT 'stsimt.F11.MC_1.warps.' || iif(setting = 'tsimt_plus', 'before', 'after'), 1.0 * warps / (SELECT lanes FROM lanes_of_machine), NULL FROM kernel_runs
  WHERE kernel = 'MC_1' AND setting IN ('tsimt_plus', 'tsimt_plus_scalar')
UNION ALL SELECT 'stsimt.F11.MC_1.l1', 100 * (1.0 * s.misses / t.misses - 1), NULL FROM kernel_runs s JOIN kernel_runs t USING (kernel)
  WHERE kernel = 'MC_1' AND s.setting = 'tsimt_plus_scalar' AND t.setting = 'tsimt_plus' AND t.misses > 0
UNION ALL SELECT 'stsimt.F11.MC_1.bank', 1.0 * s.shared_waits / t.shared_waits, NULL FROM kernel_runs s JOIN kernel_runs t USING (kernel)
  WHERE kernel = 'MC_1' AND s.setting = 'tsimt_plus_scalar' AND t.setting = 'tsimt_plus' AND t.shared_waits > 0
UNION ALL SELECT 'stsimt.F11.flat.' || kernel, printf('%+.1f %%', gain), abs(gain) <= 5 FROM kernel_gains
  WHERE setting = 'tsimt_plus_scalar' AND baseline = 'tsimt_plus' AND kernel IN ('STO_0', 'PR_0', 'IDCT_0', 'IDCT_1', 'BFS_1', 'NW_1')
UNION ALL SELECT 'stsimt.F11.flat_simt.' || kernel, printf('%+.1f %%', gain), abs(gain) <= 5 FROM kernel_gains WHERE setting = 'simt_scalar' AND baseline = 'simt' AND kernel IN ('PR_0', 'NW_1')
UNION ALL SELECT 'stsimt.F11.high_all.' || kernel, group_concat(printf('%s %+.1f %%', setting, gain), ', '), min(gain) > 10
  FROM (SELECT * FROM kernel_gains WHERE (setting, baseline) IN (VALUES ('simt_scalar', 'simt'), ('tsimt_plus_scalar', 'tsimt_plus'), ('stsimt4_scalar', 'stsimt4')) ORDER BY setting)
  WHERE kernel IN ('BP_0', 'MGST_3', 'HOTSP_0', 'AES_0') GROUP BY kernel HAVING count(*) = 3
-- Registers and shares of scalars.
UNION ALL SELECT 'stsimt.F9.vec.' || iif(scalarization = 'all', 'after', scalarization), vectors, NULL FROM registers WHERE scalarization <> 'conv'
UNION ALL SELECT 'stsimt.F9.scalar.after', scalars, NULL FROM registers WHERE scalarization = 'all'
UNION ALL SELECT 'stsimt.F9.warp.' || iif(scalarization = 'all', 'after', scalarization), warp, NULL FROM registers
UNION ALL SELECT 'stsimt.F9.reduction.' || iif(b.scalarization = 'before', 'all', 'vs_conv'), 100 * (a.warp / b.warp - 1), NULL
  FROM registers a, registers b WHERE a.scalarization = 'all' AND b.scalarization <> 'all'
UNION ALL SELECT 'stsimt.F10.static.' || scalarization, static, NULL FROM mean_shares
UNION ALL SELECT 'stsimt.F10.dynamic.' || scalarization, dynamic, NULL FROM mean_shares
UNION ALL SELECT 'stsimt.F10.order.double', printf('%.1f, %.1f %%', a.dynamic, c.dynamic), a.dynamic > 2 * c.dynamic FROM mean_shares a, mean_shares c
  WHERE a.scalarization = 'all' AND c.scalarization = 'conv'
UNION ALL SELECT 'stsimt.F10.kernel.min_others', min(dynamic), NULL FROM shares WHERE scalarization = 'all' AND kernel NOT GLOB 'STO_*' HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F10.kernel.' || kernel || '.dyn', dynamic, NULL FROM shares WHERE scalarization = 'all' AND kernel IN ('STO_0', 'GAU_0', 'LIB_1', 'BP_0')
UNION ALL SELECT 'stsimt.F10.kernel.' || kernel || '.stat', static, NULL FROM shares WHERE scalarization = 'all' AND kernel IN ('GAU_0', 'LIB_1')
-- Table IV and Figure 6.
UNION ALL SELECT 'stsimt.T4.' || kernel || '.conf1', conf1, NULL FROM lanes
UNION ALL SELECT 'stsimt.T4.' || kernel || '.conf2', conf2, NULL FROM lanes
UNION ALL SELECT 'stsimt.T4.' || kernel || '.conf3p', conf3p, NULL FROM lanes
UNION ALL SELECT 'stsimt.T4.' || kernel || '.dyn', dyn, NULL FROM lanes
UNION ALL SELECT 'stsimt.T4.' || kernel || '.stat', stat, NULL FROM lanes
UNION ALL SELECT 'stsimt.T4.' || kernel || '.warps', warps, NULL FROM lanes
UNION ALL SELECT 'stsimt.T4.avg.conf1', avg(conf1), NULL FROM lanes HAVING count(*) > 0
UNION ALL SELECT 'stsimt.T4.conf_any20.' || kernel, conf1 + conf2 + conf3p, NULL FROM lanes WHERE kernel IN ('VIS_0', 'GAU_1', 'BFS_1', 'LPS_0')
UNION ALL SELECT 'stsimt.T4.count.static7', sum(stat > 7), NULL FROM lanes HAVING count(*) > 0
UNION ALL SELECT 'stsimt.T4.count.dynamic7', sum(dyn > 7), NULL FROM lanes HAVING count(*) > 0
UNION ALL SELECT 'stsimt.T4.order.membound.' || kernel, printf('static %.1f, dynamic %.1f', stat, dyn), stat > 7 AND dyn < 4 FROM lanes WHERE kernel IN ('BFS_0', 'DG_2')
UNION ALL SELECT 'stsimt.F6.DG_0.tbs', blocks, NULL FROM kernel_runs WHERE kernel = 'DG_0' AND setting = 'tsimt'
UNION ALL SELECT 'stsimt.S33.issue', printf('%d kernels differ', sum(most <> least)), sum(most <> least) = 0
  FROM (SELECT kernel, max(instructions) AS most, min(instructions) AS least FROM kernel_runs WHERE setting IN ('simt', 'tsimt', 'tsimt_plus', 'stsimt2', 'stsimt4') GROUP BY kernel) HAVING count(*) > 0
-- The micro-benchmark.
UNION ALL SELECT 'stsimt.F5.simt.max_ipc', ipc, NULL FROM micro WHERE system = 'simt' AND chains = 1 AND warps = 32 AND threads = 32
UNION ALL SELECT 'stsimt.F5.simt.linear', printf('off by at most %.0f %%', 100 * max(abs(ipc / (threads / 4.0) - 1))), max(abs(ipc / (threads / 4.0) - 1)) < 0.05
  FROM micro WHERE system = 'simt' AND chains = 1 AND warps >= 4 HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.simt.warps', min(warps), NULL FROM micro WHERE system = 'simt' AND chains = 1 AND threads = 32 AND ipc > 7.5
UNION ALL SELECT 'stsimt.F5.tsimt.sat', min(threads), NULL FROM micro WHERE system = 'tsimt' AND chains = 1 AND warps = 32 AND ipc > 7.5
UNION ALL SELECT 'stsimt.F5.tsimt.linear', group_concat(printf('%d: %.1f', threads, ipc), ', '), max(abs(ipc / threads - 1)) < 0.1
  FROM (SELECT * FROM micro WHERE system = 'tsimt' AND chains = 1 AND warps = 32 AND threads < 8 ORDER BY threads) HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.tsimt.bound', group_concat(printf('%d: %.1f', warps, ipc), ', '), max(ipc / warps) <= 1.01
  FROM (SELECT * FROM micro WHERE system = 'tsimt' AND chains = 1 AND warps < 8 ORDER BY warps) HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.tsimt.bound.w4', max(ipc), NULL FROM micro WHERE system = 'tsimt' AND warps = 4 HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.peak', max(speedup), NULL FROM micro_gains WHERE chains = 1 AND threads = 8 AND warps IN (16, 32) HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.range.lo', min(speedup), NULL FROM micro_gains WHERE chains = 1 AND warps >= 8 AND threads <= 12 HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.range.hi', max(speedup), NULL FROM micro_gains WHERE chains = 1 AND warps >= 8 AND threads <= 12 HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.worst', min(speedup), NULL FROM micro_gains WHERE chains = 1 HAVING count(*) > 0
UNION ALL SELECT 'stsimt.F5.bound8', min(speedup), NULL FROM micro_gains WHERE chains = 2 AND warps = 1 HAVING count(*) > 0;
