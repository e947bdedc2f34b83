import type { ReportData } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element } from '../../page/view/elements.ts';
import type { CellReading, ShownCell, ShownTrial } from './cells.ts';
import { choice, chosen, readingChoice } from './choice.ts';
import { detailsElement } from './detailsElement.ts';
import {
  componentName,
  detailsFinder,
  type FailureFilter,
  failuresOf,
  filtered,
  leftOutText,
  noFilter,
  reachedText,
  trialName,
  valuesOf,
} from './failures.ts';
import { note, nothing, type Section } from './section.ts';
import { trialList } from './trialList.ts';

interface State extends FailureFilter {
  readonly reading: CellReading;
}

/** The trials that do not restore the graph, each with all its details. */
export function failureSection(data: ReportData, cells: readonly ShownCell[]): Section {
  const section = { id: 'failures', title: 'Failures' };
  const all = failuresOf(cells, 'first');
  if (all.length === 0) {
    return {
      ...section,
      content: [nothing('There are no failures: all recorded trials restore the graph.')],
    };
  }
  const detailsOf = detailsFinder(data);
  const leftOut = leftOutText(all.length, all.filter((trial) => detailsOf(trial)).length);
  const content = chosen<State>(
    { ...noFilter, reading: 'first' },
    (change) => [
      ...fields.flatMap(({ field, label, name }) => {
        const values = valuesOf(all, field);
        if (values.length < 2) return [];
        const options = values.map(({ value, trials }) => ({ value, label: `${name(value)} (${trials})` }));
        return [
          choice(label, [{ value: '', label: 'all' }, ...options], '', (value) => change({ [field]: value })),
        ];
      }),
      ...readingChoice(cells, (reading) => change({ reading })),
    ],
    ({ reading, ...filter }) => {
      const shown = filtered(failuresOf(cells, reading), filter);
      return [
        element('p', { role: 'status' }, counted(shown.length, 'trial')),
        ...(shown.length === 0
          ? []
          : [
              trialList(
                shown.map((trial) => ({
                  texts: rowTexts(trial),
                  opens: [{ title: trialName(trial), trial }],
                })),
                {
                  columns: ['case', 'system', 'reaches', 'component', 'data set'],
                  label: 'Failures',
                  detailsOf,
                  show: (details) => detailsElement(details, data.texts),
                },
              ),
            ]),
      ];
    },
  );
  return {
    ...section,
    content: [
      note(
        'Trials that do not restore the graph. Open a trial to see its prompt, its answer, and the error.',
      ),
      ...(leftOut === '' ? [] : [note(leftOut)]),
      ...content,
    ],
  };
}

const fields: readonly {
  readonly field: keyof FailureFilter;
  readonly label: string;
  readonly name: (value: string) => string;
}[] = [
  { field: 'system', label: 'System:', name: (value) => value },
  { field: 'strategy', label: 'Strategy:', name: (value) => value },
  { field: 'reached', label: 'Reaches:', name: (value) => reachedText(Number(value)) },
  { field: 'component', label: 'Component:', name: componentName },
  { field: 'dataset', label: 'Data set:', name: (value) => value },
];

function rowTexts(trial: ShownTrial): readonly string[] {
  const { of, case: each, height } = trial;
  return [trialName(trial), of.label, reachedText(height), componentName(each.component), each.dataset];
}
