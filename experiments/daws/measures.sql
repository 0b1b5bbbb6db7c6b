-- What the runs of matrix.toml say of the claims of chapter 4. Means of a class are harmonic means of IPC over CCWS's.

CREATE TEMP TABLE speedups_of AS
SELECT run, workload, label, class, setting, speedup FROM ratios WHERE baseline = 'ccws';

CREATE TEMP TABLE means AS
SELECT class, setting, count(*) / sum(1 / speedup) AS hmean FROM schedulers GROUP BY class, setting;

CREATE TEMP TABLE pki AS  -- per thousand thread instructions
SELECT s.workload, s.label, s.class, s.setting,
       CASE s.name WHEN 'l1d.miss_pki' THEN 'misses' ELSE 'lost' END AS kind,
       CASE s.name WHEN 'l1d.miss_pki' THEN s.value ELSE 1000.0 * s.value / i.value END AS value
FROM sized s JOIN sized i USING (run)
WHERE s.name IN ('l1d.miss_pki', 'lost_locality.events') AND i.name = 'thread_instructions';
CREATE TEMP TABLE pki_of AS
SELECT workload, label, class, setting, kind, value FROM pki
UNION ALL SELECT p.workload, p.label, p.class, 'best_swl', p.kind, p.value
  FROM pki p JOIN best_limits b USING (workload, setting);
CREATE TEMP VIEW mean_pki AS SELECT class, setting, kind, avg(value) AS value FROM pki_of GROUP BY class, setting, kind;

-- Issue slots' cycles in which a warp was ready and none issued because the throttle held it, per cycle of GTO's slots.
CREATE TEMP TABLE descheduled AS
SELECT t.label, t.class, t.setting,
       t.value / (SELECT 1.0 * sum(g.value) FROM sized g WHERE g.workload = t.workload AND g.setting = 'gto' AND g.name GLOB 'stall.*') AS share
FROM sized t WHERE t.name = 'stall.throttled';
CREATE TEMP VIEW mean_descheduled AS SELECT class, setting, avg(share) AS share FROM descheduled GROUP BY class, setting;

-- Static loads under CCWS, and with an L1 of 8 MiB.
CREATE TEMP TABLE loads AS
SELECT d.workload, d.label, d.class, d.setting, l.* FROM done d JOIN run_loads l USING (result) WHERE d.setting IN ('loads', 'loads_8MiB');

CREATE TEMP TABLE lanes AS  -- share of warp instructions with as many active lanes, in bins of four
SELECT label, class, (CAST(substr(name, 7) AS INTEGER) + 3) / 4 * 4 AS lanes, sum(value) AS instructions
FROM sized WHERE setting = 'gto' AND name GLOB 'lanes.[0-9]*' AND name <> 'lanes.0' GROUP BY label, 3;
CREATE TEMP VIEW divergence AS  -- mean active lanes of an instruction
SELECT label, class, value * 32 AS lanes FROM sized WHERE setting = 'gto' AND name = 'simd_efficiency';

CREATE TEMP VIEW factors AS  -- of Detected-DAWS
SELECT s.workload, s.label, f.value AS factor, s.speedup
FROM speedups_of s JOIN parameters f ON f.run = s.run AND f.key = 'throttle.daws.associativity_factor'
JOIN parameters p ON p.run = s.run AND p.key = 'throttle.daws.profile'
JOIN parameters c ON c.run = s.run AND c.key = 'throttle.daws.control_flow_aware'
WHERE s.class = 'HCS' AND p.value = '' AND c.value = 'true';
CREATE TEMP VIEW factor_means AS
SELECT factor, count(*) / sum(1 / speedup) AS hmean FROM factors WHERE label <> 'BFS' GROUP BY factor;

CREATE TEMP VIEW no_control_flow AS
SELECT n.label, n.speedup / d.speedup AS ratio FROM speedups_of n JOIN speedups_of d USING (workload)
WHERE n.setting = 'no_control_flow' AND d.setting = 'detected';

