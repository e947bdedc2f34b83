import { element } from '../../page/view/elements.ts';

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
