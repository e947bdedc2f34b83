import { memoized } from '../../../base/memoized.ts';
import { completeVocabularies } from '../../../rdf/completeVocabularies.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { isRespelling, localName, namespaceOf } from '../../../rdf/iri.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import { type AttachmentPoint, attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { countUses, type Draft, isDescribed, isEditable, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange, isAttested } from '../../drafts/fix.ts';
import { acceptor, acceptorAt, constraintsOfKind } from '../../drafts/requirements.ts';
import type { WantedValue } from '../../drafts/wantedValue.ts';
import { foldName, isCutShort, propertyDistance } from '../../evidence/nameSimilarity.ts';
import { namespaceRelation } from '../../evidence/namespaceRelation.ts';
import { mentionedProperties } from '../../evidence/pathUsage.ts';
import { isMoreSpecific } from '../../slips/movedValue.ts';
import { beginsOtherwise, isReordered } from '../../slips/oneTypo.ts';
import { intendedValues } from '../conform/intendedValues.ts';

/**
 * Statements of the node that have the missing value under another name of the property: a misspelt one, one in a mistaken
 * namespace, or its equivalent in another vocabulary. They are restated with the required property.
 */
export function* misnamedProperties(wanted: WantedValue, draft: Draft): Iterable<Fix> {
  const accepts = acceptor(draft, wanted.requirements);
  for (const step of attachmentPoints(draft.graph, wanted.focusNode, wanted.path)) {
    if (step.inverse || terms.isLiteral(step.node)) continue;
    const stated = draft.graph.outgoing(step.node);
    const named = [...new Set(stated.map(({ predicate }) => predicate))].flatMap(
      (predicate) => readingOf(predicate, step, draft) ?? [],
    );
    const forbidden = named.length > 0 ? named : forbiddenProperty(stated, step, accepts, draft);
    const meant = forbidden.length > 0 ? forbidden : unknownProperty(stated, step, accepts, draft);
    for (const { predicate, isClear, evidence } of meant) {
      const moved = stated.filter((triple) => triple.predicate === predicate);
      const values = moved.flatMap(({ object }) =>
        accepts(object) ? [object] : asRequired(object, wanted, draft),
      );
      if (values.length < moved.length) continue;
      if (moved.length === 0 || !moved.every((triple) => isEditable(draft, triple))) continue;
      const change = { added: values.map((object) => restated(object, step)), removed: moved };
      const isOnly = meant.filter((other) => other.isClear).length === 1;
      yield fixOfChange(change, isClear && isOnly ? 'attested' : 'plausible', evidence);
    }
  }
}

/** The only property of the node that a closed shape does not allow and whose values would do here, if nowhere else. */
function forbiddenProperty(
  stated: readonly Triple[],
  step: AttachmentPoint,
  accepts: (value: TermId) => boolean,
  draft: Draft,
): readonly Reading[] {
  const { search } = draft;
  const results = search.recorded.resultsAbout(step.node);
  const forbidden = new Set(
    results.flatMap(({ constraint, resultPath }) =>
      constraint.kind === 'closed' && constraint.allowed.has(step.predicate) ? (resultPath ?? []) : [],
    ),
  );
  const [only, ...others] = [...forbidden].filter((predicate) => {
    const values = stated.filter((triple) => triple.predicate === predicate);
    return values.length > 0 && values.every(({ object }) => accepts(object));
  });
  if (only === undefined || others.length > 0) return [];
  const words = `${search.term(only)} is not allowed there, and this is missing`;
  const also = results.flatMap(({ constraint, focusNode, path, sourceShape }) => {
    if (constraint.kind !== 'minCount' || path?.kind !== 'predicate' || path.predicate === step.predicate)
      return [];
    const isFitting = acceptorAt(draft, { focusNode, path, shape: sourceShape });
    const values = stated.filter(({ predicate }) => predicate === only);
    return values.every(({ object }) => isFitting(object)) ? path.predicate : [];
  });
  const rivals = also
    .slice(0, 1)
    .map((other) => ({ kind: 'competing', words: `${search.term(other)} is missing as well` }) as const);
  return [{ predicate: only, isClear: false, evidence: [{ kind: 'property', words }, ...rivals] }];
}

/**
 * The only property of the node that is unknown in the namespace of the required one, if its values are like those that
 * others have there: `geo:lon` for `geo:long`, `ex:scope` for `ex:withinScope`, `dct:name` for `dct:title`.
 */
function unknownProperty(
  stated: readonly Triple[],
  step: AttachmentPoint,
  accepts: (value: TermId) => boolean,
  draft: Draft,
): readonly Reading[] {
  const { search } = draft;
  const wanted = terms.value(step.predicate);
  const namespace = namespaceOf(wanted);
  const unknown = [...new Set(stated.map(({ predicate }) => predicate))].filter(
    (predicate) =>
      namespaceOf(terms.value(predicate)) === namespace &&
      !isDescribed(draft, predicate) &&
      !isAskedFor(predicate, draft) &&
      completeVocabularies.get(namespace)?.has(localName(terms.value(predicate))) !== true,
  );
  const [only, ...others] = unknown;
  if (only === undefined || others.length > 0 || occurTogether(only, step.predicate, step.node, draft))
    return [];
  const forms = new Set(usesOf(draft, step.predicate, maxUses).map(({ object }) => formOf(object)));
  const values = stated.filter(({ predicate }) => predicate === only).map(({ object }) => object);
  if (!values.every((value) => accepts(value) && forms.has(formOf(value)))) return [];
  const [name, other] = [localName(terms.value(only)), localName(wanted)];
  const isCut = isCutShort(name, other);
  const isPart = isShortened(only, step, draft);
  if (!isCut && !isPart && !completeVocabularies.has(namespace)) return [];
  const words =
    isCut || isPart
      ? `no file knows ${search.term(only)}`
      : `its vocabulary has no ${search.term(only)}, and this is missing`;
  return [{ predicate: only, isClear: false, evidence: { kind: 'property', words } }];
}

/**
 * True where a property whose name is the end of the required one is probably meant to be it: `ex:scope` for
 * `ex:withinScope`. False for a name that is meaningful by itself, that several nodes have, that ends other names as well,
 * or whose numbers are not among those of others: a weight is hardly a birth weight.
 */
function isShortened(predicate: TermId, { predicate: wanted, node }: AttachmentPoint, draft: Draft): boolean {
  const name = foldName(localName(terms.value(predicate))).replace(/s$/, '');
  if (!isMoreSpecific(wanted, predicate) || completeNames.has(name)) return false;
  if (countUses(draft, predicate) > 1 || haveSameEnd(wanted, predicate, draft)) return false;
  const numbers = usesOf(draft, wanted, maxUses).flatMap(({ subject, object }) =>
    subject === node ? [] : numberOf(object),
  );
  return draft.graph
    .objects(node, predicate)
    .flatMap(numberOf)
    .every((number) => number >= Math.min(...numbers) && number <= Math.max(...numbers));
}

const completeNames = new Set(
  'name title label date time year weight length width height depth size number count amount type kind class id code value page'.split(
    ' ',
  ),
);

function numberOf(value: TermId): readonly number[] {
  return literalValue(value)?.kind === 'number' ? [Number(terms.value(value))] : [];
}

/**
 * True where the shapes ask for, or the data have, another property with that ending: a name may be a first or a last name.
 */
function haveSameEnd(wanted: TermId, general: TermId, { search }: Draft): boolean {
  const namespace = namespaceOf(terms.value(wanted));
  return [...mentionedProperties(search.shapes), ...predicatesIn(search.input.dataGraph)].some((property) => {
    return (
      property !== wanted &&
      namespaceOf(terms.value(property)) === namespace &&
      isMoreSpecific(property, general)
    );
  });
}

const predicatesIn = memoized((graph: Graph): ReadonlySet<TermId> => {
  const found = new Set<TermId>();
  for (const { predicate } of graph.triples()) found.add(predicate);
  return found;
});

/** Equal for nodes, and for texts of one datatype, in whatever language. */
function formOf(value: TermId): TermId | 'node' {
  return terms.datatype(value) ?? 'node';
}

/** The value with the required datatype, if it has only one reading. */
function asRequired(value: TermId, wanted: WantedValue, draft: Draft): readonly TermId[] {
  const [asked] = constraintsOfKind(wanted.requirements.unfolded, 'datatype');
  const [meant] = asked ? intendedValues(value, asked, wanted, draft) : [];
  return meant && isAttested(meant.fix.support) ? [meant.value] : [];
}

function restated(object: TermId, { node, predicate }: AttachmentPoint): Triple {
  return { subject: node, predicate, object };
}

/** Why a property was meant to be another one. */
interface Reading {
  readonly predicate: TermId;
  readonly isClear: boolean;
  readonly evidence: EvidenceItem | readonly EvidenceItem[];
}

function readingOf(predicate: TermId, step: AttachmentPoint, draft: Draft): Reading | undefined {
  const wanted = step.predicate;
  if (predicate === wanted || predicate === rdf.type || predicate === rdfs.label) return undefined;
  const { term } = draft.search;
  const [from, to] = [terms.value(predicate), terms.value(wanted)];
  const relation = namespaceRelation(from, to);
  const [name, other] = [localName(from), localName(to)];
  // A namespace without the sign at its end runs into the name.
  const isSameName = foldName(name) === foldName(other) || isRespelling(from, to);
  const isTurned = isReordered(name, other);
  const distance = isSameName ? 0 : isTurned ? other.length / 2 : propertyDistance(name, other);
  if (!Number.isFinite(distance)) return undefined;
  // A property that others have beside the wanted one is a different one.
  if (isAskedFor(predicate, draft) || occurTogether(predicate, wanted, step.node, draft)) return undefined;
  if (isSameName && isEquivalentVocabulary(from, to)) {
    const words = `${term(predicate)} is ${term(wanted)} in another vocabulary`;
    return { predicate, isClear: true, evidence: { kind: 'sameName', words } };
  }
  if (isDescribed(draft, predicate)) return undefined;
  const isSlip = relation === 'respelt' || relation === 'same';
  const words = `no file knows ${term(predicate)}`;
  if (isSameName) {
    const evidence: readonly EvidenceItem[] = isSlip
      ? [{ kind: 'namespaceSlip', words }]
      : [
          { kind: 'sameName', words },
          { kind: 'otherVocabulary', words: '' },
        ];
    return { predicate, isClear: isSlip, evidence };
  }
  if (!isSlip) return undefined;
  // A property that many nodes have is hardly a slip.
  const uses = draft.search.input.dataGraph.withPredicate(predicate).length;
  const usesOfWanted = draft.search.input.dataGraph.withPredicate(wanted).length;
  const length = Math.max(name.length, other.length);
  return {
    predicate,
    // The order of words may be significant.
    isClear: !isTurned && !beginsOtherwise(name, other) && uses <= Math.max(1, usesOfWanted),
    evidence: { kind: 'likeName', words, for: length - distance, of: length },
  };
}

/** True for properties that the shapes mention. */
function isAskedFor(predicate: TermId, { search }: Draft): boolean {
  return search.shapes.graph.incoming(predicate).length > 0;
}

const maxUses = 500;

/** True when another node has both properties. */
function occurTogether(one: TermId, other: TermId, except: TermId, { search }: Draft): boolean {
  const { dataGraph } = search.input;
  return usesOf({ search }, one, maxUses).some(
    ({ subject }) => subject !== except && dataGraph.objects(subject, other).length > 0,
  );
}

/** Vocabularies in which the same name means the same. */
const equivalentVocabularies: readonly (readonly string[])[] = [
  ['http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.1/'],
  ['https://schema.org/', 'http://schema.org/'],
];

function isEquivalentVocabulary(from: string, to: string): boolean {
  const [one, other] = [namespaceOf(from), namespaceOf(to)];
  return (
    one !== other && equivalentVocabularies.some((group) => group.includes(one) && group.includes(other))
  );
}