-- In-loop hits on the warp's own data with an L1 of 8 MiB, by when the line was accessed before.
CREATE TEMP TABLE trips AS
SELECT label, class, 'this' AS kind, 1.0 * sum(this_trip) / sum(this_trip + last_trip + other_trip) AS share FROM loads WHERE setting = 'loads_8MiB' GROUP BY label
UNION ALL SELECT label, class, 'last', 1.0 * sum(last_trip) / sum(this_trip + last_trip + other_trip) FROM loads WHERE setting = 'loads_8MiB' GROUP BY label
UNION ALL SELECT label, class, 'other', 1.0 * sum(other_trip) / sum(this_trip + last_trip + other_trip) FROM loads WHERE setting = 'loads_8MiB' GROUP BY label;
-- Loads in loops of BFS: how many lines they touch.
CREATE TEMP TABLE bfs_loads AS
SELECT pc, most_lanes, 1.0 * accesses / lanes AS lines_per_lane, converged = executions AS always_converged
FROM loads WHERE label = 'BFS' AND setting = 'loads' AND loop_depth > 0;
CREATE TEMP VIEW loops AS  -- of each application, under CCWS
SELECT label, class, sum(loop_depth > 0) AS loads, count(DISTINCT CASE WHEN loop_depth > 0 THEN kernel || loop_begin END) AS loops,
       max(loop_depth) AS depth,
       1.0 * sum(CASE WHEN loop_depth > 0 THEN own_hits END) / sum(own_hits) AS own_in_loops,
       1.0 * sum(own_hits) / sum(own_hits + other_hits) AS own
FROM loads WHERE setting = 'loads' GROUP BY label;

-- Dynamic energy of the memory system, as in section 4.4.4: what accesses to the L1, the L2 and DRAM take (docs/guide/energy.md).
CREATE TEMP TABLE energy AS
SELECT workload, label, class, setting, sum(value) AS joules FROM sized
WHERE name IN ('energy.l1d', 'energy.l2', 'energy.dram.activate', 'energy.dram.read', 'energy.dram.write') GROUP BY workload, setting;

-- Warps whose lanes leave: cycles in which one was held, and when each ended. Of the two warps that do the same beside the first
-- (Figure 4.5) one is held, so that it ends later than the other.
CREATE TEMP TABLE leaving AS
SELECT r.workload, max(CASE WHEN q.name = 'stall.throttled' THEN m.value END) AS held,
       (SELECT end FROM run_blocks b WHERE b.result = r.result AND b.block = 0) AS first_end,
       (SELECT max(end) FROM run_blocks b WHERE b.result = r.result AND b.block > 0) AS last_end,
       (SELECT end FROM run_blocks b WHERE b.result = r.result AND b.block = 1) AS second_end
FROM runs r JOIN measured m ON m.result = r.result AND m.kernel = 0 JOIN quantities q USING (quantity)
WHERE r.workload IN ('four_lines', 'fifty_lines') GROUP BY r.run;

CREATE TEMP VIEW measured_claims AS
SELECT 'daws.F4.7.hmean.hcs.' || setting || '_vs_ccws' AS id, hmean AS value, NULL AS holds
  FROM means WHERE class = 'HCS' AND setting IN ('profiled', 'detected')
UNION ALL SELECT 'daws.F4.7.hmean.hcs.' || d.setting || '_vs_swl', d.hmean / s.hmean, NULL FROM means d JOIN means s USING (class)
  WHERE class = 'HCS' AND d.setting IN ('profiled', 'detected') AND s.setting = 'best_swl'
UNION ALL SELECT CASE d.label WHEN 'BFS' THEN 'daws.F4.7.bfs.detected_vs_swl' ELSE 'daws.F4.7.spmv.detected_vs_swl' END, d.speedup / s.speedup, NULL
  FROM schedulers d JOIN schedulers s USING (workload) WHERE d.setting = 'detected' AND s.setting = 'best_swl' AND d.label IN ('BFS', 'SPMV-Scalar')
UNION ALL SELECT 'daws.F4.7.swl_wins', group_concat(printf('%s %.3f', d.label, d.speedup / s.speedup), ', '), min(d.speedup / s.speedup) > 1
  FROM schedulers d JOIN schedulers s USING (workload) WHERE d.setting = 'detected' AND s.setting = 'best_swl' AND d.label IN ('BFS', 'MEMC')
UNION ALL SELECT 'daws.F4.7.ci', min(d.speedup / max(g.speedup, 1)), NULL
  FROM speedups_of d JOIN speedups_of g USING (workload) WHERE d.class = 'CI' AND d.setting IN ('profiled', 'detected') AND g.setting = 'gto'
