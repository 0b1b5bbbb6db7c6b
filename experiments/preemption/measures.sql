-- What the runs of matrix.toml say of the claims of preemption by lightweight context switching.

-- A row a signal to an SM whose first block is of a kernel that the study names. Cycles are of 700 MHz.
CREATE TEMP TABLE signals AS
SELECT d.workload, d.label, d.setting, l.label AS kernel, p.latency, p.drain, p.register_spill AS registers, p.shared_spill AS shared,
       p.stack_spill AS stacks, p.register_spill + p.shared_spill + p.stack_spill AS spill, p.register_bytes, p.shared_bytes, p.saved
FROM done d JOIN run_preemptions p USING (result) JOIN kernel_labels l ON l.workload = d.workload
 AND (p.kernel = l.kernel OR p.kernel GLOB l.kernel || '[(<]*' OR p.kernel GLOB '* ' || l.kernel || '[(<]*');

-- Means of the signals to all kernels of a benchmark.
CREATE TEMP TABLE costs AS
SELECT label, setting, count(*) AS signals, avg(latency) AS latency, avg(drain) AS drain, avg(spill) AS spill, avg(registers) AS registers,
       avg(shared) AS shared, avg(stacks) AS stacks, 1.0 * sum(register_bytes) / sum(saved) AS block_bytes
FROM signals GROUP BY 1, 2;

CREATE TEMP VIEW cost_ratios AS  -- of each setting over each other, by benchmark
SELECT s.label, s.setting, b.setting AS baseline, s.latency / b.latency AS latency, s.spill / b.spill AS spill,
       s.block_bytes / b.block_bytes AS bytes
FROM costs s JOIN costs b USING (label);

CREATE TEMP VIEW mean_ratios AS
SELECT setting, baseline, exp(avg(ln(latency))) AS latency, exp(avg(iif(spill > 0, ln(spill), NULL))) AS spill, avg(bytes) AS bytes
FROM cost_ratios GROUP BY 1, 2;

CREATE TEMP TABLE worst AS  -- Figure 2.16: kernels with at least 15 signals under each of the three methods
SELECT setting, kernel, count(*) AS signals, max(latency) / avg(latency) AS ratio
FROM signals WHERE setting GLOB 'often_*' GROUP BY 1, 2 HAVING count(*) >= 15;
CREATE TEMP VIEW often AS SELECT kernel FROM worst GROUP BY kernel HAVING count(*) = 3;

-- Kernels as they fill an SM of 1,024 vector registers and 48 KB, by the registers of the run.
CREATE TEMP TABLE shapes AS
SELECT l.label AS kernel, d.label, k.registers, (k.threads + 31) / 32 AS warps, k.shared, k.blocks_per_sm AS blocks,
       100.0 * k.blocks_per_sm * ((k.threads + 31) / 32) * k.registers / 1024 AS register_share,
       100.0 * k.blocks_per_sm * k.shared / 49152 AS shared_share
FROM done d JOIN kernel_labels l USING (workload)
JOIN kernels k ON k.result = d.result AND (k.name = l.kernel OR k.name GLOB l.kernel || '[(<]*' OR k.name GLOB '* ' || l.kernel || '[(<]*')
WHERE d.setting = 'occup' GROUP BY 1;

-- What warps held at the points that they passed: vector registers, and shares of those that were live. 128 B are a vector register.
CREATE TEMP TABLE points AS
SELECT kernel, label, points, points * registers AS held, points * registers * live AS live, points * registers * live * uniform AS uniform,
       points * registers * live * strided AS strided, points * registers * live * of_warps AS of_warps, points * registers * stored AS stored, registers
