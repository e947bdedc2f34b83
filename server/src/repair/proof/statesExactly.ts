import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import { editedStates } from '../../rdf/edits/planEdits.ts';
import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from '../../rdf/graph.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { Statement, TriplesStatement } from '../../rdf/turtle/syntaxTree.ts';
import { termsOf } from '../../rdf/turtle/treeWalk.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';

/**
 * True when parsing the edited text gives exactly the document's graph with the delta applied.
 *
 * Statements are parsed independently of each other, except for prefixes, the base and labels of blank nodes. So if edits
 * touch only triples statements, it is enough to parse these and one neighbour on either side that is not a directive, with
 * the same prefixes, and with labelled blank nodes fixed. If the neighbours are unchanged, so is the rest. In all other
 * cases the edited text is read as the editor reads edits.
 */
export function statesExactly(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
  delta: GraphDelta,
): boolean {
  const sorted = edits.toSorted((a, b) => a.range.start - b.range.start);
  const windows = windowsAround(document, sorted);
  if (windows) return windowsState(document, windows, sorted, delta);
  return editedStates(document, edits, new OverlayGraph(document.graph, delta));
}

/** Statements touched by edits, with a neighbour on either side. */
interface Window {
  /** The indexes of the first and the last statement. */
  readonly first: number;
  readonly last: number;
}

/** The disjoint windows of all edits; undefined when other statements than triples are touched. */
function windowsAround(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
): readonly Window[] | undefined {
  if (document.errors.length > 0) return undefined;
  const windows: Window[] = [];
  for (const { range } of edits) {
    const touched = firstTouched(document, range.start);
    const behind = document.ordinalBefore(range.end) + 1;
    const window = {
      first: isNeighbour(document, touched - 1) ? touched - 1 : touched,
      last: isNeighbour(document, behind) ? behind : behind - 1,
    };
    const previous = windows.at(-1);
    if (previous && window.first <= previous.last + 1) {
      windows.splice(-1, 1, { first: previous.first, last: Math.max(previous.last, window.last) });
    } else windows.push(window);
  }
  const isPlain = windows.every((window) =>
    statementsIn(document, window).every(({ kind }) => kind === 'triples'),
  );
  return isPlain ? windows : undefined;
}

/** A directive that no edit touches is unchanged, and the text before it has to be complete, as at the end of a text. */
function isNeighbour(document: TurtleDocument, ordinal: number): boolean {
  if (ordinal < 0 || ordinal >= document.statementCount) return false;
  const { kind } = document.statement(ordinal);
  return kind !== 'prefix' && kind !== 'base';
}

/** The ordinal of the first statement that ends at or after an offset. */
function firstTouched(document: TurtleDocument, offset: number): number {
  let ordinal = document.ordinalBefore(offset) + 1;
  while (ordinal > 0 && endOf(document.statement(ordinal - 1)) >= offset) ordinal--;
  return ordinal;
}

function statementsIn(document: TurtleDocument, { first, last }: Window): readonly Statement[] {
  return Array.from({ length: last - first + 1 }, (_, i) => document.statement(first + i));
}

function endOf({ start, length }: Statement): number {
  return start + length;
}

/** From the end of the previous statement to the start of the next one. */
function rangeOf(document: TurtleDocument, { first, last }: Window): TextRange {
  return {
    start: first === 0 ? 0 : endOf(document.statement(first - 1)),
    end: last + 1 < document.statementCount ? document.statement(last + 1).start : document.rope.length,
  };
}

/** The edited windows concatenated, with all directives at their positions. */
function editedExcerpt(
  document: TurtleDocument,
  windows: readonly Window[],
  edits: readonly OffsetEdit[],
): string {
  const { directives, rope } = document;
  let excerpt = '';
  let nextDirective = 0;
  let nextEdit = 0;
  for (const window of windows) {
    const range = rangeOf(document, window);
    for (; (directives[nextDirective]?.start ?? range.end) < range.end; nextDirective++) {
      const directive = directives[nextDirective]!;
      excerpt += `${rope.slice(directive.start, endOf(directive))}\n`;
    }
    const inside: OffsetEdit[] = [];
    for (; (edits[nextEdit]?.range.end ?? Number.POSITIVE_INFINITY) <= range.end; nextEdit++) {
      const edit = edits[nextEdit]!;
      const { start, end } = edit.range;
      inside.push({ newText: edit.newText, range: { start: start - range.start, end: end - range.start } });
    }
    excerpt += `${applyEdits(rope.slice(range.start, range.end), inside)}\n`;
  }
  return excerpt;
}

function windowsState(
  document: TurtleDocument,
  windows: readonly Window[],
  edits: readonly OffsetEdit[],
  delta: GraphDelta,
): boolean {
  const excerpt = editedExcerpt(document, windows, edits);
  const edited = new TurtleDocument(document.uri, document.version, excerpt);
  if (edited.errors.length > 0) return false;
  const statements = windows
    .flatMap((window) => statementsIn(document, window))
    .filter((statement) => statement.kind === 'triples');
  const inside = new IndexedGraph(triplesOf(statements));
  // A removed triple must not be stated elsewhere as well.
  const touched = new Set<Statement>(statements);
  const isElsewhere = delta.removed.some(
    (triple) =>
      !hasTriple(inside, triple) ||
      document.sources.occurrences(triple).some(({ statement }) => !touched.has(statement)),
  );
  if (isElsewhere) return false;
  const fixed = new Set([...labelledNodes(statements), ...mentionedOutside(document, delta, inside)]);
  const editedStatements = edited.statements.filter((statement) => statement.kind === 'triples');
  // A new label must be new to the whole document.
  for (const node of labelledNodes(editedStatements)) {
    if (!fixed.has(node) && isMentioned(document.graph, node)) return false;
  }
  const intended = new OverlayGraph(inside, delta);
  return isomorphic(pinned(triplesOf(editedStatements), fixed), pinned(intended.triples(), fixed));
}

function triplesOf(statements: readonly TriplesStatement[]): readonly Triple[] {
  const triples: Triple[] = [];
  for (const statement of statements) {
    statement.visit({
      triple: (subject, predicate, object) => triples.push({ subject, predicate, object }),
    });
  }
  return triples;
}

function labelledNodes(statements: readonly TriplesStatement[]): ReadonlySet<TermId> {
  return new Set(
    statements.flatMap((statement) =>
      termsOf(statement)
        .filter(({ kind }) => kind === 'label')
        .map(({ id }) => id),
    ),
  );
}

/** Blank nodes of the delta that the document mentions outside the window only. */
function mentionedOutside(
  { graph }: TurtleDocument,
  { added }: GraphDelta,
  inside: Graph,
): readonly TermId[] {
  return added
    .flatMap(({ subject, object }) => [subject, object])
    .filter((node) => terms.isBlank(node) && isMentioned(graph, node) && !isMentioned(inside, node));
}

function isMentioned(graph: Graph, node: TermId): boolean {
  return graph.outgoing(node).length > 0 || graph.incoming(node).length > 0;
}

/** The triples with some blank nodes replaced by IRIs, so that they match only themselves. */
function* pinned(triples: Iterable<Triple>, fixed: ReadonlySet<TermId>): Iterable<Triple> {
  const pin = (term: TermId) => (fixed.has(term) ? terms.iri(`urn:x-pinned:${term}`) : term);
  for (const { subject, predicate, object } of triples) {
    yield { subject: pin(subject), predicate, object: pin(object) };
  }
}