UNION ALL SELECT 'daws.F4.7.order',
    (SELECT group_concat(setting || printf(' %.3f', hmean), ' > ')
     FROM (SELECT * FROM means WHERE class = 'HCS' AND setting IN ('detected', 'profiled', 'best_swl', 'ccws', 'gto') ORDER BY hmean DESC)),
    d.hmean >= p.hmean AND p.hmean > s.hmean AND s.hmean > 1 AND 1 > g.hmean
  FROM means d JOIN means p USING (class) JOIN means s USING (class) JOIN means g USING (class)
  WHERE class = 'HCS' AND d.setting = 'detected' AND p.setting = 'profiled' AND s.setting = 'best_swl' AND g.setting = 'gto'
UNION ALL SELECT 'daws.F4.8.divergence', (SELECT group_concat(printf('%s %.1f', label, lanes), ', ') FROM (SELECT * FROM divergence WHERE class = 'HCS' ORDER BY lanes)) || ' active lanes',
    (SELECT max(lanes) FROM divergence WHERE label IN ('BFS', 'MEMC')) < (SELECT min(lanes) FROM divergence WHERE class = 'HCS' AND label NOT IN ('BFS', 'MEMC'))
UNION ALL SELECT 'daws.S4.4.1.nocf.' || lower(label), ratio, NULL FROM no_control_flow WHERE label IN ('BFS', 'MEMC')
UNION ALL SELECT * FROM (SELECT 'daws.S4.4.1.nocf.others', ratio, NULL FROM no_control_flow WHERE label NOT IN ('BFS', 'MEMC') ORDER BY abs(ratio - 1) DESC LIMIT 1)
UNION ALL SELECT 'daws.F4.9.misses_vs_ccws', printf('profiled %.2f, detected %.2f, ccws %.2f MPKI', p.value, d.value, c.value), max(p.value, d.value) < c.value
  FROM mean_pki p JOIN mean_pki d USING (class, kind) JOIN mean_pki c USING (class, kind)
  WHERE class = 'HCS' AND kind = 'misses' AND p.setting = 'profiled' AND d.setting = 'detected' AND c.setting = 'ccws'
UNION ALL SELECT 'daws.F4.9.misses_vs_swl', printf('profiled %.2f, detected %.2f, best_swl %.2f MPKI', p.value, d.value, s.value),
    max(p.value, d.value) < 4.0 / 3 * s.value AND min(p.value, d.value) > 2.0 / 3 * s.value
  FROM mean_pki p JOIN mean_pki d USING (class, kind) JOIN mean_pki s USING (class, kind)
  WHERE class = 'HCS' AND kind = 'misses' AND p.setting = 'profiled' AND d.setting = 'detected' AND s.setting = 'best_swl'
UNION ALL SELECT 'daws.S4.4.1.lost_descheduled', 1.0 * sum(g.value) / sum(e.value), NULL FROM sized g JOIN sized e USING (run)
  WHERE g.setting = 'ccws' AND g.class = 'HCS' AND g.name = 'lost_locality.gated' AND e.name = 'lost_locality.events'
UNION ALL SELECT 'daws.F4.10.vta', printf('ccws %.3f, detected %.3f, profiled %.3f PKI', c.value, d.value, p.value), c.value > 2 * d.value AND d.value > p.value
  FROM mean_pki p JOIN mean_pki d USING (class, kind) JOIN mean_pki c USING (class, kind)
  WHERE class = 'HCS' AND kind = 'lost' AND p.setting = 'profiled' AND d.setting = 'detected' AND c.setting = 'ccws'
UNION ALL SELECT 'daws.F4.10.axis', max(value), NULL FROM pki WHERE kind = 'lost' AND setting = 'ccws'
UNION ALL SELECT 'daws.F4.11.desched', printf('profiled %.3f, detected %.3f, ccws %.3f of GTO''s cycles', p.share, d.share, c.share), max(p.share, d.share) < c.share
  FROM mean_descheduled p JOIN mean_descheduled d USING (class) JOIN mean_descheduled c USING (class)
  WHERE class = 'HCS' AND p.setting = 'profiled' AND d.setting = 'detected' AND c.setting = 'ccws'
UNION ALL SELECT * FROM (SELECT 'daws.F4.12.best', factor, NULL FROM factor_means WHERE (SELECT count(*) FROM factor_means) > 1 ORDER BY hmean DESC LIMIT 1)
UNION ALL SELECT * FROM (SELECT 'daws.F4.12.bfs', factor, NULL FROM factors WHERE label = 'BFS' AND (SELECT count(*) FROM factors) > 5 ORDER BY speedup DESC LIMIT 1)
UNION ALL SELECT 'daws.T4.3.swl.' || CASE label WHEN 'SPMV-Scalar' THEN 'spmv' ELSE lower(label) END, warps, NULL FROM best_limits WHERE class = 'HCS'
UNION ALL SELECT 'daws.T4.3.swl.others', min(warps), NULL FROM best_limits WHERE class = 'CI'
UNION ALL SELECT 'daws.F4.2.loops', printf('of the warps'' own hits %.2f in loops; own %.2f of all hits; %.1f loads in loops', avg(own_in_loops), avg(own), avg(loads)),
    avg(own_in_loops) > 0.5 AND avg(own) > 0.5 FROM loops WHERE class = 'HCS' HAVING count(*) > 0
