import { element } from '../../page/view/elements.ts';
import type { CellReading, ShownCell } from './cells.ts';

export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** A list to choose from, with its label. */
export function choice<Value extends string>(
  label: string,
  options: readonly ChoiceOption<Value>[],
  selected: Value,
  chosen: (value: Value) => void,
): HTMLElement {
  const list = element(
    'select',
    { onchange: () => chosen(list.value as Value) },
    ...options.map(({ value, label: text }) =>
      element('option', { value, selected: value === selected }, text),
    ),
  );
  return element('label', {}, `${label} `, list);
}

/** Which answer counts; no choice is offered where all trials have only one. */
export function readingChoice(
  cells: readonly ShownCell[],
  chosen: (reading: CellReading) => void,
): readonly HTMLElement[] {
  const hasRounds = cells.some(({ cell }) => cell.rounds > 1);
  const isStrict = cells.some(({ cell: { reached } }) => reached.lenient !== reached.first);
  if (!hasRounds && !isStrict) return [];
  const options: readonly ChoiceOption<CellReading>[] = [
    { value: 'first', label: 'first, as in the paper' },
    ...(isStrict ? [{ value: 'lenient' as const, label: 'first, without what it is wrapped in' }] : []),
    ...(hasRounds
      ? [
          { value: 'last' as const, label: 'last' },
          { value: 'best' as const, label: 'the one that reached the highest tier' },
        ]
      : []),
  ];
  return [choice<CellReading>('Answer:', options, 'first', chosen)];
}

/** Which data set; no choice is offered where there is only one. The empty text means all of them. */
export function datasetChoice(
  datasets: readonly string[],
  chosen: (dataset: string) => void,
): readonly HTMLElement[] {
  if (datasets.length < 2) return [];
  const options = datasets.map((name) => ({ value: name, label: name }));
  return [choice('Data set:', [{ value: '', label: 'all' }, ...options], '', chosen)];
}

/** Controls, and what is redrawn when they change. */
export function chosen<State>(
  start: State,
  controls: (change: (changes: Partial<State>) => void) => readonly HTMLElement[],
  draw: (state: State) => readonly HTMLElement[],
): readonly HTMLElement[] {
  let state = start;
  const drawn = element('div', {});
  const redraw = () => drawn.replaceChildren(...draw(state));
  const shown = controls((changes) => {
    state = { ...state, ...changes };
    redraw();
  });
  redraw();
  return [...(shown.length === 0 ? [] : [element('div', { class: 'controls' }, ...shown)]), drawn];
}
