import { namesIn } from '../../rdf/completeVocabularies.ts';
import { hasTriple } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { asksOf } from '../../shacl/components/shapeRefs.ts';
import { isSingleStep } from '../../shacl/model/path.ts';
import type { ConstraintKind } from '../../shacl/model/shape.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { mergeChanges, typing } from '../drafts/change.ts';
import { withOrphanedBlankNodes } from '../drafts/detachments.ts';
import { countUses, type Draft, isDescribed, isEditable, usesOf, withFix } from '../drafts/draft.ts';
import { type Fix, fixOfChange } from '../drafts/fix.ts';
import { typeByName, typeByUse, usesWithTypes } from '../evidence/analogy.ts';
import { labelProperties } from '../evidence/nameProperties.ts';
import { containsNameParts } from '../evidence/nameSimilarity.ts';
import { mentionedProperties, propertiesOf } from '../evidence/pathUsage.ts';
import { isSurelyMisspelt, misstatements, type Restatement } from './misstatements.ts';
import { bothEnds, exchangedValues, movedSurplus, movedValue } from './movedValue.ts';
import { strayNode } from './strayNode.ts';
import { throughoutData } from './throughoutData.ts';
import { turnedRound } from './turnedRound.ts';

const maxNodes = 30;
const maxStatements = 200;
const maxOfNode = 60;
const maxTried = 12;

/** Constraints that judge the value by itself: no statements about it, or about others, matter. */
const ofValueAlone: ReadonlySet<ConstraintKind> = new Set([
  'datatype',
  'nodeKind',
  'minExclusive',
  'minInclusive',
  'maxExclusive',
  'maxInclusive',
  'minLength',
  'maxLength',
  'pattern',
  'languageIn',
  'in',
]);

/** Constraints on the values that a node has, whatever the statements about these. */
const ofValues: ReadonlySet<ConstraintKind> = new Set([
  'minCount',
  'maxCount',
  'uniqueLang',
  'equals',
  'disjoint',
  'lessThan',
  'lessThanOrEquals',
  'hasValue',
  'closed',
]);

/**
 * Statements around a result that a slip has made of others, restated as intended if that removes the result. A single
 * mistake elsewhere explains the result better than something that would have to be added to the node.
 */
export function* slipsNearby(violation: Violation, draft: Draft): Iterable<Fix> {
  const seen = new Set<string>();
  const parts = [...partsOf(violation)];
  const partial = new Map<string, Fix[]>();
  for (const { triple, meant, evidence, isClear, isRenaming } of restatementsNear(violation, draft)) {
    const key = `${tripleKey(triple)} ${tripleKey(meant)}`;
    if (seen.has(key) || !isEditable(draft, triple)) continue;
    if (seen.add(key).size > maxTried) return;
    const restated = (removed: readonly Triple[]) => {
      const all = removed.map(({ object }) => (removed.length > 1 ? { ...meant, object } : meant));
      const added = all.filter((each) => !hasTriple(draft.graph, each));
      const change = { added, removed: withOrphanedBlankNodes(draft, removed) ?? removed };
      return fixOfChange(change, isClear ? 'attested' : 'plausible', evidence);
    };
    const fix = restated([triple]);
    // An unknown property is misspelt with all its values.
    const values = isRenaming ? draft.graph.objects(triple.subject, triple.predicate) : [];
    const all = values.map((object) => ({ ...triple, object }));
    const whole = all.length > 1 && all.every((each) => isEditable(draft, each)) ? restated(all) : undefined;
    if (whole && removes(violation, meant, withFix(draft, whole))) yield whole;
    else if (removes(violation, meant, withFix(draft, fix))) yield fix;
    // Correcting one statement may not be enough where all with the name are wrong.
    else if (removesThroughout(violation, fix, draft)) yield fix;
    else if (meant.predicate !== triple.predicate) {
      const renaming = `${triple.subject} ${triple.predicate} ${meant.predicate}`;
      partial.set(renaming, [...(partial.get(renaming) ?? []), fix]);
    }
  }
  // A name in two languages that is at another property is one mistake in two statements.
  for (const fixes of partial.values()) {
    const [first, ...others] = fixes;
    if (first === undefined || others.length === 0) continue;
    const change = fixes.map((fix) => fix.change).reduce(mergeChanges);
    const fix = { ...first, change };
    if (removes(violation, undefined, withFix(draft, fix))) yield fix;
  }
  const untyped = missingTypes(violation, draft, seen.size > 0);
  const surplus = parts.flatMap((part) => [...movedSurplus(part, draft)]);
  const others = [...surplus, ...exchangedValues(violation, draft), ...bothEnds(violation, draft)];
  for (const fix of [...untyped, ...others])
    if (removes(violation, undefined, withFix(draft, fix))) yield fix;
  const { kind } = violation.constraint;
  if (kind === 'minCount' || kind === 'class' || ofValueAlone.has(kind)) return;
  for (const node of new Set(nodesOf(violation))) {
    for (const fix of copiedBlock(node, draft)) {
      if (removes(violation, undefined, withFix(draft, fix))) yield fix;
    }
  }
}

