-- What the runs of matrix.toml say of the claims of PRO.

-- Kernels of Table II under the schedulers that are compared.
CREATE TEMP TABLE kernel_cycles AS
SELECT run, workload, kernel, setting, value AS cycles FROM kernel_totals
WHERE name = 'cycles' AND setting NOT IN ('lrr_blocks', 'pro_blocks');

CREATE TEMP TABLE kernel_speedups AS  -- of each setting over each other
SELECT s.run, s.kernel, s.setting, b.setting AS baseline, 1.0 * b.cycles / s.cycles AS speedup
FROM kernel_cycles s JOIN kernel_cycles b USING (workload, kernel);

CREATE TEMP TABLE pro_speedups AS
SELECT kernel, baseline, speedup FROM kernel_speedups WHERE setting = 'pro' AND baseline IN ('tl', 'lrr', 'gto');

CREATE TEMP VIEW periods AS  -- over LRR, by the period of the sort, with all parts of PRO
SELECT p.value AS period, exp(avg(ln(s.speedup))) AS geometric
FROM kernel_speedups s JOIN parameters p ON p.run = s.run AND p.key = 'warp_scheduler.pro.threshold'
WHERE s.baseline = 'lrr' AND (SELECT min(value) FROM parameters o WHERE o.run = s.run AND o.key IN (
  'warp_scheduler.pro.barriers', 'warp_scheduler.pro.finishes', 'warp_scheduler.pro.slow_phase', 'warp_scheduler.pro.warp_sort')) = 'true'
GROUP BY p.value;

CREATE TEMP VIEW pro_speedup_means AS
SELECT baseline, exp(avg(ln(speedup))) AS geometric, max(speedup) AS greatest, min(speedup) AS least,
       sum(speedup > 1.2) AS above_1_2, sum(speedup < 0.995) AS slower
FROM pro_speedups GROUP BY baseline;

-- Stall cycles of applications, by the classes of section II.B. GPGPU-Sim does not clock an SM that has no blocks, so cycles of
-- slots without a warp are no idle stalls.
CREATE TEMP TABLE stalls AS
SELECT CASE label WHEN 'convolutionSeparable' THEN 'convSep' WHEN 'scalarProd' THEN 'ScalarProd' ELSE label END AS application,
       setting,
       sum(CASE name WHEN 'stall_class.pipeline' THEN value ELSE 0 END) AS pipe,
       sum(CASE name WHEN 'stall_class.idle' THEN value WHEN 'stall.empty' THEN -value ELSE 0 END) AS idle,
       sum(CASE name WHEN 'stall_class.scoreboard' THEN value ELSE 0 END) AS sb
FROM totals
WHERE name IN ('stall_class.pipeline', 'stall_class.idle', 'stall_class.scoreboard', 'stall.empty')
  AND setting IN ('lrr', 'gto', 'tl', 'pro')
GROUP BY 1, 2;

CREATE TEMP TABLE stall_kinds AS
SELECT application, setting, 'pipe' AS kind, pipe AS cycles FROM stalls
UNION ALL SELECT application, setting, 'idle', idle FROM stalls
UNION ALL SELECT application, setting, 'sb', sb FROM stalls
UNION ALL SELECT application, setting, 'total', pipe + idle + sb FROM stalls;

CREATE TEMP TABLE stall_improvements AS
SELECT p.application, b.setting AS baseline, p.kind, 1.0 * b.cycles / nullif(p.cycles, 0) AS improvement
FROM stall_kinds p JOIN stall_kinds b USING (application, kind)
WHERE p.setting = 'pro' AND b.setting <> 'pro';

CREATE TEMP VIEW stall_improvement_means AS
SELECT baseline, kind, exp(avg(ln(improvement))) AS geometric FROM stall_improvements
WHERE improvement > 0 GROUP BY baseline, kind;

CREATE TEMP VIEW idle_shares AS  -- mean over applications of idle cycles per stall cycle
SELECT setting, avg(1.0 * idle / (pipe + idle + sb)) AS share FROM stalls GROUP BY setting;

CREATE TEMP VIEW idle_means AS SELECT setting, exp(avg(ln(max(idle, 1)))) AS idle FROM stalls GROUP BY setting;
CREATE TEMP VIEW cycle_means AS
SELECT setting, exp(avg(ln(cycles))) AS cycles FROM kernel_cycles WHERE setting IN ('pro', 'gto', 'lrr', 'tl') GROUP BY setting;

