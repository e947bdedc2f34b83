// node scripts/largeData.mjs 100k 1M 10M: writes QUDT in renamed copies as N-Triples and Turtle to a cache outside the
// repository ($SHACL_REPAIR_CACHE, else ~/.cache/shacl-repair), and prints the files' names. Those that exist are kept.
import { runBundled } from './runBundled.mjs';

await runBundled('bench/large/main.ts', '.cache/large');
