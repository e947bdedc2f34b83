import { flattenTriples, hasTriple } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { StatedGraph } from '../../rdf/statedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { namespaces, shRules } from '../../rdf/vocab.ts';
import { isTrue } from '../components/reading.ts';
import type { Replayed } from './replayRules.ts';
import type { RuleRun } from './ruleRun.ts';

/** What a run infers beyond what is stated, by rules and by RDFS, without temporary triples. */
export function shownInferences(run: RuleRun): StatedGraph {
  return StatedGraph.of(flattenTriples(withoutTemporary(allInferred(run))));
}

/** The same for the next version, computed from what moved. */
export function changedInferences(
  shown: StatedGraph,
  before: RuleRun,
  { run, moved }: Replayed,
): StatedGraph {
  if (hasTemporary(before) || hasTemporary(run)) return shownInferences(run);
  const candidates = new Map(moved.map(({ triple }) => [tripleKey(triple), triple]));
  const [schemaBefore, schema] = [before.schemas.at(-1), run.schemas.at(-1)];
  if (schemaBefore && schema) {
    const { added, removed } = graphDifference(schemaBefore.graph, schema.graph);
    for (const triple of [...added, ...removed]) candidates.set(tripleKey(triple), triple);
    const stated = graphDifference(before.input.asserted, run.input.asserted);
    for (const triple of [...stated.added, ...stated.removed]) candidates.set(tripleKey(triple), triple);
  }
  const added: Triple[] = [];
  const removed: Triple[] = [];
  for (const triple of candidates.values()) {
    const isShown = isInferred(triple, run);
    if (isShown !== hasTriple(shown, triple)) (isShown ? added : removed).push(triple);
  }
  return added.length + removed.length === 0
    ? shown
    : shown.changed(flattenTriples(removed), flattenTriples(added));
}

function isInferred(triple: Triple, { inferences, schemas, input }: RuleRun): boolean {
  if (inferences.origin(triple) !== undefined) return true;
  const schema = schemas.at(-1);
  return schema !== undefined && hasTriple(schema.graph, triple) && !hasTriple(input.asserted, triple);
}

function* allInferred({ inferences, schemas, input }: RuleRun): Iterable<Triple> {
  for (const { triple } of inferences.all()) yield triple;
  for (const triple of schemas.at(-1)?.inferred.triples() ?? []) {
    if (!hasTriple(input.asserted, triple)) yield triple;
  }
}

function hasTemporary({ inferences }: RuleRun): boolean {
  return inferences.before(Number.POSITIVE_INFINITY).withPredicate(shRules.tempTriple).length > 0;
}

const reifies = terms.constant(`${namespaces.rdf}reifies`);

/**
 * Inferred triples without those that rules declare temporary: a node with sh:tempTriple true reifies the triple
 * (SHACL 1.2 Inference Rules). The declarations are left out as well.
 */
function withoutTemporary(inferred: Iterable<Triple>): readonly Triple[] {
  const all = [...inferred];
  const reifiers = new Set<TermId>(
    all
      .filter(({ predicate, object }) => predicate === shRules.tempTriple && isTrue(object))
      .map(({ subject }) => subject),
  );
  if (reifiers.size === 0) return all;
  const temporary = new Set(
    all
      .filter(({ subject, predicate }) => predicate === reifies && reifiers.has(subject))
      .map(({ object }) => object),
  );
  return all.filter((triple) => !reifiers.has(triple.subject) && !temporary.has(terms.tripleTerm(triple)));
}
