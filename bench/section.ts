import type { Findings } from './findings.ts';
import { type SectionName, sections } from './sections/index.ts';

const [name, ...options] = process.argv.slice(2) as [SectionName, ...string[]];
const optionOf = (name: string) => options.find((option) => option.startsWith(`--${name}=`))?.split('=')[1];
const [against, only] = [optionOf('against'), optionOf('only')];
const findings: Findings = await sections[name]({
  full: options.includes('--full'),
  ...(against !== undefined && { against }),
  ...(only !== undefined && { only }),
}).catch(
  (error: unknown): Findings => ({
    title: name,
    tables: [],
    bars: [],
    notes: [],
    failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }),
);
process.send!(findings, () => process.exit());
