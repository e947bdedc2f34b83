import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { type AttachmentPoint, attachingTriple, attachmentPoints } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import { type Draft, isEditable, type SearchState, usesOf } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { asChoice, combineFixes, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Conform } from '../drafts/goal.ts';
import { acceptor, constraintsOfKind, requirementAlternatives } from '../drafts/requirements.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { analogousValues } from '../evidence/analogy.ts';
import { requiredFact } from '../evidence/factsOfOthers.ts';
import { areNamedInversely, inverseStatements, inversesOf } from '../evidence/inverses.ts';
import { peerValues } from '../evidence/peerValues.ts';
import { derivedValues } from './derivedValues.ts';
import { kindsOfDescribedProperty } from './describedProperty.ts';
import { existingValues, impliedValues } from './existingValues.ts';
import { placeholderValues } from './placeholderValues.ts';

/**
 * Values that satisfy all requirements at a place and are supported, strongest first: implied by other triples, named by
 * the shape, used or named similarly in the rest of the data. Placeholders are not included.
 */
export function* knownValues(wanted: WantedValue, draft: Draft): Iterable<Witness> {
  const accepts = acceptor(draft, wanted.requirements);
  const seen = new Set(wanted.taken);
  for (const source of [
    impliedWitnesses,
    shapeWitnesses,
    kindsOfDescribedProperty,
    analogousValues,
    derivedValues,
    peerValues,
    existingValues,
    allowedMembers,
  ]) {
    for (const each of wantedAlternatives(wanted, draft)) {
      for (const witness of source(each, draft)) {
        if (seen.has(witness.value) || !accepts(witness.value)) continue;
        seen.add(witness.value);
        yield witness;
      }
    }
  }
}

/** The wanted value for each alternative of sh:or and sh:xone. */
export function wantedAlternatives(wanted: WantedValue, { search }: Draft): readonly WantedValue[] {
  return requirementAlternatives(search.shapes, wanted.requirements).map((requirements) => ({
    ...wanted,
    requirements,
  }));
}

/** Placeholders for values that only the user can know; they satisfy all requirements. */
export function* placeholderWitnesses(
  wanted: WantedValue,
  draft: Draft,
  conform: Conform,
): Iterable<Witness> {
  const accepts = acceptor(draft, wanted.requirements);
  for (const each of wantedAlternatives(wanted, draft)) {
    for (const witness of placeholderValues(each, draft, conform)) {
      const isNew = witness.fix.minted.includes(witness.value);
      if (!wanted.taken.has(witness.value) && (isNew || accepts(witness.value))) yield witness;
    }
  }
}

/** The change that puts a witness in place; undefined when RDF has no such triple. */
export function attachWitness(
  { focusNode, path }: WantedValue,
  draft: Draft,
  witness: Witness,
): Fix | undefined {
  for (const step of attachmentPoints(draft.graph, focusNode, path)) {
    const triple = attachingTriple(step, witness.value);
    if (triple === undefined) continue;
    return combineFixes(witness.fix, fixOfChange({ added: [triple], removed: [] }, 'implied'));
  }
  return undefined;
}

function* impliedWitnesses({ focusNode, path }: WantedValue, draft: Draft): Iterable<Witness> {
  for (const step of attachmentPoints(draft.graph, focusNode, path)) yield* impliedAt(step, draft);
}

/** The values that other statements imply at a place. */
export function* impliedAt(step: AttachmentPoint, draft: Draft): Iterable<Witness> {
  const { search, graph } = draft;
  const implied = impliedValues(graph, step, search.term, search.input.classGraph);
  for (const { value, evidence } of implied) {
    yield { value, fix: impliedFix(step, value, evidence, draft) };
  }
  for (const { value, evidence, instead } of mirroredValues(draft, step)) {
    const fix =
      instead === undefined
        ? fixOfChange(noChange, 'attested', evidence)
        : fixOfChange({ added: [], removed: [instead] }, 'plausible', evidence);
    yield { value, fix };
  }
}

/**
 * Less certain where the place already has another value, which its inverse does not state: one of the two is the mistake.
 */
