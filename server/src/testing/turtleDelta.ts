import { expect } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { type EditPlan, type EditPlanOptions, planEdits } from '../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { suppliedPrefixes } from './fixture.ts';

const uri = 'http://example.org/data';

/**
 * A change in Turtle. A blank node `_:x` in `where` is the node that it matches in the document. Other labels are the
 * document's blank nodes of that label, or new nodes.
 */
export interface TurtleDelta {
  readonly where?: string;
  readonly add?: string;
  readonly remove?: string;
}

/** Checks the text after the change, both without the supplied prefixes. */
export function checkEdit(before: string, delta: TurtleDelta, after: string): void {
  const prelude = preludeOf(before);
  const result = edit(prelude + before, delta);
  expect(result.startsWith(prelude) ? result.slice(prelude.length) : result).toBe(after);
}

/** The supplied prefixes with a line end, for a text that declares none; otherwise an empty string. */
export function preludeOf(text: string): string {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return /@prefix|PREFIX/.test(text) ? '' : suppliedPrefixes.replace('\n', eol);
}

/** The text after a change, or the reason why there is none. */
export function edit(text: string, delta: TurtleDelta, options?: EditPlanOptions): string {
  const plan = planTurtle(text, delta, options);
  return plan.kind === 'edits' ? applyEdits(text, plan.edits) : `not expressible: ${plan.reason}`;
}

/** Plans the edits for a change of a text. */
export function planTurtle(text: string, delta: TurtleDelta, options?: EditPlanOptions): EditPlan {
  const document = new TurtleDocument(uri, 1, text);
  return planEdits(document, deltaFor(document, delta), options);
}

/** The change of a document that a change in Turtle says. */
export function deltaFor(
  document: TurtleDocument,
  { where = '', add = '', remove = '' }: TurtleDelta,
): GraphDelta {
  const nodes = match(triplesFor(document, where), [...document.graph.triples()], new Map());
  if (nodes === undefined) throw new Error(`the document has no ${where}`);
  const bound = (turtle: string) =>
    triplesFor(document, turtle).map(({ subject, predicate, object }) => ({
      subject: nodes.get(subject) ?? subject,
      predicate,
      object: nodes.get(object) ?? object,
    }));
  return { added: bound(add), removed: bound(remove) };
}

/** The triples of a Turtle text. Labels refer to the document's blank nodes. */
function triplesFor(document: TurtleDocument, turtle: string): readonly Triple[] {
  const written = new TurtleDocument(`${uri}#delta`, 1, suppliedPrefixes + turtle);
  expect(written.errors).toEqual([]);
  const labels = new Map<string, TermId>();
  for (const { text, node } of labelsOf(document)) labels.set(text, node.id);
  const nodes = new Map<TermId, TermId>();
  for (const { text, node } of labelsOf(written)) nodes.set(node.id, labels.get(text) ?? node.id);
  return [...written.graph.triples()].map(({ subject, predicate, object }) => ({
    subject: nodes.get(subject) ?? subject,
    predicate,
    object: nodes.get(object) ?? object,
  }));
}

function labelsOf({ graph, sources, text }: TurtleDocument) {
  if (!text.includes('_:')) return [];
  const blankNodes = [...graph.triples()]
    .flatMap(({ subject, object }) => [subject, object])
    .filter((id) => terms.isBlank(id));
  return blankNodes
    .flatMap((id) => sources.mentions(id))
    .filter(({ node }) => node.kind === 'label')
    .map(({ statement, node }) => ({
      node,
      text: text.slice(statement.start + node.start, statement.start + node.end),
    }));
}

/** The nodes of a graph that the blank nodes of a pattern match. */
function match(
  pattern: readonly Triple[],
  graph: readonly Triple[],
  nodes: ReadonlyMap<TermId, TermId>,
): ReadonlyMap<TermId, TermId> | undefined {
  const [first, ...rest] = pattern;
  if (first === undefined) return nodes;
  for (const triple of graph) {
    const bound = new Map(nodes);
    const fits = (term: TermId, value: TermId) => {
      if (terms.isBlank(term) && !bound.has(term)) bound.set(term, value);
      return (bound.get(term) ?? term) === value;
    };
    if (triple.predicate !== first.predicate) continue;
    if (!fits(first.subject, triple.subject) || !fits(first.object, triple.object)) continue;
    const found = match(rest, graph, bound);
    if (found) return found;
  }
  return undefined;
}
