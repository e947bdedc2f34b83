import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { blanksOf } from '../../rdf/isomorphism.ts';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { type BlankPart, findInStore } from './findInStore.ts';

/** The change of a file as a change of the graph that holds it. */
export interface StoredChange {
  readonly delta: GraphDelta;
  /** What could not be carried over, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/**
 * Carries the change of a file over to the graph of a store. Blank nodes have other names there, so those that the change
 * is about are found by what the file said of them, together with all blank nodes to which they are connected. The store
 * may hold several that are described just so: they can't be told apart, and any of them will do. Where it holds none, it
 * has to have exactly one of which the same and more is said.
 *
 * @param base the file before the change.
 * @param stored the graph of the store; only what is known of it so far.
 */
export function storedChange(delta: GraphDelta, base: Graph, stored: Graph): StoredChange {
  const parts = touchedParts(delta, base);
  const { found, missing } = findInStore(parts, base, stored);
  const gaps = missing.map(({ part, why }) => `${describe(part)} ${why}`);
  const told = groundStatements(delta, base);
  if (told.length > 0 && !told.some((each) => stored.has(each.subject, each.predicate, each.object)))
    gaps.push(
      `It holds nothing of what the file said before the change, such as ${tripleToNTriples(told[0]!)} Give the version of the file that it holds, or no base for a new file.`,
    );
  const isLost = new Set(missing.flatMap(({ part }) => [...part.nodes]));
  const carried = ({ subject, predicate, object }: Triple) => ({
    subject: found.get(subject) ?? subject,
    predicate,
    object: found.get(object) ?? object,
  });
  const nested = [...delta.added, ...delta.removed].find(({ object }) => isAboutBlank(object, base));
  if (nested)
    gaps.push(`It can't be asked for a blank node inside of a triple term: ${tripleToNTriples(nested)}`);
  return {
    delta: {
      added: delta.added.map(carried),
      removed: delta.removed
        .filter(({ subject, object }) => !isLost.has(subject) && !isLost.has(object))
        .map(carried),
    },
    gaps,
  };
}

/** At most this many statements that stay tell whether the store holds the file at all. */
const maxStaying = 20;

/**
 * Statements without blank nodes of which the store holds some if it holds the file: all that the change removes, and some
 * that stay, those about the subjects of the change first. Of these, literals don't count, because some stores write them in another form.
 */
function groundStatements({ added, removed }: GraphDelta, base: Graph): readonly Triple[] {
  if (added.length + removed.length === 0) return [];
  const isGround = (triple: Triple) => blanksOf(triple).length === 0;
  const subjects = new Set([...removed, ...added].map(({ subject }) => subject));
  const gone = new Set(removed.map(tripleKey));
  const staying = new Map<string, Triple>();
  const add = (triples: Iterable<Triple>) => {
    for (const triple of triples) {
      if (staying.size === maxStaying) return;
      const key = tripleKey(triple);
      if (isGround(triple) && terms.isIri(triple.object) && !gone.has(key)) staying.set(key, triple);
    }
  };
  for (const subject of subjects) add(base.outgoing(subject));
  add(base.triples());
  return [...removed.filter(isGround), ...staying.values()];
}

/** The blank nodes of the file that the change is about, with those connected to them. New ones are not in the store. */
function touchedParts({ added, removed }: GraphDelta, base: Graph): readonly BlankPart[] {
  const parts: BlankPart[] = [];
  const seen = new Set<TermId>();
  for (const triple of [...removed, ...added]) {
    for (const node of endsOf(triple)) {
      if (seen.has(node) || !isDescribed(node, base)) continue;
      const part = partOf(node, base);
      for (const each of part.nodes) seen.add(each);
      parts.push(part);
    }
  }
  return parts;
}

function partOf(start: TermId, base: Graph): BlankPart {
  const nodes = new Set([start]);
  const triples: Triple[] = [];
  for (const node of nodes) {
    const about = base.outgoing(node);
    const towards = base.incoming(node).filter(({ subject }) => !terms.isBlank(subject));
    triples.push(...about, ...towards);
    for (const triple of [...about, ...base.incoming(node)]) for (const end of endsOf(triple)) nodes.add(end);
  }
  return { nodes, triples };
}

function endsOf({ subject, object }: Triple): readonly TermId[] {
  return [subject, object].filter((end) => terms.isBlank(end));
}

function isDescribed(node: TermId, base: Graph): boolean {
  return base.outgoing(node).length + base.incoming(node).length > 0;
}

function isAboutBlank(term: TermId, base: Graph): boolean {
  const triple = terms.kind(term) === 'triple' ? terms.triple(term) : undefined;
  return triple !== undefined && blanksOf(triple).some((node) => isDescribed(node, base));
}

function describe({ triples }: BlankPart): string {
  const shown = triples.find(({ subject }) => !terms.isBlank(subject)) ?? triples[0]!;
  return `The change is about the blank node of the file in ${tripleToNTriples(shown)}`;
}