FROM (SELECT kt.kernel, kt.label, max(k.registers) AS registers,
             sum(CASE kt.name WHEN 'checked.points' THEN kt.value END) AS points,
             max(CASE kt.name WHEN 'checked.live_share' THEN kt.value END) AS live,
             max(CASE kt.name WHEN 'checked.uniform_share' THEN kt.value END) AS uniform,
             max(CASE kt.name WHEN 'checked.strided_share' THEN kt.value END) AS strided,
             max(CASE kt.name WHEN 'checked.regular_of_warps_share' THEN kt.value END) AS of_warps,
             max(CASE kt.name WHEN 'checked.stored_share' THEN kt.value END) AS stored
      FROM kernel_totals kt JOIN kernels k ON k.result = kt.result AND k.kernel = kt.number
      WHERE kt.setting = 'patterns' GROUP BY kt.kernel)
WHERE points > 0;

CREATE TEMP TABLE contexts AS  -- by benchmark, its kernels merged
SELECT label, sum(live) / sum(held) AS live, sum(stored) / sum(held) AS stored, sum(uniform) / sum(live) AS uniform, sum(strided) / sum(live) AS strided,
       sum(of_warps) / sum(live) AS of_warps
FROM points GROUP BY label;

CREATE TEMP VIEW pairs AS  -- Figure 2.17: a kernel that gives way to blocks of another
SELECT i.kernel || ' for ' || substr(i.setting, 5) AS pair, i.setting, avg(i.registers + i.shared) AS in_place, s.spill AS complete, avg(i.drain) AS drain, s.drain AS complete_drain,
       sum(i.register_bytes) AS register_bytes
FROM signals i JOIN (SELECT kernel, avg(registers + shared) AS spill, avg(drain) AS drain FROM signals WHERE setting = 'live_cp' GROUP BY 1) s USING (kernel)
WHERE (i.kernel, i.setting) IN (VALUES ('BT_1', 'for_HG_1'), ('BP_1', 'for_HS_1'), ('HS_1', 'for_BP_2'), ('CFD_3', 'for_PF_1'), ('SR_1', 'for_LUD_3'), ('KM_1', 'for_HW_1'),
      ('LK_1', 'for_DWT_2'), ('SC_1', 'for_BFS_1'))
GROUP BY 1;

CREATE TEMP VIEW old_kernel AS  -- Figure 2.4: bytes of the first signal
SELECT s.setting, p.register_bytes, p.shared_bytes, p.blocks
FROM runs r JOIN settings s USING (run) JOIN run_preemptions p USING (result)
WHERE r.workload = 'old_kernel' AND p.signalled = (SELECT min(signalled) FROM run_preemptions f WHERE f.result = p.result);

CREATE TEMP VIEW measured_claims (id, value, holds) AS
SELECT 'preempt.S2.2.1.example.tbs_per_sm', k.blocks_per_sm, NULL
  FROM runs r JOIN kernels k USING (result) WHERE r.workload = 'example_kernel'
UNION ALL SELECT 'preempt.T2.2.' || kernel || '.tbs_per_sm', blocks, NULL FROM shapes
UNION ALL SELECT 'preempt.S2.2.2.hs.sm_context', blocks * (warps * registers * 128 + shared) / 1024.0, NULL FROM shapes WHERE kernel = 'HS_1'
UNION ALL SELECT 'preempt.S2.2.2.gtx480.min_store_time', 1e6 * 15 * blocks * (warps * registers * 128 + shared) / 177.4e9, NULL FROM shapes WHERE kernel = 'HS_1'
UNION ALL SELECT 'preempt.S2.3.bp1.warp_ctx', registers * 128, NULL FROM shapes WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.S2.3.bp1.tb_ctx', warps * registers * 128 + shared, NULL FROM shapes WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.F2.3.bp1.rf', register_share, NULL FROM shapes WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.F2.3.bp1.smem', shared_share, NULL FROM shapes WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.F2.3.underutilized', printf('%d of %d kernels, the register file %.0f %% and shared memory %.0f %% full on average', sum(min(register_share, shared_share) < 100), count(*),
    avg(register_share), avg(shared_share)), avg(min(register_share, shared_share) < 100) > 0.5 FROM shapes HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.4.rf_spilled_tbs', round(1.0 * a.blocks * m.register_bytes / a.register_bytes), NULL
  FROM old_kernel a JOIN old_kernel m WHERE a.setting = 'all_leave' AND m.setting = 'min_count'
