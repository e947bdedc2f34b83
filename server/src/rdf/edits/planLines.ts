import { termToNTriples } from '../nTriples.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import type { TripleSource, TriplesStatement } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { editableSources } from './editableSources.ts';
import type { GraphChange } from './graphChange.ts';
import type { PlannedEdit } from './plannedChanges.ts';
import { BlankNodeLabels } from './writing/termWriter.ts';

/* Edits of N-Triples and N-Quads, in which each triple is a line of whole terms. */

/**
 * Plans the edits after which a text states the change: a removed triple and an added one that differ in one term change
 * that term where it is, in each graph that states it; other removed triples lose their lines, and other added ones get a
 * line after those of their subject, in the same graph. Comments stay.
 *
 * @throws NotExpressible
 */
export function planLines(document: TurtleDocument, change: GraphChange): readonly PlannedEdit[] {
  return new LinePlan(document, change).edits();
}

class LinePlan {
  readonly #document: TurtleDocument;
  readonly #change: GraphChange;
  readonly #labels: BlankNodeLabels;
  readonly #eol: string;
  readonly #edits: PlannedEdit[] = [];
  readonly #dropped = new Set<TriplesStatement>();

  constructor(document: TurtleDocument, change: GraphChange) {
    this.#document = document;
    this.#change = change;
    this.#labels = new BlankNodeLabels(document);
    this.#eol = /\r\n|\n|\r/.exec(document.text)?.[0] ?? '\n';
  }

  edits(): readonly PlannedEdit[] {
    const added = new Set(this.#change.added.triples());
    const lost: TripleSource[] = [];
    for (const triple of this.#change.removed.triples()) {
      const successor = [...added].find((each) => differingPart(triple, each) !== undefined);
      const sources = editableSources(this.#document, triple);
      if (successor === undefined) {
        lost.push(...sources);
        continue;
      }
      added.delete(successor);
      for (const source of sources) this.#exchange(source, differingPart(triple, successor)!, successor);
    }
    for (const { statement } of lost) this.#drop(statement);
    this.#add([...added]);
    return this.#edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  }

  #exchange({ statement, subject, predicate, objectTerm }: TripleSource, part: TriplePart, to: Triple): void {
    const node = { subject, predicate: predicate!.verb, object: objectTerm! }[part];
    const newText = this.#term(to[part]);
    this.#edits.push({
      range: { start: statement.start + node.start, end: statement.start + node.end },
      newText,
      inserted: [{ term: to[part], range: { start: 0, end: newText.length } }],
    });
  }

  /** Removes a statement, and its line where nothing else is on it. */
  #drop(statement: TriplesStatement): void {
    if (this.#dropped.has(statement)) return;
    this.#dropped.add(statement);
    const { text } = this.#document;
    let { start } = statement;
    let end = start + statement.length;
    const before = /[ \t]*$/.exec(text.slice(0, start).slice(-200))![0].length;
    const startsLine = start === before || /[\r\n\ufeff]/.test(text[start - before - 1]!);
    const rest = /^[ \t]*(\r\n|\n|\r|$)?/.exec(text.slice(end, end + 200))!;
    if (startsLine && rest[1] !== undefined) {
      start -= before;
      end += rest[0].length;
      // With the last line of a text without a final line end, the line end before it is removed.
      if (rest[1] === '')
        start -= /(\r\n|\n|\r)?$/.exec(text.slice(Math.max(0, start - 2), start))![0].length;
    } else {
      end += /^[ \t]*/.exec(text.slice(end, end + 200))![0].length;
    }
    this.#edits.push({ range: { start, end }, newText: '', inserted: [] });
  }

  /**
   * Writes triples after the last statement about their subjects; triples about new subjects after the statement that
   * mentions them.
   */
  #add(triples: readonly Triple[]): void {
    const behind = new Map<TermId, TriplesStatement | undefined>();
    for (const triple of triples) {
      if (!behind.has(triple.subject)) behind.set(triple.subject, this.#lastAbout(triple.subject));
    }
    for (const triple of triples) {
      const mention = this.#change.added.incoming(triple.subject)[0]?.subject;
      const statement =
        behind.get(triple.subject) ?? (mention === undefined ? undefined : behind.get(mention));
      this.#insert(triple, statement ?? this.#lastStatement());
    }
  }

  #lastAbout(subject: TermId): TriplesStatement | undefined {
    const { sources } = this.#document;
    const own = sources.blocks(subject).map(({ statement }) => statement);
    const kept = own.findLast((statement) => !this.#dropped.has(statement));
    return kept ?? own.at(-1) ?? sources.mentions(subject).at(-1)?.statement;
  }

  #lastStatement(): TriplesStatement | undefined {
    for (let ordinal = this.#document.statementCount - 1; ordinal >= 0; ordinal--) {
      const statement = this.#document.statement(ordinal);
      if (statement.kind === 'triples') return statement;
    }
    return undefined;
  }

  /** Writes a line after that of a statement. */
  #insert(triple: Triple, statement: TriplesStatement | undefined): void {
    const { text } = this.#document;
    const from = statement === undefined ? text.length : statement.start + statement.length;
    lineEnds.lastIndex = from;
    const lineEnd = lineEnds.exec(text);
    const at = lineEnd === null ? text.length : lineEnd.index + lineEnd[0].length;
    const startsLine = at === 0 || /[\r\n\ufeff]/.test(text[at - 1]!);
    let newText = startsLine ? '' : this.#eol;
    const inserted = parts.map((part) => {
      const start = newText.length;
      newText += `${this.#term(triple[part])} `;
      return { term: triple[part], range: { start, end: newText.length - 1 } };
    });
    newText += `${this.#graphOf(statement)}.${startsLine ? this.#eol : ''}`;
    this.#edits.push({ range: { start: at, end: at }, newText, inserted });
  }

  /** The name of the graph that a statement is in, followed by a space; an empty text for none. */
  #graphOf(statement: TriplesStatement | undefined): string {
    const { format, text } = this.#document;
    if (statement === undefined) {
      const { unnamed = true, named = [] } = format?.chosen ?? {};
      return unnamed || named[0] === undefined ? '' : `${termToNTriples(terms.iri(named[0]))} `;
    }
    const object = statement.predicates[0]!.objects[0]!.term;
    const graph = text.slice(statement.start + object.end, statement.start + statement.dot!).trim();
    return graph === '' ? '' : `${graph} `;
  }

  #term(term: TermId): string {
    return terms.isBlank(term) ? this.#labels.of(term) : termToNTriples(term);
  }
}

const parts = ['subject', 'predicate', 'object'] as const;
type TriplePart = (typeof parts)[number];

const lineEnds = /\r\n|\n|\r/g;

/** The one term in which two triples differ; undefined where they differ in more. */
function differingPart(a: Triple, b: Triple): TriplePart | undefined {
  const differing = parts.filter((part) => a[part] !== b[part]);
  return differing.length === 1 ? differing[0] : undefined;
}
