-- What the runs of matrix.toml say of the claims of chapter 3. Means of a class are harmonic means of IPC over GTO's.

CREATE TEMP TABLE speedups_of AS
SELECT run, workload, label, class, setting, speedup FROM ratios WHERE baseline = 'gto';

-- What the runs under CCWS differ in: the throttle's constant, a warp's victim tags, the L1's size.
CREATE TEMP TABLE throttled AS
SELECT d.run, d.workload, d.setting, k.value AS k, t.value AS entries, l.value / 1024 AS kib
FROM done d JOIN parameters k ON k.run = d.run AND k.key = 'throttle.ccws.k_throttle'
JOIN parameters t ON t.run = d.run AND t.key = 'throttle.ccws.vta_entries' JOIN parameters l ON l.run = d.run AND l.key = 'l1.bytes';
CREATE TEMP TABLE usual AS SELECT DISTINCT k, entries, kib FROM throttled WHERE setting = 'ccws';

-- The best of the throttle's constants.
CREATE TEMP TABLE constants AS
SELECT s.workload, s.label, s.class, s.setting, t.k, s.speedup
FROM speedups_of s JOIN throttled t USING (run) JOIN usual u ON u.entries = t.entries AND u.kib = t.kib;
CREATE TEMP TABLE best_constants AS
SELECT workload, class, max(speedup) AS speedup FROM constants GROUP BY workload HAVING count(*) > 1;

CREATE TEMP TABLE means AS  -- of each class, and of both cache-sensitive ones
SELECT class, setting, count(*) / sum(1 / speedup) AS hmean FROM schedulers GROUP BY class, setting
UNION ALL SELECT 'HCS+MCS', setting, count(*) / sum(1 / speedup) FROM schedulers WHERE class <> 'CI' GROUP BY setting;

-- Runs whose L1 accesses were replayed, and what the misses of Belady's replacement are called.
CREATE TEMP TABLE replays AS
SELECT column1 AS setting, column2 AS optimal FROM (VALUES ('lrr_replay', 'lrr_bel'), ('gto_replay', 'gto_bel'), ('2lvl_gto_replay', '2lvl_gto_bel'));

-- L1 misses per thousand thread instructions; merged misses are hits.
CREATE TEMP TABLE mpki AS
SELECT s.workload, s.label, s.class, s.setting, s.value AS mpki FROM sized s WHERE s.name = 'l1d.miss_pki';
CREATE TEMP TABLE misses AS
SELECT workload, label, class, setting, mpki FROM mpki
UNION ALL SELECT m.workload, m.label, m.class, 'best_swl', m.mpki
  FROM mpki m JOIN best_limits b ON b.workload = m.workload AND b.setting = m.setting
UNION ALL SELECT r.workload, r.label, r.class, p.optimal, 1000.0 * r.value / i.value
  FROM sized r JOIN sized i USING (run) JOIN replays p USING (setting) WHERE r.name = 'l1_replay.belady.misses' AND i.name = 'thread_instructions';
CREATE TEMP VIEW mean_misses AS SELECT class, setting, avg(mpki) AS mpki FROM misses GROUP BY class, setting;

-- Hits by class per thousand thread instructions.
CREATE TEMP TABLE hits AS
SELECT h.workload, h.label, h.class, h.setting, replace(h.name, 'l1d.hit_class.', '') AS kind, 1000.0 * h.value / i.value AS pki
FROM sized h JOIN sized i USING (run) WHERE h.name GLOB 'l1d.hit_class.*' AND i.name = 'thread_instructions';
CREATE TEMP TABLE unbounded_hits AS
SELECT h.workload, h.label, h.class, replace(h.name, 'l1_replay.unbounded.', '') AS kind, 1000.0 * h.value / i.value AS pki
FROM sized h JOIN sized i USING (run)
WHERE h.name IN ('l1_replay.unbounded.intra_thread', 'l1_replay.unbounded.inter_thread', 'l1_replay.unbounded.inter_warp')
  AND i.name = 'thread_instructions' AND h.setting = 'lrr_replay';
