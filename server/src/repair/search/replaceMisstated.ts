import { boundedEditDistance } from '../../base/editDistance.ts';
import { hasTriple } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { mergeChanges } from '../drafts/change.ts';
import { type Draft, isEditable } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { type Fix, isAttested, needsFillingIn, supportRank, withSupport } from '../drafts/fix.ts';
import { foldName, maxTypos, propertyDistance, typoDistance } from '../evidence/nameSimilarity.ts';
import { namespaceRelation } from '../evidence/namespaceRelation.ts';
import { labelsOf } from '../evidence/nearestNames.ts';
import { isKnownTerm, isOtherAwaited } from '../slips/misstatements.ts';
import { isOneTypoAway } from '../slips/oneTypo.ts';
import { statedInstead } from '../slips/strayNode.ts';
import { turnedRound } from '../slips/turnedRound.ts';

/**
 * The same fixes, where an added statement replaces one that misstates it: the node has the value already, but the value or
 * property has an unknown and similar name, the value is a text, or the statement is reversed. Adding it and leaving the
 * mistake would repair the result and not the data.
 */
export function* replacingMisstated(fixes: Iterable<Fix>, draft: Draft): Iterable<Fix> {
  for (const fix of fixes) {
    const whole = replaced(fix, draft);
    yield* whole === fix ? inPlaceOfStray(fix, draft) : [whole];
  }
}

/** A fix that adds a single statement, and before it the one that puts it in the place of another one with a node that is out of place there. */
function* inPlaceOfStray(fix: Fix, draft: Draft): Iterable<Fix> {
  const [added, ...more] = fix.change.added;
  const isOne = added !== undefined && more.length === 0 && fix.change.removed.length === 0;
  const stray = isOne && !needsFillingIn(fix) ? statedInstead(added, draft) : undefined;
  if (stray !== undefined) {
    const { triple, why } = stray;
    const change = mergeChanges(fix.change, { added: [], removed: [triple] });
    const evidence = [...fix.evidence, { kind: 'swapped', words: why } as const];
    yield withSupport({ ...fix, change, evidence }, weaker(fix.support));
    const words = `${draft.search.term(triple.object)} may stand in its place`;
    yield withSupport(
      { ...fix, evidence: [...fix.evidence, { kind: 'competing', words }] },
      weaker(fix.support),
    );
  } else yield fix;
}

/** Of two statements, the right one may be the one that is there. */
function weaker(support: Fix['support']): Fix['support'] {
  return isAttested(support) ? 'plausible' : support;
}

function replaced(fix: Fix, draft: Draft): Fix {
  const { added, removed } = fix.change;
  if (added.length === 0 || needsFillingIn(fix)) return fix;
  const gone = new Set(removed.map(tripleKey));
  const slips = added
    .flatMap((triple) => misstatementOf(triple, draft) ?? [])
    .filter(({ triple }) => !gone.has(tripleKey(triple)));
  if (slips.length === 0) return fix;
  const change = mergeChanges(fix.change, { added: [], removed: slips.map(({ triple }) => triple) });
  const own = slips.map(({ evidence }) => evidence);
  const evidence = [...own, ...fix.evidence];
  // The replaced statements are evidence for everything that is added, or only for a part of it.
  const isWhole = slips.length === added.length && supportRank(fix.support) > supportRank('attested');
  const support = isWhole ? 'attested' : fix.support;
  const claims = [...(isWhole ? [] : fix.claims), { support: 'attested', evidence: own } as const];
  // Once the intended value is known, there is nothing left to choose.
  return { ...fix, change, support, evidence, claims, placeholders: isWhole ? [] : fix.placeholders };
}

interface Misstatement {
  readonly triple: Triple;
  readonly evidence: EvidenceItem;
}

const maxStatements = 200;

