import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Findings } from './findings.ts';
import { printBars, printFindings } from './print.ts';
import { type SectionName, sectionNames } from './sections/index.ts';

const arguments_ = process.argv.slice(2);
const asked = arguments_.filter((argument) => !argument.startsWith('-'));
const unknown = asked.filter((name) => !sectionNames.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are: ${sectionNames.join(', ')}.`);
  process.exit(1);
}
const chosen = sectionNames.filter((name) => asked.length === 0 || asked.includes(name));

// Absolute times mean little when the machine is also used by others.
const load = loadavg()[0]!.toFixed(1);
const date = new Date().toISOString().slice(0, 10);
console.log(
  `# Benchmarks\n\n${date}, ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, load ${load}.`,
);
const found: Findings[] = [];
for (const name of chosen) {
  const start = performance.now();
  const findings = await run(name);
  console.log(`\n${printFindings(findings)}\n(${((performance.now() - start) / 1000).toFixed(0)} s)`);
  found.push(findings);
}
console.log(`\n## Bars\n\n${printBars(found.flatMap(({ bars }) => bars))}`);
process.exitCode = found.some(({ failure }) => failure !== undefined) ? 1 : 0;

/** Runs a section in its own process, so that its heap is fresh. */
function run(name: SectionName): Promise<Findings> {
  const program = fileURLToPath(new URL('section.mjs', import.meta.url));
  const child = fork(program, [name, ...arguments_.filter((argument) => argument.startsWith('-'))], {
    execArgv: ['--expose-gc', '--max-old-space-size=8192'],
  });
  return new Promise((resolve) => {
    child.once('message', (findings: Findings) => resolve(findings));
    child.once('exit', (code) =>
      resolve({ title: name, tables: [], bars: [], notes: [], failure: `ended with ${code}` }),
    );
  });
}
