-- Tables and views that the experiments' measures.sql begin from. Beside the results' own views (docs/guide/sweeps.md) there are the tables
--   labels (workload, label, class)            the study's name and class of each of its workloads
--   kernel_labels (workload, kernel, label)    and of their kernels
--   claims (id, value)                         the study's values
--   looked_at (registers, variant)             whose runs are looked at: "own" or "published", and the choice of the axis
--                                              "variant", '' if the matrix has none
--   policy_storage (policy, structure, entries, bits_each)   of an SM of the machine, as heddle cost has it

-- Runs that are ok, with the names of the study. The axis "variant" comes last in the matrix, and is no part of the setting here.
CREATE TEMP TABLE done AS
SELECT r.run, r.workload, l.label, l.class, r.size, r.machine, r.arguments, r.result,
       iif(v.choice IS NULL, r.setting, substr(r.setting, 1, length(r.setting) - length(v.choice) - 1)) AS setting
FROM runs r JOIN labels l USING (workload) JOIN looked_at a ON a.registers = r.registers
LEFT JOIN choices v ON v.run = r.run AND v.axis = 'variant'
WHERE r.status = 'ok' AND coalesce(v.choice, '') = a.variant;

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
SELECT s.workload, s.label, s.class, s.setting, b.setting AS baseline, 1.0 * b.value / s.value AS speedup
FROM sized s JOIN sized b USING (workload)
WHERE s.name = 'cycles' AND b.name = 'cycles' AND b.value > 0 AND s.value > 0;

-- Static warp limits, of an experiment that has a table speedups_of (workload, label, class, setting, speedup). Best-SWL: of each
-- benchmark's limits the fastest; of equal ones the highest.
CREATE TEMP VIEW limits AS
SELECT workload, label, class, CAST(substr(setting, 5) AS INTEGER) AS warps, speedup
FROM speedups_of WHERE setting GLOB 'swl_*';
CREATE TEMP VIEW best_limits AS
SELECT l.workload, l.label, l.class, max(l.warps) AS warps, max(l.speedup) AS speedup
FROM limits l WHERE l.speedup >= 0.999 * (SELECT max(m.speedup) FROM limits m WHERE m.workload = l.workload)
GROUP BY l.workload;
CREATE TEMP VIEW schedulers AS
SELECT workload, label, class, setting, speedup FROM speedups_of
UNION ALL SELECT workload, label, class, 'best_swl', speedup FROM best_limits;
