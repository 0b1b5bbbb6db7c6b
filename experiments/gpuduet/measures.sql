-- What the runs of matrix.toml say of the claims of GPUDuet and of the utilization study.

-- The study's 22 benchmarks. Classes: those of its run time (Figure 3.12), underutilized, moderate and saturated; and those of Figure 3.4.
-- It does not say which kernels BFS, CFD, KM, MM and FDTD mean; the stencil is in two classes, CP in none.
CREATE TEMP TABLE benchmarks (label TEXT, workload TEXT, kernel TEXT, class TEXT, part TEXT);
INSERT INTO benchmarks VALUES
  ('BFS', 'bfs', 'expand_frontier', 'U', 'under'), ('BT', 'btree_point', 'find_keys', 'U', 'under'),
  ('DWT_2', 'dwt2d', 'transform_5_3', 'U', 'under'), ('HG', 'histogram1024', 'histogram1024', 'U', 'under'),
  ('HS', 'hotspot', 'heat', 'U', 'under'), ('MMS', 'matmul', 'matmul_32', 'M', 'noc_down'),
  ('CONV', 'convolution2d', 'convolve', 'M', 'noc_down'), ('MM', 'two_mm', 'first_product', 'M', 'noc_up'),
  ('ST', 'stencil', 'stencil_of_pairs', 'M', 'compute, dram'), ('SPMV', 'spmv_jds', 'multiply_diagonals', 'M', 'noc_down'),
  ('BP_1', 'backprop', 'layer_forward', 'S', 'compute'), ('CFD', 'cfd', 'compute_flux', 'S', 'noc_down'),
  ('KM', 'kmeans', 'invert_mapping', 'S', 'noc_down'), ('LBM', 'lbm', 'stream_and_collide', 'S', 'dram'),
  ('SAD_2', 'sad', 'sums_8x8', 'S', 'dram'), ('BP_2', 'backprop', 'adjust_weights', '', 'dram'),
  ('CP', 'cutcp', 'potential_of_region', '', ''), ('DWT_1', 'dwt2d', 'split_components', '', 'dram'),
  ('FDTD_1', 'fdtd2d', 'step_electric_y', '', 'dram'), ('FDTD_2', 'fdtd2d', 'step_electric_x', '', 'noc_down'),
  ('GEMM', 'gemm', 'gemm', '', 'noc_up'), ('SAD_1', 'sad', 'sums_4x4', '', 'compute');

-- Runs that are ok; with "published" registers those of the benchmarks whose registers the text implies, and the others' own.
CREATE TEMP TABLE picked AS
SELECT r.run, r.workload, r.size, r.result, s.setting FROM runs r JOIN settings s USING (run) JOIN looked_at a ON a.variant = s.variant
WHERE r.status = 'ok' AND (r.registers = a.registers OR (r.registers = 'own' AND NOT EXISTS
  (SELECT 1 FROM runs o WHERE o.workload = r.workload AND o.registers = 'published')));

-- Their kernels, with what they made of the GPU.
CREATE TEMP TABLE kernel_runs AS
SELECT b.label, b.class, b.part, d.run, d.result, d.setting, k.name AS kernel_name, (k.threads + 31) / 32 AS warps, k.registers, k.shared, k.blocks_per_sm AS native,
       k.limited_by, sum(m.value * (q.name = 'cycles')) AS cycles, sum(m.value * (q.name = 'scheduler.utilization')) AS scheduler,
       sum(m.value * (q.name = 'l1d.hit_utilization')) AS l1, sum(m.value * (q.name = 'l2.hit_utilization')) AS l2,
       sum(m.value * (q.name = 'shared.utilization')) AS shared_memory, sum(m.value * (q.name = 'dram.utilization')) AS dram,
       sum(m.value * (q.name = 'noc.request_utilization')) AS requests, sum(m.value * (q.name = 'noc.reply_utilization')) AS replies,
       sum(m.value * (q.name = 'noc.request_sustained')) AS request_share, sum(m.value * (q.name = 'noc.reply_sustained')) AS reply_share,
       1.0 * sum(m.value * (q.name = 'l1d.hits')) / sum(m.value * (q.name = 'l1d.loads')) AS hit_rate,
       CASE max(m.value * (q.name GLOB 'utilization_class.*'))
         WHEN sum(m.value * (q.name = 'utilization_class.compute')) THEN 'compute' WHEN sum(m.value * (q.name = 'utilization_class.replies')) THEN 'noc_down'
         WHEN sum(m.value * (q.name = 'utilization_class.requests')) THEN 'noc_up' WHEN sum(m.value * (q.name = 'utilization_class.dram')) THEN 'dram'
         ELSE 'under' END AS found