UNION ALL SELECT 'preempt.F2.4.smem_spilled_tbs', round(1.0 * a.blocks * m.shared_bytes / a.shared_bytes), NULL
  FROM old_kernel a JOIN old_kernel m WHERE a.setting = 'all_leave' AND m.setting = 'min_count'
UNION ALL SELECT 'preempt.S2.3.1.table.entry', max(bits_each) / 8.0, NULL FROM policy_storage WHERE policy = 'inplace'
UNION ALL SELECT 'preempt.S2.3.1.table.entries', max(entries), NULL FROM policy_storage WHERE policy = 'inplace'
UNION ALL SELECT 'preempt.S2.3.1.table.total', sum(entries * bits_each) / 8.0, NULL FROM policy_storage WHERE policy = 'inplace'
UNION ALL SELECT 'preempt.F2.6.bp1.live_fraction', 100 * live / held, NULL FROM points WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.F2.6.bp1.live_bytes', 128 * live / points, NULL FROM points WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.F2.6.avg.live_reduction', 100 * (1 - avg(live)), NULL FROM contexts
UNION ALL SELECT 'preempt.F2.6.bp1.cp_bytes', 128 * stored / points, NULL FROM points WHERE kernel = 'BP_1'
UNION ALL SELECT 'preempt.F2.6.avg.live_cp_left', 100 * avg(stored), NULL FROM contexts
UNION ALL SELECT 'preempt.F2.6.tb.extra_reduction', 100 * (1 - bytes), NULL FROM mean_ratios WHERE setting = 'bare_live_tbcp' AND baseline = 'bare_live_cp'
UNION ALL SELECT 'preempt.F2.6.pf.order', printf('live_tbcp %.0f B a block, live_cp %.0f B', t.block_bytes, w.block_bytes), t.block_bytes > w.block_bytes
  FROM costs t JOIN costs w USING (label) WHERE label = 'PF' AND t.setting = 'bare_live_tbcp' AND w.setting = 'bare_live_cp'
UNION ALL SELECT 'preempt.F2.8.bp.uniform', 100 * uniform, NULL FROM contexts WHERE label = 'BP'
UNION ALL SELECT 'preempt.F2.8.bp.strided', 100 * strided, NULL FROM contexts WHERE label = 'BP'
UNION ALL SELECT 'preempt.F2.8.pag_vs_vec', group_concat(printf('%s %.1f %% and %.1f %% over whole warps', label, 100 * (uniform + strided), 100 * of_warps), ', '), min(uniform + strided > of_warps)
  FROM contexts WHERE label IN ('BP', 'HS', 'LUD') HAVING count(*) > 0
UNION ALL SELECT 'preempt.S2.4.1.k_insensitive', group_concat(printf('K = %s: %.3f', substr(setting, 3), latency), ', '), max(abs(latency - 1)) < 0.1
  FROM (SELECT setting, latency FROM mean_ratios WHERE setting GLOB 'k_*' AND baseline = 'live_cp' ORDER BY CAST(substr(setting, 3) AS INTEGER)) HAVING count(*) > 0
UNION ALL SELECT 'preempt.S2.4.1.vector53', printf('at most %.1f live registers on average, of %s', live / points, kernel), live / points <= 53
  FROM points WHERE live / points = (SELECT max(live / points) FROM points)
