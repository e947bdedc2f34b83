// npm run calibrate -- SUITE...: fits the scorecard of repairs to suites of violations and mistakes, leaving out one
// data set at a time, and writes docs/calibration.md. Suites whose names begin alike up to a dash are one data set.
import { runBundled } from './runBundled.mjs';

await runBundled('bench/calibration/main.ts', '.cache/calibration');