/** A light bulb in a large file must not order all uses of a property. */
const mostUses = 500;

/**
 * A type for a node around the result that has none, where all nodes that are named alike and used alike have the same one, or
 * where the nodes of only one class are linked to others as this one is.
 */
function* missingTypes(violation: Violation, draft: Draft, mayBeMisspelt: boolean): Iterable<Fix> {
  const { graph, search } = draft;
  const { term } = search;
  const nodes = new Set<TermId>();
  for (const { subject, predicate, object } of statementsNear(new Set(nodesOf(violation)), violation, draft))
    for (const node of predicate === rdf.type ? [subject] : [subject, object])
      if (terms.isIri(node)) nodes.add(node);
  for (const node of nodes) {
    const isKnown = isDescribed(draft, node);
    // A misspelt name needs no description.
    if (graph.objects(node, rdf.type).length > 0 || (mayBeMisspelt && !isKnown)) continue;
    const types = typesOfPeers(node, draft);
    const named = typeByName(node, types, draft);
    // Where a node of that type has the name, that node is meant.
    const name = localName(terms.value(node));
    const isTaken = (type: TermId) =>
      graph.subjects(rdf.type, type).some((other) => localName(terms.value(other)) === name);
    if (named === undefined) {
      const used = isKnown ? typeByUse(node, types, draft, usesWithTypes) : undefined;
      if (used === undefined || isTaken(used)) continue;
      yield fixOfChange(typing(node, used), 'plausible', [
        { kind: 'connected', words: `${term(node)} has no type yet, and is used like a ${term(used)}` },
        { kind: 'untyped', words: '' },
      ]);
      continue;
    }
    const { type, others, like, for: count, of } = named;
    if (count < of || isTaken(type) || (count < 2 && !isKnown)) continue;
    yield fixOfChange(typing(node, type, ...others), count > 2 ? 'attested' : 'plausible', [
      { kind: 'analogy', words: `${term(like)} is a ${term(type)}`, for: count, of },
      { kind: 'untyped', words: `${term(node)} has no type yet` },
    ]);
  }
}

/** The types of nodes that are at either end of a property as a node is. */
function typesOfPeers(node: TermId, draft: Draft): ReadonlySet<TermId> {
  const { graph } = draft;
  const ends = (['object', 'subject'] as const).flatMap((end) => {
    const statements = end === 'object' ? graph.incoming(node) : graph.outgoing(node);
    return [...new Set(statements.map(({ predicate }) => predicate))]
      .filter((predicate) => countUses(draft, predicate) <= mostUses)
      .flatMap((predicate) => usesOf(draft, predicate, maxOfNode).map((use) => use[end]));
  });
  return new Set([...new Set(ends)].flatMap((other) => graph.objects(other, rdf.type)));
}

