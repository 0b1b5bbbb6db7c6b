-- Tables and views that the experiments' measures.sql begin from. Beside the results' own views (docs/guide/sweeps.md) there are the tables
--   labels (workload, label, class)            the study's name and class of each of its workloads
--   kernel_labels (workload, kernel, label)    and of their kernels
--   claims (id, value)                         the study's values
--   looked_at (registers, variant)             whose runs are looked at: "own" or "published", and the choice of the axis
--                                              "variant", '' if the matrix has none
--   settings (run, setting, variant)           the setting without its choice of the axis "variant", and that choice
--   policy_storage (policy, structure, entries, bits_each)   of an SM of the machine, as heddle cost has it
--   storage_costs (cost, kind, policy, structure, entries, bits_each, mm2), storage_totals (cost, kind, policy, mm2, chip_percent)
--                                              what heddle cost says of each [[cost]] of experiment.toml; kind "sm": of every SM
--   chip_counters (claim, row, counter, value), chip_values (row, name, value, launches, run)
--                                              of an experiment with [[measurements]]: the claims, and the statistics of the rows' kernels

-- Runs that are ok, with the names of the study; "choice" is that of the axis "setting". Names are compared whole. What a run has of a
-- machine or a policy is asked of the view parameters (run, key, value).
CREATE TEMP TABLE done AS
SELECT r.run, r.workload, l.label, l.class, r.size, r.machine, r.arguments, r.result, s.setting, c.choice
FROM runs r JOIN settings s USING (run) JOIN labels l USING (workload)
JOIN looked_at a ON a.registers = r.registers AND s.variant IN (a.variant, '')
LEFT JOIN choices c ON c.run = r.run AND c.axis = 'setting'
WHERE r.status = 'ok';

-- One value of a whole run.
CREATE TEMP VIEW totals AS
SELECT d.*, q.name, coalesce(m.value, 0) AS value
FROM done d CROSS JOIN quantities q
LEFT JOIN measured m ON m.result = d.result AND m.kernel = 0 AND m.quantity = q.quantity;

CREATE TEMP VIEW cycles AS
SELECT run, workload, label, class, size, setting, value AS cycles FROM totals WHERE name = 'cycles';

-- One value of a kernel that the study names; kernels may share a label, or have none, but each has its number in the run.
CREATE TEMP VIEW kernel_totals AS
SELECT d.*, kl.label AS kernel, k.kernel AS number, q.name, coalesce(m.value, 0) AS value
FROM done d JOIN kernel_labels kl USING (workload)
JOIN kernels k ON k.result = d.result
  AND (k.name = kl.kernel OR k.name GLOB kl.kernel || '[(<]*' OR k.name GLOB '* ' || kl.kernel || '[(<]*')
CROSS JOIN quantities q
LEFT JOIN measured m ON m.result = d.result AND m.kernel = k.kernel AND m.quantity = q.quantity;

-- A workload's size of this reproduction: runs with arguments of the matrix's own have none.
CREATE TEMP VIEW sized AS SELECT * FROM totals WHERE size <> '';

-- Speed-ups of every setting over every other.
CREATE TEMP VIEW ratios AS
SELECT s.run, s.workload, s.label, s.class, s.setting, b.setting AS baseline, 1.0 * b.value / s.value AS speedup
FROM sized s JOIN sized b USING (workload)
WHERE s.name = 'cycles' AND b.name = 'cycles' AND b.value > 0 AND s.value > 0;

-- Static warp limits, of an experiment that has a table speedups_of (run, workload, label, class, setting, speedup). Best-SWL: of each
-- benchmark's limits the fastest; of equal ones the highest.
CREATE TEMP VIEW limits AS
SELECT s.*, p.value AS warps FROM speedups_of s JOIN parameters p ON p.run = s.run AND p.key = 'throttle.swl.limit';
CREATE TEMP VIEW best_limits AS
SELECT l.workload, l.label, l.class, l.setting, max(l.warps) AS warps,  -- the setting is that of the most warps
       (SELECT max(m.speedup) FROM limits m WHERE m.workload = l.workload) AS speedup
FROM limits l WHERE l.speedup >= 0.999 * (SELECT max(m.speedup) FROM limits m WHERE m.workload = l.workload)
GROUP BY l.workload;
CREATE TEMP VIEW schedulers AS
SELECT workload, label, class, setting, speedup FROM speedups_of
UNION ALL SELECT workload, label, class, 'best_swl', speedup FROM best_limits;