CREATE TEMP VIEW unbounded_locality AS SELECT label, class, sum(pki) AS pki FROM unbounded_hits GROUP BY workload;

-- Cycles between the ends of the first and the last block of an SM in a launch, per cycle of the launch; mean of SMs.
CREATE TEMP TABLE spreads AS
SELECT label, setting, avg(spread) AS spread FROM (
  SELECT d.label, iif(s.warps IS NULL, d.setting, 'best_swl') AS setting, 1.0 * (max(b.end) - min(b.end)) / max(b.end) AS spread
  FROM done d JOIN run_blocks b USING (result) LEFT JOIN best_limits s ON s.workload = d.workload AND s.setting = d.setting
  WHERE d.size <> '' AND (d.setting IN ('lrr', 'gto', '2lvl_gto', 'ccws') OR s.warps IS NOT NULL) GROUP BY d.run, b.launch, b.sm HAVING count(*) > 1)
GROUP BY label, setting;
CREATE TEMP VIEW mean_spreads AS SELECT setting, avg(spread) AS spread FROM spreads GROUP BY setting;

-- CCWS over GTO by L1 size.
CREATE TEMP TABLE cycles_by_l1 AS
SELECT d.workload, d.label, d.class, d.size, d.arguments, d.setting, d.choice, l.value / 1024 AS kib, d.value AS cycles
FROM totals d JOIN parameters l ON l.run = d.run AND l.key = 'l1.bytes' WHERE d.name = 'cycles' AND d.choice IN ('ccws', 'gto', 'lrr');
CREATE TEMP TABLE sizes AS
SELECT s.workload, s.label, s.class, s.kib, 1.0 * b.cycles / s.cycles AS speedup
FROM cycles_by_l1 s JOIN cycles_by_l1 b USING (workload, size, kib) WHERE size <> '' AND s.choice = 'ccws' AND b.choice = 'gto';
CREATE TEMP VIEW size_means AS
SELECT kib, count(*) / sum(1 / speedup) AS hmean FROM sizes
WHERE workload IN (SELECT workload FROM sizes WHERE kib = 8) GROUP BY kib;

-- Graphs of the matrix's own.
CREATE TEMP TABLE graphs AS
SELECT s.arguments, CAST(s.arguments AS INTEGER) * CAST(substr(s.arguments, instr(s.arguments, ' ')) AS INTEGER) AS edges,
       s.kib, 1.0 * b.cycles / s.cycles AS speedup
FROM cycles_by_l1 s JOIN cycles_by_l1 b USING (arguments, size, kib) WHERE size = '' AND s.choice = 'ccws' AND b.choice = 'gto';
CREATE TEMP TABLE graph_limits AS
SELECT t.arguments, p.value AS warps, t.value AS cycles FROM totals t JOIN parameters p ON p.run = t.run AND p.key = 'throttle.swl.limit'
WHERE t.size = '' AND t.name = 'cycles';
CREATE TEMP VIEW best_graph_limits AS
SELECT g.arguments, max(g.warps) AS warps FROM graph_limits g
WHERE g.cycles <= 1.001 * (SELECT min(o.cycles) FROM graph_limits o WHERE o.arguments = g.arguments) GROUP BY g.arguments;

CREATE TEMP TABLE bigger_l1 AS  -- IPC with an L1 of 8 MiB over 32 KiB, round robin
SELECT s.workload, s.label, s.class, 1.0 * b.cycles / s.cycles AS speedup
FROM cycles_by_l1 s JOIN cycles_by_l1 b USING (workload, size, choice) WHERE size <> '' AND s.kib = 8192 AND b.setting = 'lrr';

CREATE TEMP VIEW limit_means AS  -- over the highly sensitive; IPC over that of 32 warps
SELECT l.warps, count(*) / sum(o.speedup / l.speedup) AS hmean,
       (SELECT avg(m.mpki) FROM mpki m WHERE m.class = 'HCS' AND m.setting = l.setting) AS mpki
