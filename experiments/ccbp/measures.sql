-- What the runs of matrix.toml say of the claims of CCBP.

-- The study's kernels (Table 4.2), by the names of captures.
CREATE TEMP TABLE kernel_classes (name TEXT PRIMARY KEY, class TEXT);
INSERT INTO kernel_classes VALUES
  ('CFD', 'NBI'), ('LAV', 'NBI'), ('SMV', 'NBI'), ('KM', 'NBI'), ('LBM', 'DBI'), ('FTD', 'DBI'), ('SAD', 'DBI'), ('SRT', 'DBI'),
  ('BFS', 'LS'), ('BP', 'LS'), ('BT', 'LS'), ('HG', 'LS'), ('PF', 'LS'), ('CFD64', 'NBI');

-- Programs of runs; a program stands as a kernel of its name in the results. Runs of another variant than the one looked at have its name behind
-- that of the setting.
CREATE TEMP TABLE shared AS
SELECT r.run, r.result, r.workload AS pair, s.setting || iif(s.variant IN ('', a.variant), '', ', ' || s.variant) AS setting, p.program, p.name, c.class, p.ipc, p.alone_ipc, p.slowdown, p.interconnect, p.dram,
       p.thread_instructions, p.ended - p.began AS lasted,
       (SELECT count(*) FROM run_programs o WHERE o.result = p.result) AS programs,
       sum(m.value * (q.name = 'load_latency.l2.mean')) AS l2_latency, sum(m.value * (q.name = 'load_latency.dram.mean')) AS dram_latency,
       sum(m.value * (q.name = 'ipc.thread')) AS thread_ipc, sum(m.value * (q.name = 'l2.miss_rate')) AS l2_miss,
       sum(m.value * (q.name = 'cycles')) AS cycles
FROM runs r JOIN settings s USING (run) JOIN looked_at a ON a.registers = r.registers
JOIN run_programs p ON p.result = r.result JOIN kernel_classes c ON c.name = p.name
JOIN kernels k ON k.result = r.result AND k.name = p.name
JOIN measured m ON m.result = r.result AND m.kernel = k.kernel JOIN quantities q USING (quantity)
WHERE r.status = 'ok' GROUP BY r.run, p.program;

CREATE TEMP TABLE solo AS SELECT * FROM shared WHERE programs = 1 AND setting = 'alone';
-- Percent of what is sustainable by the study: 60 % of the interconnect, 65 % of DRAM.
CREATE TEMP TABLE found_types AS
SELECT *, CASE WHEN max(x, y) < 75 THEN 'LS' WHEN x >= y THEN 'NBI' ELSE 'DBI' END AS found
FROM (SELECT name, class, 100 * interconnect / 0.60 AS x, 100 * dram / 0.65 AS y FROM solo WHERE name <> 'CFD64');

-- Pairs, by setting; "later" is the time in which the policy does not sample, if there is such. A program that starved has an infinite slowdown.
CREATE TEMP TABLE later AS
SELECT s.run, s.program, coalesce(s.alone_ipc * sum(w.ended - w.began) / sum(w.warp_instructions), 9e999) AS slowdown
FROM shared s JOIN run_windows w ON w.result = s.result AND w.program = s.program WHERE w.sampled = 0 GROUP BY 1, 2;
CREATE TEMP TABLE pairs AS
SELECT s.run, s.pair, s.setting, CASE WHEN min(s.class) = max(s.class) THEN min(s.class) || '+' || max(s.class)
         WHEN max(s.class = 'LS') THEN 'LS+' || min(iif(s.class = 'LS', 'Z', s.class)) ELSE 'NBI+DBI' END AS mix,
       count(*) / sum(s.slowdown) AS harmonic, sum(1 / s.slowdown) AS weighted, count(*) / sum(l.slowdown) AS later,
       sum(s.interconnect) AS interconnect, sum(s.dram) AS dram, sum(s.thread_instructions) AS instructions, max(s.lasted) AS lasted
FROM shared s LEFT JOIN later l ON l.run = s.run AND l.program = s.program
WHERE s.programs = 2 AND s.slowdown IS NOT NULL AND s.slowdown <> '' GROUP BY s.run HAVING count(*) = 2;
-- Blocks that stay as they are, without controllers: the oracle takes the best.
CREATE TEMP TABLE combinations AS
SELECT p.*, CAST(substr(setting, 7) AS INTEGER) AS first, CAST(substr(setting, 7 + instr(substr(setting, 7), ' ')) AS INTEGER) AS second,
       rank() OVER (PARTITION BY pair ORDER BY harmonic DESC, setting) AS by_harmonic, rank() OVER (PARTITION BY pair ORDER BY weighted DESC, setting) AS by_weighted