function* restatementsNear(
  violation: Violation,
  draft: Draft,
): Iterable<Restatement & { readonly triple: Triple; readonly isRenaming?: boolean }> {
  const about = new Set(nodesOf(violation));
  const asked = new Set(propertiesAskedBy(violation));
  const parts = [...partsOf(violation)];
  const isAlone = ofValueAlone.has(violation.constraint.kind);
  // The values that have to conform to a shape.
  const lackDescription = new Set(
    parts.flatMap(({ constraint, value }) =>
      value !== undefined && asksOf(constraint) !== undefined ? [value] : [],
    ),
  );
  for (const triple of statementsNear(about, violation, draft)) {
    const isRefused = asked.has(triple.predicate) && triple.object === violation.value;
    if (isAlone && !isRefused) continue;
    for (const each of misstatements(triple, draft)) {
      const isTypo = each.evidence.some(({ kind }) => kind === 'likeName');
      const isOpen =
        isTypo &&
        lackDescription.has(triple.object) &&
        each.meant.object !== triple.object &&
        !isSurelyMisspelt(triple.object, each.meant.object, draft);
      yield {
        ...each,
        triple,
        ...(isOpen && {
          isClear: false,
          evidence: each.evidence.map((why) => ({
            ...why,
            words: `${why.words}, or its description is still to be written`,
          })),
        }),
        isRenaming: each.meant.predicate !== triple.predicate,
      };
    }
    if (asked.has(triple.predicate)) {
      for (const each of turnedRound(triple, draft)) yield { ...each, triple };
    }
    if (!isAlone) for (const each of strayNode(triple, draft)) yield { ...each, triple };
    // Either the value is wrong where it is, or it is missing where it was meant to be.
    const own = parts.filter(
      (part) =>
        part.focusNode === triple.subject && (part.value === undefined || part.value === triple.object),
    );
    if (own.length === 0) continue;
    const wanting = new Set(own.flatMap((part) => [...propertiesAskedBy(part)]));
    const isWrong = own.some(({ value }) => value !== undefined) && wanting.has(triple.predicate);
    const isSurplus =
      own.some(({ constraint }) => constraint.kind === 'maxCount') && wanting.has(triple.predicate);
    for (const each of movedValue(triple, draft)) {
      const isMissing = wanting.has(each.meant.predicate) && !isInItsPlace(triple.predicate, draft);
      if (isWrong || isSurplus || isMissing) yield { ...each, triple };
    }
  }
}

/**
 * True for properties that the shapes require, that a file describes, or that are published for values other than names.
 */
function isInItsPlace(property: TermId, draft: Draft): boolean {
  if (labelProperties.includes(property)) return false;
  const iri = terms.value(property);
  return (
    mentionedProperties(draft.search.shapes).has(property) ||
    isDescribed(draft, property) ||
    namesIn(namespaceOf(iri))?.has(localName(iri)) === true
  );
}

function removesThroughout(violation: Violation, fix: Fix, draft: Draft): boolean {
  const whole = throughoutData(fix, draft);
  return whole !== undefined && removes(violation, undefined, withFix(draft, whole));
}

/** True when the result is gone, and there is none about the restated value. Other results may have appeared. */
function removes(violation: Violation, meant: Triple | undefined, draft: Draft): boolean {
  const { input, search } = draft;
  const key = violationKey(violation);
  const evaluator =
    meant?.predicate === rdfs.subClassOf
      ? search.recorded.evaluatorOn(input, new ClassHierarchy(input.classGraph))
      : draft.evaluator;
  return !evaluator
    .validateNode(violation.rootFocusNode, violation.rootShape)
    .some((each) => violationKey(each) === key || (meant !== undefined && each.value === meant.object));
}

/** The statements of the nodes that a result is about, of their values, and of their classes, near ones first. */
function* statementsNear(
  about: ReadonlySet<TermId>,
  { focusNode, path, constraint }: Violation,
  { graph }: Draft,
): Iterable<Triple> {
  const isNear =
    ofValueAlone.has(constraint.kind) || (ofValues.has(constraint.kind) && (!path || isSingleStep(path)));
  const nodes = new Set(about);
  const seen = new Set<string>();
  for (const node of nodes) {
    if (terms.isLiteral(node)) continue;
    const own = graph.outgoing(node);
    if (own.length > maxOfNode && node !== focusNode) continue;
    const incoming = about.has(node) ? graph.incoming(node) : [];
    for (const triple of incoming.length > maxOfNode ? own : [...own, ...incoming]) {
      const key = tripleKey(triple);
      if (seen.has(key)) continue;
      if (seen.add(key).size > maxStatements) return;
      yield triple;
      const other = triple.subject === node ? triple.object : triple.subject;
      if (!isNear && nodes.size < maxNodes && !terms.isLiteral(other)) nodes.add(other);
    }
  }
}

