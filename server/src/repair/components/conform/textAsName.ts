import { mostFrequent } from '../../../base/mostFrequent.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { requiredRefsOf } from '../../../shacl/components/shapeRefs.ts';
import { type Draft, isDescribedInData, usesOf, withFix } from '../../drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange } from '../../drafts/fix.ts';
import { mintBlankNode, mintNamed, mintNext } from '../../drafts/mint.ts';
import {
  acceptor,
  constraintsOfKind,
  propertyShapesAsked,
  type Requirements,
  requirementsAt,
} from '../../drafts/requirements.ts';
import type { WantedValue } from '../../drafts/wantedValue.ts';
import { identifierProperties, labelProperties } from '../../evidence/nameProperties.ts';
import { missingTypes } from '../../values/describedProperty.ts';
import { isMailAddress } from '../../values/textAsIri.ts';
import { languagesAt } from '../rewrite/languagesAt.ts';

/** A new node for a text, with the triples that keep the text. */
interface NamedText {
  readonly node: TermId;
  readonly fix: Fix;
}

const maxWays = 2;

/**
 * New nodes that keep a text as their name, label or identifier: in the property that shapes require, or that similar nodes
 * have. Their IRIs are formed like those of similar nodes.
 */
export function* namedNodes(literal: TermId, wanted: WantedValue, draft: Draft): Iterable<NamedText> {
  const siblings = siblingsOfValue(wanted, draft);
  const node = newNode(terms.value(literal), wanted, siblings, draft);
  if (node === undefined) return;
  const minted: Fix = {
    ...fixOfChange({ added: [], removed: [] }, 'placeholder', { kind: 'minted', words: '' }),
    minted: [node],
    placeholders: terms.isIri(node) ? [node] : [],
  };
  const typing = missingTypes(node, wanted, draft, 'placeholder') ?? typeOfAll(node, siblings, draft);
  const start = typing ? combineFixes(minted, typing) : minted;
  const here = withFix(draft, start);
  const address = addressOf(terms.value(literal), siblings, draft);
  if (address !== undefined) {
    const added = [{ subject: node, predicate: address.property, object: address.value }];
    const words = `the text is kept as ${draft.search.term(address.property)}`;
    const kept = fixOfChange({ added, removed: [] }, 'placeholder', { kind: 'keptText', words });
    yield { node, fix: combineFixes(start, kept) };
    return;
  }
  const properties = nameProperties(node, terms.value(literal), wanted, siblings, here);
  let ways = 0;
  for (const property of properties) {
    const text = literalInPlace(literal, node, property, here);
    if (text === undefined) continue;
    const added = [{ subject: node, predicate: property, object: text }];
    const words = `the text is kept as ${draft.search.term(property)}`;
    yield {
      node,
      fix: combineFixes(
        start,
        fixOfChange({ added, removed: [] }, 'placeholder', { kind: 'keptText', words }),
      ),
    };
    if (++ways === maxWays) return;
  }
}

/** The type that all of several siblings have. */
function typeOfAll(node: TermId, siblings: readonly TermId[], { search }: Draft): Fix | undefined {
  const { dataGraph } = search.input;
  const [first, ...others] = siblings;
  if (first === undefined || others.length === 0) return undefined;
  const types = dataGraph
    .objects(first, rdf.type)
    .filter((type) => others.every((other) => dataGraph.has(other, rdf.type, type)));
  const added = types.map((object) => ({ subject: node, predicate: rdf.type, object }));
  const words = `all ${siblings.length} other values are ${types.map((type) => search.term(type)).join(', ')}`;
  if (added.length === 0) return undefined;
  return fixOfChange({ added, removed: [] }, 'placeholder', {
    kind: 'usual',
    words,
    for: siblings.length,
    of: siblings.length,
  });
}