FROM pairs p WHERE setting GLOB 'fixed *';
INSERT INTO pairs
SELECT run, pair, 'oracle', mix, max(harmonic), max(weighted), max(later), interconnect, dram, instructions, lasted
FROM pairs WHERE (setting GLOB 'fixed *' OR setting = 'even') AND pair NOT GLOB '*CFD64*' GROUP BY pair;

CREATE TEMP VIEW gains AS  -- of settings over others, by pair
SELECT s.pair, s.mix, s.setting, b.setting AS baseline, s.harmonic / b.harmonic AS gain, s.weighted / b.weighted AS weighted_gain, s.later / b.later AS later_gain
FROM pairs s JOIN pairs b USING (pair);
CREATE TEMP VIEW means AS
SELECT setting, baseline, iif(min(gain) > 0, exp(avg(ln(gain))), 0) AS gain, iif(min(later_gain) > 0, exp(avg(ln(later_gain))), 0) AS later_gain,
       max(gain) AS most, count(gain) AS pairs, count(later_gain) AS later_pairs
FROM gains GROUP BY 1, 2;

-- Kernels beside others, over what they do alone.
CREATE TEMP VIEW beside AS
SELECT s.pair, s.setting, s.name, s.class, p.mix, s.interconnect, s.dram, s.l2_latency, s.dram_latency, iif(s.class = 'NBI', s.interconnect, s.dram) AS own_bandwidth,
       s.l2_latency / a.l2_latency AS l2_growth, s.dram_latency / a.dram_latency AS dram_growth
FROM shared s JOIN pairs p USING (run) JOIN solo a USING (name) WHERE s.programs = 2 AND p.setting = s.setting;
CREATE TEMP VIEW by_setting AS  -- latency of LS kernels and bandwidth of the others, of pairs of an LS kernel and another
SELECT setting, exp(avg(iif(class = 'LS', ln(iif(l2_latency > 0, l2_latency, dram_latency)), NULL))) AS latency, avg(iif(class <> 'LS', own_bandwidth, NULL)) AS bandwidth
FROM beside WHERE mix IN ('LS+NBI', 'LS+DBI') GROUP BY setting;

-- BP beside blocks of 64 threads of CFD.
CREATE TEMP VIEW bp_cfd AS
SELECT p.setting, p.harmonic, p.weighted, b.ipc AS bp_ipc, b.slowdown AS bp_slowdown, c.slowdown AS cfd_slowdown, c.interconnect / 0.60 AS cfd_noc,
       b.l2_latency / a.l2_latency AS l1l2, (b.dram_latency - b.l2_latency) / (a.dram_latency - a.l2_latency) AS l2dram
FROM pairs p JOIN shared b ON b.run = p.run AND b.name = 'BP' JOIN shared c ON c.run = p.run AND c.name = 'CFD64' JOIN solo a ON a.name = 'BP';
-- Requests in 400 cycles, as flits of their replies, over what the interconnect sustains.
CREATE TEMP VIEW demand AS
SELECT setting, avg(demand) AS mean, avg(demand > 1) AS above, max(demand) AS most
FROM (SELECT s.setting, w.began, sum(1.0 * w.requests * f.flits) / (max(w.ended - w.began) * 16 * 0.60 * 1200 / 1800) AS demand
      FROM shared s JOIN run_windows w ON w.result = s.result AND w.program = s.program
      JOIN (SELECT result, program, 1.0 * sum(reply_flits) / sum(requests) AS flits FROM run_windows GROUP BY 1, 2) f ON f.result = w.result AND f.program = w.program
      WHERE s.pair = 'BP+CFD64' AND s.setting IN ('fixed 7 4', 'fixed 7 2') GROUP BY s.setting, w.began)
GROUP BY setting;
CREATE TEMP VIEW dram_windows AS  -- bytes of windows of 400 cycles: mean, and deviation over the mean
SELECT pair, avg(bytes) AS mean, sqrt(max(0, avg(bytes * bytes) - avg(bytes) * avg(bytes))) / avg(bytes) AS bursts
FROM (SELECT s.pair, w.began, sum(1.0 * w.dram_bytes) AS bytes FROM shared s JOIN run_windows w ON w.result = s.result AND w.program = s.program
      WHERE (s.pair = 'CFD64+FTD' AND s.setting = 'fixed 4 7') OR (s.pair = 'FTD' AND s.setting = 'blocks_7') GROUP BY s.pair, w.began)
