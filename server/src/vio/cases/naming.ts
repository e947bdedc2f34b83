import type { GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { namespaceOf } from '../../repair/evidence/nameSimilarity.ts';
import type { VioProblem } from '../problem.ts';
import { attemptAs, type MadeLeaf } from './attempt.ts';
import { occursIn } from './newNames.ts';

/** A new node that wants a name as a person would give it. */
export interface Unnamed {
  /** Its name for now. */
  readonly node: TermId;
  /** What the case says of it. */
  readonly description: readonly Triple[];
  /** Another node of its kind, with what the graph says of it; undefined where there is none. */
  readonly exemplar: { readonly node: TermId; readonly description: readonly Triple[] } | undefined;
}

/** Gives new nodes their names; undefined where it has none. What it gives is checked before it is used. */
export type Namer = (unnamed: Unnamed, signal: AbortSignal) => Promise<TermId | undefined>;

/**
 * The leaf with the names that a namer gives (spec/vio.md 15): IRIs in the namespace of the node, which neither graph
 * nor shapes have. Where a name will not do, or the leaf does not hold with it, the names stay as they are.
 *
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
  const rename = (term: TermId) => names.get(term) ?? term;
  const change: GraphDelta = {
    removed: made.fix.change.removed,
    added: made.fix.change.added.map(({ subject, predicate, object }) => ({
      subject: rename(subject),
      predicate,
      object: rename(object),
    })),
  };
  const fix = { ...made.fix, change, minted: made.fix.minted.map(rename) };
  const edits = made.edits.map((edit) => ({ ...edit, site: { ...edit.site, node: rename(edit.site.node) } }));
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