UNION ALL SELECT 'preempt.F2.14.geomean.live_cp', 100 * spill, NULL FROM mean_ratios WHERE setting = 'live_cp' AND baseline = 'occup'
UNION ALL SELECT 'preempt.F2.14.time.' || setting, avg(spill) / 700, NULL FROM costs WHERE setting IN ('occup', 'live_cp') GROUP BY setting
UNION ALL SELECT 'preempt.F2.14.reg_dominates', coalesce('shared memory takes longer on ' || group_concat(iif(shared > registers, label, NULL), ', '), 'registers take longer on all'),
    min((shared > registers) = (label = 'HG')) FROM costs WHERE setting = 'occup' HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.14.smem_share', 100 * min(shared / spill), NULL FROM costs WHERE setting = 'occup' AND label IN ('DWT', 'HW', 'HG')
UNION ALL SELECT 'preempt.F2.14.bfs.order', printf('live_cp %.0f cycles, live %.0f', c.spill, l.spill), c.spill > l.spill
  FROM costs c JOIN costs l USING (label) WHERE label = 'BFS' AND c.setting = 'live_cp' AND l.setting = 'live'
UNION ALL SELECT 'preempt.F2.14.simt_visible', group_concat(printf('%s %.1f %%', label, 100 * share), ', '), min((share > 0.05) = (label = 'BFS'))
  FROM (SELECT label, max(stacks / spill) AS share FROM costs WHERE setting IN ('live', 'live_cp') GROUP BY label ORDER BY 2 DESC) HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.14.smem_unchanged', printf('%.2f to %.2f of occup', min(m.shared / o.shared), max(m.shared / o.shared)), max(abs(m.shared / o.shared - 1)) < 1.0 / 3
  FROM costs m JOIN costs o USING (label) WHERE m.setting IN ('live', 'live_cp') AND o.setting = 'occup' AND o.shared > 0 HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.15.geomean.select', 100 * latency, NULL FROM mean_ratios WHERE setting = 'live_cp' AND baseline = 'occup'
UNION ALL SELECT 'preempt.F2.15.geomean.reduction', 100 * (1 - latency), NULL FROM mean_ratios WHERE setting = 'live_cp' AND baseline = 'occup'
UNION ALL SELECT 'preempt.F2.15.time.' || iif(setting = 'occup', 'occup', 'select'), avg(latency) / 700, NULL FROM costs WHERE setting IN ('occup', 'live_cp') GROUP BY setting
UNION ALL SELECT 'preempt.F2.15.drain_share', 100 * sum(drain) / sum(latency), NULL FROM costs WHERE setting = 'live_cp'
UNION ALL SELECT 'preempt.F2.15.lk.drain', latency / 700, NULL FROM costs WHERE setting = 'drain' AND label = 'LK'
UNION ALL SELECT 'preempt.F2.15.drain_worse', printf('on %d of %d benchmarks, %.0f times at most', sum(latency > 1), count(*), max(latency)), avg(latency > 1) > 0.5
  FROM cost_ratios WHERE setting = 'drain' AND baseline = 'live_cp' HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.16.' || CASE setting WHEN 'often_occup' THEN 'occup' WHEN 'often_live_cp' THEN 'select' ELSE 'drain' END, avg(ratio), NULL
  FROM worst JOIN often USING (kernel) GROUP BY setting
UNION ALL SELECT 'preempt.F2.16.kernels', count(*), NULL FROM often HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.17.avg.reduction', 100 * (1 - avg(in_place / complete)), NULL FROM pairs
UNION ALL SELECT 'preempt.F2.17.pairs', count(*), NULL FROM pairs HAVING count(*) > 0
UNION ALL SELECT 'preempt.F2.17.bt1_hg.drain', printf('in place %.0f cycles, complete %.0f', drain, complete_drain), drain > complete_drain FROM pairs WHERE pair = 'BT_1 for HG_1'
UNION ALL SELECT 'preempt.F2.17.bt1_hg1.no_spill', printf('%d B of registers, drain %.0f cycles', register_bytes, drain), register_bytes = 0 AND drain > 0 FROM pairs WHERE pair = 'BT_1 for HG_1';
