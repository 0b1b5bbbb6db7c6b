-- What the runs of matrix.toml say of the claims of chapter 6. The class of a workload is measured, by its IPC in warps of 4 over that in
-- warps of 32: DIV above 1.05, CON below 0.95, WSI between (metric 7). Means of a class are harmonic means of IPC over that of WS32;
-- of fetches a cycle arithmetic means.

CREATE TEMP TABLE over_ws32 AS
SELECT r.run, r.workload, r.label, r.class AS declared, r.setting, r.speedup FROM ratios r WHERE r.baseline = 'ws32' AND r.run NOT IN
  (SELECT run FROM done WHERE machine = 'vws-tbc');
CREATE TEMP TABLE measured_class AS
SELECT workload, label, declared, speedup, CASE WHEN speedup > 1.05 THEN 'DIV' WHEN speedup < 0.95 THEN 'CON' ELSE 'WSI' END AS class
FROM over_ws32 WHERE setting = 'ws4';
CREATE TEMP TABLE classed AS
SELECT o.run, o.workload, o.label, o.setting, o.speedup, m.class FROM over_ws32 o JOIN measured_class m USING (workload);
CREATE TEMP TABLE means AS
SELECT class, setting, count(*) / sum(1 / speedup) AS hmean FROM classed GROUP BY class, setting
UNION ALL SELECT 'all', setting, count(*) / sum(1 / speedup) FROM classed GROUP BY setting;

-- Of every run what the study counts: fetches a cycle from L0 or L1, and accesses of the L1D per thousand thread instructions.
CREATE TEMP TABLE counted AS
SELECT c.run, c.workload, c.label, c.setting, c.class, s.name, s.value FROM classed c JOIN sized s USING (run)
WHERE s.name IN ('cycles', 'thread_instructions', 'fetch.fetches', 'fetch.own_hits', 'l1d.hits', 'l1d.misses', 'l1d.merges', 'gang_sizes.active_lanes',
                 'gang_sizes.parts.1', 'gang_sizes.parts.4', 'gang_sizes.parts.8');
CREATE INDEX counted_by_run ON counted (run, name);
CREATE TEMP TABLE fetching AS
SELECT c.workload, c.label, c.setting, c.class, 1.0 * (f.value + o.value) / c.value AS fetches
FROM counted c JOIN counted f USING (run) JOIN counted o USING (run)
WHERE c.name = 'cycles' AND f.name = 'fetch.fetches' AND o.name = 'fetch.own_hits';
CREATE TEMP TABLE mean_fetches AS SELECT class, setting, avg(fetches) AS fetches FROM fetching GROUP BY class, setting;
CREATE TEMP TABLE accesses AS
SELECT i.workload, i.label, i.setting, i.class, 1000.0 * h.value / i.value AS hits, 1000.0 * m.value / i.value AS misses,
       1000.0 * g.value / i.value AS merges, 1000.0 * (h.value + m.value + g.value) / i.value AS total
FROM counted i JOIN counted h USING (run) JOIN counted m USING (run) JOIN counted g USING (run)
WHERE i.name = 'thread_instructions' AND h.name = 'l1d.hits' AND m.name = 'l1d.misses' AND g.name = 'l1d.merges';
CREATE TEMP TABLE mean_accesses AS
SELECT class, setting, avg(hits) AS hits, avg(misses) AS misses, avg(merges) AS merges, avg(total) AS total FROM accesses GROUP BY class, setting;
CREATE TEMP TABLE mean_lanes AS
SELECT class, setting, avg(value) AS lanes FROM counted WHERE name = 'gang_sizes.active_lanes' GROUP BY class, setting;

-- The parts of I-VWS's warps by the size of their gang, in shares of the samples of a run.
CREATE TEMP TABLE gangs AS
SELECT o.workload, o.label, o.class, 1.0 * o.value / t.value AS alone, 1.0 * f.value / t.value AS of_4, 1.0 * e.value / t.value AS of_8
FROM counted o JOIN counted f USING (run) JOIN counted e USING (run)
JOIN (SELECT run, sum(value) AS value FROM sized WHERE name GLOB 'gang_sizes.parts.*' GROUP BY run) t USING (run)
WHERE o.setting = 'ivws' AND o.name = 'gang_sizes.parts.1' AND f.name = 'gang_sizes.parts.4' AND e.name = 'gang_sizes.parts.8' AND t.value > 0;