/** The nodes that a result and its details name. */
function* nodesOf(violation: Violation): Iterable<TermId> {
  yield violation.focusNode;
  yield violation.rootFocusNode;
  if (violation.value !== undefined) yield violation.value;
  for (const detail of violation.details) yield* nodesOf(detail);
}

/** A result and its details. */
function* partsOf(violation: Violation): Iterable<Violation> {
  yield violation;
  for (const detail of violation.details) yield* partsOf(detail);
}

/** The properties by which a result and its details look for values. */
function* propertiesAskedBy({ path, resultPath, details }: Violation): Iterable<TermId> {
  if (path) yield* propertiesOf(path);
  if (resultPath !== undefined) yield resultPath;
  for (const detail of details) yield* propertiesAskedBy(detail);
}

const maxStatementsOfBlock = 60;
const maxSharing = 20;
const leastShared = 3;

/**
 * Another node's statements that a node has beside its own: the block of that node was copied, and its id was not changed
 * everywhere, so this node has all values of the other one as well. They are removed together; values that both share with
 * further nodes stay.
 */
function* copiedBlock(node: TermId, draft: Draft): Iterable<Fix> {
  const { graph, search } = draft;
  if (!terms.isIri(node)) return;
  const own = statementsOf(node, draft);
  if (own.length === 0 || own.length > maxStatementsOfBlock) return;
  for (const other of nodesRepeated(node, own, draft)) {
    const copied = own.filter(({ predicate, object }) => graph.has(other, predicate, object));
    const removed = copied.filter((triple) => isOfOther(triple, other, own, copied, draft));
    const isMarked = removed.some(({ predicate, object }) => graph.subjects(predicate, object).length === 2);
    const keepsOwn = own.some((triple) => !copied.includes(triple));
    if (!isMarked || !keepsOwn || !removed.every((triple) => isEditable(draft, triple))) continue;
    const words = `${search.term(node)} repeats all statements about ${search.term(other)}`;
    const isClear =
      removed.length >= leastShared || removed.every(({ object }) => isNamedAfter(object, other));
    yield fixOfChange({ added: [], removed }, isClear ? 'attested' : 'plausible', {
      kind: 'duplicate',
      words,
    });
  }
}

/** The statements of a node that a copy of its block would repeat. */
function statementsOf(node: TermId, { graph }: Draft): readonly Triple[] {
  return graph
    .outgoing(node)
    .filter(({ predicate, object }) => predicate !== rdf.type && !terms.isBlank(object));
}

/** The nodes of a class of this one, all of whose statements it has as well. */
function nodesRepeated(node: TermId, own: readonly Triple[], draft: Draft): readonly TermId[] {
  const { graph } = draft;
  const types = graph.objects(node, rdf.type);
  const near = new Set<TermId>();
  for (const { predicate, object } of own) {
    const sharing = graph.subjects(predicate, object);
    if (sharing.length <= maxSharing) for (const each of sharing) near.add(each);
  }
  near.delete(node);
  return [...near].filter((other) => {
    const said = statementsOf(other, draft);
    return (
      said.length > 0 &&
      said.every(({ predicate, object }) => graph.has(node, predicate, object)) &&
      types.some((type) => graph.has(other, rdf.type, type))
    );
  });
}

/** True for a repeated statement that is about the other node, rather than about both. */
function isOfOther(
  { predicate, object }: Triple,
  other: TermId,
  own: readonly Triple[],
  copied: readonly Triple[],
  { graph }: Draft,
): boolean {
  const hasOwn = own.some((each) => each.predicate === predicate && !copied.includes(each));
  const isShared = graph.subjects(predicate, object).length > 2;
  if (!hasOwn) return !isShared && isNamedAfter(object, other);
  // Among several values, one that many nodes have may be common to both.
  return !isShared || graph.objects(other, predicate).length === 1;
}

function isNamedAfter(value: TermId, node: TermId): boolean {
  return terms.isIri(value) && containsNameParts(localName(terms.value(value)), localName(terms.value(node)));
}