FROM limits l JOIN limits o ON o.workload = l.workload AND o.warps = 32 WHERE l.class = 'HCS' GROUP BY l.warps;

CREATE TEMP VIEW tag_means AS
SELECT DISTINCT t.entries, m.hmean
FROM means m JOIN throttled t USING (setting) JOIN usual u ON u.k = t.k AND u.kib = t.kib WHERE class = 'HCS+MCS';
CREATE TEMP VIEW group_means AS
SELECT p.value AS warps, count(*) / sum(1 / s.speedup) AS hmean
FROM speedups_of s JOIN parameters p ON p.run = s.run AND p.key = 'warp_scheduler.fetch_groups.size'
JOIN parameters w ON w.run = s.run AND w.key = 'warp_scheduler.fetch_groups.within'
WHERE w.value = 'gto' AND s.setting NOT IN (SELECT setting FROM replays) GROUP BY p.value;
CREATE TEMP VIEW constant_misses AS
SELECT m.workload, m.label, c.k, m.mpki FROM mpki m JOIN constants c USING (workload, setting) WHERE m.class = 'HCS';

CREATE TEMP VIEW measured_claims AS
SELECT 'ccws.F3.1.hcs.reuse' AS id, printf('intra-warp %.1f, inter-warp %.1f PKI', intra, inter) AS value, intra > inter AS holds
  FROM (SELECT sum(CASE WHEN kind <> 'inter_warp' THEN pki END) / count(DISTINCT workload) AS intra,
               sum(CASE WHEN kind = 'inter_warp' THEN pki END) / count(DISTINCT workload) AS inter
        FROM unbounded_hits WHERE class = 'HCS') WHERE intra IS NOT NULL
UNION ALL SELECT 'ccws.F3.2.hcs.l1_8m_vs_32k', min(speedup), NULL FROM bigger_l1 WHERE class = 'HCS'
UNION ALL SELECT 'ccws.F3.2.label', speedup, NULL FROM bigger_l1 WHERE label = 'KMN'
UNION ALL SELECT 'ccws.F3.2.mcs.axis', max(speedup), NULL FROM bigger_l1 WHERE class = 'MCS'
UNION ALL SELECT 'ccws.F3.3.ipc_peak', printf('peak at %d of 32 warps', warps), warps > 1 AND warps < 32
  FROM (SELECT warps FROM limit_means ORDER BY hmean DESC LIMIT 1)
UNION ALL SELECT * FROM (SELECT 'ccws.F3.3.mpki_min', warps, NULL FROM limit_means ORDER BY mpki LIMIT 1)
UNION ALL SELECT 'ccws.F3.3.axis', max(hmean), NULL FROM limit_means
UNION ALL SELECT iif(r.setting = 'round_robin', 'ccws.F3.4.toy', 'ccws.F3.5.toy'), coalesce(m.value, 0), NULL
  FROM runs r JOIN quantities q ON q.name = 'l1d.hits' LEFT JOIN measured m ON m.result = r.result AND m.kernel = 0 AND m.quantity = q.quantity
  WHERE r.workload = 'three_warps' AND r.status = 'ok'
UNION ALL SELECT 'ccws.S3.3.sagcs', max(abs(value)), NULL FROM sized WHERE name = 'l1_replay.lru.miss_rate_difference' AND setting IN (SELECT setting FROM replays)
UNION ALL SELECT 'ccws.S3.3.insts.min', min(value), NULL FROM sized WHERE name = 'thread_instructions' AND setting = 'gto'
UNION ALL SELECT 'ccws.S3.3.insts.max', max(value), NULL FROM sized WHERE name = 'thread_instructions' AND setting = 'gto'
UNION ALL SELECT 'ccws.F3.8.hmean.hcs.ccws_vs_gto', hmean, NULL FROM means WHERE class = 'HCS' AND setting = 'ccws'
UNION ALL SELECT 'ccws.F3.8.hmean.hcs.ccws_vs_2lvlgto', c.hmean / t.hmean, NULL FROM means c JOIN means t USING (class)
  WHERE class = 'HCS' AND c.setting = 'ccws' AND t.setting = '2lvl_gto'