/** The property by which most siblings have mail addresses, and the address that the text spells out. */
function addressOf(text: string, siblings: readonly TermId[], { search }: Draft) {
  if (!isMailAddress(text)) return undefined;
  const having = siblings.flatMap((node) =>
    search.input.dataGraph
      .outgoing(node)
      .filter(({ object }) => terms.isIri(object) && terms.value(object).startsWith('mailto:')),
  );
  const property = mostFrequent(having.map(({ predicate }) => predicate));
  if (property === undefined || having.length * 2 < siblings.length) return undefined;
  return { property, value: terms.iri(`mailto:${text.trim()}`) };
}

const maxSiblings = 200;

/** The other values of the place, or else other instances of its class. */
function siblingsOfValue({ focusNode, path, requirements }: WantedValue, draft: Draft): readonly TermId[] {
  const { dataGraph } = draft.search.input;
  const values =
    path.kind === 'predicate'
      ? usesOf(draft, path.predicate, maxSiblings).flatMap(({ subject, object }) =>
          subject === focusNode || terms.isLiteral(object) ? [] : [object],
        )
      : [];
  const nodes = [...new Set(values)];
  if (nodes.length > 0) return nodes;
  return constraintsOfKind(requirements.unfolded, 'class').flatMap((constraint) =>
    dataGraph.subjects(rdf.type, constraint.class).slice(0, maxSiblings),
  );
}

/** A blank node where others are blank nodes or must be; otherwise an IRI in the manner of the others. */
function newNode(
  text: string,
  { focusNode, requirements }: WantedValue,
  siblings: readonly TermId[],
  draft: Draft,
): TermId | undefined {
  const nodeKinds = constraintsOfKind(requirements.unfolded, 'nodeKind').map(({ nodeKind }) => nodeKind);
  const blank = siblings.filter((node) => terms.isBlank(node)).length;
  const mayBeBlank = !nodeKinds.some((kind) => kind === sh.IRI || kind === sh.IRIOrLiteral);
  if (nodeKinds.includes(sh.BlankNode) || (mayBeBlank && blank * 2 > siblings.length)) {
    return mintBlankNode(draft);
  }
  const own = siblings.filter((node) => terms.isIri(node) && isDescribedInData(draft, node));
  const [beside] = own;
  const isOneNamespace =
    beside !== undefined &&
    own.every((node) => namespaceOf(terms.value(node)) === namespaceOf(terms.value(beside)));
  return (
    mintNext(own, draft) ??
    mintNamed(
      text,
      isOneNamespace ? beside : focusNode,
      draft,
      own.map((node) => localName(terms.value(node))),
    )
  );
}

/** The properties that may keep the text, the likeliest first. */
function nameProperties(
  node: TermId,
  text: string,
  { requirements }: WantedValue,
  siblings: readonly TermId[],
  draft: Draft,
): readonly TermId[] {
  const asked = propertiesAskedFor(node, requirements, draft);
  const required = asked.filter(({ isRequired }) => isRequired).map(({ predicate }) => predicate);
  const allowed = asked.filter(({ isRequired }) => !isRequired).map(({ predicate }) => predicate);
  const known = isCode(text)
    ? [...identifierProperties, ...labelProperties]
    : [...labelProperties, ...identifierProperties];
  const inOrder = (properties: readonly TermId[]) =>
    known.filter((property) => properties.includes(property));
  const [only, ...others] = required.filter((property) => !isRemark(property));
  const usual = usualTexts(siblings, draft);
  const [type] = draft.graph.objects(node, rdf.type);
  return [
    ...new Set([
      ...inOrder(required),
      ...(only !== undefined && others.length === 0 ? [only] : []),
      ...inOrder(usual),
      ...(usual.length === 1 ? usual : distinguishing(usual, siblings, draft)),
      ...inOrder(allowed),
      // Where nothing asks for a description, the name in the IRI keeps the text.
      ...(type === undefined ? [] : [nameInVocabulary(type)]),
    ]),
  ];
}

/** True for texts such as "DE-1701", "0042" and "AGRI", which are codes rather than words. */
function isCode(text: string): boolean {
  return /^\S+$/.test(text) && (/\d/.test(text) || /^[\p{Lu}_-]{2,}$/u.test(text));
}

/** True for properties whose values are more than a name. */
function isRemark(property: TermId): boolean {
  return /descr|comment|note|abstract|definition|date|issued|modified|created/i.test(
    localName(terms.value(property)),
  );
}