GROUP BY pair;
CREATE TEMP VIEW correlation AS
SELECT (avg(harmonic * weighted) - avg(harmonic) * avg(weighted))
       / sqrt((avg(harmonic * harmonic) - avg(harmonic) * avg(harmonic)) * (avg(weighted * weighted) - avg(weighted) * avg(weighted))) AS r, count(*) AS runs
FROM pairs WHERE setting IN ('leftover', 'even', 'smk', 'warped_slicer', 'ws_dai', 'ccbp', 'oracle');

CREATE TEMP VIEW all_claims (id, value, holds) AS
SELECT 'ccbp.S4.1.hs.' || CASE baseline WHEN 'warped_slicer' THEN 'ws' ELSE baseline END, 100 * (gain - 1), NULL
  FROM means WHERE setting = 'ccbp' AND baseline IN ('smk', 'warped_slicer', 'ws_dai', 'oracle')
UNION ALL SELECT 'ccbp.S4.1.hs.oracle_max', 100 * (most - 1), NULL FROM means WHERE setting = 'ccbp' AND baseline = 'oracle'
UNION ALL SELECT 'ccbp.S4.1.latency.max', max(max(coalesce(l2_growth, 0), coalesce(dram_growth, 0))), NULL FROM beside WHERE setting = 'leftover' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.1.latency.reduced', group_concat(printf('%s %.0f', setting, latency), ', '),
    max(iif(setting = 'ccbp', latency, 0)) < min(iif(setting = 'ccbp', 1e9, latency))
  FROM by_setting WHERE setting IN ('smk', 'warped_slicer', 'even', 'ccbp') HAVING count(*) = 4
UNION ALL SELECT 'ccbp.S4.1.bw.improved', group_concat(printf('%s %.1f %%', setting, 100 * bandwidth), ', '),
    max(iif(setting = 'ccbp', bandwidth, 0)) > max(iif(setting = 'ccbp', 0, bandwidth))
  FROM by_setting WHERE setting IN ('smk', 'warped_slicer', 'even', 'ccbp') HAVING count(*) = 4
UNION ALL SELECT 'ccbp.S4.1.nbi_dbi', printf('interconnect and DRAM %.1f %% together, %.1f %% alone', 50 * avg(p.interconnect + p.dram), 50 * avg(a.used)),
    avg(p.interconnect + p.dram) > avg(a.used)
  FROM pairs p JOIN (SELECT s.run, avg(o.interconnect + o.dram) AS used FROM shared s JOIN solo o USING (name) GROUP BY s.run) a USING (run)
  WHERE p.mix = 'NBI+DBI' AND p.setting = 'even' AND p.pair NOT GLOB '*CFD64*' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.2.' || lower(class), sum(found = class), NULL FROM found_types GROUP BY class
UNION ALL SELECT 'ccbp.T4.2.' || name || '.thro', 100.0 * thread_ipc / (16 * 4 * 32), NULL FROM solo WHERE name <> 'CFD64'
UNION ALL SELECT 'ccbp.T4.2.' || name || '.noc', 100 * interconnect, NULL FROM solo WHERE name <> 'CFD64'
UNION ALL SELECT 'ccbp.T4.2.' || name || '.dram', 100 * dram, NULL FROM solo WHERE name <> 'CFD64'
UNION ALL SELECT 'ccbp.T4.2.' || name || '.l2miss', 100 * l2_miss, NULL FROM solo WHERE name <> 'CFD64'
UNION ALL SELECT 'ccbp.T4.2.' || name || '.type', printf('%s: interconnect %.0f %%, DRAM %.0f %% of sustainable', found, x, y), found = class FROM found_types
UNION ALL SELECT 'ccbp.S4.3.2.nbi_lo', 100 * min(interconnect), NULL FROM solo WHERE class = 'NBI' AND name <> 'CFD64' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.2.nbi_hi', 100 * max(interconnect), NULL FROM solo WHERE class = 'NBI' AND name <> 'CFD64' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.2.dbi_lo', 100 * min(dram), NULL FROM solo WHERE class = 'DBI' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.2.dbi_hi', 100 * max(dram), NULL FROM solo WHERE class = 'DBI' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.2.noc_sustainable', 100 * s.value, NULL FROM runs r JOIN statistics s USING (run) WHERE r.workload = 'uniform' AND s.name = 'noc.reply_utilization'
UNION ALL SELECT 'ccbp.S4.3.2.sad_latency', dram_latency / 380, NULL FROM solo WHERE name = 'SAD'
UNION ALL SELECT 'ccbp.S4.3.2.ls_slowdown', min(d.cycles / a.cycles), NULL FROM shared d JOIN solo a USING (name) WHERE d.setting = 'doubled' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.2.ls_latency', group_concat(printf('%s %.0f, %.0f', name, l2_latency, dram_latency), '; '),
    max(l2_latency / 200) <= 4.0 / 3 AND max(dram_latency / 380) <= 4.0 / 3
  FROM solo WHERE class = 'LS' HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.3.correlate', printf('coefficient %.2f of %d runs', r, runs), r >= 0.7 FROM correlation WHERE runs > 2