-- Figure 6.18, on the machine of thread block compaction.
CREATE TEMP TABLE compaction AS
SELECT s.workload, s.label, s.setting, b.setting AS baseline, 1.0 * b.cycles / s.cycles AS speedup
FROM cycles s JOIN cycles b USING (workload)
WHERE s.setting IN ('plain', 'plain_gto', 'plain_pipelined', 'tbc', 'tbc_lrr', 'dwf', 'variable', 'variable_two_buses', 'variable_pipelined')
  AND b.setting IN ('plain', 'plain_gto', 'plain_pipelined', 'tbc', 'tbc_lrr', 'dwf');
CREATE TEMP TABLE compaction_means AS
SELECT setting, baseline, count(*) / sum(1 / speedup) AS hmean FROM compaction GROUP BY setting, baseline;

-- Table 6.2, as heddle cost has it: of slices of 4 threads ("w4") and of 8 ("w8"). Its GPU has 15 SMs of 16 mm2 each.
CREATE TEMP TABLE added AS
SELECT cost, entries, bits_each, mm2,
       CASE structure WHEN 'second port of the L1I' THEN 'l1i_dual' WHEN 'L0 instruction caches' THEN 'l0i' WHEN 'instruction buffers' THEN 'ibuf'
         WHEN 'gang table' THEN 'gangtable' WHEN 'scoreboards' THEN 'scoreboard' WHEN 'control' THEN 'control' END AS component
FROM storage_costs WHERE kind = 'organisation' AND policy = 'variable_warp';
CREATE TEMP VIEW areas AS
SELECT 'vws.T6.2.' || component || '.' || cost AS id, mm2 AS value FROM added
UNION ALL SELECT printf('vws.T6.2.%s.%s', c.column1, t.cost),
    CASE c.column1 WHEN 'sm' THEN t.mm2 WHEN 'smpct' THEN 100 * t.mm2 / 16 WHEN 'gpu' THEN 15 * t.mm2 ELSE t.chip_percent END
  FROM storage_totals t, (VALUES ('sm'), ('smpct'), ('gpu'), ('gpupct')) c WHERE t.kind = 'organisation' AND t.policy = 'variable_warp'
-- One cache, the buffers of one slice, and so on: of the slices of 4 threads.
UNION ALL SELECT CASE component WHEN 'l0i' THEN 'vws.T6.2.raw.l0i_256B' WHEN 'ibuf' THEN 'vws.T6.2.raw.ibuffers_4Kbit'
    WHEN 'gangtable' THEN 'vws.T6.2.raw.gangtable_128' WHEN 'scoreboard' THEN 'vws.T6.2.raw.scoreboard_1800b' ELSE 'vws.T6.2.raw.control_per_slice' END,
    CASE component WHEN 'ibuf' THEN 4096 * mm2 / (entries * bits_each) WHEN 'gangtable' THEN mm2 ELSE mm2 / entries END
  FROM added WHERE cost = 'w4' AND component <> 'l1i_dual'
UNION ALL SELECT 'vws.T6.2.raw.l1i_single_port_64KB', mm2 FROM storage_costs WHERE cost = 'w4' AND kind = 'sm' AND structure = 'instruction cache'
UNION ALL SELECT 'vws.T6.2.raw.l1i_dual_port_64KB', c.mm2 + a.mm2 FROM storage_costs c JOIN added a USING (cost)
  WHERE cost = 'w4' AND c.kind = 'sm' AND c.structure = 'instruction cache' AND a.component = 'l1i_dual';