UNION ALL SELECT 'ccws.F3.8.hmean.hcs.lrr_vs_gto', hmean, NULL FROM means WHERE class = 'HCS' AND setting = 'lrr'
UNION ALL SELECT 'ccws.S3.4.1.hmean.hcs.2lvllrr_vs_lrr', t.hmean / l.hmean, NULL FROM means t JOIN means l USING (class)
  WHERE class = 'HCS' AND t.setting = '2lvl_lrr' AND l.setting = 'lrr'
UNION ALL SELECT 'ccws.S3.4.1.hmean.hcs.2lvllrr_vs_gto', hmean, NULL FROM means WHERE class = 'HCS' AND setting = '2lvl_lrr'
UNION ALL SELECT 'ccws.F3.8.order.hcs',
    (SELECT group_concat(setting || printf(' %.2f', hmean), ' > ')
     FROM (SELECT * FROM means WHERE class = 'HCS' AND setting IN ('best_swl', 'ccws', 'gto', '2lvl_gto', 'lrr') ORDER BY hmean DESC)),
    s.hmean >= c.hmean AND c.hmean > 1 AND 1 > t.hmean AND t.hmean > l.hmean
  FROM means s JOIN means c USING (class) JOIN means t USING (class) JOIN means l USING (class)
  WHERE class = 'HCS' AND s.setting = 'best_swl' AND c.setting = 'ccws' AND t.setting = '2lvl_gto' AND l.setting = 'lrr'
UNION ALL SELECT 'ccws.F3.8.swl_vs_ccws.each', group_concat(printf('%s %.3f', b.label, b.speedup / c.speedup), ', '), min(b.speedup / c.speedup) >= 0.99
  FROM best_limits b JOIN speedups_of c USING (workload) WHERE b.class = 'HCS' AND c.setting = 'ccws'
UNION ALL SELECT 'ccws.F3.8.label.a', speedup, NULL FROM best_limits WHERE label = 'KMN'
UNION ALL SELECT 'ccws.F3.8.label.b', speedup, NULL FROM speedups_of WHERE label = 'KMN' AND setting = 'ccws'
UNION ALL SELECT 'ccws.S3.4.1.vta2x', group_concat(printf('%s %.3f', v.label, v.speedup / b.speedup), ', '), max(v.speedup / b.speedup) > 1
  FROM speedups_of v JOIN best_limits b USING (workload) WHERE v.class = 'HCS' AND v.setting = 'vta_32' HAVING count(*) > 0
UNION ALL SELECT 'ccws.S3.4.1.gto_best_greedy', printf('GTO 1, oldest %.3f, greedy_rr %.3f', o.hmean, g.hmean), 1 >= o.hmean AND 1 >= g.hmean
  FROM means o JOIN means g USING (class) WHERE class = 'HCS' AND o.setting = 'oldest' AND g.setting = 'greedy_rr'
UNION ALL SELECT * FROM (SELECT 'ccws.S3.4.1.2lvl.best_fg', warps, NULL FROM group_means WHERE (SELECT count(*) FROM group_means) > 1 ORDER BY hmean DESC LIMIT 1)
UNION ALL SELECT 'ccws.S3.4.1.cta_spread', (SELECT group_concat(setting || printf(' %.3f', spread), ' > ')
    FROM (SELECT * FROM mean_spreads ORDER BY spread DESC)), l.spread < (SELECT min(spread) FROM mean_spreads WHERE setting <> 'lrr')
  FROM mean_spreads l WHERE l.setting = 'lrr'
