-- What the runs of matrix.toml say of what was expected. Gains are in percent of the IPC with blocks as the unit of resources, scheduler
-- and machine being the same; means are geometric.

CREATE TEMP TABLE benchmarks AS  -- a benchmark of two programs (BT) is both
SELECT iif(machine = 'v100', 'V100', 'GTX 480') AS machine, label, m.choice AS scheduler, r.choice AS residency, sum(value) AS cycles
FROM sized m JOIN choices r ON r.run = m.run AND r.axis = 'residency' WHERE name = 'cycles' GROUP BY machine, label, setting
HAVING count(*) = (SELECT count(*) FROM labels l WHERE l.label = m.label);
CREATE TEMP TABLE gains AS
SELECT s.machine, s.label, s.scheduler, s.residency, 1.0 * b.cycles / s.cycles AS speedup, 100 * (1.0 * b.cycles / s.cycles - 1) AS gain
FROM benchmarks s JOIN benchmarks b USING (machine, label, scheduler) WHERE b.residency = 'block' AND s.residency <> 'block';
CREATE TEMP VIEW mean_gains AS
SELECT machine, scheduler, residency, 100 * (exp(avg(ln(speedup))) - 1) AS gain FROM gains GROUP BY machine, scheduler, residency;
CREATE TEMP VIEW performance AS  -- over round robin with blocks
SELECT s.machine, s.scheduler, s.residency, exp(avg(ln(1.0 * b.cycles / s.cycles))) AS speedup
FROM benchmarks s JOIN benchmarks b USING (machine, label)
WHERE b.scheduler = 'rr' AND b.residency = 'block' GROUP BY s.machine, s.scheduler, s.residency;

CREATE TEMP TABLE rtru AS  -- of the blocks of Table 2's kernels
SELECT g.label, g.choice AS scheduler, exp(sum(n.value * ln(g.value)) / sum(n.value)) AS geometric
FROM kernel_totals g JOIN kernel_totals n USING (run, number) JOIN choices r ON r.run = g.run AND r.axis = 'residency'
WHERE g.name = 'rtru.geometric_mean' AND n.name = 'blocks' AND r.choice = 'block' AND g.machine <> 'v100' AND g.value > 0 GROUP BY 1, 2;
CREATE TEMP VIEW mean_rtru AS SELECT scheduler, exp(avg(ln(geometric))) AS geometric FROM rtru GROUP BY scheduler;

CREATE TEMP TABLE limited AS  -- residencies that hold back warps in fragments
SELECT DISTINCT r.choice AS residency, t.value AS warps
FROM done d JOIN choices r ON r.run = d.run AND r.axis = 'residency'
JOIN parameters m ON m.run = d.run AND m.key = 'residency.warpman.mode' JOIN parameters s ON s.run = d.run AND s.key = 'residency.warpman.threshold_scope'
JOIN parameters t ON t.run = d.run AND t.key = 'residency.warpman.threshold' WHERE m.value = 'threshold' AND s.value = 'spatial';
CREATE TEMP VIEW thresholds AS
SELECT label, warps, speedup, gain FROM gains JOIN limited USING (residency) WHERE machine = 'GTX 480' AND scheduler = 'rr';
CREATE TEMP VIEW best_thresholds AS SELECT label, warps, max(speedup) AS speedup FROM thresholds GROUP BY label;

CREATE TEMP VIEW predicted AS  -- by rank, of temp under round robin
SELECT r.label, rank() OVER (ORDER BY r.geometric) AS of_rtru, rank() OVER (ORDER BY g.gain) AS of_gain, r.geometric, g.gain
FROM rtru r JOIN gains g ON g.label = r.label AND g.machine = 'GTX 480' AND g.scheduler = 'rr' AND g.residency = 'temp' WHERE r.scheduler = 'rr';
CREATE TEMP VIEW correlation AS
SELECT (avg(of_rtru * of_gain) - avg(of_rtru) * avg(of_gain)) /
       sqrt((avg(of_rtru * of_rtru) - avg(of_rtru) * avg(of_rtru)) * (avg(of_gain * of_gain) - avg(of_gain) * avg(of_gain))) AS value