FROM benchmarks b JOIN picked d ON d.workload = b.workload AND d.size <> ''
JOIN kernels k ON k.result = d.result AND (k.name = b.kernel OR k.name GLOB b.kernel || '[(<]*' OR k.name GLOB '* ' || b.kernel || '[(<]*')
JOIN measured m ON m.result = k.result AND m.kernel = k.kernel JOIN quantities q USING (quantity)
GROUP BY b.label, d.run;
CREATE TEMP VIEW base AS SELECT * FROM kernel_runs WHERE setting = 'baseline';

CREATE TEMP TABLE gains AS  -- IPC of each setting over each other
SELECT s.label, s.class, s.part, s.setting, b.setting AS baseline, 1.0 * b.cycles / s.cycles AS speedup
FROM kernel_runs s JOIN kernel_runs b USING (label);
CREATE TEMP VIEW over_base AS SELECT * FROM gains WHERE baseline = 'baseline';
-- Section 3.7.1: where contexts take the L1, Figure 3.12 is over the baseline "with the bypassed L1 D-cache". Figures 3.13 and 3.15 are over the baseline.
CREATE TEMP TABLE l1_takers AS
SELECT DISTINCT r.label, r.setting FROM kernel_runs r JOIN run_policy_notes n ON n.result = r.result AND n.policy = 'gpuduet' AND n.note GLOB 'contexts have the L1*'
 AND n.launch IN (SELECT b.launch FROM run_blocks b WHERE b.result = r.result AND b.kernel = r.kernel_name);
CREATE TEMP VIEW over_same_l1 AS
SELECT * FROM gains g WHERE baseline = iif(EXISTS (SELECT 1 FROM l1_takers t WHERE t.label = g.label AND t.setting = g.setting), 'bypassed', 'baseline');
CREATE TEMP VIEW means AS  -- of the unsaturated, of all
SELECT setting, baseline, iif(class = 'S', 'all', 'unsaturated') AS which, exp(avg(ln(speedup))) AS speedup, count(*) AS benchmarks
FROM (SELECT * FROM gains WHERE class IN ('U', 'M') UNION ALL SELECT label, 'S', part, setting, baseline, speedup FROM gains WHERE class <> '')
GROUP BY 1, 2, 3;
-- Figure 3.12: fixed numbers of extra blocks.
CREATE TEMP TABLE fixed AS
SELECT g.label, g.class, iif(g.setting = 'extra_all', (SELECT max(CAST(substr(o.setting, 7) AS INTEGER)) + 1 FROM gains o WHERE o.label = g.label AND o.setting GLOB 'extra_[0-9]*'),
       CAST(substr(g.setting, 7) AS INTEGER)) AS extra, g.setting, g.speedup
FROM over_same_l1 g WHERE g.setting GLOB 'extra_*';

-- The most blocks that an SM had at once.
CREATE TEMP TABLE most_blocks AS
WITH changes AS (
  SELECT r.label, r.setting, b.launch, b.sm, b.start AS cycle, 1 AS change FROM kernel_runs r JOIN run_blocks b ON b.result = r.result AND b.kernel = r.kernel_name
  UNION ALL SELECT r.label, r.setting, b.launch, b.sm, b.end, -1 FROM kernel_runs r JOIN run_blocks b ON b.result = r.result AND b.kernel = r.kernel_name)
SELECT label, setting, max(blocks) AS blocks
FROM (SELECT label, setting, sum(change) OVER (PARTITION BY label, setting, launch, sm ORDER BY cycle, change ROWS UNBOUNDED PRECEDING) AS blocks FROM changes)
GROUP BY 1, 2;
CREATE TEMP VIEW extra_blocks AS
SELECT r.label, r.class, r.setting, r.native, max(0, m.blocks - r.native) AS extra FROM most_blocks m JOIN kernel_runs r USING (label, setting);
CREATE TEMP VIEW parallelism AS
SELECT setting, 100 * avg(1.0 * extra / native) AS more FROM extra_blocks WHERE class IN ('U', 'M') GROUP BY 1;

