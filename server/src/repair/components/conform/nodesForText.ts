import { isPlausibleIri, localName } from '../../../rdf/iri.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, sh, xsd } from '../../../rdf/vocab.ts';
import { pathValues } from '../../../shacl/paths/pathValues.ts';
import { changeSize } from '../../drafts/change.ts';
import { type Draft, isDescribed, isDescribedInData, usesOf, withFix } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { Goal } from '../../drafts/goal.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { acceptor, constraintsOfKind, requirementsAt, withValueShape } from '../../drafts/requirements.ts';
import { replaceValue, type ValuePlace } from '../../drafts/valuePlace.ts';
import type { WantedValue } from '../../drafts/wantedValue.ts';
import { primaryLanguage } from '../../evidence/languages.ts';
import { foldName, nameParts } from '../../evidence/nameSimilarity.ts';
import { labelsOf, nearestNames, nodesLabelled } from '../../evidence/nearestNames.ts';
import { NodeNameIndex } from '../../evidence/nodeNameIndex.ts';
import { haveSameMeaning } from '../../evidence/sameMeaning.ts';
import { takenValues } from '../../evidence/takenValues.ts';
import { completion, missingTypes } from '../../values/describedProperty.ts';
import { wantedAlternatives } from '../../values/knownValues.ts';
import { isNodeWanted } from '../../values/placeholderValues.ts';
import { isMailAddress, textAsIri } from '../../values/textAsIri.ts';
import { addType } from '../class/missingType.ts';
import { namedNodes, propertiesAskedFor } from './textAsName.ts';

/**
 * The nodes that a text may mean where shapes require a node, with the description that the place requires: the node that
 * has it as name or identifier, the IRI that it is, or a new node that keeps it as its name. What is offered depends on the
 * place alone, not on which of several results about the value is repaired.
 */
export function* nodesForText(goal: Goal, place: ValuePlace, literal: TermId): Iterable<Fix> {
  const all = wantedInPlace(goal, place);
  for (const wanted of wantedAlternatives(all, goal.draft)) {
    if (!isNodeWanted(wanted, goal.draft)) continue;
    const existing = [...existingNodes(goal, place, wanted, literal)];
    yield* existing;
    if (existing.length > 0) return;
    const holders = [...nodeWithAddress(goal, place, wanted, literal)];
    yield* holders;
    if (holders.length > 0) return;
    const iris = [...describedIris(goal, place, wanted, literal)];
    yield* iris;
    if (iris.length > 0) return;
    const namesakes = [...namesakesToType(goal, place, wanted, literal)];
    yield* namesakes;
    if (namesakes.length > 0) return;
    yield* newNodes(goal, place, wanted, literal);
  }
}

const maxNodes = 3;

/** The nodes with the text as label, identifier or name; those that others have at the place come before the rest. */
function* existingNodes(
  { draft }: Goal,
  place: ValuePlace,
  wanted: WantedValue,
  literal: TermId,
): Iterable<Fix> {
  const { term } = draft.search;
  const accepts = acceptor(draft, wanted.requirements);
  const text = terms.value(literal);
  const used = new Set(nodesAt(place, draft));
  const { path } = place;
  const at = path.kind === 'predicate' ? path.predicate : undefined;
  const ways = [
    { kind: 'label', nodes: () => nodesWithAddress(text, draft), words: 'reached so' },
    { kind: 'label', nodes: () => nodesLabelled(draft.graph, text, at), words: 'labelled so' },
    {
      kind: 'label',
      nodes: () => nodesIdentified(text, wanted, draft),
      words: 'the only one with that text',
    },
    { kind: 'label', nodes: () => [...used].filter((node) => isNamed(node, text)), words: 'named so' },
    {
      kind: 'likeName',
      nodes: () => nearlyNamed(text, wanted, draft),
      words: 'named or labelled much like it',
    },
  ] as const;
  for (const { kind, nodes, words } of ways) {
    const length = Math.max(1, text.length);
    const found = nodes().filter((node) => terms.isIri(node) && node !== place.focusNode && accepts(node));
    const usual = found.filter((node) => used.has(node));
    const likely = (usual.length > 0 ? usual : found).sort((a, b) =>
      terms.value(a) < terms.value(b) ? -1 : 1,
    );
    for (const node of likely.slice(0, maxNodes)) {
      const change = replaceValue(draft, place, literal, node);
      if (change === undefined) continue;
      const isClear =
        likely.length === 1 &&
        (usual.length > 0 || !isCommonName(literal, node, draft)) &&
        !(words === 'named so' && isPartOfLabel(text, node, draft));
      yield fixOfChange(change, isClear ? 'attested' : 'plausible', {
        kind,
        words: `${term(node)} is ${words}`,
        for: length - (kind === 'likeName' ? 1 : 0),
        of: length,
      });
    }
    if (likely.length > 0) return;
  }
}