UNION ALL SELECT 'ccws.F3.9.ccws_vs_best', printf('ccws %.2f, best_swl %.2f; the least of the others %.2f MPKI', c.mpki, s.mpki, o.mpki), max(c.mpki, s.mpki) < 0.75 * o.mpki
  FROM mean_misses c, mean_misses s, (SELECT min(mpki) AS mpki FROM mean_misses WHERE class = 'HCS' AND setting IN ('lrr', 'gto', '2lvl_gto')) o
  WHERE c.class = 'HCS' AND s.class = 'HCS' AND c.setting = 'ccws' AND s.setting = 'best_swl'
UNION ALL SELECT 'ccws.F3.9.lrrbel.worst', printf('lrr_bel %.2f; the most of the others %.2f MPKI', b.mpki, o.mpki), b.mpki > o.mpki
  FROM mean_misses b, (SELECT max(mpki) AS mpki FROM mean_misses WHERE class = 'HCS' AND setting IN ('gto', '2lvl_gto', 'ccws', 'best_swl')) o
  WHERE b.class = 'HCS' AND b.setting = 'lrr_bel'
UNION ALL SELECT 'ccws.F3.9.ccws_vs_gtobel', printf('ccws %.2f, gto_bel %.2f, 2lvl_gto_bel %.2f MPKI', c.mpki, g.mpki, t.mpki), c.mpki < g.mpki AND c.mpki < t.mpki
  FROM mean_misses c JOIN mean_misses g USING (class) JOIN mean_misses t USING (class)
  WHERE class = 'HCS' AND c.setting = 'ccws' AND g.setting = 'gto_bel' AND t.setting = '2lvl_gto_bel'
UNION ALL SELECT 'ccws.F3.9.label.a', mpki, NULL FROM misses WHERE label = 'KMN' AND setting = 'lrr'
UNION ALL SELECT 'ccws.F3.9.label.b', mpki, NULL FROM misses WHERE label = 'KMN' AND setting = 'lrr_bel'
UNION ALL SELECT 'ccws.F3.10.hmean.hcs_mcs.ccws', hmean, NULL FROM means WHERE class = 'HCS+MCS' AND setting = 'ccws'
UNION ALL SELECT 'ccws.ch3.mpki.hcs_mcs', avg(c.mpki) / avg(g.mpki), NULL FROM misses c JOIN misses g USING (workload)
  WHERE c.class <> 'CI' AND c.setting = 'ccws' AND g.setting = 'gto'
UNION ALL SELECT iif(class = 'MCS', 'ccws.F3.10.mcs.neutral', 'ccws.F3.10.ci.neutral'),
    group_concat(printf('%s %.3f', label, speedup), ', '), min(speedup) >= 0.99
  FROM speedups_of WHERE setting = 'ccws' AND class <> 'HCS' GROUP BY class
UNION ALL SELECT 'ccws.F3.11.mpki.low', printf('MCS at most %.2f, CI at most %.2f, HCS mean %.2f MPKI', m.most, c.most, h.mpki), max(m.most, c.most) < h.mpki / 2
  FROM (SELECT max(mpki) AS most FROM mean_misses WHERE class = 'MCS' AND setting IN ('lrr', 'gto', 'ccws')) m,
       (SELECT max(mpki) AS most FROM mean_misses WHERE class = 'CI' AND setting IN ('lrr', 'gto', 'ccws')) c,
       (SELECT mpki FROM mean_misses WHERE class = 'HCS' AND setting = 'gto') h
UNION ALL SELECT 'ccws.T3.3.swl.' || lower(label), warps, NULL FROM best_limits WHERE class = 'HCS'
UNION ALL SELECT 'ccws.T3.3.swl.others', min(warps), NULL FROM best_limits WHERE class <> 'HCS'
UNION ALL SELECT 'ccws.F3.12.source', printf('CCWS, more hits PKI than GTO: intra-thread %.2f, inter-thread %.2f, inter-warp %.2f', t, o, w), t > o AND t + o > w
  FROM (SELECT avg(CASE WHEN kind = 'intra_thread' THEN more END) AS t, avg(CASE WHEN kind = 'inter_thread' THEN more END) AS o,
               avg(CASE WHEN kind = 'inter_warp' THEN more END) AS w
        FROM (SELECT c.kind, c.pki - g.pki AS more FROM hits c JOIN hits g USING (workload, kind)
              WHERE c.class = 'HCS' AND c.setting = 'ccws' AND g.setting = 'gto'))
