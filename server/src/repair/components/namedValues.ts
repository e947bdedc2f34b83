import { orList } from '../../base/wordSearch.ts';
import { localName } from '../../rdf/iri.ts';
import { termWithText } from '../../rdf/literals/literalText.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { owl, rdf } from '../../rdf/vocab.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { attachmentPoints } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import { detachments } from '../drafts/detachments.ts';
import { type Draft, isDescribed, usesOf, withFix } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import { intermediateNodes } from '../drafts/intermediateNodes.ts';
import { mintIri } from '../drafts/mint.ts';
import { renameNode } from '../drafts/renameNode.ts';
import { constraintsOfKind, type Requirements, requirementsAt } from '../drafts/requirements.ts';
import { replaceValue, valuePlaceOf } from '../drafts/valuePlace.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';
import { isAnotherNode } from '../evidence/factsOfOthers.ts';
import { namespaceRelation } from '../evidence/namespaceRelation.ts';
import { labelsOf, nearestNames } from '../evidence/nearestNames.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { otherSiblings } from '../evidence/pathUsage.ts';
import { attachWitness, requiredWitness } from '../values/knownValues.ts';
import { numberInUnit } from '../values/units/amounts.ts';
import type { ComponentRepair } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { membersLike, shortName } from './rewrite/in.ts';
import { nearbyTerms } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import { isRepairing, usualValues, violateByWrongValue } from './violate/violationEdits.ts';

const maxExchanges = 6;
const maxSiblings = 100;

/** Adds the value, or replaces one that was meant to be it or that occupies its place. */
const hasValueRepair: ComponentRepair<'hasValue'> = {
  offers: [
    'the value that is required',
    'the required value in place of one with nearly the same spelling',
    'the required value in place of another one, where sh:maxCount does not allow both',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) {
      yield* exchangeFocus(goal);
      return;
    }
    const values = draft.evaluator.values(focusNode, path);
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    const place = { focusNode, path, shape: sourceShape };
    const required = constraintsOfKind(requirements.unfolded, 'hasValue').map(({ value }) => value);
    const others = values.filter((value) => !required.includes(value));
    const meant = typoOf(goal, others);
    for (const value of others) {
      const amount = numberInUnit(place, value, constraint.value, draft);
      const change = amount && replaceValue(draft, place, value, constraint.value);
      if (change) yield combineFixes(amount, fixOfChange(change, 'implied', reason()));
    }
    const isFull = values.length >= mostAllowed(requirements);
    const rivalry = !isFull && meant === undefined && others.length === 1 ? rivalryOf(goal) : 'none';
    if (rivalry !== 'none') {
      // Nodes of this kind have one value there, so a second one would contradict it. Which is true is not known here.
      const change = isAnotherNode(draft, focusNode)
        ? undefined
        : replaceValue(draft, place, others[0]!, constraint.value);
      const { term } = draft.search;
      const words = `${term(others[0]!)} says otherwise, and only you know which is true`;
      if (change) yield fixOfChange(change, 'plausible', [reason(), { kind: 'competing', words }]);
      if (rivalry === 'usual') return;
    }
    const exchanged = isFull ? [...new Set([...(meant ? [meant] : []), ...others])] : meant ? [meant] : [];
    for (const value of exchanged.slice(0, maxExchanges)) {
      const change = replaceValue(draft, place, value, constraint.value);
      if (change === undefined) continue;
      if (value === meant) {
        yield fixOfChange(change, 'attested', {
          kind: 'likeName',
          words: 'the nearest to what sh:hasValue requires',
        });
      } else if (isAnotherNode(draft, focusNode)) {
        // The nature of another node does not change because the value is required.
      } else if (values.length === 1) {
        const evidence = [reason('required by sh:hasValue, and sh:maxCount leaves no room for both')];
        const { term } = draft.search;
        const kind = sharedType(value, constraint.value, draft);
        if (kind === undefined) yield fixOfChange(change, 'attested', evidence);
        else {
          // Another unit, mode or status was stated, and may be what is true.
          const words = `${term(value)} is another ${term(kind)}, and only you know which is true`;
          yield fixOfChange(change, 'plausible', [...evidence, { kind: 'competing', words }]);
        }
      } else yield fixOfChange(change, 'plausible', reason());
    }
    if (isFull) return;
    const wanted: WantedValue = { ...place, requirements, taken: new Set(values) };
    const fix = addedAtEnd(goal, wanted);
    const isSure = meant === undefined && rivalry === 'none';
    if (fix) yield isSure ? fix : combineFixes(fix, fixOfChange(noChange, 'plausible'));
  },
  /** Removes the value; if it is the node itself, replaces the node. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path !== undefined) {
      yield* detachments(draft, { focusNode, path }, [constraint.value]);
      return;
    }
    yield* violateByWrongValue(goal, function* (): Iterable<TermId> {
      yield* usualValues(goal);
      if (isRepairing(goal)) {
        yield valueToFillIn(constraint.value, draft);
        return;
      }
      yield* slipsOf(constraint.value, goal);
      yield* nearbyTerms(goal);
    });
  },
  violatedBy: 'removal',
  unknown: ({ value }, { term, path, node }) =>
    path === node
      ? `only ${term(value)} is allowed in the place of ${node}`
      : `no file has ${term(value)} as ${path}, which the shape requires`,
};

/** A class of which both are described as instances. */
function sharedType(one: TermId, other: TermId, { graph }: Draft): TermId | undefined {
  const types = graph.objects(one, rdf.type);
  return types.find((type) => type !== owl.NamedIndividual && graph.has(other, rdf.type, type));
}

