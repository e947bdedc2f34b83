import { traced, tracedWithIndex } from '../comparison.ts';
import { atMost, type Bar, type Findings } from '../findings.ts';
import { medians } from '../measure.ts';
import { readWorkload } from '../ours.ts';
import { ms } from '../print.ts';
import { qudt10k, qudt81k, qudt406k } from '../workloads.ts';

/** Measures how our time grows with the size of the data. */
export async function growth(): Promise<Findings> {
  const workloads = { small: qudt10k(), middle: qudt81k(), big: qudt406k() };
  const only = await medians(2, {
    small: traced(workloads.small),
    middle: traced(workloads.middle),
    big: traced(workloads.big),
  });
  const withIndex = await medians(2, {
    small: tracedWithIndex(workloads.small),
    middle: tracedWithIndex(workloads.middle),
    big: tracedWithIndex(workloads.big),
  });
  const sizes = (['small', 'middle', 'big'] as const).map((name) => ({
    triples: readWorkload(workloads[name]).data.graph.size,
    only: only[name],
    withIndex: withIndex[name],
  }));
  return {
    title: 'Growth',
    tables: [
      {
        head: ['triples', 'validate only', 'for 1000 triples', 'from parsed triples', 'for 1000 triples'],
        rows: sizes.map((size) => [
          String(size.triples),
          ms(size.only),
          ms((size.only / size.triples) * 1000),
          ms(size.withIndex),
          ms((size.withIndex / size.triples) * 1000),
        ]),
      },
    ],
    bars: [
      bar('validate only', exponent(sizes.map((size) => [size.triples, size.only]))),
      bar('from parsed triples', exponent(sizes.map((size) => [size.triples, size.withIndex]))),
    ],
    notes: [
      'The bars are the exponent of the power that fits the times best: 1 is linear, and five hundredths are left to chance. The data at 10k has 1,641 results, the other two have none.',
    ],
  };
}

function bar(what: string, value: number): Bar {
  return { what: `growth, ${what}: exponent`, value, unit: 'exponent', wanted: atMost(1.05) };
}

/** The exponent of the power law, fitted by linear regression on the logarithms of sizes and times. */
function exponent(points: readonly (readonly [size: number, time: number])[]): number {
  const logarithms = points.map(([size, time]) => [Math.log(size), Math.log(time)] as const);
  const meanSize = mean(logarithms.map(([size]) => size));
  const meanTime = mean(logarithms.map(([, time]) => time));
  const covariance = mean(logarithms.map(([size, time]) => (size - meanSize) * (time - meanTime)));
  return covariance / mean(logarithms.map(([size]) => (size - meanSize) ** 2));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