UNION ALL SELECT 'daws.F4.2.gc', (SELECT group_concat(pc || printf(' (%.2f)', 1.0 * misses / all_misses), ', ') || ' (share of misses)' FROM (
      SELECT pc, misses, (SELECT sum(misses) FROM loads WHERE label = 'GC' AND setting = 'loads') AS all_misses FROM loads
      WHERE label = 'GC' AND setting = 'loads' AND loop_depth = 0 ORDER BY misses DESC LIMIT 2)),
    (SELECT max(misses) FROM loads WHERE label = 'GC' AND setting = 'loads' AND loop_depth = 0)
      > 0.1 * (SELECT sum(misses) FROM loads WHERE label = 'GC' AND setting = 'loads')
  WHERE EXISTS (SELECT 1 FROM loads)
UNION ALL SELECT 'daws.F4.3.last_trip', printf('last trip %.2f', avg(share)), avg(share) > 0.5 FROM trips WHERE class = 'HCS' AND kind = 'last' HAVING count(*) > 0
UNION ALL SELECT 'daws.F4.3.spmv', share, NULL FROM trips WHERE label = 'SPMV-Scalar' AND kind = 'last'
UNION ALL SELECT 'daws.F4.4.converged', 'loads at ' || coalesce(group_concat(CASE WHEN always_converged THEN pc END, ', '), 'none'), sum(always_converged) = 3 FROM bfs_loads HAVING count(*) > 0
UNION ALL SELECT 'daws.F4.4.diverged', 'load at ' || coalesce(group_concat(CASE WHEN NOT always_converged AND lines_per_lane > 0.85 THEN pc END, ', '), 'none'), sum(NOT always_converged AND lines_per_lane > 0.85) = 1 FROM bfs_loads HAVING count(*) > 0
UNION ALL SELECT 'daws.F4.4.somewhat', 'load at ' || coalesce(group_concat(CASE WHEN NOT always_converged AND lines_per_lane <= 0.85 THEN pc END, ', '), 'none'), sum(NOT always_converged AND lines_per_lane <= 0.85) = 1 FROM bfs_loads HAVING count(*) > 0
UNION ALL SELECT 'daws.F4.4.pc328', min(most_lanes), NULL FROM bfs_loads HAVING count(*) > 0
UNION ALL SELECT 'daws.F4.4.never32', max(most_lanes), NULL FROM bfs_loads HAVING count(*) > 0
UNION ALL SELECT 'daws.S4.2.1.loads', max(loads), NULL FROM loops HAVING count(*) > 0
UNION ALL SELECT 'daws.S4.2.2.loops', max(loops), NULL FROM loops HAVING count(*) > 0
UNION ALL SELECT 'daws.S4.2.1.depth', max(depth), NULL FROM loops HAVING count(*) > 0
UNION ALL SELECT 'daws.S4.4.4.energy_gto', sum(g.joules) / sum(d.joules), NULL FROM energy g JOIN energy d USING (workload)
  WHERE g.class = 'HCS' AND g.setting = 'gto' AND d.setting = 'detected' HAVING count(*) > 0
UNION ALL SELECT 'daws.S4.4.4.energy_ccws', sum(d.joules) / sum(c.joules), NULL FROM energy c JOIN energy d USING (workload)
  WHERE c.class = 'HCS' AND c.setting = 'ccws' AND d.setting = 'detected' HAVING count(*) > 0
UNION ALL SELECT iif(workload = 'four_lines', 'daws.F4.1.toy', 'daws.F4.5.toy'),
    iif(workload = 'four_lines', printf('held for %d cycles; ended at %d, the first at %d', held, last_end, first_end),
        printf('one held for %d cycles; it ended at %d, the other at %d, the first at %d', held, last_end, second_end, first_end)),
    held > 0 AND last_end < first_end AND (workload = 'four_lines' OR last_end - second_end > held / 2) FROM leaving;