-- What GPUDuet says of a kernel: "warps leave, 8 blocks fit, 6 more at most, 18 of 28 registers kept".
CREATE TEMP TABLE plans AS
SELECT r.label, r.class, max(CAST(substr(n.note, instr(n.note, 'leave') + iif(n.note GLOB '*leaves,*', 8, 7)) AS INTEGER)) AS native,
       max(CAST(substr(n.note, instr(n.note, ' fit, ') + 6) AS INTEGER)) AS most,
       max(CAST(substr(n.note, instr(n.note, ' most, ') + 7) AS INTEGER)) AS kept, max(r.registers) AS registers
FROM kernel_runs r JOIN run_policy_notes n ON n.result = r.result AND n.sm = 0 AND n.policy = 'gpuduet' AND n.note GLOB '*registers kept*'
 AND n.launch IN (SELECT b.launch FROM run_blocks b WHERE b.result = r.result AND b.kernel = r.kernel_name)
WHERE r.setting = 'auto' GROUP BY 1, 2;

-- Figures 3.1 and 3.5: how many warps of an SM issue, by the width of the wire.
CREATE TEMP TABLE active AS
SELECT w.value AS wire, l.value AS warps, r.cycles, r.hit_rate, r.l1, r.replies * w.value AS reply_bytes, r.dram
FROM kernel_runs r JOIN parameters w ON w.run = r.run AND w.key = 'interconnect.flit_bytes' JOIN parameters l ON l.run = r.run AND l.key = 'throttle.swl.limit'
WHERE r.setting GLOB 'active_*' AND r.label = 'SPMV';
CREATE TEMP VIEW peaks AS
SELECT a.wire, a.warps, a.cycles, o.cycles AS of_all, 100 * (1.0 - 1.0 * a.cycles / o.cycles) AS lost FROM active a JOIN active o ON o.wire = a.wire AND o.warps = 64
WHERE a.warps = (SELECT b.warps FROM active b WHERE b.wire = a.wire ORDER BY b.cycles, b.warps LIMIT 1);

CREATE TEMP VIEW doubled AS SELECT * FROM over_base WHERE setting = 'doubled';
CREATE TEMP VIEW top_ten AS
SELECT d.label, b.limited_by GLOB '*register*' OR b.limited_by GLOB '*shared*' AS capacity FROM doubled d JOIN base b USING (label) ORDER BY d.speedup DESC LIMIT 10;

CREATE TEMP VIEW wires AS
SELECT DISTINCT w.value AS bytes, s.value * w.value * f.value / 1000.0 AS peak
FROM runs r JOIN parameters w ON w.run = r.run AND w.key = 'interconnect.flit_bytes' JOIN parameters s ON s.run = r.run AND s.key = 'sm.count'
JOIN parameters f ON f.run = r.run AND f.key = 'interconnect.clock_mhz' WHERE r.workload = 'uniform';
CREATE TEMP VIEW sensitivity AS  -- percent of IPC that a quarter of the bandwidth costs
SELECT l.label, 100 * (1 - l.speedup / h.speedup) AS lost FROM over_base l JOIN over_base h USING (label)
WHERE l.setting = 'auto_64B' AND h.setting = 'auto_256B' AND l.class IN ('U', 'M');

CREATE TEMP VIEW measured_claims (id, value, holds) AS
SELECT 'gpuduet.F3.1.l1_drop', printf('%.1f %% with 1 warp, %.1f %% with 24', 100 * a.hit_rate, 100 * b.hit_rate), b.hit_rate < 0.75 * a.hit_rate
  FROM active a JOIN active b USING (wire) WHERE wire = 16 AND a.warps = 1 AND b.warps = 24
UNION ALL SELECT 'gpuduet.F3.1.peak_warps', warps, NULL FROM peaks WHERE wire = 16
UNION ALL SELECT 'gpuduet.F3.1.drop_after', group_concat(printf('%d warps: %.3f', n.warps, 1.0 * s.cycles / n.cycles), ', '), max(1.0 * s.cycles / n.cycles) < 1
  FROM active s JOIN active n USING (wire) WHERE wire = 16 AND s.warps = 16 AND n.warps > 16 HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.1.flat_l1', printf('hit rate %.1f to %.1f %%, IPC with 64 over 32 warps %.3f', 100 * a.hit_rate, 100 * b.hit_rate, 1.0 * a.cycles / b.cycles),
    abs(b.hit_rate / a.hit_rate - 1) <= 0.05 AND a.cycles <= 1.01 * b.cycles
  FROM active a JOIN active b USING (wire) WHERE wire = 16 AND a.warps = 32 AND b.warps = 64
