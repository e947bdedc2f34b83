import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import { NotExpressible } from './editableSources.ts';
import type { GraphChange } from './graphChange.ts';
import type { PendingTriples } from './plannedChanges.ts';

/** The nodes that a change renames in all their triples, which are removed from the work list. */
export function takeRenamedNodes(
  change: GraphChange,
  removed: PendingTriples,
  added: PendingTriples,
): readonly (readonly [from: TermId, to: TermId])[] {
  const found: [TermId, TermId][] = [];
  // A node that is only mentioned is a value, which is replaced like others.
  for (const from of removed.subjects) {
    if (!terms.isIri(from) || !change.isGone(from)) continue;
    const mentions = removed.triples().filter(({ subject, object }) => subject === from || object === from);
    const news = new Set(added.triples().flatMap(({ subject, object }) => [subject, object]));
    for (const to of news) {
      if (!terms.isIri(to) || found.some(([, taken]) => taken === to)) continue;
      const renamed = mentions.map(({ subject, predicate, object }) => ({
        subject: subject === from ? to : subject,
        predicate,
        object: object === from ? to : object,
      }));
      if (mentions.length === 0 || !renamed.every((triple) => added.has(triple))) continue;
      for (const triple of mentions) removed.take(triple);
      for (const triple of renamed) added.take(triple);
      found.push([from, to]);
      break;
    }
  }
  return found;
}

/** The removed triples with the value that replaces theirs, until one of the two is used. */
export function* exchangedValues(
  removed: PendingTriples,
  added: PendingTriples,
): Iterable<readonly [triple: Triple, to: TermId]> {
  for (const subject of removed.subjects) {
    for (const predicate of removed.predicates(subject)) {
      const pairs = pairsOfValues(removed.objects(subject, predicate), added.objects(subject, predicate));
      for (const [object, to] of pairs) yield [{ subject, predicate, object }, to];
    }
  }
}

/** The property that states the value of a removed triple instead. */
export function propertyInstead({ subject, object }: Triple, added: PendingTriples): TermId | undefined {
  return added.predicates(subject).find((predicate) => added.objects(subject, predicate).includes(object));
}

/** Which value takes the place of which: literals of one kind first. */
function pairsOfValues(
  from: readonly TermId[],
  to: readonly TermId[],
): readonly (readonly [TermId, TermId])[] {
  const left = [...to];
  const found: [TermId, TermId][] = [];
  for (const isAlike of [sameKind, () => true]) {
    for (const each of from) {
      if (found.some(([taken]) => taken === each)) continue;
      const index = left.findIndex((other) => isAlike(each, other));
      if (index >= 0) found.push([each, left.splice(index, 1)[0]!]);
    }
  }
  return found;
}

function sameKind(a: TermId, b: TermId): boolean {
  return terms.language(a) === terms.language(b) && terms.datatype(a) === terms.datatype(b);
}

/** Texts that move, together with the edits inside them. */
export class MovedTexts {
  readonly #ranges: TextRange[] = [];

  /** What stands for a text where it is inserted, until `settled`. */
  placeholder({ start, end }: TextRange): string {
    this.#ranges.push({ start, end });
    return `\0${this.#ranges.length - 1}\0`;
  }

  /** True when something is to be removed that does not move away from there. */
  isGone(range: TextRange, removed: readonly TextRange[]): boolean {
    const around = removed.filter((each) => holds(each, range));
    const moved = this.#ranges.filter((each) => holds(each, range));
    return around.some((each) => moved.every((other) => holds(other, each) && !holds(each, other)));
  }

  /** The edits with the moved texts in place of their placeholders. */
  settled(text: string, edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
    let left = edits;
    const inside = [...this.#ranges.keys()].sort(
      (a, b) => length(this.#ranges[a]!) - length(this.#ranges[b]!),
    );
    for (const number of inside) {
      const range = this.#ranges[number]!;
      // Its replacement has the same range.
      const own = left.filter(({ range: { start, end } }) => range.start < start && end < range.end);
      const shifted = own.map(({ range: { start, end }, newText }) => ({
        range: { start: start - range.start, end: end - range.start },
        newText,
      }));
      const moved = editedText(text.slice(range.start, range.end), shifted);
      left = left
        .filter((edit) => !own.includes(edit))
        .map((edit) => ({ ...edit, newText: edit.newText.replace(`\0${number}\0`, () => moved) }));
    }
    return left;
  }
}

function editedText(text: string, edits: readonly OffsetEdit[]): string {
  try {
    return applyEdits(text, edits);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new NotExpressible('A node that is nested here would change and move at once. Write it by hand.');
  }
}

function holds(outer: TextRange, { start, end }: TextRange): boolean {
  return outer.start <= start && end <= outer.end;
}

function length({ start, end }: TextRange): number {
  return end - start;
}
