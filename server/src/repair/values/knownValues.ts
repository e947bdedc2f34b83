import { sh } from '../../rdf/vocab.ts';
import type { Conform } from '../components/conform/candidates.ts';
import { attachingTriple, attachmentPoints } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import type { Draft } from '../drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange } from '../drafts/fix.ts';
import { analogousValues } from '../evidence/analogy.ts';
import { peerValues } from '../evidence/peerValues.ts';
import { derivedValues } from './derivedValues.ts';
import { existingValues } from './existingValues.ts';
import { impliedValues } from './impliedValues.ts';
import { placeholderValues } from './placeholderValues.ts';
import { acceptor, constraintsOfKind, requirementAlternatives } from './requirements.ts';
import type { WantedValue, Witness } from './wantedValue.ts';

/**
 * Values that satisfy all requirements at a place and are supported, strongest first: implied by other triples, named
 * by the shape, used or named alike in the rest of the data. Placeholders are not included.
 */
export function* knownValues(wanted: WantedValue, draft: Draft): Iterable<Witness> {
  const accepts = acceptor(draft, wanted.requirements);
  const seen = new Set(wanted.taken);
  for (const source of [
    impliedWitnesses,
    shapeWitnesses,
    derivedValues,
    analogousValues,
    peerValues,
    existingValues,
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

/** The change that puts a witness in its place; undefined when RDF has no such triple. */
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
  for (const step of attachmentPoints(draft.graph, focusNode, path)) {
    for (const { value, evidence } of impliedValues(draft.graph, step, draft.search.term)) {
      yield { value, fix: fixOfChange(noChange, 'implied', evidence) };
    }
  }
}

const maxMembers = 6;

/** Values that the shapes name: sh:hasValue, sh:defaultValue, sh:in. */
function* shapeWitnesses({ requirements }: WantedValue, { search }: Draft): Iterable<Witness> {
  for (const { value } of constraintsOfKind(requirements.unfolded, 'hasValue')) {
    yield { value, fix: fixOfChange(noChange, 'implied', 'required by sh:hasValue') };
  }
  for (const { id } of requirements.shapes) {
    for (const value of search.shapes.graph.objects(id, sh.defaultValue)) {
      yield { value, fix: fixOfChange(noChange, 'attested', 'the sh:defaultValue of the shape') };
    }
  }
  const [first, ...others] = constraintsOfKind(requirements.unfolded, 'in');
  if (first === undefined) return;
  const members = first.members.filter((member) => others.every((other) => other.members.includes(member)));
  if (members.length === 1) {
    yield { value: members[0]!, fix: fixOfChange(noChange, 'attested', 'the only value that sh:in allows') };
  } else if (members.length <= maxMembers) {
    for (const value of members) yield { value, fix: fixOfChange(noChange, 'plausible', 'allowed by sh:in') };
  }
}
