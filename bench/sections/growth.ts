import { type Comparison, oursOnly, oursWithIndex } from '../comparison.ts';
import { atMost, type Bar, type Findings } from '../findings.ts';
import { readWorkload } from '../ours.ts';
import { ms } from '../print.ts';
import { qudt10k, qudt81k, qudt406k } from '../workloads.ts';

/** How our time for one triple changes with the size of the data. */
export async function growth(): Promise<Findings> {
  const sizes = [];
  for (const workload of [qudt10k(), qudt81k(), qudt406k()]) {
    const triples = readWorkload(workload).data.graph.size;
    sizes.push({
      triples,
      only: perTriple(await oursOnly(workload, 5), triples),
      withIndex: perTriple(await oursWithIndex(workload, 3), triples),
    });
  }
  const [small, middle, big] = sizes as [Size, Size, Size];
  return {
    title: 'Growth',
    tables: [
      {
        head: ['triples', 'validate only, for 1000 triples', 'from parsed triples, for 1000 triples'],
        rows: sizes.map(({ triples, only, withIndex }) => [
          String(triples),
          ms(only * 1000),
          ms(withIndex * 1000),
        ]),
      },
    ],
    bars: [
      bar('validate only, 10k → 81k', small.only, middle.only),
      bar('validate only, 81k → 406k', middle.only, big.only),
      bar('from parsed triples, 10k → 81k', small.withIndex, middle.withIndex),
      bar('from parsed triples, 81k → 406k', middle.withIndex, big.withIndex),
    ],
    notes: [
      'The bars are the time for one triple as a share of what it is on the smaller data; 100 % is linear. The data at 10k is denser in what shapes look at and has 1,641 results, the other two have none.',
    ],
  };
}

interface Size {
  readonly triples: number;
  /** In ms for one triple. */
  readonly only: number;
  readonly withIndex: number;
}

function perTriple({ times: { traced } }: Comparison, triples: number): number {
  return traced / triples;
}

function bar(what: string, smaller: number, bigger: number): Bar {
  return {
    what: `growth, ${what}: time for a triple`,
    value: (bigger / smaller) * 100,
    unit: '%',
    wanted: atMost(100),
  };
}
