import type { RunVerdict, UnitVerdict as Unit } from './verdict.ts';

/**
 * The verdict about files without results, as a sentence without its full stop.
 *
 * @param nameOf returns the display name of a data file.
 */
export function verdictText({ units, clean }: RunVerdict, nameOf: (uri: string) => string): string {
  const [only, ...others] = units;
  if (only !== undefined && others.length + clean === 0) return unitText(only, nameOf);
  const parts = groups.flatMap(({ kind, text }) => {
    const count = units.filter((unit) => unit.kind === kind).length + (kind === 'conforms' ? clean : 0);
    return count === 0 ? [] : [text(count)];
  });
  return `${units.length + clean} files: ${parts.join(', ')}`;
}

const groups: readonly { readonly kind: Unit['kind']; readonly text: (count: number) => string }[] = [
  { kind: 'violates', text: (count) => `${count} with results` },
  { kind: 'undecided', text: (count) => `${count} undecided` },
  { kind: 'unlinked', text: (count) => `${count} without shapes` },
  { kind: 'nothingToCheck', text: (count) => `${count} without a target` },
  { kind: 'conforms', text: (count) => (count === 1 ? '1 conforms' : `${count} conform`) },
];

function unitText(unit: Unit, nameOf: (uri: string) => string): string {
  const files = unit.data.map(nameOf);
  const name = files.length === 1 ? files[0]! : `${files.length} files`;
  const isOne = files.length === 1;
  if (files.length === 0) return 'nothing was validated, because no data file could be read';
  switch (unit.kind) {
    case 'violates':
      return `${name} ${isOne ? 'violates its' : 'violate their'} shapes`;
    case 'conforms':
      return `${name} ${isOne ? 'conforms' : 'conform'}`;
    case 'undecided':
      return `${name}: undecided, ${reasonsText(unit)}`;
    case 'nothingToCheck':
      return `${name}: nothing to check, no node is a target of a shape`;
    case 'unlinked':
      return `${name}: not validated, there are no shapes for ${isOne ? 'it' : 'them'}`;
  }
}

/** `3 things not checked, 1 source that could not be read`. */
function reasonsText({ reasons }: Pick<Unit, 'reasons'>): string {
  const count = (kind: Unit['reasons'][number]['kind']) =>
    reasons.filter((reason) => reason.kind === kind).length;
  const parts: readonly (readonly [number, string, string])[] = [
    [count('syntax'), 'file with syntax errors', 'files with syntax errors'],
    [count('link'), 'source that could not be read', 'sources that could not be read'],
    [count('notChecked'), 'thing not checked', 'things not checked'],
  ];
  return parts
    .flatMap(([number, one, many]) => (number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]))
    .join(', ');
}