const requiredWords = 'required by sh:hasValue';

function reason(words = requiredWords): EvidenceItem {
  return { kind: 'required', words };
}

/** The required value where a chain of nodes that the path follows ends, or else beside the first of them. */
function addedAtEnd(goal: Goal<'hasValue'>, wanted: WantedValue): Fix | undefined {
  const { path, focusNode } = wanted;
  if (path.kind !== 'zeroOrMore' && path.kind !== 'oneOrMore') return added(goal, wanted);
  const { graph } = goal.draft;
  const step = path.path;
  const nodes = pathValues(graph, focusNode, path).filter((node) => !terms.isLiteral(node));
  const [end, other] = nodes.filter((node) => pathValues(graph, node, step).length === 0);
  if (end === undefined || end === focusNode) return added(goal, wanted);
  const last = other === undefined ? added(goal, { ...wanted, focusNode: end }) : undefined;
  const first = last ?? added(goal, wanted);
  return first && combineFixes(first, fixOfChange(noChange, 'plausible'));
}

/** The required value at the end of the path, with the missing nodes on the way to it. */
function added({ draft, constraint }: Goal<'hasValue'>, wanted: WantedValue): Fix | undefined {
  const way = intermediateNodes(draft, wanted.focusNode, wanted.path);
  if (way === undefined) return undefined;
  const here = way === emptyFix ? draft : withFix(draft, way);
  const [step] = attachmentPoints(here.graph, wanted.focusNode, wanted.path);
  // A text is not a member of anything.
  if (step?.inverse && terms.isLiteral(step.node)) return undefined;
  const witness = requiredWitness(wanted, here, constraint.value);
  const fix = witness && attachWitness(wanted, here, witness);
  if (fix === undefined) return undefined;
  const added = combineFixes(way, fix);
  if (!step?.inverse || !terms.isIri(step.node) || isDescribed(draft, step.node)) return added;
  // Whoever describes a member states what it is a member of, so an unknown name is more likely a mistake.
  const { term } = draft.search;
  const words = `no file describes ${term(step.node)}, so another node may be meant`;
  return combineFixes(added, fixOfChange(noChange, 'plausible', [reason(), { kind: 'competing', words }]));
}

const leastAlone = 2;

/**
 * Whether another value contradicts the required one: because the other nodes of the kind never have two, or because
 * nothing shows that a node may have two. Types are compatible, and so are values where others have several.
 */
function rivalryOf({ draft, violation }: Goal<'hasValue'>): 'usual' | 'possible' | 'none' {
  const { focusNode, path } = violation;
  if (path === undefined || (path.kind === 'predicate' && path.predicate === rdf.type)) return 'none';
  const { dataGraph } = draft.search.input;
  const others = otherSiblings(draft, focusNode, maxSiblings).map((other) =>
    pathValues(dataGraph, other, path),
  );
  if (others.some((values) => values.length > 1)) return 'none';
  if (others.filter((values) => values.length === 1).length >= leastAlone) return 'usual';
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  if (step === undefined || step.inverse || step.predicate === rdf.type) return 'none';
  const users = new Set<TermId>();
  for (const { subject } of usesOf(draft, step.predicate, maxSiblings)) {
    if (subject !== step.node && users.has(subject)) return 'none';
    users.add(subject);
  }
  return path.kind === 'predicate' || users.size <= leastAlone ? 'possible' : 'usual';
}

