import { traced, tracedWithIndex } from '../comparison.ts';
import { atMost, type Bar, type Findings } from '../findings.ts';
import { medians } from '../measure.ts';
import { readWorkload } from '../ours.ts';
import { ms } from '../print.ts';
import { qudt10k, qudt81k, qudt406k } from '../workloads.ts';

/** How our time for one triple changes with the size of the data. */
export async function growth(): Promise<Findings> {
  const workloads = { small: qudt10k(), middle: qudt81k(), big: qudt406k() };
  const only = await medians(5, {
    small: traced(workloads.small),
    middle: traced(workloads.middle),
    big: traced(workloads.big),
  });
  const withIndex = await medians(5, {
    small: tracedWithIndex(workloads.small),
    middle: tracedWithIndex(workloads.middle),
    big: tracedWithIndex(workloads.big),
  });
  const size = (name: keyof typeof workloads): Size => {
    const triples = readWorkload(workloads[name]).data.graph.size;
    return { triples, only: only[name] / triples, withIndex: withIndex[name] / triples };
  };
  const [small, middle, big] = [size('small'), size('middle'), size('big')];
  return {
    title: 'Growth',
    tables: [
      {
        head: ['triples', 'validate only, for 1000 triples', 'from parsed triples, for 1000 triples'],
        rows: [small, middle, big].map(({ triples, only, withIndex }) => [
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

function bar(what: string, smaller: number, bigger: number): Bar {
  return {
    what: `growth, ${what}: time for a triple`,
    value: (bigger / smaller) * 100,
    unit: '%',
    wanted: atMost(100),
  };
}
