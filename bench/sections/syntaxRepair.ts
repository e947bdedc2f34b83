import { seededRandom, seedOf } from '../../server/src/base/random.ts';
import { faultKinds, syntaxFault } from '../../server/src/lab/tasks/questions/syntaxFaults.ts';
import { syntaxFixes } from '../../server/src/rdf/syntaxRepair/syntaxFixes.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { atMost, type Findings } from '../findings.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const casesOfKind = 15;

/** Measures the verified fixes of a syntax error in a big document, for each kind of damage. */
export async function syntaxRepair(): Promise<Findings> {
  const document = new TurtleDocument('file:///data.ttl', 1, qudt81k().data);
  const all: number[] = [];
  const rows: string[][] = [];
  const processor: number[] = [];
  for (const kind of faultKinds) {
    const random = seededRandom(seedOf(1, kind));
    const spent: number[] = [];
    let offered = 0;
    for (let i = 0; i < casesOfKind; i++) {
      const fault = syntaxFault(document, kind, random);
      if (fault === undefined) break;
      const { range, newText } = fault.inverse;
      const change = {
        start: range.start,
        end: range.start + newText.length,
        length: range.end - range.start,
      };
      const broken = document.changed(2, fault.text, change);
      const [error] = broken.errors;
      const used = process.cpuUsage();
      const begin = performance.now();
      const fixes = syntaxFixes(broken, error!, { findNamespace: () => undefined, max: 3 });
      spent.push(performance.now() - begin);
      const { user, system } = process.cpuUsage(used);
      processor.push((user + system) / 1000);
      if (fixes.length > 0) offered++;
    }
    if (spent.length === 0) continue;
    all.push(...spent);
    rows.push([kind, ...spread(spent), `${offered} of ${spent.length}`]);
  }
  const most = percentile(all, 95);
  rows.push(['all', ...spread(all), ''], ['all, time of the processor', ...spread(processor), '']);
  return {
    title: 'Fixes of a syntax error',
    tables: [{ head: [`${all.length} slips at 81k`, 'p50', 'p95', 'slowest', 'with a fix'], rows }],
    bars: [{ what: 'fixes of a syntax error at 81k, p95', value: most, unit: 'ms', wanted: atMost(50) }],
    notes: [
      'One slip each, at a random place of QUDT. The text with the slip is read before; reading it again with each edit that is tried, and as a whole with what is offered, is measured. Kinds that QUDT has no place for are missing. The time of the processor is that of all threads; where others use the machine it says more.',
    ],
  };
}

function spread(values: readonly number[]): readonly string[] {
  return [median(values), percentile(values, 95), Math.max(...values)].map(ms);
}