UNION ALL SELECT 'ccws.F3.12.bfs.interthread', sum(CASE WHEN kind = 'inter_thread' THEN pki END) / sum(pki), NULL
  FROM hits WHERE label = 'BFS' AND setting = 'ccws' AND kind <> 'inter_warp'
UNION ALL SELECT 'ccws.F3.12.bfs.interwarp', c.pki / g.pki, NULL FROM hits c JOIN hits g USING (workload, kind)
  WHERE c.label = 'BFS' AND kind = 'inter_warp' AND c.setting = 'ccws' AND g.setting = 'gto'
UNION ALL SELECT 'ccws.F3.12.axis', max(1000.0 * l.value / i.value), NULL FROM sized l JOIN sized i USING (run)
  WHERE l.name = 'l1d.loads' AND i.name = 'thread_instructions' AND l.class = 'HCS' AND l.setting IN ('lrr', 'gto', '2lvl_gto', 'ccws')
UNION ALL SELECT 'ccws.F3.13.sssp', (SELECT group_concat(printf('%s %.1f', label, pki), ', ') FROM unbounded_locality WHERE class = 'MCS')
      || printf('; HCS mean %.1f PKI', h.pki),
    (SELECT pki FROM unbounded_locality WHERE label = 'SSSP') >= (SELECT max(pki) FROM unbounded_locality WHERE class = 'MCS')
    AND (SELECT max(pki) FROM unbounded_locality WHERE class = 'MCS' AND label <> 'SSSP') < h.pki / 2
  FROM (SELECT avg(pki) AS pki FROM unbounded_locality WHERE class = 'HCS') h WHERE h.pki IS NOT NULL
UNION ALL SELECT * FROM (SELECT 'ccws.F3.14.best_epw', entries, NULL FROM tag_means WHERE (SELECT count(*) FROM tag_means) > 1 ORDER BY hmean DESC LIMIT 1)
UNION ALL SELECT 'ccws.F3.14.512', group_concat(printf('%s %.3f', b.label, b.speedup / c.speedup), ', '), min(b.speedup / c.speedup) < 0.99
  FROM speedups_of b JOIN speedups_of c USING (workload) WHERE b.setting = 'vta_512' AND c.setting = 'ccws' HAVING count(*) > 0
UNION ALL SELECT 'ccws.F3.15.sssp.' || kib || 'k', speedup, NULL FROM sizes
  WHERE label = 'SSSP' AND kib IN (8, 32) AND EXISTS (SELECT 1 FROM sizes WHERE kib = 8)
UNION ALL SELECT 'ccws.F3.15.trend', (SELECT group_concat(printf('%d KiB %.3f', kib, hmean), ', ') FROM (SELECT * FROM size_means ORDER BY kib)),
    (SELECT hmean FROM size_means WHERE kib = 8) >= (SELECT hmean FROM size_means WHERE kib = 32)
    AND (SELECT hmean FROM size_means WHERE kib = 32) >= (SELECT hmean FROM size_means WHERE kib = 128)
    AND (SELECT hmean FROM size_means WHERE kib = 128) < 1.05
  WHERE EXISTS (SELECT 1 FROM size_means)
UNION ALL SELECT 'ccws.F3.16.trend', (SELECT group_concat(printf('%d edges, %d KiB: %.3f', edges, kib, speedup), '; ') FROM (SELECT * FROM graphs ORDER BY kib, edges)),
    (SELECT min(b.speedup > a.speedup) FROM graphs a JOIN graphs b ON b.kib = a.kib AND b.edges > a.edges)
  WHERE EXISTS (SELECT 1 FROM graphs)
