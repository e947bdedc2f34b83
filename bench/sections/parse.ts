import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { atLeast, type Findings } from '../findings.ts';
import { medians, timed } from '../measure.ts';
import { readWithN3 } from '../peers.ts';
import { ms, times } from '../print.ts';
import { qudt81k, qudtUnits, vocabularyUnit } from '../workloads.ts';

const uri = 'file:///data.ttl';

/** Measures parsing of Turtle. Our parser records all positions; n3 does not. */
export async function parse(): Promise<Findings> {
  const measured = [];
  for (const [name, text] of [
    ['QUDT units', qudtUnits()],
    ['QUDT 81k', qudt81k().data],
    ['unit.nq, a triple a line', vocabularyUnit().data],
  ] as const) {
    const time = await medians(2, {
      ours: timed(() => new TurtleDocument(uri, 1, text)),
      graph: timed(() => new TurtleDocument(uri, 1, text).graph),
      n3: timed(() => readWithN3(text, uri)),
    });
    measured.push({ name, time, megabytes: Buffer.byteLength(text) / 1e6 });
  }
  const units = measured[0]!.time;
  return {
    title: 'Parse',
    tables: [
      {
        head: ['text', 'MB', 'ours', 'ours with its graph', 'n3 Parser'],
        rows: measured.map(({ name, time, megabytes }) => [
          name,
          megabytes.toFixed(1),
          `${ms(time.ours)} (${(megabytes / (time.ours / 1000)).toFixed(0)} MB/s)`,
          ms(time.graph),
          `${ms(time.n3)} (${times(time.n3, time.ours)})`,
        ]),
      },
    ],
    bars: [
      {
        what: 'parse with places, QUDT units, against n3',
        value: units.n3 / units.ours,
        unit: '×',
        wanted: atLeast(2),
      },
    ],
    notes: ['Ours gives the syntax tree with the range of every term, the triples and all errors.'],
  };
}
