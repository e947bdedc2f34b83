import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';
import { type Fix, isAttested, withSupport } from '../../drafts/fix.ts';
import { typoDistance } from '../../evidence/nameSimilarity.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';
import { saySame } from '../../evidence/sameMeaning.ts';

/**
 * The fix, weakened if it makes the value one of another kind instead of completing it: if it gives up or exchanges what is said of the value, or adds
 * what a branch names beside other values of the property, so that a branch applies that was not meant for it. A corrected spelling is no such
 * exchange.
 */
export function weakIfExempting(fix: Fix, value: TermId, { graph }: Draft): Fix {
  const { added, removed } = fix.change;
  const givesUp = removed.some(
    (triple) => triple.object !== value && !added.some((other) => isCorrection(triple, other)),
  );
  const isNamed = fix.evidence.some(
    ({ kind, words }) => kind === 'required' || words.includes('sh:hasValue'),
  );
  const isBesideOthers =
    isNamed &&
    added.some(
      (triple) =>
        triple.subject === value &&
        !removed.some((other) => isCorrection(other, triple)) &&
        graph.objects(value, triple.predicate).length > 0,
    );
  if (givesUp || isBesideOthers) {
    return fix.support === 'removal' || fix.support === 'retargeting'
      ? fix
      : withSupport({ ...fix, evidence: [...fix.evidence, exempting] }, 'removal');
  }
  // One branch of several requires nothing.
  return isNamed && removed.length === 0 && isAttested(fix.support) ? withSupport(fix, 'plausible') : fix;
}

const exempting = { kind: 'changedMeaning', words: 'it becomes one of another kind' } as const;

function isCorrection(before: Triple, after: Triple): boolean {
  if (before.subject !== after.subject && before.object !== after.object) return false;
  if (before.predicate !== after.predicate)
    return before.object === after.object && isNear(before.predicate, after.predicate);
  return saySame(before.object, after.object) || isNear(before.object, after.object);
}

function isNear(a: TermId, b: TermId): boolean {
  const name = (term: TermId) => (terms.isIri(term) ? localName(terms.value(term)) : terms.value(term));
  return !terms.isBlank(a) && !terms.isBlank(b) && Number.isFinite(typoDistance(name(a), name(b)));
}

/**
 * Sorts shapes by how many of the triples that they ask for the data has about the node, then by how many other nodes of its kind conform to them;
 * the sort is stable.
 */
export function mostDescribedFirst(draft: Draft, node: TermId, shapes: readonly TermId[]): readonly TermId[] {
  const { evaluator } = draft;
  const said = new Map(shapes.map((shape) => [shape, evaluator.trace(node, shape).triples.length]));
  const isTied = new Set(said.values()).size < shapes.length;
  const siblings = isTied ? siblingsOf(draft, node).slice(0, maxSiblings) : [];
  const conforming = new Map(
    shapes.map((shape) => [
      shape,
      siblings.filter((sibling) => sibling !== node && evaluator.conforms(sibling, shape)).length,
    ]),
  );
  return [...shapes].sort((a, b) => said.get(b)! - said.get(a)! || conforming.get(b)! - conforming.get(a)!);
}

const maxSiblings = 12;
