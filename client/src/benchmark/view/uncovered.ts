import type { Suite } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element } from '../../page/view/elements.ts';
import type { FromSuitePage } from '../messages.ts';

/** More entries would not be read. */
const maxEntries = 1000;

/** The constraints without a case, by reason. */
export function uncoveredElements(
  { constraints }: Suite,
  send: (message: FromSuitePage) => void,
): readonly HTMLElement[] {
  const entries = constraints.flatMap(({ uncovered, ...constraint }, index) =>
    uncovered ? [{ ...constraint, ...uncovered, index }] : [],
  );
  const shown = entries.slice(0, maxEntries);
  const reasons = [...new Set(shown.map(({ reason }) => reason))];
  const rest = entries.length - shown.length;
  return [
    ...reasons.flatMap((reason) => {
      const group = shown.filter((entry) => entry.reason === reason);
      return [
        element('h2', {}, `${reason} `, element('span', { class: 'count' }, String(group.length))),
        ...(group[0]?.remedy === undefined ? [] : [element('p', {}, group[0].remedy)]),
        element('ul', { class: 'constraints' }, ...group.map(entryElement)),
      ];
    }),
    ...(rest > 0
      ? [element('p', {}, `… and ${rest.toLocaleString('en')} more, listed in coverage.json.`)]
      : []),
  ];

  function entryElement({ shape, component, value, explanation, place, index }: (typeof entries)[number]) {
    const name = `${shape} ${component} ${value}`;
    return element(
      'li',
      {},
      place
        ? element(
            'button',
            {
              type: 'button',
              class: 'link',
              onclick: () => send({ kind: 'openConstraint', constraint: index }),
            },
            name,
          )
        : element('span', {}, name),
      ...(explanation === undefined ? [] : [element('div', { class: 'why' }, explanation)]),
    );
  }
}