UNION ALL SELECT 'ccbp.S4.3.3.instr_lo', min(0.1 * instructions / lasted), NULL FROM pairs WHERE setting IN ('smk', 'warped_slicer', 'ws_dai', 'ccbp') HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.3.3.instr_hi', max(0.1 * instructions / lasted), NULL FROM pairs WHERE setting IN ('smk', 'warped_slicer', 'ws_dai', 'ccbp') HAVING count(*) > 0
UNION ALL SELECT 'ccbp.S4.4.1.bp_cfd.bp_ctas', first, NULL FROM combinations WHERE pair = 'BP+CFD64' AND by_harmonic = 1
UNION ALL SELECT 'ccbp.S4.4.1.bp_cfd.cfd_ctas', second, NULL FROM combinations WHERE pair = 'BP+CFD64' AND by_harmonic = 1
UNION ALL SELECT 'ccbp.F4.2.slowdown', printf('BP %.2f, CFD %.2f', bp_slowdown, cfd_slowdown), bp_slowdown > cfd_slowdown FROM bp_cfd WHERE setting = 'fixed 7 4'
UNION ALL SELECT 'ccbp.F4.2.l1l2', printf('%.2f times', l1l2), l1l2 > 1.5 FROM bp_cfd WHERE setting = 'fixed 7 4'
UNION ALL SELECT 'ccbp.F4.2.l2dram', printf('%.2f times', l2dram), l2dram <= 4.0 / 3 FROM bp_cfd WHERE setting = 'fixed 7 4'
UNION ALL SELECT 'ccbp.F4.2.ws_74', weighted, NULL FROM bp_cfd WHERE setting = 'fixed 7 4'
UNION ALL SELECT 'ccbp.F4.2.ws_72', weighted, NULL FROM bp_cfd WHERE setting = 'fixed 7 2'
UNION ALL SELECT 'ccbp.F4.2.bp_72', printf('IPC %.2f and %.2f', s.bp_ipc, f.bp_ipc), s.bp_ipc > f.bp_ipc FROM bp_cfd s JOIN bp_cfd f ON s.setting = 'fixed 7 2' AND f.setting = 'fixed 7 4'
UNION ALL SELECT iif(setting = 'fixed 7 4', 'ccbp.S4.4.1.cfd4_noc', 'ccbp.S4.4.1.cfd2_noc'), 100 * cfd_noc, NULL FROM bp_cfd WHERE setting IN ('fixed 7 4', 'fixed 7 2')
UNION ALL SELECT iif(setting = 'fixed 7 4', 'ccbp.F4.3.burst4', 'ccbp.F4.3.burst2'), printf('%.0f %% on average, %.0f %% at most; above 100 %% in %.1f %% of the windows', 100 * mean, 100 * most, 100 * above),
    above > iif(setting = 'fixed 7 4', 0.1, 0) FROM demand
UNION ALL SELECT 'ccbp.F4.4.cfd_ctas', first, NULL FROM combinations WHERE pair = 'CFD64+FTD' AND by_harmonic = 1
UNION ALL SELECT 'ccbp.F4.4.ftd_ctas', second, NULL FROM combinations WHERE pair = 'CFD64+FTD' AND by_harmonic = 1
UNION ALL SELECT 'ccbp.F4.4.dram', printf('DRAM %.2f of that alone; deviation over mean %.2f and %.2f', t.mean / a.mean, t.bursts, a.bursts), t.mean < a.mean AND t.bursts > a.bursts
  FROM dram_windows t JOIN dram_windows a ON t.pair = 'CFD64+FTD' AND a.pair = 'FTD'
UNION ALL SELECT 'ccbp.S4.4.3.sad1_bw', 100 * dram / 0.65, NULL FROM shared WHERE setting = 'blocks_1'
UNION ALL SELECT 'ccbp.S4.4.3.sad1_latency', dram_latency / 380, NULL FROM shared WHERE setting = 'blocks_1';
-- Of the other variants, which are other quotas of SMK, the one claim that compares with SMK.
CREATE TEMP VIEW measured_claims (id, value, holds) AS
SELECT id, value, holds FROM all_claims WHERE id = 'ccbp.S4.1.hs.smk' OR (SELECT variant FROM looked_at) IN ('', 'quotas by time or use');