/** The properties by which at least half of the nodes have texts. */
function usualTexts(nodes: readonly TermId[], { search }: Draft): readonly TermId[] {
  const counts = new Map<TermId, number>();
  for (const node of nodes) {
    const said = search.input.dataGraph.outgoing(node).filter(({ object }) => terms.isLiteral(object));
    for (const predicate of new Set(said.map((triple) => triple.predicate))) {
      counts.set(predicate, (counts.get(predicate) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([predicate, count]) => count * 2 >= nodes.length && !isRemark(predicate))
    .map(([predicate]) => predicate);
}

/** The only one of several properties by which no two of the nodes have the same text. */
function distinguishing(
  properties: readonly TermId[],
  nodes: readonly TermId[],
  { search }: Draft,
): readonly TermId[] {
  const found = properties.filter((property) => {
    const texts = nodes.flatMap((node) => search.input.dataGraph.objects(node, property));
    return texts.length > 1 && new Set(texts).size === texts.length;
  });
  return found.length === 1 ? found : [];
}

/** The property for names in the vocabulary of a class. */
function nameInVocabulary(type: TermId): TermId {
  const namespace = namespaceOf(terms.value(type));
  const name = namesByVocabulary[namespace];
  return name === undefined ? rdfs.label : terms.iri(name);
}

const skosLabel = 'http://www.w3.org/2004/02/skos/core#prefLabel';

const namesByVocabulary: Readonly<Record<string, string | undefined>> = {
  'http://xmlns.com/foaf/0.1/': 'http://xmlns.com/foaf/0.1/name',
  'http://schema.org/': 'http://schema.org/name',
  'https://schema.org/': 'https://schema.org/name',
  'http://www.w3.org/2006/vcard/ns#': 'http://www.w3.org/2006/vcard/ns#fn',
  'http://www.w3.org/2004/02/skos/core#': skosLabel,
  'http://www.w3.org/ns/org#': skosLabel,
  'http://www.w3.org/ns/dcat#': 'http://purl.org/dc/terms/title',
};

/**
 * A literal as another property of a node may have it: unchanged where possible, otherwise the same text with the datatype
 * or a language that is required there. Undefined when the property does not accept the text.
 */
function literalInPlace(
  literal: TermId,
  focusNode: TermId,
  predicate: TermId,
  draft: Draft,
): TermId | undefined {
  const path = { kind: 'predicate', predicate } as const;
  const requirements = requirementsAt(draft, focusNode, path, undefined);
  const accepts = acceptor(draft, requirements);
  if (accepts(literal)) return literal;
  const text = terms.value(literal);
  const wanted = { focusNode, path, requirements, taken: new Set<TermId>() };
  const datatypes = constraintsOfKind(requirements.unfolded, 'datatype')
    .map(({ datatype }) => datatype)
    .filter((datatype) => datatype !== rdf.langString);
  return [
    terms.literal(text),
    ...datatypes.map((datatype) => terms.literal(text, datatype)),
    ...languagesAt(text, { wanted, draft }).map(({ language }) => terms.languageString(text, language)),
  ].find(accepts);
}

/** A property that shapes require of a node. */
interface AskedProperty {
  readonly predicate: TermId;
  readonly isRequired: boolean;
}

/** The properties that the shapes of a value, and those that target it, require. */
export function propertiesAskedFor(
  node: TermId,
  requirements: Requirements,
  draft: Draft,
): readonly AskedProperty[] {
  const found = new Map<TermId, boolean>();
  const given = [...requirements.direct.flatMap(requiredRefsOf), ...requirements.valueShapes];
  for (const { path, constraints } of propertyShapesAsked(given, node, draft)) {
    if (path?.kind !== 'predicate') continue;
    const isRequired = constraintsOfKind(constraints, 'minCount').some(({ count }) => count > 0);
    found.set(path.predicate, isRequired || (found.get(path.predicate) ?? false));
  }
  return Array.from(found, ([predicate, isRequired]) => ({ predicate, isRequired }));
}
