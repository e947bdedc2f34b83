import { hasTriple } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { statedPremises } from '../../../shacl/entailment/entailment.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { hasEmptyWay } from '../../../shacl/paths/pathAutomaton.ts';
import { attachByPath, minimalCuts } from '../../drafts/attachmentPoints.ts';
import { withOrphanedBlankNodes } from '../../drafts/detachments.ts';
import { type Draft, isDescribed, isDescribedInData, withFix } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import { intermediateNodes } from '../../drafts/intermediateNodes.ts';
import { inventedFix } from '../violate/violationEdits.ts';

/** A connection from one node to another that a query looks for. */
export interface SoughtLink {
  readonly subject: TermId;
  readonly path: Path;
  readonly object: TermId;
}

/** Ways to make a path lead from one node to another by statements about what the data files describe. */
export function* linked(draft: Draft, { subject, path, object }: SoughtLink): Iterable<Fix> {
  for (const short of withoutRepetitions(path)) {
    const place = { focusNode: subject, path: short };
    const way = intermediateNodes(draft, subject, short);
    if (way === undefined) continue;
    const { graph } = way === emptyFix ? draft : withFix(draft, way);
    const added = attachByPath(graph, place, object);
    if (added === undefined || hasTriple(graph, added)) continue;
    if (way.minted.includes(added.subject) || isOwn(draft, added.subject))
      yield combineFixes(way, inventedFix({ added: [added], removed: [] }, object));
  }
}

/** True for nodes about which data files may say something: those that no other file describes, and that are not terms. */
function isOwn(draft: Draft, node: TermId): boolean {
  if (isDescribedInData(draft, node)) return true;
  const { graph } = draft;
  const isTerm = graph.withPredicate(node).length > 0 || graph.subjects(rdf.type, node).length > 0;
  return !isDescribed(draft, node) && !isTerm;
}

/** Paths that take the steps that have to be taken, once: where a path may take none, nobody states one. */
function withoutRepetitions(path: Path): readonly Path[] {
  switch (path.kind) {
    case 'predicate':
    case 'inverse':
      return [path];
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return withoutRepetitions(path.path);
    case 'alternative':
      return path.paths.flatMap(withoutRepetitions);
    case 'sequence': {
      const taken = path.paths.filter((step) => !hasEmptyWay(step));
      const [first = path.paths[0]!, ...others] = taken;
      const steps = [first, ...others].map((step) => withoutRepetitions(step)[0]!);
      return [steps.length === 1 ? steps[0]! : { kind: 'sequence', paths: steps }];
    }
  }
}

/** Ways to make a path no longer lead from one node to another. */
export function* unlinked(draft: Draft, { subject, path, object }: SoughtLink): Iterable<Fix> {
  const removable = (triple: Triple) => statedBehind(draft, triple).length > 0;
  for (const cut of minimalCuts(draft.graph, subject, path, object, removable).slice(0, maxCuts))
    yield* withdrawn(draft, cut);
}

const maxCuts = 3;
const maxSteps = 4;

/** Ways to make triples hold no longer: inferred ones are removed with statements that they follow from. */
function* withdrawn(draft: Draft, triples: readonly Triple[], left = maxSteps): Iterable<Fix> {
  const held = triples.find((triple) => hasTriple(draft.graph, triple));
  if (held === undefined) {
    yield emptyFix;
    return;
  }
  if (left === 0) return;
  for (const stated of statedBehind(draft, held)) {
    const removed = withOrphanedBlankNodes(draft, [stated]);
    if (removed === undefined) continue;
    const fix = fixOfChange({ added: [], removed }, 'removal');
    for (const rest of withdrawn(withFix(draft, fix), triples, left - 1)) yield combineFixes(fix, rest);
  }
}

/** The triple where a data file states it, or else the statements of data files that it follows from. */
export function statedBehind({ input }: Draft, triple: Triple): readonly Triple[] {
  const isStated = (each: Triple) => hasTriple(input.reportedGraph, each);
  if (isStated(triple)) return [triple];
  return statedPremises(input.entailment?.derivation(triple) ?? []).filter(isStated);
}

/**
 * The triples that a query matched and that have a term that its vocabulary has replaced, such as a class that is
 * deprecated: with the term that replaces it.
 */
export function* replacedTerms(matched: readonly Triple[], draft: Draft): Iterable<Fix> {
  for (const triple of matched) {
    for (const part of ['object', 'predicate'] as const) {
      const successors = successorsOf(triple[part], draft);
      for (const { property, term: successor } of successors) {
        const { term } = draft.search;
        const words = `${term(triple[part])} says that it is replaced: ${term(property)}`;
        const evidence: EvidenceItem[] = [{ kind: 'implied', words }];
        const [rivals, of] = [successors.length - 1, successors.length];
        if (rivals > 0) {
          evidence.push({ kind: 'rivals', words: `one of ${of} that replace it`, for: rivals, of });
        }
        const change = { added: [{ ...triple, [part]: successor }], removed: [triple] };
        yield fixOfChange(change, rivals > 0 ? 'plausible' : 'implied', evidence);
      }
    }
  }
}

/** The terms that a vocabulary names in place of one of its own. */
function successorsOf(
  replaced: TermId,
  { graph }: Draft,
): readonly { readonly property: TermId; readonly term: TermId }[] {
  if (!terms.isIri(replaced)) return [];
  return graph
    .outgoing(replaced)
    .filter(({ predicate, object }) => namesSuccessor(predicate) && terms.isIri(object))
    .map(({ predicate, object }) => ({ property: predicate, term: object }));
}

/** Such as dcterms:isReplacedBy, brick:isReplacedBy, schema:supersededBy, and IAO_0100001, "term replaced by" of OBO. */
function namesSuccessor(property: TermId): boolean {
  return /^(is)?(replaced|superseded)_?by$|^IAO_0100001$/i.test(localName(terms.value(property)));
}
