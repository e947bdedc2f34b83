import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { labelProperties } from '../../evidence/nameProperties.ts';
import { writtenParts } from '../../evidence/nameSimilarity.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';
import { isRepairing, placeOfValues, usualValues, type ViolationGoal } from './violationEdits.ts';

const maxSiblings = 12;

/**
 * Terms of the data that somebody may put in the place of a value by mistake: values of others there, then other terms of
 * the node's description, then nodes of its kind. Nothing is invented. Repairs only use values of others.
 */
export function* nearbyTerms(goal: ViolationGoal): Iterable<TermId> {
  yield* usualValues(goal);
  if (isRepairing(goal)) return;
  const node = placeOfValues(goal)?.focusNode ?? goal.focusNode;
  if (terms.isLiteral(node)) return;
  const { graph } = goal.draft;
  for (const { predicate, object } of graph.outgoing(node)) {
    if (predicate !== rdf.type && !terms.isBlank(object)) yield object;
  }
  for (const sibling of siblingsOf(goal.draft, node).slice(0, maxSiblings)) {
    if (terms.isIri(sibling) && sibling !== node) yield sibling;
  }
}

/** Nodes with an IRI among them, and the node itself. */
export function* nearbyNodes(goal: ViolationGoal): Iterable<TermId> {
  for (const term of nearbyTerms(goal)) if (terms.isIri(term)) yield term;
  if (isRepairing(goal)) return;
  const node = placeOfValues(goal)?.focusNode ?? goal.focusNode;
  if (terms.isIri(node)) yield node;
}

/** Literals among them, followed by the name of the node. */
export function* nearbyLiterals(goal: ViolationGoal): Iterable<TermId> {
  for (const term of nearbyTerms(goal)) if (terms.isLiteral(term)) yield term;
  if (isRepairing(goal)) return;
  const node = placeOfValues(goal)?.focusNode ?? goal.focusNode;
  const name = nameOf(node, goal);
  if (name !== '') yield terms.literal(name);
}

/**
 * A nearby text: of the first literal with a text, else the name of the property. Empty for repairs, for the user to fill
 * in.
 */
export function nearbyText(goal: ViolationGoal): string {
  for (const literal of nearbyLiterals(goal)) {
    const text = terms.value(literal);
    if (text.trim() !== '') return text;
  }
  if (isRepairing(goal)) return '';
  const place = placeOfValues(goal);
  const [step] = place === undefined ? [] : attachmentPoints(goal.draft.graph, place.focusNode, place.path);
  return nameOf(step?.predicate ?? goal.constraint.component, goal);
}

/** The name of a node for people: its label, or its name as words. */
export function nameOf(node: TermId, { draft: { graph } }: Pick<ViolationGoal, 'draft'>): string {
  if (terms.isLiteral(node)) return terms.value(node);
  for (const property of labelProperties) {
    const label = graph.objects(node, property).find((value) => terms.isLiteral(value));
    if (label !== undefined) return terms.value(label);
  }
  const name = terms.isIri(node) ? localName(terms.value(node)) : '';
  // Codes and addresses have no words.
  return /^[\p{L}_-]+$/u.test(name) ? writtenParts(name).join(' ') : name;
}

/** The language of the first text nearby that has one. */
export function languageNearby(goal: ViolationGoal): string {
  for (const literal of nearbyLiterals(goal)) {
    const language = terms.language(literal);
    if (language) return language;
  }
  return 'en';
}