CREATE TEMP VIEW selection AS  -- best and worst of the three baselines
SELECT kernel, 100.0 * (max(cycles) - min(cycles)) / min(cycles) AS spread
FROM kernel_cycles WHERE setting IN ('tl', 'lrr', 'gto') GROUP BY workload, kernel HAVING count(DISTINCT setting) = 3;

-- Blocks of AES on SM 0 under LRR and PRO.
CREATE TEMP VIEW sm_blocks AS
SELECT d.setting, b.place, b.start, b.end, b.end - b.start AS time
FROM done d JOIN run_blocks b USING (result) WHERE d.setting IN ('lrr_blocks', 'pro_blocks') AND b.sm = 0;

CREATE TEMP VIEW batch_overlaps AS  -- cycles in which blocks of the first and of the second six run together
SELECT setting, max(0, max(CASE WHEN place < 6 THEN end END) - min(CASE WHEN place BETWEEN 6 AND 11 THEN start END)) AS cycles
FROM sm_blocks GROUP BY setting;

CREATE TEMP VIEW block_times AS
SELECT setting, avg(CASE WHEN place < 11 THEN time END) AS first_11, avg(CASE WHEN place IN (16, 17) THEN time END) AS last_2
FROM sm_blocks GROUP BY setting;

CREATE TEMP VIEW last_batch AS
SELECT (SELECT time FROM sm_blocks WHERE setting = 'pro_blocks' AND place = 12) AS time_12,
       (SELECT time FROM sm_blocks WHERE setting = 'pro_blocks' AND place = 17) AS time_17,
       max(time) AS longest, min(time) AS shortest
FROM sm_blocks WHERE setting = 'pro_blocks' AND place BETWEEN 12 AND 17;

-- The order at each periodic sort on SM 0, of the first six blocks.
CREATE TEMP VIEW sorts AS
SELECT n.cycle / 1000 * 1000 AS cycle, 'TB' || replace(n.note, ' ', ' > TB') AS blocks, lag(n.note) OVER (ORDER BY n.cycle) AS before, n.note
FROM done d JOIN run_policy_notes n USING (result)
WHERE d.setting = 'pro_blocks' AND n.sm = 0 AND n.note GLOB '[0-9]*';

CREATE TEMP VIEW measured_claims AS
SELECT 'pro.F4.gm.' || baseline AS id, geometric AS value, NULL AS holds FROM pro_speedup_means
UNION ALL SELECT 'pro.F4.max.' || baseline, greatest, NULL FROM pro_speedup_means WHERE baseline <> 'gto'
UNION ALL SELECT 'pro.F4.count.' || baseline || '_gt_1_2', above_1_2, NULL FROM pro_speedup_means WHERE baseline <> 'gto'
UNION ALL SELECT 'pro.F4.count.slow.' || baseline, slower, NULL FROM pro_speedup_means
UNION ALL SELECT 'pro.F4.worst.lrr', 100 * (1 / least - 1), NULL FROM pro_speedup_means WHERE baseline = 'lrr'
UNION ALL SELECT 'pro.F4.worst.' || baseline, 100 * (1 / speedup - 1), NULL
  FROM pro_speedups WHERE (baseline, kernel) IN (VALUES ('tl', 'mergeHistogram256Kernel'), ('gto', 'scalarProdGPU'))
UNION ALL SELECT 'pro.F4.second.gto', 100 * (1 / speedup - 1), NULL
  FROM (SELECT speedup FROM pro_speedups WHERE baseline = 'gto' ORDER BY speedup LIMIT 1 OFFSET 1)
UNION ALL SELECT 'pro.F4.mergeHistogram64.gto', 100 * (speedup - 1), NULL
  FROM pro_speedups WHERE baseline = 'gto' AND kernel = 'mergeHistogram64Kernel'
UNION ALL SELECT 'pro.S4.scalarProd.nobar', 100 * (speedup - 1), NULL
  FROM kernel_speedups WHERE setting = 'pro_nobar' AND baseline = 'pro' AND kernel = 'scalarProdGPU'
UNION ALL SELECT 'pro.S4.select', min(spread), NULL FROM selection
UNION ALL SELECT 'pro.F5.gm.' || baseline, geometric, NULL FROM stall_improvement_means WHERE kind = 'total'
UNION ALL SELECT 'pro.T3.gm.' || baseline || '.' || kind, geometric, NULL FROM stall_improvement_means
UNION ALL SELECT 'pro.T3.' || application || '.' || kind, cycles, NULL FROM stall_kinds WHERE setting = 'pro' AND kind <> 'total'
UNION ALL SELECT 'pro.T3.' || application || '.' || baseline || '.' || kind, improvement, NULL FROM stall_improvements
UNION ALL SELECT 'pro.F1.order.idle_lrr',
    (SELECT group_concat(setting || printf(' %.3f', share), ' > ') FROM (SELECT * FROM idle_shares WHERE setting <> 'pro' ORDER BY share DESC)),
    (SELECT share FROM idle_shares WHERE setting = 'lrr') >= (SELECT max(share) FROM idle_shares WHERE setting IN ('tl', 'gto', 'lrr') HAVING count(*) = 3)
