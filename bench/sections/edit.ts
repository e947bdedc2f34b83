import { graphDifference } from '../../server/src/rdf/graphDifference.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { breakablePlaces, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { median, medians, percentile, timed } from '../measure.ts';
import { readWithN3 } from '../peers.ts';
import { ms, times } from '../print.ts';
import { qudt81k } from '../workloads.ts';

/** Measures edits of single statements in a big document, and finding the triples that change. */
export async function edit(): Promise<Findings> {
  const { data } = qudt81k();
  const all = edits(data);
  const copying = all.map(({ copyingText }) => copyingText);
  const reading = all.map(({ reReading }) => reReading);
  const { n3 } = await medians(3, { n3: timed(() => readWithN3(data)) });
  const half = median(reading);
  return {
    title: 'Edit a statement',
    tables: [
      {
        head: [`${all.length} edits at 81k`, 'p50', 'p95', 'slowest', 'n3, the whole text'],
        rows: [
          ['changed document and triples that differ', ...spread(reading), `${ms(n3)} (${times(n3, half)})`],
          ['before: new text in one piece', ...spread(copying), ''],
        ],
      },
    ],
    bars: [
      {
        what: 'one-statement edit at 81k, document and delta, median',
        value: half,
        unit: 'ms',
        wanted: atMost(3),
      },
    ],
    notes: [
      'Each edit breaks a statement or mends it. V8 copies a text of 4 million characters when it is put together anew, which is measured apart.',
    ],
  };
}

/** Times in ms. */
interface Edit {
  readonly copyingText: number;
  readonly reReading: number;
}

function edits(text: string): readonly Edit[] {
  const found: Edit[] = [];
  let document = new TurtleDocument('file:///data.ttl', 1, text);
  // Computes the indexes before the first edit.
  graphDifference(document.graph, document.graph);
  const replace = (start: number, old: string, by: string) => {
    const begin = performance.now();
    const after = `${document.text.slice(0, start)}${by}${document.text.slice(start + old.length)}`;
    // V8 builds a concatenated string only when it is first read.
    after.charCodeAt(start);
    const copied = performance.now();
    const change = { start, end: start + old.length, length: by.length };
    const next = document.changed(document.version + 1, after, change);
    const { added, removed } = graphDifference(document.graph, next.graph);
    found.push({ copyingText: copied - begin, reReading: performance.now() - copied });
    if (added.length + removed.length === 0) throw new Error(`no triple differs at ${start}`);
    document = next;
  };
  // Each place is restored before the next one is broken, so that offsets stay valid.
  for (const { offset, sound, broken } of breakablePlaces(text, 200, seeded(3))) {
    replace(offset, sound, broken);
    replace(offset, broken, sound);
  }
  return found;
}

function spread(values: readonly number[]): readonly string[] {
  return [median(values), percentile(values, 95), Math.max(...values)].map(ms);
}