/** True for a single word of a longer label of the node, as a surname is: another person may have it as well. */
function isPartOfLabel(text: string, node: TermId, { graph }: Draft): boolean {
  const labels = labelsOf(graph, node).map(nameParts);
  const [word, ...more] = nameParts(text);
  if (word === undefined || more.length > 0 || /\d/.test(word)) return false;
  return labels.some((parts) => parts.length > 1 && parts.includes(word));
}

/** True for a label that other things may well have too: a single word without figures, or a label in another language only. */
function isCommonName(literal: TermId, node: TermId, { graph }: Draft): boolean {
  const text = terms.value(literal);
  const same = graph
    .outgoing(node)
    .flatMap(({ object }) => (haveSameMeaning(object, literal) ? [object] : []));
  const tags = same.map((label) => primaryLanguage(terms.language(label)));
  const tag = primaryLanguage(terms.language(literal));
  const isOtherLanguage = tag !== '' && tags.length > 0 && !tags.some((each) => each === tag || each === '');
  return isOtherLanguage || (same.length > 0 && /^\p{L}+$/u.test(text.trim()));
}

/**
 * The only node with that label, with the class that it lacks: even if more has to be stated about it, that is not a reason
 * to create a second node.
 */
function* namesakesToType(
  { draft, conform }: Goal,
  place: ValuePlace,
  wanted: WantedValue,
  literal: TermId,
): Iterable<Fix> {
  const [asked, ...others] = constraintsOfKind(wanted.requirements.unfolded, 'class');
  if (asked === undefined || others.length > 0) return;
  const { path } = place;
  const at = path.kind === 'predicate' ? path.predicate : undefined;
  const found = nodesLabelled(draft.graph, terms.value(literal), at).filter(
    (node) => terms.isIri(node) && node !== place.focusNode && isDescribedInData(draft, node),
  );
  const [node] = found;
  const change =
    node === undefined || found.length > 1 ? undefined : replaceValue(draft, place, literal, node);
  if (node === undefined || change === undefined) return;
  const { length } = terms.value(literal);
  const words = `${draft.search.term(node)} is labelled so`;
  const support = isCommonName(literal, node, draft) ? 'plausible' : 'attested';
  const replaced = fixOfChange(change, support, { kind: 'label', words, for: length, of: length });
  for (const typing of addType(draft, asked.class, node, place)) {
    // Something else may have that name.
    if (typing.evidence.some(({ kind }) => kind === 'furtherType')) continue;
    const typed = combineFixes(replaced, typing);
    const rest = completion(node, wanted, withFix(draft, typed), conform);
    if (rest) yield combineFixes(typed, rest);
  }
}

/**
 * The nodes of a required class that have the text, at a property that no two of those nodes share a value of: a legal
 * name, an inventory number, the address of a document.
 */
function nodesIdentified(text: string, { requirements }: WantedValue, draft: Draft): readonly TermId[] {
  const { dataGraph } = draft.search.input;
  if (constraintsOfKind(requirements.unfolded, 'class').length === 0) return [];
  return [terms.literal(text), terms.literal(text.trim(), xsd.anyURI)]
    .flatMap((literal) => dataGraph.incoming(literal))
    .filter(({ predicate }) => {
      const values = usesOf(draft, predicate, maxUses).map(({ object }) => object);
      return values.length > 1 && new Set(values).size === values.length;
    })
    .map(({ subject }) => subject);
}

/** The nodes that have a mail address. */
function nodesWithAddress(text: string, { graph }: Draft): readonly TermId[] {
  if (!isMailAddress(text)) return [];
  return [...new Set(graph.incoming(terms.iri(`mailto:${text.trim()}`)).map(({ subject }) => subject))];
}

const maxInstances = 3000;

/** The instances of the class with the name or label that is nearest to the text. */
function nearlyNamed(text: string, { requirements }: WantedValue, draft: Draft): readonly TermId[] {
  const { graph, search } = draft;
  const [asked] = constraintsOfKind(requirements.unfolded, 'class');
  if (asked === undefined) return [];
  const instances: TermId[] = [];
  for (const type of search.classes.subclasses(asked.class)) {
    for (const instance of graph.subjects(rdf.type, type)) {
      if (terms.isIri(instance) && instances.length < maxInstances) instances.push(instance);
    }
  }
  const namesOf = (node: TermId) => [localName(terms.value(node)), ...labelsOf(graph, node)];
  const near = nearestNames(text, NodeNameIndex.of(graph).mayBeMeant(text, instances, graph), namesOf);
  return near.filter(({ distance }) => distance === near[0]!.distance).map(({ item }) => item);
}

function isNamed(node: TermId, text: string): boolean {
  return foldName(localName(terms.value(node))) === foldName(text);
}

const maxUses = 500;

/** The named nodes that others have at the place. */
function nodesAt({ path }: ValuePlace, draft: Draft): readonly TermId[] {
  if (path.kind !== 'predicate') return [];
  return usesOf(draft, path.predicate, maxUses).flatMap(({ object }) =>
    terms.isIri(object) ? [object] : [],
  );
}