function mostAllowed({ unfolded }: Requirements): number {
  return Math.min(...constraintsOfKind(unfolded, 'maxCount').map(({ count }) => count));
}

/**
 * A value that misspells the required one. A node that is described somewhere is not a typo, nor is the term of another
 * publisher that has the same name.
 */
function typoOf(
  { draft, constraint, violation }: Goal<'hasValue'>,
  values: readonly TermId[],
): TermId | undefined {
  const { graph } = draft;
  const required = constraint.value;
  const mistyped = values.filter((value) => {
    if (terms.isLiteral(value)) return true;
    if (isDescribed(draft, value) || !terms.isIri(value)) return false;
    if (!terms.isIri(required) || isOwnTerm(draft, value, violation.rootFocusNode)) return true;
    return namespaceRelation(terms.value(value), terms.value(required)) !== 'foreign';
  });
  if (terms.isBlank(required)) return undefined;
  const names = [shortName(required), ...labelsOf(graph, required)];
  for (const name of names) {
    const [first, second] = nearestNames(name, mistyped, (value) => [shortName(value)]);
    if (first && (second === undefined || second.distance > first.distance)) return first.item;
  }
  return undefined;
}

/** Handles a focus node that must be a certain term. */
function* exchangeFocus(goal: Goal<'hasValue'>): Iterable<Fix> {
  const { draft, constraint, violation } = goal;
  const place = valuePlaceOf(goal);
  const change = place
    ? replaceValue(draft, place, violation.focusNode, constraint.value)
    : renameNode(draft, violation.focusNode, constraint.value);
  const { focusNode } = violation;
  const isMisspelt =
    terms.isIri(focusNode) &&
    !isDescribed(draft, focusNode) &&
    nearestNames(shortName(focusNode), [constraint.value], (value) => [shortName(value)]).length > 0;
  const like = { kind: 'likeName', words: 'the nearest to what sh:hasValue requires' } as const;
  if (change) yield fixOfChange(change, 'plausible', isMisspelt ? [reason(), like] : reason());
}

/** What repairs put in place of a forbidden value, for the user to overwrite. */
export function valueToFillIn(value: TermId, draft: Draft): TermId {
  return terms.isIri(value) ? mintIri(localName(terms.value(value)), value, draft) : termWithText(value, '');
}

/** Replaces the value by the intended member, by text, name or label, or by one of a few members. */
const inRepair: ComponentRepair<'in'> = {
  offers: [
    'the member of the list that was evidently meant',
    'another member that the data supports',
    'one of the members, if there are few',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** A value that is not in the list: one that others have there, or a value of the list with a typing error. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      const { members } = goal.constraint;
      if (isRepairing(goal)) {
        if (value !== undefined) yield valueToFillIn(value, goal.draft);
        return;
      }
      const meant = value === undefined || terms.isBlank(value) ? members : [value];
      const slips = meant.flatMap((each) => slipsOf(each, goal)).filter((slip) => !members.includes(slip));
      yield* slips.length > 0 ? slips : nearbyTerms(goal);
    }),
  violatedBy: 'refusedValue',
  unknown: ({ members }, { value, valueTerm, term, labels }) => {
    const { near, alike } = membersLike(valueTerm, members, labels);
    const like = [...near.map(({ item }) => item), ...alike.map(({ member }) => member)];
    const few = members.length <= mostListed ? `; write ${orList(members.map(term))}` : '';
    return like.length === 0
      ? `none of the allowed values resembles ${value}${few}`
      : `${value} is not allowed, and the files don't say whether ${orList(like.slice(0, mostNamed).map(term))} is meant`;
  },
};

const mostNamed = 3;

/** More of the allowed values than these are for the shape to list. */
const mostListed = 12;

/** By the kind of the constraint. */
export const namedValueRepairs = {
  hasValue: hasValueRepair,
  in: inRepair,
};
