import { memoized } from '../../../base/memoized.ts';
import { type TermId, terms } from '../../terms.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { rdf } from '../../vocab.ts';
import { NotExpressible } from '../editableSources.ts';
import type { GraphChange, ListItem } from '../graphChange.ts';
import type { NewPart, PlannedChanges } from '../plannedChanges.ts';
import { type Fragment, joinFragments, termFragment } from './fragment.ts';
import type { Layout } from './layout.ts';
import type { PrefixWriter } from './prefixWriter.ts';
import { hasLineEnd } from './trivia.ts';

/** The labels of blank nodes in a text: those that it uses, and new ones that it does not use. */
export class BlankNodeLabels {
  readonly #document: TurtleDocument;
  readonly #labels = new Map<TermId, string>();
  readonly #given = new Set<string>();

  constructor(document: TurtleDocument) {
    this.#document = document;
  }

  /** The label of a blank node, with `_:`. New and unlabelled ones get a label that the text does not use. */
  of(term: TermId): string {
    const known = this.#labels.get(term) ?? this.written(term);
    if (known !== undefined) return known;
    const isUsed = labelsUsedIn(this.#document);
    for (let i = this.#given.size; ; i++) {
      const label = `_:b${i}`;
      if (isUsed.has(label) || this.#given.has(label)) continue;
      this.#labels.set(term, label);
      this.#given.add(label);
      return label;
    }
  }

  /** The label that the document gives to a blank node. */
  written(term: TermId): string | undefined {
    for (const { statement, node } of this.#document.sources.mentions(term)) {
      if (node.kind !== 'label') continue;
      return this.#document.rope.slice(statement.start + node.start, statement.start + node.end);
    }
    return undefined;
  }
}

/** All labels in a text, including their prefixes that end before a dot: the dot may end a statement. */
const labelsUsedIn = memoized(
  ({ text }: TurtleDocument) =>
    new Set(
      [...text.matchAll(/_:[^\s;,()[\]"'<>#]+/g)].flatMap(([label]) => [
        label,
        ...[...label.matchAll(/\./g)].map(({ index }) => label.slice(0, index)),
      ]),
    ),
);

/** Where new text goes. */
export interface InsertionPlace {
  /** The offset in the document; decides which prefixes are in scope. */
  readonly offset: number;
  /** The indentation of the line. */
  readonly indent: string;
}

/** A new `[ … ]` or `( … )` of up to this many characters stays on one line. */
const lineLength = 80;

/** Writes terms; a new blank node is written with all its triples. */
export class EditTermWriter {
  readonly #change: GraphChange;
  readonly #planned: PlannedChanges;
  readonly #layout: Layout;
  readonly #prefixes: PrefixWriter;
  readonly #moved: (term: TermId, place: InsertionPlace) => Fragment | undefined;
  readonly #labels: BlankNodeLabels;

  /** @param moved gives the text of brackets that move to the place where their blank node is written. */
  constructor(
    document: TurtleDocument,
    { change, planned }: { readonly change: GraphChange; readonly planned: PlannedChanges },
    layout: Layout,
    prefixes: PrefixWriter,
    moved: (term: TermId, place: InsertionPlace) => Fragment | undefined,
  ) {
    this.#labels = new BlankNodeLabels(document);
    this.#change = change;
    this.#layout = layout;
    this.#prefixes = prefixes;
    this.#planned = planned;
    this.#moved = moved;
  }

  verb(term: TermId, { offset }: InsertionPlace): Fragment {
    if (term === rdf.type && this.#layout.style.usesKeywordA) return termFragment(term, 'a');
    return termFragment(term, this.#prefixes.print(term, offset));
  }

  subject(term: TermId, place: InsertionPlace): Fragment {
    const isUnmentioned = this.#change.isFresh(term) && this.#change.added.incoming(term).length === 0;
    return isUnmentioned && !this.#planned.startsSeveralStatements(term)
      ? termFragment(term, '[]')
      : this.#simple(term, place);
  }

  object(term: TermId, place: InsertionPlace): Fragment {
    if (term === rdf.nil) return termFragment(term, '()');
    if (!this.#change.isNestable(term)) return this.#simple(term, place);
    const items = this.#change.list(term);
    // A new list may continue in existing cells, which cannot be written again.
    const isNew = items?.every(({ cell }) => this.#change.isFresh(cell));
    return items && isNew ? this.#collection(items, place) : this.#propertyList(term, place);
  }

  objects(objects: readonly TermId[], place: InsertionPlace): Fragment {
    const { before, after } = this.#layout.style.objects;
    const comma = `${hasLineEnd(before) ? '' : before},${hasLineEnd(after) ? ' ' : after}`;
    return joinFragments(...objects.flatMap((term, i) => [i === 0 ? '' : comma, this.object(term, place)]));
  }

  part({ predicate, objects }: NewPart, place: InsertionPlace): Fragment {
    return joinFragments(this.verb(predicate, place), ' ', this.objects(objects, place));
  }

  /** The label of a blank node, with `_:`. New and unlabelled ones get a label that the text does not use. */
  label(term: TermId): string {
    return this.#labels.of(term);
  }

  #simple(term: TermId, place: InsertionPlace): Fragment {
    if (!terms.isBlank(term)) return termFragment(term, this.#prefixes.print(term, place.offset));
    const moved = this.#moved(term, place);
    if (moved) return moved;
    const canBeNamed =
      this.#change.isFresh(term) || this.#planned.named.has(term) || this.#labels.written(term) !== undefined;
    if (canBeNamed) return termFragment(term, this.label(term));
    const isCell = this.#change.before.objects(term, rdf.first).length > 0;
    throw new NotExpressible(
      isCell
        ? 'The change concerns part of a list that has no name in the text.'
        : 'The change concerns a blank node that has no name in the text.',
    );
  }

  #propertyList(term: TermId, place: InsertionPlace): Fragment {
    const parts = partsOf(this.#change, term);
    return parts.length === 0
      ? termFragment(term, '[]')
      : joinFragments('[', this.bracketContent(parts, place), ']');
  }

  /** Writes parts for the inside of brackets, including white space. */
  bracketContent(parts: readonly NewPart[], place: InsertionPlace): Fragment {
    const { eol, style } = this.#layout;
    const semicolon = `${hasLineEnd(style.parts.before) ? ' ' : style.parts.before};`;
    const short = parts.flatMap((part, i) => [i === 0 ? ' ' : `${semicolon} `, this.part(part, place)]);
    const line = joinFragments(...short, ' ');
    if (line.text.length <= lineLength && !hasLineEnd(line.text)) return line;
    const indent = place.indent + style.indentUnit;
    const lines = parts.flatMap((part, i) => [
      `${i === 0 ? '' : semicolon}${eol}${indent}`,
      this.part(part, { ...place, indent }),
    ]);
    return joinFragments(...lines, eol + place.indent);
  }

  #collection(items: readonly ListItem[], place: InsertionPlace): Fragment {
    const short = joinFragments('( ', ...items.flatMap(({ term }) => [this.object(term, place), ' ']), ')');
    if (short.text.length <= lineLength && !hasLineEnd(short.text)) return short;
    const { eol, style } = this.#layout;
    const indent = place.indent + style.indentUnit;
    const lines = items.flatMap(({ term }) => [eol + indent, this.object(term, { ...place, indent })]);
    return joinFragments('(', ...lines, `${eol}${place.indent})`);
  }
}

/** The added triples about a term, grouped by predicate, types first. */
function partsOf({ added }: GraphChange, subject: TermId): readonly NewPart[] {
  return groupParts(added.outgoing(subject));
}

/** Groups the triples of one subject into parts: each predicate once, types first. */
export function groupParts(
  triples: readonly { readonly predicate: TermId; readonly object: TermId }[],
): readonly NewPart[] {
  const groups = new Map<TermId, TermId[]>();
  for (const { predicate, object } of triples) {
    const objects = groups.get(predicate);
    if (objects) objects.push(object);
    else groups.set(predicate, [object]);
  }
  return [...groups]
    .map(([predicate, objects]) => ({ predicate, objects }))
    .sort((a, b) => Number(b.predicate === rdf.type) - Number(a.predicate === rdf.type));
}