UNION ALL SELECT 'gpuduet.F3.1.dram_under', printf('%.1f %% of the peak at most', 100 * max(dram)), max(dram) < 0.5 FROM active WHERE wire = 16 HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.S3.1.icnt_bound', sum(found GLOB 'noc_*'), NULL FROM base HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.3.sustainable', 100 * s.value, NULL FROM runs r JOIN statistics s USING (run)
  WHERE r.workload = 'uniform' AND r.setting = 'baseline+32 B' AND s.name = 'noc.reply_utilization'
UNION ALL SELECT 'gpuduet.S3.3.peak.' || bytes || 'B', peak, NULL FROM wires
UNION ALL SELECT 'gpuduet.S3.3.attained', 100 * avg(max(requests, replies)), NULL FROM base WHERE part GLOB 'noc_*'
UNION ALL SELECT 'gpuduet.F3.4.count.' || part, (SELECT count(*) FROM base WHERE found = parts.part), NULL
  FROM (SELECT DISTINCT part FROM base WHERE part NOT IN ('', 'compute, dram')) parts
UNION ALL SELECT 'gpuduet.F3.4.threshold.compute', 100 * min(scheduler), NULL FROM base WHERE part GLOB '*compute*'
UNION ALL SELECT 'gpuduet.F3.4.threshold.noc_down', 100 * min(reply_share), NULL FROM base WHERE part = 'noc_down'
UNION ALL SELECT 'gpuduet.F3.4.threshold.dram', 100 * min(dram), NULL FROM base WHERE part GLOB '*dram*'
UNION ALL SELECT 'gpuduet.F3.4.noc_down_slack', group_concat(printf('%s L2 %.0f %%, DRAM %.0f %%', label, 100 * l2, 100 * dram), '; '), max(l2) < 0.8 AND max(dram) < 0.7
  FROM base WHERE part = 'noc_down' HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.4.rf_smem', printf('shared memory %.0f %% at most (%s)', 100 * shared_memory, label), shared_memory < 0.6
  FROM base WHERE shared_memory = (SELECT max(shared_memory) FROM base)
UNION ALL SELECT 'gpuduet.F3.4.l1_above5', sum(l1 > 0.05), NULL FROM base HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.4.l2_above10', sum(l2 > 0.1), NULL FROM base HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.5.w16', printf('best with %d warps, %.1f %% lost with 64', warps, lost), warps <= 16 AND lost > 1 FROM peaks WHERE wire = 16
UNION ALL SELECT 'gpuduet.F3.5.w32', printf('%.1f %% lost with 64 warps, %.1f %% with wires of 16 B', w.lost, n.lost), w.lost > 1 AND w.lost < n.lost
  FROM peaks w JOIN peaks n ON w.wire = 32 AND n.wire = 16
UNION ALL SELECT 'gpuduet.F3.5.w64', printf('best with %d warps, %.1f %% lost with 64', warps, lost), lost <= 2 FROM peaks WHERE wire = 64
UNION ALL SELECT 'gpuduet.F3.5.coincide', group_concat(printf('%d B: IPC %d, L1 %d, interconnect %d warps', wire, warps, at_l1, at_noc), '; '), min(warps = at_l1 AND warps = at_noc)
  FROM (SELECT p.wire, p.warps, (SELECT a.warps FROM active a WHERE a.wire = p.wire ORDER BY a.l1 DESC LIMIT 1) AS at_l1,
               (SELECT a.warps FROM active a WHERE a.wire = p.wire ORDER BY a.reply_bytes DESC LIMIT 1) AS at_noc FROM peaks p ORDER BY p.wire) HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.5.scale', group_concat(printf('%d warps: %.2f, %.2f', n.warps, 1.0 * n.cycles / m.cycles, 1.0 * n.cycles / w.cycles), '; '),
    min(n.cycles > m.cycles AND m.cycles > w.cycles)
  FROM active n JOIN active m USING (warps) JOIN active w USING (warps) WHERE n.wire = 16 AND m.wire = 32 AND w.wire = 64 AND warps >= 32 HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.6.under_top', group_concat(printf('%s %.2f', part, mean), ', '), max(iif(part = 'under', mean, 0)) >= max(mean)
  FROM (SELECT part, exp(avg(ln(speedup))) AS mean FROM doubled WHERE part NOT IN ('', 'compute, dram') GROUP BY part ORDER BY 2 DESC) HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.6.sad1', printf('%+.1f %%', 100 * (speedup - 1)), abs(speedup - 1) < 0.05 FROM doubled WHERE label = 'SAD_1'
