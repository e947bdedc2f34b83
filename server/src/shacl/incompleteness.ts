import type { Graph } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { sh } from '../rdf/vocab.ts';
import { type Check, type ExcusedBy, noFailures } from './model/component.ts';
import { isTrue, readBoolean } from './model/reading.ts';

/**
 * What data and shapes declare incomplete (SHACL 1.2): not everything about these nodes is known, so that what is missing
 * may be stated elsewhere.
 */
export interface DeclaredIncompleteness {
  /** The nodes with `sh:incomplete true`. */
  readonly nodes: ReadonlySet<TermId>;
  /** The values of sh:incompleteURIStart: IRIs that start with one of them are incomplete. */
  readonly uriStarts: readonly string[];
  /** Whether a node is declared incomplete. `sh:incomplete false` takes precedence over both kinds of declarations. */
  includes(node: TermId): boolean;
}

/** The incompleteness that some graphs declare together; undefined when they declare none. */
export function declaredIncompleteness(graphs: readonly Graph[]): DeclaredIncompleteness | undefined {
  const flags = statements(graphs, sh.incomplete);
  const nodes = new Set(flags.filter(({ object }) => isTrue(object)).map(({ subject }) => subject));
  const complete = new Set(flags.filter(({ object }) => isFalse(object)).map(({ subject }) => subject));
  for (const node of complete) nodes.delete(node);
  const starts = statements(graphs, sh.incompleteURIStart).map(({ object }) => object);
  // Every IRI starts with an empty text, which is never intended.
  const uriStarts = [...new Set(starts.map((start) => terms.value(start)))].filter((start) => start !== '');
  if (nodes.size + uriStarts.length === 0) return undefined;
  const includes = (node: TermId) =>
    nodes.has(node) ||
    (terms.isIri(node) &&
      !complete.has(node) &&
      uriStarts.some((start) => terms.value(node).startsWith(start)));
  return { nodes, uriStarts, includes };
}

/** How many nodes of a graph are declared incomplete. */
export function countIncomplete(graph: Graph, declared: DeclaredIncompleteness): number {
  if (declared.uriStarts.length === 0) return declared.nodes.size;
  const found = new Set(declared.nodes);
  for (const { subject, object } of graph.triples()) {
    for (const node of [subject, object]) if (!found.has(node) && declared.includes(node)) found.add(node);
  }
  return found.size;
}

/** A text that is equal for graphs that declare the same. */
export function incompletenessKey(graph: Graph): string {
  const declared = [sh.incomplete, sh.incompleteURIStart].flatMap((property) =>
    statements([graph], property),
  );
  return declared
    .map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`)
    .toSorted()
    .join('\n');
}

/** A check that lets pass what the incompleteness of a node excuses. */
export function excusing(check: Check, excusedBy: ExcusedBy, isIncomplete: (node: TermId) => boolean): Check {
  if (excusedBy === 'none') return check;
  if (check.kind === 'value') {
    const excuses = (value: TermId) =>
      isIncomplete(value) && (excusedBy !== 'namedValue' || terms.isIri(value));
    return { ...check, accepts: (value) => excuses(value) || check.accepts(value) };
  }
  const { failuresOfCount } = check;
  return {
    ...check,
    failures: (focusNode, values) =>
      isIncomplete(focusNode) ? noFailures : check.failures(focusNode, values),
    ...(failuresOfCount && {
      failuresOfCount: (count, focusNode) =>
        isIncomplete(focusNode) ? noFailures : failuresOfCount(count, focusNode),
    }),
  };
}

/** What excuses the failures of a shape's constraint: at node shapes, less than at property shapes. */
export function excusedAt(excusedBy: ExcusedBy, kind: 'node' | 'property'): ExcusedBy {
  return kind === 'node' && (excusedBy === 'valueOfPath' || excusedBy === 'focusNodeOfPath')
    ? 'none'
    : excusedBy;
}

function statements(graphs: readonly Graph[], property: TermId): readonly Triple[] {
  return graphs.flatMap((graph) => graph.withPredicate(property));
}

function isFalse(value: TermId): boolean {
  const reading = readBoolean(value);
  return reading.kind === 'boolean' && !reading.boolean;
}
