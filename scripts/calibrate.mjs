// npm run calibrate -- SUITE... CASES.json...: fits the scorecard of repairs to suites of violations and mistakes, leaving out one
// data set at a time, judges the first repairs of cases with known answers, and writes docs/calibration.md. Suites whose names begin alike up to a dash are one data set.
import { runBundled } from './runBundled.mjs';

await runBundled('bench/calibration/main.ts', '.cache/calibration');