UNION ALL SELECT 'gpuduet.F3.6.km', printf('%+.1f %%', 100 * (speedup - 1)), speedup < 1 FROM doubled WHERE label = 'KM'
UNION ALL SELECT 'gpuduet.F3.6.some', group_concat(printf('%s %+.1f %%', label, 100 * (speedup - 1)), ', '), min(speedup) > 1 FROM doubled WHERE label IN ('BP_1', 'FDTD_1') HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.7.sched', sum(NOT capacity), NULL FROM top_ten HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.7.cap', sum(capacity), NULL FROM top_ten HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.7.bt_rf', 100.0 * native * warps * registers / 2048, NULL FROM base WHERE label = 'BT'
UNION ALL SELECT 'gpuduet.S3.6.6.reg_size', 100 * avg(1.0 * kept / registers), NULL FROM plans
UNION ALL SELECT CASE structure WHEN 'allocation bitmap' THEN 'gpuduet.T3.4.bitmap' WHEN 'warp contexts' THEN 'gpuduet.T3.4.wct' WHEN 'block contexts' THEN 'gpuduet.T3.4.tbct'
    WHEN 'stalled and ready warps' THEN 'gpuduet.T3.4.warpq' WHEN 'stalled and ready blocks' THEN 'gpuduet.T3.4.tbq' WHEN 'block status' THEN 'gpuduet.S3.6.8.vt_status'
    ELSE 'gpuduet.S3.6.8.vt_ids' END, entries * bits_each, NULL FROM policy_storage WHERE policy IN ('gpuduet', 'virtual_thread')
UNION ALL SELECT iif(policy = 'gpuduet', 'gpuduet.T3.4.total', 'gpuduet.S3.6.8.vt_total'), sum(entries * bits_each) / 8.0, NULL
  FROM policy_storage WHERE policy IN ('gpuduet', 'virtual_thread') GROUP BY policy
UNION ALL SELECT 'gpuduet.F3.12.max', 100 * (max(speedup) - 1), NULL FROM over_same_l1 WHERE setting = 'auto' AND class <> ''
UNION ALL SELECT 'gpuduet.F3.12.geomean', 100 * (exp(avg(ln(speedup))) - 1), NULL FROM over_same_l1 WHERE setting = 'auto' AND class IN ('U', 'M') HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.12.under.min', 100 * (min(speedup) - 1), NULL FROM over_same_l1 WHERE setting = 'auto' AND class = 'U'
UNION ALL SELECT 'gpuduet.F3.12.under.max', 100 * (max(speedup) - 1), NULL FROM over_same_l1 WHERE setting = 'auto' AND class = 'U'
UNION ALL SELECT 'gpuduet.F3.12.under.monotone', group_concat(label || printf(' %+.1f %% at best, %+.1f %% with all', 100 * (best - 1), 100 * (last - 1)), '; '), min(rises AND last >= 0.98 * best)
  FROM (SELECT label, max(speedup) AS best, max(iif(setting = 'extra_all', speedup, NULL)) AS last, min(step >= 0.98) AS rises
        FROM (SELECT *, coalesce(speedup / lag(speedup) OVER (PARTITION BY label ORDER BY extra), 1) AS step FROM fixed WHERE class = 'U') GROUP BY label) HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.12.mod.min', 100 * (min(speedup) - 1), NULL FROM over_same_l1 WHERE setting = 'auto' AND label IN ('MMS', 'CONV', 'MM', 'ST')
UNION ALL SELECT 'gpuduet.F3.12.mod.max', 100 * (max(speedup) - 1), NULL FROM over_same_l1 WHERE setting = 'auto' AND label IN ('MMS', 'CONV', 'MM', 'ST')
UNION ALL SELECT 'gpuduet.F3.12.spmv', group_concat(printf('%s %+.1f %%', setting, 100 * (speedup - 1)), ', '), max(speedup) < 1 FROM fixed WHERE label = 'SPMV' HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.12.mm.best_me', extra, NULL FROM (SELECT extra FROM fixed WHERE label = 'MM' ORDER BY speedup DESC, extra LIMIT 1)
UNION ALL SELECT 'gpuduet.F3.12.mm.drop', group_concat(printf('%s %.3f', m.setting, m.speedup / t.speedup), ', '), max(m.speedup) < t.speedup
  FROM fixed t JOIN fixed m USING (label) WHERE label = 'MM' AND t.extra = 3 AND m.extra > 3 HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.12.sat.bp1', printf('%+.1f %% at most', 100 * (max(speedup) - 1)), max(speedup) BETWEEN 1 AND 1.05 FROM fixed WHERE label = 'BP_1' HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.12.sat.losers', group_concat(printf('%s %+.1f %%', label, 100 * (speedup - 1)), ', '), max(speedup) < 1
  FROM fixed WHERE label IN ('CFD', 'KM', 'LBM', 'SAD_2') AND setting = 'extra_all' HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.12.sat.km_loss', 100 * (1 - min(speedup)), NULL FROM fixed WHERE label = 'KM'