CREATE TEMP VIEW measured_claims AS
SELECT 'vws.F6.1.classes' AS id,
    printf('DIV %.2f %.2f %.2f; WSI %.2f %.2f %.2f; CON %.2f %.2f %.2f (WS16, WS8, WS4)', d16.hmean, d8.hmean, d4.hmean, w16.hmean, w8.hmean, w4.hmean, c16.hmean, c8.hmean, c4.hmean) AS value,
    d4.hmean > d8.hmean AND d8.hmean > d16.hmean AND d16.hmean > 1 AND abs(w4.hmean - 1) < 0.05 AND c4.hmean < c8.hmean AND c8.hmean < c16.hmean AND c16.hmean < 1 AS holds
  FROM means d4, means d8, means d16, means w4, means w8, means w16, means c4, means c8, means c16
  WHERE d4.class = 'DIV' AND d8.class = 'DIV' AND d16.class = 'DIV' AND w4.class = 'WSI' AND w8.class = 'WSI' AND w16.class = 'WSI' AND c4.class = 'CON' AND c8.class = 'CON' AND c16.class = 'CON'
    AND d4.setting = 'ws4' AND d8.setting = 'ws8' AND d16.setting = 'ws16' AND w4.setting = 'ws4' AND w8.setting = 'ws8' AND w16.setting = 'ws16'
    AND c4.setting = 'ws4' AND c8.setting = 'ws8' AND c16.setting = 'ws16'
UNION ALL SELECT 'vws.F6.1a.axis', max(speedup), NULL FROM classed WHERE setting = 'ws4'
UNION ALL SELECT iif(n.class = 'DIV', 'vws.F6.2.lanes.div', 'vws.F6.2.lanes.con'), printf('WS32 %.1f, WS16 %.1f, WS8 %.1f, WS4 %.1f lanes', l32.lanes, l16.lanes, l8.lanes, n.lanes),
    iif(n.class = 'DIV', n.lanes > l8.lanes AND l8.lanes > l16.lanes AND l16.lanes > l32.lanes, n.lanes < l8.lanes AND l8.lanes < l16.lanes AND l16.lanes < l32.lanes)
  FROM mean_lanes n JOIN mean_lanes l8 USING (class) JOIN mean_lanes l16 USING (class) JOIN mean_lanes l32 USING (class)
  WHERE n.setting = 'ws4' AND l8.setting = 'ws8' AND l16.setting = 'ws16' AND l32.setting = 'ws32' AND n.class IN ('DIV', 'CON')
UNION ALL SELECT 'vws.F6.3.con', printf('accesses %.0f, %.0f, %.0f, %.0f; misses %.1f, %.1f, %.1f, %.1f PKI (WS32 to WS4)', a32.total, a16.total, a8.total, a4.total, a32.misses, a16.misses, a8.misses, a4.misses),
    a4.total > a8.total AND a8.total > a16.total AND a16.total > a32.total AND a4.misses > a8.misses AND a8.misses > a16.misses AND a16.misses > a32.misses
  FROM mean_accesses a4, mean_accesses a8, mean_accesses a16, mean_accesses a32
  WHERE a4.class = 'CON' AND a8.class = 'CON' AND a16.class = 'CON' AND a32.class = 'CON' AND a4.setting = 'ws4' AND a8.setting = 'ws8' AND a16.setting = 'ws16' AND a32.setting = 'ws32'
UNION ALL SELECT 'vws.F6.3.merges', group_concat(printf('%s %.1f to %.1f PKI', a.label, b.merges, a.merges), ', '), min(a.merges > b.merges)
  FROM accesses a JOIN accesses b USING (workload) WHERE a.setting = 'ws4' AND b.setting = 'ws32' AND a.label IN ('Radix Sort', 'Game 2') HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.3.wsi', printf('WS4 over WS32: hits %.2f, misses %.2f', a4.hits / a32.hits, a4.misses / a32.misses),
    abs(a4.hits / a32.hits - 1) < 0.1 AND abs(a4.misses / a32.misses - 1) < 0.1
  FROM mean_accesses a4 JOIN mean_accesses a32 USING (class) WHERE class = 'WSI' AND a4.setting = 'ws4' AND a32.setting = 'ws32' AND a32.hits > 0 AND a32.misses > 0
