import type { Suite } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element } from '../../page/view/elements.ts';
import { alphaDistribution, alphaText } from './alphas.ts';
import { barTable } from './barTable.ts';
import { coverageMatrix } from './coverage.ts';
import type { CaseFilter } from './filter.ts';
import { matrixElement } from './matrixElement.ts';

/** The cases that a part of a drawing represents. */
export type ChosenCases = Partial<Pick<CaseFilter, 'shape' | 'component' | 'alpha'>>;

/** Coverage and numbers of results, drawn. */
export function overviewElements(
  suite: Suite,
  choose: (choice: ChosenCases) => void,
): readonly HTMLElement[] {
  const matrix = coverageMatrix(suite);
  if (suite.constraints.length === 0) {
    return [element('p', {}, 'The shapes have no constraints.')];
  }
  return [
    element('div', { class: 'charts' }, ...alphaBars(), coverageBars()),
    element('h2', {}, 'Coverage by shape and component'),
    ...matrixElement(matrix, (shape, component) => choose({ shape, component })),
  ];

  function coverageBars(): HTMLElement {
    return barTable({
      title: 'Coverage by component',
      columns: ['Component', 'Covered'],
      rows: matrix.components.map((component) => {
        const { constraints, covered, cases } = matrix.byComponent.get(component)!;
        return {
          name: component,
          text: `${covered.toLocaleString('en')} of ${constraints.toLocaleString('en')}`,
          parts: [
            { kind: 'covered', size: covered },
            { kind: 'uncovered', size: constraints - covered },
          ],
          choose:
            cases === 0
              ? undefined
              : { title: `Show ${counted(cases, 'case')}`, act: () => choose({ component }) },
        };
      }),
    });
  }

  function alphaBars(): readonly HTMLElement[] {
    const bars = alphaDistribution(suite.cases);
    if (bars.length === 0) return [];
    return [
      barTable({
        title: 'Results per case (alpha)',
        columns: ['Results', 'Cases'],
        rows: bars.map(({ from, to, cases }) => ({
          name: alphaText({ from, to }),
          text: cases.toLocaleString('en'),
          parts: [{ kind: 'plain', size: cases }],
          choose:
            cases === 0
              ? undefined
              : { title: `Show ${counted(cases, 'case')}`, act: () => choose({ alpha: { from, to } }) },
        })),
      }),
    ];
  }
}