UNION ALL SELECT 'ccws.S3.2.3.k8.min', min(k.speedup / b.speedup), NULL FROM constants k JOIN best_constants b USING (workload) WHERE k.k = 8
UNION ALL SELECT 'ccws.S3.2.3.k8.max', max(k.speedup / b.speedup), NULL FROM constants k JOIN best_constants b USING (workload) WHERE k.k = 8
UNION ALL SELECT 'ccws.S3.4.5.k8.hmean', (SELECT count(*) / sum(1 / speedup) FROM best_constants WHERE class = 'HCS') / m.hmean - 1, NULL
  FROM means m WHERE class = 'HCS' AND setting = 'ccws' AND EXISTS (SELECT 1 FROM best_constants)
UNION ALL SELECT 'ccws.S3.4.5.k32.mpki', h.mpki / c.mpki, NULL FROM mean_misses h JOIN mean_misses c USING (class)
  WHERE class = 'HCS' AND h.setting = 'k_32' AND c.setting = 'ccws'
UNION ALL SELECT 'ccws.S3.4.5.k32.ipc', hmean, NULL FROM means WHERE class = 'HCS' AND setting = 'k_32'
UNION ALL SELECT 'ccws.S1.6.k32.ipc', hmean, NULL FROM means WHERE class = 'HCS' AND setting = 'k_32'
UNION ALL SELECT 'ccws.F3.17.mpki.trend', group_concat(printf('%s %.2f to %.2f', label, first, last), ', '), min(falls)
  FROM (SELECT a.label, (SELECT mpki FROM constant_misses x WHERE x.workload = a.workload AND k = 1) AS first,
               (SELECT mpki FROM constant_misses x WHERE x.workload = a.workload AND k = 128) AS last,
               min(b.mpki <= 1.02 * a.mpki) AS falls
        FROM constant_misses a JOIN constant_misses b ON b.workload = a.workload AND b.k > a.k GROUP BY a.workload) HAVING count(*) > 0
UNION ALL SELECT 'ccws.F3.17.ipc.trend', group_concat(printf('%s peaks at %d', label, k), ', '), min(label = 'GC' OR (k > 1 AND k < 128))
  FROM (SELECT label, k, max(speedup) FROM constants WHERE class = 'HCS' GROUP BY workload HAVING count(*) > 1) HAVING count(*) > 0
UNION ALL SELECT 'ccws.S3.4.5.mcs.k' || k, count(*) / sum(1 / speedup), NULL FROM constants WHERE class = 'MCS' AND k IN (64, 128) GROUP BY k
UNION ALL SELECT 'ccws.S3.4.5.ci', min(hmean), NULL
  FROM (SELECT count(*) / sum(1 / speedup) AS hmean FROM constants WHERE class = 'CI' AND k <> (SELECT k FROM usual) GROUP BY k) HAVING count(*) > 0
UNION ALL SELECT 'ccws.F3.18.peaks', group_concat(label || ' ' || warps, ', '), count(DISTINCT warps) > 1 FROM best_limits WHERE class = 'HCS' HAVING count(*) > 0
UNION ALL SELECT 'ccws.F3.18.label', b.speedup / l.speedup, NULL FROM best_limits b JOIN limits l USING (workload) WHERE b.label = 'GC' AND l.warps = 32
UNION ALL SELECT 'ccws.F3.19.inputs', group_concat(arguments || ': ' || warps, ', '), count(DISTINCT warps) > 1 FROM best_graph_limits HAVING count(*) > 0
UNION ALL SELECT 'ccws.S3.4.7.tagbits', bits_each, NULL FROM policy_storage WHERE policy = 'ccws' AND structure = 'victim tags'
UNION ALL SELECT 'ccws.S3.4.7.wid', entries * bits_each / 8.0, NULL FROM policy_storage WHERE policy = 'ccws' AND structure = 'owners of L1 lines'
UNION ALL SELECT 'ccws.S3.4.7.lls', bits_each, NULL FROM policy_storage WHERE policy = 'ccws' AND structure = 'scores';
