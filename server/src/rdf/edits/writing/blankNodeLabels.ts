import { memoized } from '../../../base/memoized.ts';
import type { TermId } from '../../terms.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The labels of blank nodes in a text: those that it gives, and new ones that it does not use. */
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
      return this.#document.text.slice(statement.start + node.start, statement.start + node.end);
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
