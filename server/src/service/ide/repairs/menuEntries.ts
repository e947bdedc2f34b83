import { terms } from '../../../rdf/terms.ts';
import { decodedFileName } from '../../../repair/proof/splitDelta.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { CodeActionInfo } from '../analysis.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** An entry of a menu, with its analysis. */
export interface UnitEntry {
  readonly action: CodeActionInfo;
  readonly unit: Pick<UnitAnalysis, 'graphs' | 'located' | 'print'>;
}

/**
 * One menu: entries that make the same edits are listed once, with the title of the first, and the titles of equal ones are
 * extended by the difference. Entries that take nodes out of a target come last, and are left out where a result that they
 * hide has a likely repair.
 */
export function menuOf(entries: readonly UnitEntry[]): readonly CodeActionInfo[] {
  const actions = namedApart(withoutCopies(entries)).map(({ action }) => action);
  const likely = new Set(actions.flatMap(({ isLikely, keys }) => (isLikely === true ? keys : [])));
  return [
    ...actions.filter(({ isLast }) => isLast !== true),
    ...actions.filter(({ isLast, keys }) => isLast === true && !keys.some((key) => likely.has(key))),
  ];
}

function namedApart(entries: readonly UnitEntry[]): readonly UnitEntry[] {
  let named = entries;
  for (const difference of differences) {
    const alike = new Map<string, UnitEntry[]>();
    for (const entry of named) {
      const { title } = entry.action;
      alike.set(title, [...(alike.get(title) ?? []), entry]);
    }
    named = named.map((entry) => {
      const { action } = entry;
      const others = alike.get(action.title)!;
      if (others.length === 1 || new Set(others.map(difference)).size === 1) return entry;
      return { ...entry, action: { ...action, title: `${action.title}${difference(entry)}` } };
    });
  }
  return named;
}

function withoutCopies(entries: readonly UnitEntry[]): readonly UnitEntry[] {
  const known = new Map<string, UnitEntry>();
  for (const entry of entries) {
    const { title, edits, command, isPreferred } = entry.action;
    const made = edits.map(({ uri, edits: own }) => [
      uri,
      own.map(({ range, newText, placeholders = [] }) => [range, newText, placeholders]),
    ]);
    const name = JSON.stringify([edits.length === 0 ? title : made, command]);
    const first = known.get(name);
    if (first === undefined) known.set(name, entry);
    else {
      const shared = sharedBy(first.action, entry.action);
      // A fix of the cause of a result is also its own repair, which may be certain.
      const isSame = first.action.title === title;
      known.set(name, {
        ...first,
        action: isSame ? shared : { ...shared, isPreferred: isPreferred === true },
      });
    }
  }
  return [...known.values()];
}

/** An entry that serves the results of another one as well. */
export function sharedBy(known: CodeActionInfo, other: CodeActionInfo): CodeActionInfo {
  return {
    ...known,
    keys: [...new Set([...known.keys, ...other.keys])],
    isPreferred: known.isPreferred === true && other.isPreferred === true,
  };
}

/** How entries may differ, most significant first. */
const differences: readonly ((entry: UnitEntry) => string)[] = [
  ofResult(({ resultPath, sourceShape }, print) => {
    const about = [resultPath, sourceShape].find((term) => term !== undefined && terms.isIri(term));
    return about === undefined ? '' : `, for ${print(about)}`;
  }),
  ({ action: { edits, command }, unit: { graphs } }) => {
    const [first] = edits;
    const place = command?.kind === 'showPlace' ? command : first;
    const start = command?.kind === 'showPlace' ? command.range.start : first?.edits[0]?.range.start;
    const document = [...graphs.data, ...graphs.shapes, ...graphs.context].find(
      ({ uri }) => uri === place?.uri,
    );
    if (document === undefined || start === undefined) return '';
    return `, ${decodedFileName(document.uri)}:${document.lines.positionAt(start).line + 1}`;
  },
  ofResult(({ focusNode }, print) => `, at ${print(focusNode)}`),
  ofResult(({ value }, print) => (value === undefined ? '' : `, for the value ${print(value)}`)),
];

function ofResult(
  difference: (result: Violation, print: UnitAnalysis['print']) => string,
): (entry: UnitEntry) => string {
  return ({ action, unit: { located, print } }) => {
    const result = located.find(({ key }) => key === action.keys[0])?.violation;
    return result === undefined ? '' : difference(result, print);
  };
}