/** The IRI that the text is, with the types and the other triples that it needs there. */
function* describedIris(
  { draft, conform }: Goal,
  place: ValuePlace,
  wanted: WantedValue,
  literal: TermId,
): Iterable<Fix> {
  for (const { iri, support, evidence } of textAsIri(terms.value(literal), wanted, draft)) {
    if (!isPlausibleIri(terms.value(iri))) continue;
    const change = replaceValue(draft, place, literal, iri);
    if (change === undefined) continue;
    const replaced = fixOfChange(change, support, evidence);
    const others = shareOfType(wanted, draft);
    const isUsual = others !== undefined && others.for >= 2 && others.for * 2 > others.of;
    const typing = missingTypes(
      iri,
      wanted,
      draft,
      isUsual && !isDescribed(draft, iri) ? 'attested' : 'plausible',
      others && isUsual ? others : undefined,
    );
    const typed = typing ? combineFixes(replaced, typing) : replaced;
    const rest = completion(iri, wanted, withFix(draft, typed), conform);
    if (rest) yield combineFixes(typed, rest);
  }
}

/** A blank node that has the mail address that the text is as its only required value. */
function* nodeWithAddress(
  { draft, conform }: Goal,
  place: ValuePlace,
  wanted: WantedValue,
  literal: TermId,
): Iterable<Fix> {
  const text = terms.value(literal);
  const kinds = constraintsOfKind(wanted.requirements.unfolded, 'nodeKind').map(({ nodeKind }) => nodeKind);
  if (!isMailAddress(text) || kinds.some((kind) => kind === sh.IRI || kind === sh.IRIOrLiteral)) return;
  const node = mintBlankNode(draft);
  const asked = propertiesAskedFor(node, wanted.requirements, draft);
  const [only, ...others] = asked.filter(({ isRequired }) => isRequired);
  const change = replaceValue(draft, place, literal, node);
  if (only === undefined || others.length > 0 || change === undefined) return;
  const added = [
    ...change.added,
    { subject: node, predicate: only.predicate, object: terms.iri(`mailto:${text.trim()}`) },
  ];
  const words = `the address is kept as ${draft.search.term(only.predicate)}`;
  const fix = {
    ...fixOfChange({ ...change, added }, 'plausible', { kind: 'keptText', words }),
    minted: [node],
  };
  const rest = completion(node, wanted, withFix(draft, fix), conform);
  if (rest && changeSize(rest.change) === 0) yield fix;
}

/** New nodes that keep the text, named in the manner of others. */
function* newNodes(
  { draft, conform }: Goal,
  place: ValuePlace,
  wanted: WantedValue,
  literal: TermId,
): Iterable<Fix> {
  // A number names nothing.
  if (literalValue(literal)?.kind === 'number' && !mayBeNumbered(wanted, draft)) return;
  for (const { node, fix } of namedNodes(literal, wanted, draft)) {
    const change = replaceValue(draft, place, literal, node);
    if (change === undefined) continue;
    const named = combineFixes(fixOfChange(change, 'implied'), fix);
    const rest = completion(node, wanted, withFix(draft, named), conform);
    if (rest) yield combineFixes(named, rest);
  }
}

/** True where the other values of the place have names of figures. */
function mayBeNumbered({ path }: WantedValue, draft: Draft): boolean {
  if (path.kind !== 'predicate') return false;
  return usesOf(draft, path.predicate, maxUses).some(
    ({ object }) => terms.isIri(object) && /^\d+$/.test(localName(terms.value(object))),
  );
}

/** The requirements for a value that replaces the offending one. */
export function wantedInPlace({ draft, violation }: Goal, place: ValuePlace): WantedValue {
  const { focusNode, path, shape } = place;
  const atPlace = requirementsAt(draft, focusNode, path, shape);
  const requirements =
    violation.path === undefined
      ? withValueShape(draft.search.shapes, atPlace, violation.sourceShape)
      : atPlace;
  return { focusNode, path, requirements, taken: takenValues(draft, focusNode, path) };
}

const maxUsesOfShare = 200;

/** How many of the other values at a place have the class that it requires; undefined when it requires none. */
function shareOfType(
  { focusNode, path, requirements }: WantedValue,
  draft: Draft,
): (EvidenceItem & { readonly for: number; readonly of: number }) | undefined {
  const [asked] = constraintsOfKind(requirements.unfolded, 'class');
  if (asked === undefined || path.kind !== 'predicate') return undefined;
  const { dataGraph } = draft.search.input;
  const classes = draft.search.classes.subclasses(asked.class);
  const values = new Set(
    usesOf(draft, path.predicate, maxUsesOfShare).flatMap(({ subject }) =>
      subject === focusNode ? [] : pathValues(dataGraph, subject, path),
    ),
  );
  const typed = [...values].filter((value) =>
    dataGraph.objects(value, rdf.type).some((type) => classes.has(type)),
  ).length;
  const { term } = draft.search;
  return {
    kind: 'usual',
    words: `${typed} of ${values.size} other values are ${term(asked.class)}`,
    for: typed,
    of: values.size,
  };
}