UNION ALL SELECT 'vws.F6.3.slip_div', group_concat(printf('%s accesses %.2f, hits %.2f, misses %.2f', a.label, a.total / b.total, a.hits / b.hits, a.misses / b.misses), '; '),
    min(a.total > b.total AND a.hits > b.hits AND (a.label <> 'Raytracing' OR a.misses > b.misses))
  FROM accesses a JOIN accesses b USING (workload)
  WHERE a.setting = 'ws4' AND b.setting = 'ws32' AND a.label IN ('CoMD', 'ObjClassifier', 'Raytracing') AND b.hits > 0 AND b.misses > 0 HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.4.linear', group_concat(printf('%s %.1f, %.1f, %.1f', class, r16, r8, r4), '; ') || ' times WS32 (WS16, WS8, WS4)', min(r16 > 1.5 AND r8 > 3 AND r4 > 6)
  FROM (SELECT n.class, n.fetches / o.fetches AS r4, e.fetches / o.fetches AS r8, s.fetches / o.fetches AS r16
        FROM mean_fetches n JOIN mean_fetches e USING (class) JOIN mean_fetches s USING (class) JOIN mean_fetches o USING (class)
        WHERE n.setting = 'ws4' AND e.setting = 'ws8' AND s.setting = 'ws16' AND o.setting = 'ws32' AND class IN ('WSI', 'CON')) HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.4.div', printf('%.2f, %.2f, %.2f, %.2f a cycle (WS32 to WS4)', o.fetches, s.fetches, e.fetches, n.fetches), n.fetches > e.fetches AND e.fetches > s.fetches AND s.fetches > o.fetches
  FROM mean_fetches n JOIN mean_fetches e USING (class) JOIN mean_fetches s USING (class) JOIN mean_fetches o USING (class)
  WHERE n.setting = 'ws4' AND e.setting = 'ws8' AND s.setting = 'ws16' AND o.setting = 'ws32' AND class = 'DIV'
UNION ALL SELECT 'vws.F6.6.hmean.div.ivws_vs_ws32', hmean, NULL FROM means WHERE class = 'DIV' AND setting = 'ivws'
UNION ALL SELECT 'vws.F6.6.hmean.div.ivws_vs_ws4', i.hmean / w.hmean, NULL FROM means i JOIN means w USING (class) WHERE class = 'DIV' AND i.setting = 'ivws' AND w.setting = 'ws4'
UNION ALL SELECT 'vws.F6.6.hmean.con.ivws_vs_ws32', hmean, NULL FROM means WHERE class = 'CON' AND setting = 'ivws'
UNION ALL SELECT 'vws.F6.6.hmean.con.ws4_vs_ws32', hmean, NULL FROM means WHERE class = 'CON' AND setting = 'ws4'
UNION ALL SELECT 'vws.F6.6.div.evws_vs_ivws', printf('E-VWS %.3f, I-VWS %.3f of WS32', e.hmean, i.hmean), e.hmean < i.hmean AND e.hmean > 0.9 * i.hmean
  FROM means e JOIN means i USING (class) WHERE class = 'DIV' AND e.setting = 'evws' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.6.con_wsi.evws_vs_ivws', count(*) / sum(i.speedup / e.speedup), NULL
  FROM classed e JOIN classed i USING (workload) WHERE e.class IN ('CON', 'WSI') AND e.setting = 'evws' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.6.hmean.div.impatient_vs_ivws', e.hmean / i.hmean, NULL FROM means e JOIN means i USING (class) WHERE class = 'DIV' AND e.setting = 'evws_impatient' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.6.hmean.con.impatient_vs_ws32', hmean, NULL FROM means WHERE class = 'CON' AND setting = 'evws_impatient'
