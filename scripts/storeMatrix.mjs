// npm run store-matrix -- URL: asks a SPARQL endpoint, which may be read-only or empty, what it can compute, how much it
// answers, and whether its answers to our conditions can be relied on. Prints its row for the matrix of docs/stores.md.
import { runBundled } from './runBundled.mjs';

await runBundled('bench/stores/main.ts', '.cache/stores');