FROM predicted HAVING count(*) > 2;

CREATE TEMP VIEW measured_claims AS
SELECT 'beyond.' || scheduler || '.gains' AS id, printf('temp_spatial %+.2f, dueling %+.2f %%', s.gain, d.gain) AS value, s.gain > 0 AND d.gain > 0 AS holds
  FROM mean_gains s JOIN mean_gains d USING (machine, scheduler)
  WHERE machine = 'GTX 480' AND scheduler IN ('gto', 'pro') AND s.residency = 'temp_spatial' AND d.residency = 'dueling'
UNION ALL SELECT 'beyond.pro.less', printf('PRO %+.2f, RR %+.2f %%', p.gain, r.gain), p.gain < r.gain
  FROM mean_gains p JOIN mean_gains r USING (machine, residency)
  WHERE machine = 'GTX 480' AND residency = 'temp_spatial' AND p.scheduler = 'pro' AND r.scheduler = 'rr'
UNION ALL SELECT 'beyond.pro.rtru', printf('PRO %.2f, RR %.2f %%', 100 * p.geometric, 100 * r.geometric), p.geometric < r.geometric
  FROM mean_rtru p, mean_rtru r WHERE p.scheduler = 'pro' AND r.scheduler = 'rr'
UNION ALL SELECT 'beyond.pro.both', printf('both %.4f, PRO %.4f, temp_spatial %.4f of round robin with blocks', b.speedup, p.speedup, w.speedup),
    b.speedup > p.speedup AND b.speedup > w.speedup
  FROM performance b JOIN performance p USING (machine) JOIN performance w USING (machine)
  WHERE machine = 'GTX 480' AND b.scheduler = 'pro' AND b.residency = 'temp_spatial' AND p.scheduler = 'pro' AND p.residency = 'block'
    AND w.scheduler = 'rr' AND w.residency = 'temp_spatial'
UNION ALL SELECT 'beyond.ccws.less', printf('CCWS %+.2f, GTO %+.2f %%', c.gain, g.gain), c.gain < g.gain
  FROM mean_gains c JOIN mean_gains g USING (machine, residency)
  WHERE machine = 'GTX 480' AND residency = 'temp_spatial' AND c.scheduler = 'ccws' AND g.scheduler = 'gto'
UNION ALL SELECT 'beyond.v100.less', printf('V100 %+.2f, GTX 480 %+.2f %%', v.gain, g.gain), v.gain < g.gain
  FROM mean_gains v JOIN mean_gains g USING (scheduler, residency)
  WHERE scheduler = 'gto' AND residency = 'temp_spatial' AND v.machine = 'V100' AND g.machine = 'GTX 480'
UNION ALL SELECT 'beyond.release.less', printf('release %+.2f, temp %+.2f %%', r.gain, t.gain), r.gain > 0 AND r.gain < t.gain
  FROM mean_gains r JOIN mean_gains t USING (machine, scheduler)
  WHERE machine = 'GTX 480' AND scheduler = 'rr' AND r.residency = 'release' AND t.residency = 'temp'
UNION ALL SELECT 'beyond.threshold.best', printf('best thresholds %+.2f, dueling %+.2f %%', b.gain, d.gain), b.gain >= d.gain
  FROM (SELECT 100 * (exp(avg(ln(speedup))) - 1) AS gain FROM best_thresholds HAVING count(*) > 0) b, mean_gains d
  WHERE d.machine = 'GTX 480' AND d.scheduler = 'rr' AND d.residency = 'dueling'
UNION ALL SELECT 'beyond.threshold.scope', printf('spatial %+.2f, all %+.2f %%', s.gain, a.gain), s.gain > a.gain
  FROM mean_gains s JOIN mean_gains a USING (machine, scheduler)
  WHERE machine = 'GTX 480' AND scheduler = 'rr' AND s.residency = 'threshold_36' AND a.residency = 'threshold_36_all'
UNION ALL SELECT 'beyond.rtru.predicts', printf('%.2f', value), value > 0.5 FROM correlation;
