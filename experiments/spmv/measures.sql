-- What the runs of matrix.toml say of the claims of chapter 5. Times are over those of SPMV-Vector under its best scheduler.

CREATE TEMP TABLE times AS
SELECT s.label, s.setting, s.value AS cycles, p.value AS throttle
FROM sized s JOIN parameters p ON p.run = s.run AND p.key = 'policies.throttle' WHERE s.name = 'cycles';
CREATE TEMP TABLE fastest_limits AS
SELECT label, min(cycles) AS cycles, setting FROM times WHERE throttle = 'swl' GROUP BY label;
-- The schedulers of Figure 5.3, with each limit that Best-SWL chooses from: among them is SPMV-Vector's best.
CREATE TEMP TABLE vector_best AS SELECT setting, min(cycles) AS cycles FROM times
WHERE label = 'SPMV-Vector' AND (setting IN ('gto', 'ccws', 'profiled', 'detected') OR throttle = 'swl');
CREATE TEMP TABLE relative AS
SELECT t.label, t.setting, 1.0 * t.cycles / v.cycles AS time FROM times t, vector_best v
UNION ALL SELECT b.label, 'best_swl', 1.0 * b.cycles / v.cycles FROM fastest_limits b, vector_best v;
CREATE TEMP TABLE scalar AS SELECT setting, time FROM relative WHERE label = 'SPMV-Scalar';

-- Off-chip reads are those of DRAM. Off-chip writes are the stores that leave the SM: "all of these writes go to memory". The
-- interconnect is full when a line of the L1 or of the texture cache finds no place in the SM's queue to it.
CREATE TEMP TABLE counts AS
SELECT label, setting, name, value FROM sized
WHERE name IN ('warp_instructions', 'warps', 'dram.reads', 'dram.writes', 'l2.loads', 'l2.stores')
UNION ALL SELECT label, setting, 'interconnect_full', sum(value) FROM sized
WHERE name IN ('l1d.reservation_failure.port', 'texture_cache.reservation_failure.port') GROUP BY label, setting;
-- SPMV-Vector under its best scheduler over SPMV-Scalar under Detected-DAWS.
CREATE TEMP TABLE vector_over_scalar AS
SELECT v.name, v.value AS vector, s.value AS scalar, 1.0 * v.value / nullif(s.value, 0) AS ratio
FROM counts v JOIN counts s USING (name)
WHERE v.label = 'SPMV-Vector' AND s.label = 'SPMV-Scalar' AND s.setting = 'detected'
  AND v.setting = (SELECT setting FROM vector_best);

CREATE TEMP VIEW measured_claims AS
SELECT 'spmv.F5.3.detected' AS id, time AS value, NULL AS holds FROM scalar WHERE setting = 'detected'
UNION ALL SELECT 'spmv.S1.6.perf', 1 / time, NULL FROM scalar WHERE setting = 'detected'
UNION ALL SELECT 'spmv.F5.3.gto', time, NULL FROM scalar WHERE setting = 'gto'
UNION ALL SELECT 'spmv.F5.3.order', (SELECT group_concat(setting || printf(' %.2f', time), ' > ')
      FROM (SELECT * FROM scalar WHERE setting IN ('gto', 'ccws', 'best_swl', 'profiled', 'detected') ORDER BY time DESC)),
    g.time > c.time AND c.time > (SELECT max(time) FROM scalar WHERE setting IN ('best_swl', 'profiled', 'detected'))
  FROM scalar g, scalar c WHERE g.setting = 'gto' AND c.setting = 'ccws'
UNION ALL SELECT 'spmv.F5.3.swl', printf('%.3f of SPMV-Vector', time), abs(time - 1) < 0.1 FROM scalar WHERE setting = 'best_swl'
UNION ALL SELECT 'spmv.S5.1.vector_sched', max(time) - 1, NULL FROM relative
  WHERE label = 'SPMV-Vector' AND setting IN ('gto', 'ccws', 'best_swl', 'profiled', 'detected') HAVING count(*) = 5  -- those of Figure 5.3
UNION ALL SELECT 'spmv.F5.4.insts', ratio, NULL FROM vector_over_scalar WHERE name = 'warp_instructions'
UNION ALL SELECT 'spmv.F5.4.warps', ratio, NULL FROM vector_over_scalar WHERE name = 'warps'
UNION ALL SELECT 'spmv.F5.4.reads', 1.0 * scalar / vector, NULL FROM vector_over_scalar WHERE name = 'dram.reads'
UNION ALL SELECT 'spmv.S5.1.reads_gto', 1.0 * g.value / v.vector, NULL FROM counts g JOIN vector_over_scalar v USING (name)
  WHERE name = 'dram.reads' AND g.label = 'SPMV-Scalar' AND g.setting = 'gto'
UNION ALL SELECT 'spmv.F5.4.writes', ratio, NULL FROM vector_over_scalar WHERE name = 'l2.stores'
UNION ALL SELECT 'spmv.F5.4.icnt', ratio, NULL FROM vector_over_scalar WHERE name = 'interconnect_full'
UNION ALL SELECT 'spmv.S5.1.rows', CAST(arguments AS INTEGER), NULL FROM done WHERE label = 'SPMV-Scalar' AND setting = 'gto'
UNION ALL SELECT 'spmv.S5.1.nnz', CAST(substr(arguments, instr(arguments, ' ')) AS INTEGER), NULL FROM done WHERE label = 'SPMV-Scalar' AND setting = 'gto';