/** The only statement that misstates a triple; undefined when there is none, or several. */
function misstatementOf(stated: Triple, draft: Draft): Misstatement | undefined {
  const turned = statedBackwards(stated, draft);
  if (turned !== undefined) return turned;
  const own = draft.graph.outgoing(stated.subject);
  if (own.length > maxStatements) return undefined;
  const found = own.flatMap((triple) => {
    const evidence = slipEvidence(triple, stated, draft);
    return evidence && isEditable(draft, triple) ? [{ triple, evidence }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The reversed statement, where others of the property lead the other way. */
function statedBackwards(stated: Triple, draft: Draft): Misstatement | undefined {
  const { subject, predicate, object } = stated;
  const triple = { subject: object, predicate, object: subject };
  if (!hasTriple(draft.graph, triple) || !isEditable(draft, triple)) return undefined;
  for (const { evidence } of turnedRound(triple, draft)) return { triple, evidence: evidence[0]! };
  return undefined;
}

/** Why a statement about a node was meant to be another one. */
function slipEvidence(triple: Triple, meant: Triple, draft: Draft): EvidenceItem | undefined {
  if (triple.predicate === meant.predicate) return valueEvidence(triple.object, meant, draft);
  return triple.object === meant.object ? propertyEvidence(triple.predicate, meant, draft) : undefined;
}

/** Why a property with the same value was meant to be another one: it is unknown, and its name is the same or similar. */
function propertyEvidence(property: TermId, meant: Triple, draft: Draft): EvidenceItem | undefined {
  const { predicate } = meant;
  if (isOtherAwaited(property, meant, draft)) return undefined;
  if (property === rdf.type || predicate === rdf.type || isKnownTerm(property, draft)) return undefined;
  const uses = draft.graph.withPredicate(property).length;
  if (uses > 1 && uses > draft.graph.withPredicate(predicate).length) return undefined;
  return nameEvidence(property, predicate, draft, wholeDistance);
}

/** Why a value was meant to be another one: it is unknown, and its name is similar. */
function valueEvidence(value: TermId, { predicate, object }: Triple, draft: Draft): EvidenceItem | undefined {
  if (value === object || !terms.isIri(object)) return undefined;
  if (terms.isLiteral(value)) return textEvidence(value, object, draft);
  if (!terms.isIri(value) || isKnownTerm(value, draft)) return undefined;
  // A term that others also have is hardly a slip.
  const uses = draft.graph.subjects(predicate, value).length;
  if (uses > 1 && (predicate !== rdf.type || uses > draft.graph.subjects(predicate, object).length))
    return undefined;
  return isSlip(value, object) ? nameEvidence(value, object, draft) : undefined;
}

function isSlip(value: TermId, meant: TermId): boolean {
  const relation = namespaceRelation(terms.value(value), terms.value(meant));
  return relation === 'same' || relation === 'respelt';
}

/** In names with the same value, even short words may differ. */
function wholeDistance(name: string, other: string): number {
  return Math.min(
    propertyDistance(name, other),
    boundedEditDistance(foldName(name), foldName(other), maxTypos(other)),
  );
}

function nameEvidence(
  term: TermId,
  meant: TermId,
  { search }: Draft,
  distanceOf = typoDistance,
): EvidenceItem | undefined {
  const [name, other] = [localName(terms.value(term)), localName(terms.value(meant))];
  const words = `no file knows ${search.term(term)}`;
  if (name === other) return { kind: isSlip(term, meant) ? 'namespaceSlip' : 'sameName', words };
  if (!isSlip(term, meant)) return undefined;
  // The intended name is known here, so one letter of a short word may differ.
  const distance = isOneTypoAway(name, other) ? 1 : distanceOf(name, other);
  if (!Number.isFinite(distance)) return undefined;
  const length = Math.max(name.length, other.length);
  return { kind: 'likeName', words, for: length - distance, of: length };
}

function textEvidence(literal: TermId, meant: TermId, draft: Draft): EvidenceItem | undefined {
  const text = terms.value(literal);
  const iri = terms.value(meant);
  const names = [localName(iri), ...labelsOf(draft.graph, meant)].map(foldName);
  if (text !== iri && !names.includes(foldName(text))) return undefined;
  return { kind: 'keptText', words: `the text “${text}” names it` };
}