UNION ALL SELECT 'pro.S4.order.idle',
    (SELECT group_concat(setting, ' < ') FROM (SELECT setting FROM idle_means ORDER BY idle)),
    (SELECT group_concat(setting, ' < ') FROM (SELECT setting FROM idle_means ORDER BY idle) HAVING count(*) = 4) = 'pro < gto < tl < lrr'
UNION ALL SELECT 'pro.S4.order.perf',
    (SELECT group_concat(setting, ' < ') FROM (SELECT setting FROM cycle_means ORDER BY cycles)),
    (SELECT group_concat(setting, ' < ') FROM (SELECT setting FROM cycle_means ORDER BY cycles) HAVING count(*) = 4) LIKE 'pro < gto < %'
UNION ALL SELECT 'pro.S2.batch.tbs', count(*), NULL
  FROM runs r JOIN run_blocks b USING (result)
  WHERE r.setting = 'batches' AND b.start < (SELECT min(o.end) FROM run_blocks o WHERE o.result = r.result) HAVING count(*) > 0
UNION ALL SELECT 'pro.F2.lrr.tb7.start', start, NULL FROM sm_blocks WHERE setting = 'lrr_blocks' AND place = 7
UNION ALL SELECT 'pro.F2.lrr.tb7.end', end, NULL FROM sm_blocks WHERE setting = 'lrr_blocks' AND place = 7
UNION ALL SELECT 'pro.F2.order.batches', 'pro ' || p.cycles || ', lrr ' || l.cycles || ' cycles', p.cycles > l.cycles
  FROM batch_overlaps p, batch_overlaps l WHERE p.setting = 'pro_blocks' AND l.setting = 'lrr_blocks'
UNION ALL SELECT 'pro.F2.order.runtime',
    printf('first 11: pro %.0f, lrr %.0f; last 2: pro %.0f, lrr %.0f cycles', p.first_11, l.first_11, p.last_2, l.last_2),
    p.first_11 < l.first_11 AND p.last_2 < l.last_2
  FROM block_times p, block_times l WHERE p.setting = 'pro_blocks' AND l.setting = 'lrr_blocks'
UNION ALL SELECT 'pro.F2.order.tb12',
    printf('TB12 %d, TB17 %d, of %d to %d cycles', time_12, time_17, shortest, longest),
    time_12 = longest AND time_17 = shortest FROM last_batch
UNION ALL SELECT 'pro.F2.order.total', 'pro ' || p.cycles || ', lrr ' || l.cycles || ' cycles', p.cycles < l.cycles
  FROM cycles p, cycles l WHERE p.setting = 'pro_blocks' AND l.setting = 'lrr_blocks'
UNION ALL SELECT c.id, coalesce(s.blocks, 'no sort of these blocks at that cycle'), coalesce(s.blocks, '') = c.value
  FROM claims c LEFT JOIN sorts s ON c.id = 'pro.T4.order.' || s.cycle WHERE c.id GLOB 'pro.T4.order.*' AND EXISTS (SELECT 1 FROM sorts)
UNION ALL SELECT 'pro.T4.changes', sum(before IS NOT NULL AND before <> note), NULL FROM sorts WHERE cycle <= 16000
UNION ALL SELECT 'pro.T4.moved.6000', sum(substr(note, place, 1) <> substr(before, place, 1)), NULL
  FROM sorts, (SELECT 1 AS place UNION SELECT 3 UNION SELECT 5 UNION SELECT 7 UNION SELECT 9 UNION SELECT 11) WHERE cycle = 6000
UNION ALL SELECT 'pro.T4.finish.lo', min(end), NULL FROM sm_blocks WHERE setting = 'pro_blocks' AND place < 6
UNION ALL SELECT 'pro.T4.finish.hi', max(end), NULL FROM sm_blocks WHERE setting = 'pro_blocks' AND place < 6
UNION ALL SELECT 'pro.S3E.bytes', sum(entries * bits_each) / 8.0, NULL FROM policy_storage WHERE policy = 'pro' HAVING count(*) > 0
UNION ALL SELECT 'pro.S3C.threshold', min(later.cycle - sooner.cycle), NULL FROM sorts later JOIN sorts sooner ON later.cycle > sooner.cycle;