UNION ALL SELECT 'vws.F6.6.impatient.winners', group_concat(printf('%s %.3f', e.label, e.speedup / i.speedup), ', '), min(e.speedup > i.speedup)
  FROM classed e JOIN classed i USING (workload) WHERE e.setting = 'evws_impatient' AND i.setting = 'evws' AND e.label IN ('Lighting', 'ObjClassifier', 'Raytracing') HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.6.impatient.losers', group_concat(printf('%s %.3f', e.label, e.speedup / i.speedup), ', '), min(e.speedup < 0.9 * i.speedup)
  FROM classed e JOIN classed i USING (workload) WHERE e.setting = 'evws_impatient' AND i.setting = 'evws' AND e.label IN ('Game 1', 'Game 2', 'Radix Sort') HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.6.best', printf('I-VWS %.3f, E-VWS %.3f, E-VWS-ImpatientMem %.3f of WS32', i.hmean, e.hmean, m.hmean), i.hmean >= e.hmean AND i.hmean >= m.hmean
  FROM means i JOIN means e USING (class) JOIN means m USING (class) WHERE class = 'all' AND i.setting = 'ivws' AND e.setting = 'evws' AND m.setting = 'evws_impatient'
UNION ALL SELECT 'vws.F6.6.axis', max(speedup), NULL FROM classed WHERE setting IN ('ivws', 'evws', 'evws_impatient', 'ws4')
UNION ALL SELECT 'vws.F6.7.all', printf('I-VWS over WS4 on DIV %.3f, over WS32 on CON %.3f', d.ratio, c.ratio), d.ratio > 0.9 AND c.ratio > 0.95
  FROM (SELECT min(i.speedup / w.speedup) AS ratio FROM classed i JOIN classed w USING (workload) WHERE i.class = 'DIV' AND i.setting = 'ivws' AND w.setting = 'ws4') d,
       (SELECT min(speedup) AS ratio FROM classed WHERE class = 'CON' AND setting = 'ivws') c
UNION ALL SELECT 'vws.F6.8.div.ivws_vs_ws4', i.fetches / w.fetches, NULL FROM mean_fetches i JOIN mean_fetches w USING (class) WHERE class = 'DIV' AND i.setting = 'ivws' AND w.setting = 'ws4'
UNION ALL SELECT 'vws.F6.8.div.evws_vs_ivws', e.fetches / i.fetches, NULL FROM mean_fetches e JOIN mean_fetches i USING (class) WHERE class = 'DIV' AND e.setting = 'evws' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.8.div.impatient', printf('E-VWS %.2f, E-VWS-ImpatientMem %.2f, I-VWS %.2f a cycle', e.fetches, m.fetches, i.fetches), e.fetches < m.fetches AND m.fetches <= i.fetches
  FROM mean_fetches e JOIN mean_fetches m USING (class) JOIN mean_fetches i USING (class) WHERE class = 'DIV' AND e.setting = 'evws' AND m.setting = 'evws_impatient' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.8.con_wsi', avg(v.fetches) / avg(w.fetches), NULL
  FROM fetching v JOIN fetching w USING (workload) WHERE v.class IN ('CON', 'WSI') AND v.setting IN ('ivws', 'evws') AND w.setting = 'ws32'