function impliedFix(step: AttachmentPoint, value: TermId, words: string, draft: Draft): Fix {
  const { graph, search } = draft;
  const stated = step.inverse
    ? graph.subjects(step.predicate, step.node)
    : graph.objects(step.node, step.predicate);
  const evidence: EvidenceItem = { kind: 'implied', words };
  const [subject, object] = step.inverse ? [value, step.node] : [step.node, value];
  const rival = stated.find((each) => each !== value && !terms.isLiteral(each));
  if (rival === undefined) return fixOfChange(noChange, 'implied', evidence);
  const { classGraph } = search.input;
  const isContested = inversesOf(classGraph, step.predicate).some(({ inverse }) =>
    inverseStatements(graph, { subject: object, predicate: inverse, object: subject }, classGraph).some(
      (said) => said.value === rival,
    ),
  );
  const competing = `${search.term(rival)} has that already, and one of the two is wrong`;
  return isContested
    ? fixOfChange(noChange, 'plausible', [evidence, { kind: 'competing', words: competing }])
    : fixOfChange(noChange, 'implied', evidence);
}

/** The value that sh:hasValue names; undefined where it would be a fact about another node that its like do not share. */
export function requiredWitness(
  { focusNode, path }: Pick<WantedValue, 'focusNode' | 'path'>,
  draft: Draft,
  value: TermId,
): Witness | undefined {
  const words = 'required by sh:hasValue';
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  if (step === undefined || step.inverse) {
    return { value, fix: fixOfChange(noChange, 'implied', { kind: 'required', words }) };
  }
  const claim = requiredFact(draft, step.node, step.predicate, value, words);
  return claim && { value, fix: fixOfChange(noChange, claim.support, claim.evidence) };
}

const maxMembers = 6;

/** Values that the shapes name: sh:hasValue, sh:defaultValue, the only member of sh:in. */
function* shapeWitnesses(wanted: WantedValue, draft: Draft): Iterable<Witness> {
  const { requirements } = wanted;
  const { search } = draft;
  for (const { value } of constraintsOfKind(requirements.unfolded, 'hasValue')) {
    const witness = requiredWitness(wanted, draft, value);
    if (witness) yield witness;
  }
  const defaults = requirements.shapes.flatMap(({ id }) => search.shapes.graph.objects(id, sh.defaultValue));
  if (defaults.length > 0) {
    const evidence: EvidenceItem[] = [{ kind: 'required', words: 'the sh:defaultValue of the shape' }];
    // It applies where nothing was stated, not where something wrong was.
    const accepts = acceptor(draft, requirements);
    const stated = pathValues(draft.graph, wanted.focusNode, wanted.path);
    if (stated.some((each) => !accepts(each)))
      evidence.push({ kind: 'competing', words: 'something else was stated' });
    for (const value of defaults) yield { value, fix: fixOfChange(noChange, 'plausible', evidence) };
  }
  const [only, ...others] = membersOf(requirements);
  if (only === undefined || others.length > 0) return;
  yield {
    value: only,
    fix: fixOfChange(noChange, 'attested', { kind: 'required', words: 'the only value that sh:in allows' }),
  };
}

/** The members of sh:in where there are few, where nothing else shows which one is meant. */
function* allowedMembers({ requirements }: WantedValue): Iterable<Witness> {
  const members = membersOf(requirements);
  if (members.length < 2 || members.length > maxMembers) return;
  const allowed = fixOfChange(noChange, 'plausible', { kind: 'allowed', words: 'allowed by sh:in' });
  for (const value of members) yield { value, fix: asChoice(allowed, value) };
}

function membersOf({ unfolded }: WantedValue['requirements']): readonly TermId[] {
  const [first, ...others] = constraintsOfKind(unfolded, 'in');
  return first?.members.filter((member) => others.every((other) => other.members.includes(member))) ?? [];
}

const maxNeighbours = 60;
const leastMirrored = 3;
const leastShare = 0.9;

/**
 * Values that are stated from their end by a property that mirrors the wanted one: wherever the data has the one, it has
 * the other in the opposite direction. They need not be declared inverse.
 */
