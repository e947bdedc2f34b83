import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { occursIn } from '../expansion/newNames.ts';
import type { VioProblem } from '../problem.ts';
import { attemptAs, type MadeLeaf } from './attempt.ts';
import { renamed } from './naturalNames.ts';

/** A new node that needs a name like one a person would choose. */
export interface Unnamed {
  /** Its current name. */
  readonly node: TermId;
  /** The triples of the case about the node. */
  readonly description: readonly Triple[];
  /** Another node of the same kind with its triples in the graph; undefined when there is none. */
  readonly exemplar: { readonly node: TermId; readonly description: readonly Triple[] } | undefined;
}

/** Proposes a name for a new node, or undefined when it has none. The name is checked before it is used. */
export type Namer = (unnamed: Unnamed, signal: AbortSignal) => Promise<TermId | undefined>;

/**
 * Renames the new nodes of a leaf as the namer proposes (spec/vio.md 15). A name must be an IRI in the namespace of the
 * node, and new to graph and shapes; otherwise the node keeps its old name.
 *
 * @returns undefined when no node is renamed, or when the leaf no longer holds with the new names.
 * @throws the signal's reason when aborted.
 */
export async function named(
  problem: VioProblem,
  made: MadeLeaf,
  namer: Namer,
  signal: AbortSignal,
): Promise<MadeLeaf | undefined> {
  const names = new Map<TermId, TermId>();
  for (const node of made.fix.minted) {
    if (!terms.isIri(node)) continue;
    const name = await namer(unnamed(problem, made, node), signal);
    if (name !== undefined && isUsable(problem, name, node, [...names.values()])) names.set(node, name);
  }
  if (names.size === 0) return undefined;
  const { fix, edits } = renamed(problem, made, names);
  return attemptAs(problem, { leaf: made.leaf, fix, edits }, signal);
}

const maxDescription = 20;

function unnamed({ recorded }: VioProblem, { fix }: MadeLeaf, node: TermId): Unnamed {
  const { dataGraph } = recorded.input;
  const description = fix.change.added.filter(({ subject, object }) => subject === node || object === node);
  const types = description.flatMap(({ subject, predicate, object }) =>
    subject === node && predicate === rdf.type ? [object] : [],
  );
  const like = types
    .flatMap((type) => dataGraph.subjects(rdf.type, type))
    .find((other) => terms.isIri(other));
  const exemplar =
    like === undefined
      ? undefined
      : {
          node: like,
          description: [...dataGraph.outgoing(like), ...dataGraph.incoming(like)].slice(0, maxDescription),
        };
  return { node, description, exemplar };
}

function isUsable(
  { recorded: { input } }: VioProblem,
  name: TermId,
  node: TermId,
  others: readonly TermId[],
): boolean {
  return (
    terms.isIri(name) &&
    namespaceOf(terms.value(name)) === namespaceOf(terms.value(node)) &&
    !others.includes(name) &&
    !occursIn(input.dataGraph, name) &&
    !occursIn(input.shapes.graph, name)
  );
}