UNION ALL SELECT 'vws.F6.8.con.impatient', printf('%.2f times WS32', avg(v.fetches) / avg(w.fetches)), avg(v.fetches) > 1.33 * avg(w.fetches)
  FROM fetching v JOIN fetching w USING (workload) WHERE v.class IN ('CON', 'WSI') AND v.setting = 'evws_impatient' AND w.setting = 'ws32' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.9.div.l1i2_l0_256', l.hmean / i.hmean, NULL FROM means l JOIN means i USING (class) WHERE class = 'DIV' AND l.setting = 'ivws_2fetches_256B' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.9.div.trend', group_concat(printf('%s %.3f', bytes, ratio), ', '), min(ratio) < 0.99 AND min(ratio >= before - 0.005)
  FROM (SELECT replace(replace(l.setting, 'ivws_2fetches_', ''), 'B', '') || ' B' AS bytes, l.hmean / i.hmean AS ratio,
               lag(l.hmean / i.hmean, 1, 0) OVER (ORDER BY CAST(replace(l.setting, 'ivws_2fetches_', '') AS INTEGER)) AS before
        FROM means l JOIN means i USING (class) WHERE class = 'DIV' AND l.setting GLOB 'ivws_2fetches_*' AND i.setting = 'ivws') HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.9.others', count(*) / sum(i.speedup / l.speedup), NULL
  FROM classed l JOIN classed i USING (workload) WHERE l.class IN ('CON', 'WSI') AND l.setting GLOB 'ivws_[24]fetches_*' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.9.axis', min(l.speedup / i.speedup), NULL
  FROM classed l JOIN classed i USING (workload) WHERE l.class = 'DIV' AND l.setting = 'ivws_2fetches_0B' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.10.lpc', printf('lower on %d of %d, harmonic mean %.3f', sum(l.speedup < i.speedup), count(*), count(*) / sum(i.speedup / l.speedup)), min(l.speedup < i.speedup)
  FROM classed l JOIN classed i USING (workload) WHERE l.setting = 'ivws_lpc' AND i.setting = 'ivws' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.10.lgto', printf('%.3f of I-VWS, least %.3f', count(*) / sum(i.speedup / l.speedup), min(l.speedup / i.speedup)), min(l.speedup / i.speedup) < 0.9
  FROM classed l JOIN classed i USING (workload) WHERE l.class = 'DIV' AND l.setting = 'ivws_lgto' AND i.setting = 'ivws' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.10.bgto', group_concat(printf('%s %.3f', l.setting, l.hmean / i.hmean), ', '), min(l.hmean <= i.hmean)
  FROM means l JOIN means i USING (class) WHERE class = 'DIV' AND l.setting IN ('ivws_gto', 'ivws_lrr', 'ivws_lpc', 'ivws_lgto') AND i.setting = 'ivws' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.11.fetch', group_concat(printf('%s %.3f', setting, ratio), ', '), max(abs(ratio - 1)) < 0.1
  FROM (SELECT l.setting, avg(l.fetches) / avg(i.fetches) AS ratio FROM fetching l JOIN fetching i USING (workload)
        WHERE l.setting IN ('ivws_gto', 'ivws_lrr', 'ivws_lpc', 'ivws_lgto') AND i.setting = 'ivws' GROUP BY l.setting) HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.12.div.one', l.hmean / i.hmean, NULL FROM means l JOIN means i USING (class) WHERE class = 'DIV' AND l.setting = 'ivws_1gangs' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.12.div.unlimited', abs(l.hmean / i.hmean - 1), NULL FROM means l JOIN means i USING (class) WHERE class = 'DIV' AND l.setting = 'ivws_4gangs' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.13.div.sync', group_concat(printf('%s %.3f', s.setting, s.hmean / e.hmean), ', '), max(s.hmean < e.hmean) AND min(s.hmean < e.hmean)
  FROM means s JOIN means e USING (class) WHERE class = 'DIV' AND s.setting GLOB 'evws_sync*' AND e.setting = 'evws' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.13.others.sync', printf('least %.3f, most %.3f of E-VWS', min(s.hmean / e.hmean), max(s.hmean / e.hmean)), min(abs(s.hmean / e.hmean - 1) < 0.05)
  FROM means s JOIN means e USING (class) WHERE class IN ('CON', 'WSI') AND s.setting GLOB 'evws_sync*' AND e.setting = 'evws' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.14.sync', group_concat(printf('%s %.3f', s.setting, s.fetches / e.fetches), ', '), max(s.fetches / e.fetches) <= 1.01 AND min(s.fetches / e.fetches) > 0.9
  FROM mean_fetches s JOIN mean_fetches e USING (class) WHERE class = 'DIV' AND s.setting GLOB 'evws_sync*' AND e.setting = 'evws' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.15.mem', printf('on DIV %.3f (group) and %.3f (impatient) of I-VWS, best %.3f; on CON %.3f and %.3f', dg.hmean / di.hmean, dm.hmean / di.hmean, b.ratio, cg.hmean / ci.hmean, cm.hmean / ci.hmean),
    b.ratio > 1 AND cg.hmean < ci.hmean AND cm.hmean < 0.9 * ci.hmean
  FROM means dg, means dm, means di, means cg, means cm, means ci,
       (SELECT max(m.speedup / i.speedup) AS ratio FROM classed m JOIN classed i USING (workload) WHERE m.class = 'DIV' AND m.setting IN ('ivws_group', 'ivws_impatient') AND i.setting = 'ivws') b
  WHERE dg.class = 'DIV' AND dm.class = 'DIV' AND di.class = 'DIV' AND cg.class = 'CON' AND cm.class = 'CON' AND ci.class = 'CON' AND dg.setting = 'ivws_group' AND dm.setting = 'ivws_impatient'
    AND di.setting = 'ivws' AND cg.setting = 'ivws_group' AND cm.setting = 'ivws_impatient' AND ci.setting = 'ivws'