UNION ALL SELECT 'gpuduet.F3.12.sat.me0', max(extra), NULL FROM extra_blocks WHERE setting = 'auto' AND class = 'S'
UNION ALL SELECT 'gpuduet.F3.12.dyn', group_concat(printf('%s %+.1f of %+.1f %%', a.label, 100 * (a.speedup - 1), 100 * (f.best - 1)), ', '), min(a.speedup >= 0.98 * f.best)
  FROM over_same_l1 a JOIN (SELECT label, max(speedup) AS best FROM fixed GROUP BY 1) f USING (label) WHERE a.setting = 'auto' AND a.class = 'U' HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.S3.7.1.dwt2_bypass', 100 * (1 - speedup), NULL FROM over_base WHERE setting = 'bypassed' AND label = 'DWT_2'
UNION ALL SELECT 'gpuduet.F3.13.over_vt' || iif(which = 'all', '', '_unsat'), 100 * (speedup - 1), NULL FROM means WHERE setting = 'auto' AND baseline = 'virtual_thread'
UNION ALL SELECT 'gpuduet.F3.13.vt_extra.' || replace(lower(label), '_', ''), extra, NULL
  FROM extra_blocks WHERE setting = 'virtual_thread' AND label IN ('CFD', 'LBM', 'ST', 'MMS', 'DWT_2', 'HG', 'HS')
UNION ALL SELECT 'gpuduet.F3.13.dwt2.mc', native, NULL FROM base WHERE label = 'DWT_2'
UNION ALL SELECT 'gpuduet.F3.13.' || replace(lower(label), '_', '') || '.me', most, NULL FROM plans WHERE label IN ('DWT_2', 'HG', 'BT')
UNION ALL SELECT 'gpuduet.F3.13.dwt2.reg', 100.0 * kept / registers, NULL FROM plans WHERE label = 'DWT_2'
UNION ALL SELECT 'gpuduet.F3.13.bt.vt', extra, NULL FROM extra_blocks WHERE setting = 'virtual_thread' AND label = 'BT'
UNION ALL SELECT 'gpuduet.F3.13.km_vt', printf('%+.1f %%', 100 * (speedup - 1)), speedup < 0.99 FROM over_base WHERE setting = 'virtual_thread' AND label = 'KM'
UNION ALL SELECT 'gpuduet.F3.13.warp_vs_tb', group_concat(printf('%s %.3f', label, speedup), ', '), min(speedup) > 1
  FROM gains WHERE setting = 'auto' AND baseline = 'blocks' AND label IN ('HS', 'BFS') HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.14.' || iif(setting = 'auto', 'duet', 'vt'), more, NULL FROM parallelism WHERE setting IN ('auto', 'virtual_thread')
UNION ALL SELECT 'gpuduet.F3.14.sat', group_concat(printf('%s %d and %d more blocks', v.label, v.extra, d.extra), ', '), min(v.extra > d.extra)
  FROM extra_blocks v JOIN extra_blocks d USING (label) WHERE v.setting = 'virtual_thread' AND d.setting = 'auto' AND v.label IN ('BP_1', 'KM') HAVING count(*) > 0
UNION ALL SELECT 'gpuduet.F3.15.bw' || CASE setting WHEN 'auto' THEN 128 WHEN 'auto_64B' THEN 64 ELSE 256 END, 100 * (speedup - 1), NULL
  FROM means WHERE baseline = 'baseline' AND which = 'unsaturated' AND setting IN ('auto', 'auto_64B', 'auto_256B')
UNION ALL SELECT 'gpuduet.F3.15.sensitive', group_concat(printf('%s %.1f %%', label, lost), ', '), min(iif(label IN ('HG', 'BT'), lost, 1000)) > max(iif(label IN ('HG', 'BT'), -1000, lost))
  FROM (SELECT * FROM sensitivity ORDER BY lost DESC) HAVING sum(label IN ('HG', 'BT')) = 2;
