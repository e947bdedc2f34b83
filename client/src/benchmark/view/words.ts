import type { Suite } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';

/** What a suite is, in sentences. */
export function summaryOf({ description }: Pick<Suite, 'description'>): readonly string[] {
  const { totals, alpha, options, seed, inputs, baseline, preparation } = description;
  const names = inputs.map(({ name }) => name).join(', ');
  const changed = (preparation?.delete.length ?? 0) + (preparation?.insert.length ?? 0);
  return [
    `${counted(totals.triples, 'triple')} and shapes of ${counted(totals.shapesTriples, 'triple')}, from ${names}.`,
    `Mode ${options.mode}, seed ${seed}.`,
    ...(totals.cases > 0
      ? [
          `Cases have ${number(alpha.mean)} ${alpha.mean === 1 ? 'result' : 'results'} on average (alpha), at most ${number(alpha.max)}.`,
        ]
      : []),
    ...(changed > 0 ? [`The graph was repaired first: ${counted(changed, 'triple')} changed.`] : []),
    ...(baseline
      ? [`Cases do not count the ${counted(baseline.length, 'result')} that the graph already had.`]
      : []),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}
