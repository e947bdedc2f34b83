import type { Findings } from './findings.ts';
import { type SectionName, sections } from './sections/index.ts';

const [name, ...options] = process.argv.slice(2) as [SectionName, ...string[]];
const findings: Findings = await sections[name]({ full: options.includes('--full') }).catch(
  (error: unknown): Findings => ({
    title: name,
    tables: [],
    bars: [],
    notes: [],
    failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }),
);
process.send!(findings, () => process.exit());
