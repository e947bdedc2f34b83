import type { Observation } from './observation.ts';

/**
 * Observations from lines of `dataset model strategy metric` and the cases that passed (`a+`) and failed (`a-`), all
 * apart by blanks. A strategy of `-` is none.
 */
export function observationsFrom(text: string): readonly Observation[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [dataset, model, strategy, metric, ...marks] = line.trim().split(/\s+/);
      const [, manifest, graph] = /^(M|Sn|S)(G|F\+|F)$/.exec(strategy!) ?? [];
      return marks.map((mark) => ({
        dataset: dataset!,
        model: model!,
        strategy: manifest === undefined ? undefined : { manifest, graph: graph! },
        caseId: mark.slice(0, -1),
        metric: metric!,
        value: mark.endsWith('+') ? 1 : 0,
      }));
    });
}
