import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suppliedPrefixes } from '../../server/src/testing/fixture.ts';
import { runCommandLine } from '../commandLine.ts';
import { atMost, type Findings } from '../findings.ts';
import { deskShapes, manyFaults, manyFaultsShapes, rivals } from '../hostile/faults.ts';
import { ms, printValue } from '../print.ts';

/** The approximate number of results of the inputs. */
const results = 1400;

const inputs = [
  { what: 'many components', data: manyFaults(results), shapes: manyFaultsShapes },
  {
    what: 'the same on one line',
    data: manyFaults(results).replaceAll('\n', ' '),
    shapes: manyFaultsShapes,
  },
  { what: 'every two clash', data: rivals(results), shapes: deskShapes },
];

/** Measures `repair --apply` on files that need many repairs. */
export async function repairApply(): Promise<Findings> {
  const measured = inputs.map((input) => ({ ...input, ...applied(input) }));
  return {
    title: 'Repair and apply',
    tables: [
      {
        head: [`\`repair --apply\`, ${results} results`, 'exit code', 'time', 'memory at most'],
        rows: measured.map(({ what, status, time, memory }) => [
          what,
          String(status),
          ms(time),
          printValue(memory, 'MB'),
        ]),
      },
    ],
    bars: measured.flatMap(({ what, time, memory }) => [
      { what: `repair --apply, ${what}`, value: time, unit: 'ms' as const, wanted: atMost(20_000) },
      { what: `repair --apply, ${what}: memory`, value: memory, unit: 'MB' as const, wanted: atMost(500) },
    ]),
    notes: ['The command line as it is shipped, in a process of its own, from its start to its end.'],
  };
}

function applied({ data, shapes }: (typeof inputs)[number]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-apply-'));
  try {
    writeFileSync(path.join(folder, 'data.ttl'), suppliedPrefixes + data);
    writeFileSync(path.join(folder, 'shapes.ttl'), suppliedPrefixes + shapes);
    return runCommandLine(['repair', 'data.ttl', '--shapes', 'shapes.ttl', '--apply'], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