function* mirroredValues(
  draft: Draft,
  { node, predicate, inverse }: AttachmentPoint,
): Iterable<MirroredValue> {
  const { graph, search } = draft;
  const { term } = search;
  const back = inverse ? graph.outgoing(node) : graph.incoming(node);
  for (const triple of back.slice(0, maxNeighbours)) {
    const value = inverse ? triple.object : triple.subject;
    if (triple.predicate === rdf.type || value === node || terms.isLiteral(value)) continue;
    const { mirrored, lacking: without, refuted: against } = mirroring(search, predicate, triple.predicate);
    // A property that mirrors itself lacks this very triple from its other end.
    const own = predicate === triple.predicate ? without.indexOf(value) : -1;
    const instead = inverse ? onlyOther({ subject: value, predicate, object: node }, draft) : undefined;
    // What the node says itself, or what stands in place of it, is what is asked about.
    const [lacking, refuted] = [without.filter((_, i) => i !== own), against].map(
      (nodes) => nodes.filter((each) => each !== node && each !== instead?.subject).length,
    ) as [number, number];
    const isNamed = areNamedInversely(predicate, triple.predicate);
    if (!isNamed && (mirrored < leastMirrored || mirrored < leastShare * (mirrored + lacking))) continue;
    if (mirrored < leastShare * (mirrored + refuted)) continue;
    const words =
      mirrored === 0
        ? `${term(triple.predicate)} says so from the other end`
        : `${term(triple.predicate)} says so from the other end, as it does for ${mirrored} of ${mirrored + lacking}`;
    yield { value, instead, evidence: { kind: 'mirrored', words, for: mirrored, of: mirrored + lacking } };
  }
}

interface MirroredValue {
  readonly value: TermId;
  readonly evidence: EvidenceItem;
  /** The statement in whose place the value belongs. */
  readonly instead: Triple | undefined;
}

/** The statement that stands in the place of another one, where nothing in the data has two values of the property. */
function onlyOther({ subject, predicate, object }: Triple, draft: Draft): Triple | undefined {
  const [only] = draft.graph.objects(subject, predicate);
  if (only === undefined || only === object) return undefined;
  const uses = usesOf(draft, predicate, maxUses);
  const stated = { subject, predicate, object: only };
  const isSingle =
    uses.length > leastMirrored && new Set(uses.map((use) => use.subject)).size === uses.length;
  return isSingle && isEditable(draft, stated) ? stated : undefined;
}

interface Mirroring {
  /** Triples with the property that the other one states from the other end. */
  readonly mirrored: number;
  /** The subjects of triples with the property that the other one does not state. */
  readonly lacking: readonly TermId[];
  /** The nodes that have the property, but not to the end that states the other one. */
  readonly refuted: readonly TermId[];
}

const maxUses = 300;
const known = new WeakMap<Graph, Map<string, Mirroring>>();

/** How far one property mirrors another, from some of their uses where they have many; counted once for a graph. */
function mirroring(search: SearchState, predicate: TermId, other: TermId): Mirroring {
  const graph = search.input.dataGraph;
  const counted = known.get(graph) ?? new Map<string, Mirroring>();
  known.set(graph, counted);
  const key = `${predicate} ${other}`;
  let found = counted.get(key);
  if (found === undefined) {
    const back = (property: TermId, { subject, object }: Triple) => ({
      subject: object,
      predicate: property,
      object: subject,
    });
    const uses = usesOf({ search }, predicate, maxUses);
    const isMirrored = (triple: Triple) => hasTriple(graph, back(other, triple));
    const refuted = usesOf({ search }, other, maxUses)
      .filter(
        (triple) =>
          !hasTriple(graph, back(predicate, triple)) && graph.objects(triple.object, predicate).length > 0,
      )
      .map(({ object }) => object);
    const lacking = uses.filter((triple) => !isMirrored(triple)).map(({ subject }) => subject);
    found = { mirrored: uses.length - lacking.length, lacking, refuted };
    counted.set(key, found);
  }
  return found;
}