UNION ALL SELECT 'vws.F6.15.group', group_concat(printf('%s: group %.3f, impatient %.3f of I-VWS', g.label, g.speedup / i.speedup, m.speedup / i.speedup), '; '),
    min(iif(g.label = 'Game 2', g.speedup > m.speedup, g.speedup < 0.99 * i.speedup))
  FROM classed g JOIN classed m USING (workload) JOIN classed i USING (workload)
  WHERE g.setting = 'ivws_group' AND m.setting = 'ivws_impatient' AND i.setting = 'ivws' AND g.label IN ('Game 2', 'Radix Sort') HAVING count(*) > 0
UNION ALL SELECT iif(m.setting = 'ivws_group', 'vws.F6.16.group', 'vws.F6.16.impatient'), m.fetches / i.fetches, NULL
  FROM mean_fetches m JOIN mean_fetches i USING (class) WHERE class = 'DIV' AND m.setting IN ('ivws_group', 'ivws_impatient') AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.17.lighting.shape', printf('alone %.2f, in gangs of eight %.2f of all samples', alone, of_8), alone > 0.5 FROM gangs WHERE label = 'Lighting'
UNION ALL SELECT 'vws.F6.17.gamephysics.shape', group_concat(printf('%s: of eight %.2f, of four %.2f, alone %.2f', workload, of_8, of_4, alone), '; '), max(of_4 > 0.1 AND alone < 0.5)
  FROM gangs WHERE label = 'GamePhysics' HAVING count(*) > 0
UNION ALL SELECT 'vws.F6.17.con', printf('in gangs of eight %.3f of all samples, least %.3f', avg(of_8), min(of_8)), min(of_8) > 0.95 FROM gangs WHERE class = 'CON' HAVING count(*) > 0
UNION ALL SELECT 'vws.S6.2.3.table', entries, NULL FROM policy_storage WHERE policy = 'variable_warp' AND structure = 'gang table'
UNION ALL SELECT id, value, NULL FROM areas
UNION ALL SELECT 'vws.S6.6.w8', printf('base of 8: %.3f, of 4: %.3f of WS32', w.hmean, i.hmean), w.hmean > 1 + (i.hmean - 1) / 2
  FROM means w JOIN means i USING (class) WHERE class = 'DIV' AND w.setting = 'ivws_w8' AND i.setting = 'ivws'
UNION ALL SELECT 'vws.F6.18.nvrt_dwf', printf('the check of a program in lockstep: plain %s, TBC %s, DWF %s', p.status, t.status, d.status), p.status = 'ok' AND d.status = 'failed' AND d.message LIKE '%wrong values%'
  FROM runs p, runs t, runs d, settings ps, settings ts, settings ds
  WHERE p.workload = 'ray_tracing_lockstep' AND t.workload = p.workload AND d.workload = p.workload AND ps.run = p.run AND ts.run = t.run AND ds.run = d.run
    AND ps.setting = 'plain' AND ts.setting = 'tbc' AND ds.setting = 'dwf'
UNION ALL SELECT 'vws.F6.18.avg.ivws_vs_base', hmean, NULL FROM compaction_means WHERE setting = 'variable' AND baseline = 'plain'
UNION ALL SELECT 'vws.F6.18.avg.ivws_vs_tbc', hmean, NULL FROM compaction_means WHERE setting = 'variable' AND baseline = 'tbc';
