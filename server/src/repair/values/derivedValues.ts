import { lazy } from '../../base/lazy.ts';
import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf } from '../../rdf/vocab.ts';
import { noChange } from '../drafts/change.ts';
import type { Draft, SearchState } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { asChoice, fixOfChange } from '../drafts/fix.ts';
import { constraintsOfKind } from '../drafts/requirements.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { labelProperties } from '../evidence/nameProperties.ts';
import { writtenParts } from '../evidence/nameSimilarity.ts';
import { siblingsOf } from '../evidence/pathUsage.ts';
import type { Support } from '../repair.ts';
import {
  copiesOf,
  type Derivation,
  derivationKey,
  derivationsOf,
  derive,
  sourcesOf,
} from './textDerivation.ts';

/**
 * Values that follow from other statements about the node: as the values of similar nodes follow from theirs (the name of a
 * person is the given and the family name), from its owl:sameAs twin, or from its other names.
 */
export function* derivedValues(
  { focusNode, path, requirements }: WantedValue,
  draft: Draft,
): Iterable<Witness> {
  if (path.kind !== 'predicate' || terms.isLiteral(focusNode)) return;
  yield* ofTwins(focusNode, path.predicate, draft);
  const learned = learnedValues(focusNode, path.predicate, draft);
  yield* learned;
  if (learned.length === 0) {
    yield* ofOtherNames(focusNode, path.predicate, draft);
    if (labelProperties.includes(path.predicate)) yield* nameInForm(focusNode, requirements, draft);
    yield* ofLikeProperties(focusNode, path.predicate, draft);
  }
  yield* ofNeighbours(focusNode, path.predicate, draft);
}

/** The name of the node as the pattern of its label asks for it: `AHU-1` for ex:ahu-1. */
function* nameInForm(
  node: TermId,
  { unfolded }: WantedValue['requirements'],
  draft: Draft,
): Iterable<Witness> {
  const [pattern, ...others] = constraintsOfKind(unfolded, 'pattern');
  if (pattern === undefined || others.length > 0 || !terms.isIri(node)) return;
  const reading = compileRegex(pattern.pattern, pattern.flags);
  const text = localName(terms.value(node));
  // A pattern that takes other names, too, says nothing about this one.
  if (reading.kind === 'illFormed' || !/\d/.test(text) || reading.test(`x${text}x`)) return;
  const names = [text, text.replace(/[-_]+/g, ' '), text.replace(/[-_]+/g, '')];
  const forms = new Set(names.flatMap((name) => [name, name.toUpperCase(), sentence(name)]));
  const [only, ...more] = [...forms].filter((form) => reading.test(form));
  if (only === undefined || more.length > 0) return;
  const words = `the name of ${draft.search.term(node)} as sh:pattern asks for it`;
  const [asked] = constraintsOfKind(unfolded, 'datatype');
  yield witness(terms.literal(only, asked?.datatype), 'plausible', { kind: 'form', words });
}

function witness(value: TermId, support: Support, evidence: EvidenceItem): Witness {
  return { value, fix: fixOfChange(noChange, support, evidence) };
}

const sameAs = terms.constant(`${namespaces.owl}sameAs`);
const exactMatch = terms.constant('http://www.w3.org/2004/02/skos/core#exactMatch');

/** The values of nodes that are stated to be the same. */
function* ofTwins(node: TermId, predicate: TermId, { graph, search }: Draft): Iterable<Witness> {
  for (const link of [sameAs, exactMatch]) {
    if (link === predicate) continue;
    for (const twin of new Set([...graph.objects(node, link), ...graph.subjects(link, node)])) {
      if (twin === node) continue;
      const words = `${search.term(twin)} has it, which is ${search.term(link)} this node`;
      for (const value of graph.objects(twin, predicate)) {
        yield witness(value, link === sameAs ? 'implied' : 'plausible', { kind: 'elsewhere', words });
      }
    }
  }
}

/**
 * What a node beside this one has at the same property, such as the discipline of the space that a zone is for: where other
 * nodes that are linked so have the same value, or where nothing is known about others and few values are used again and
 * again.
 */
function* ofNeighbours(node: TermId, predicate: TermId, draft: Draft): Iterable<Witness> {
  const { dataGraph } = draft.search.input;
  const { term } = draft.search;
  const seen = new Set<string>();
  const links = [
    ...dataGraph.outgoing(node).map((link) => ({ link, isOut: true, other: link.object })),
    ...dataGraph.incoming(node).map((link) => ({ link, isOut: false, other: link.subject })),
  ];
  for (const { link, isOut, other } of links.slice(0, maxLinks)) {
    const key = `${link.predicate} ${isOut}`;
    if (seen.has(key) || link.predicate === predicate || link.predicate === rdf.type) continue;
    const [value, ...more] = dataGraph.objects(other, predicate);
    if (value === undefined) continue;
    seen.add(key);
    const alike = links.filter((each) => each.isOut === isOut && each.link.predicate === link.predicate);
    const isOne = alike.every(({ other: beside }) =>
      dataGraph.objects(beside, predicate).every((each) => each === value),
    );
    if (more.length > 0 || !isOne || terms.isBlank(value)) continue;
    const words = isOut
      ? `its ${term(link.predicate)} ${term(other)} has it`
      : `${term(other)} has it, and this is its ${term(link.predicate)}`;
    const pairs = valuesAcross(link.predicate, predicate, draft);
    if (pairs.of >= leastFollowers) {
      if (pairs.for < leastShare * pairs.of) continue;
      const said = `${words}, as with ${pairs.for} of ${pairs.of} others`;
      // A value that all of them share need not result from the link.
      const isCommon = pairs.shared.size === 1 && pairs.shared.has(value);
      yield witness(value, isCommon ? 'plausible' : 'attested', {
        kind: 'derived',
        words: said,
        for: pairs.for,
        of: pairs.of,
      });
      continue;
    }
    if (!terms.isIri(value)) continue;
    const uses = dataGraph.withPredicate(predicate);
    const distinct = new Set(uses.map(({ object }) => object)).size;
    const reuse = uses.filter(({ object }) => object === value).length;
    // Few values that are used again and again are from a code list.
    if (uses.length < 3 * distinct || reuse < leastReuse) continue;
    const fix = fixOfChange(noChange, 'plausible', { kind: 'reuse', words, for: reuse, of: uses.length });
    yield { value, fix: distinct === 1 ? fix : asChoice(fix, value) };
  }
}

const leastReuse = 3;
const maxLinks = 50;
const maxPairs = 500;

/**
 * How many pairs of nodes linked by a property have the same values of another one, which values, and in how many pairs
 * both have any.
 */
function valuesAcross(link: TermId, predicate: TermId, { search }: Draft) {
  const { dataGraph } = search.input;
  const counts = { for: 0, of: 0, shared: new Set<TermId>() };
  for (const { subject, object } of dataGraph.withPredicate(link).slice(0, maxPairs)) {
    const [one, other] = [dataGraph.objects(subject, predicate), dataGraph.objects(object, predicate)];
    if (one.length === 0 || other.length === 0) continue;
    counts.of++;
    const shared = one.find((value) => other.includes(value));
    if (shared === undefined) continue;
    counts.for++;
    counts.shared.add(shared);
  }
  return counts;
}

const maxSiblings = 60;
const leastFollowers = 2;
const leastShare = 0.8;
const maxLearned = 3;

interface Learned {
  readonly siblings: readonly TermId[];
  readonly witnesses: readonly Witness[];
}

const known = new WeakMap<SearchState, Map<string, Learned>>();

/** The evidence from similar nodes, computed once in a search: it rests on the data as it was stated. */
function learnedValues(node: TermId, predicate: TermId, draft: Draft): readonly Witness[] {
  const siblings = siblingsOf(draft, node);
  const found = known.get(draft.search) ?? new Map<string, Learned>();
  known.set(draft.search, found);
  const key = `${node} ${predicate}`;
  let learned = found.get(key);
  if (learned?.siblings !== siblings) {
    learned = { siblings, witnesses: [...asOthers(node, predicate, siblings, draft)] };
    found.set(key, learned);
  }
  return learned.witnesses;
}

/** The value derived from the other values of the node by the rule that holds for similar nodes. */
function* asOthers(
  node: TermId,
  predicate: TermId,
  siblings: readonly TermId[],
  draft: Draft,
): Iterable<Witness> {
  const examples = examplesOf(siblings, predicate, draft)
    .filter(({ node: other }) => other !== node)
    .slice(0, maxSiblings);
  // Where all have the same value, none is derived.
  if (new Set(examples.flatMap(({ values }) => values)).size < leastFollowers) return;
  if (!examples.some(({ mayFollow }) => mayFollow())) return;
  const own = new Map([
    ...sourcesAt(node, predicate, draft),
    ...sourcesBeside(node, predicate, draft),
    ...numbersIn(node),
  ]);
  const ownTexts = textsOf(own);
  const rules = new Map<string, FollowedRule & { followers: number }>();
  for (const example of examples) {
    for (const [key, followed] of example.rules()) {
      const known = rules.get(key);
      if (known) known.followers++;
      else rules.set(key, { ...followed, followers: 1 });
    }
  }
  const learned = [...rules]
    .flatMap(([key, { rule, like, followers }]) => {
      const made = followers < leastFollowers ? undefined : derive(rule, ownTexts);
      if (!made) return [];
      const of = examples.filter((example) => example.has(key, rule)).length;
      const isEnough = followers >= leastShare * of && (!isNumber(rule) || followers >= leastNumbered);
      return isEnough ? [{ key, rule, like, followers, of, made }] : [];
    })
    // A part of a single text remains by chance more often than one derived from two texts.
    .sort(
      (a, b) => b.followers - a.followers || isPiece(a.rule) - isPiece(b.rule) || (a.key < b.key ? -1 : 1),
    );
  for (const { rule, like, followers, of, made } of learned.slice(0, maxLearned)) {
    const names = sourcesOf(rule);
    const source = own.get(names[0]!);
    const words = `from ${names.map((name) => own.get(name)!.words).join(' and ')}, as with ${followers} of ${of} others`;
    yield witness(inFormOf(made, like, source?.term), 'attested', {
      kind: 'derived',
      words,
      for: followers,
      of,
    });
  }
}

/** The evidence from a node with values of a property. It is computed when first needed. */
interface Example {
  readonly node: TermId;
  /** Without blank nodes. */
  readonly values: readonly TermId[];
  /** Whether one of its values may follow from its other statements. */
  readonly mayFollow: () => boolean;
  /** By their keys. */
  readonly rules: () => ReadonlyMap<string, FollowedRule>;
  /** Whether it states everything from which the rule makes a value. */
  readonly has: (key: string, rule: Derivation) => boolean;
}

interface FollowedRule {
  readonly rule: Derivation;
  readonly like: TermId;
}

/** Many nodes with results share one list of siblings. */
const knownExamples = memoized((_: Graph) =>
  memoized((_: readonly TermId[]) => new Map<TermId, readonly Example[]>()),
);

/**
 * The first siblings that have values of a property, one more than requested, because the node itself may be among them.
 */
function examplesOf(siblings: readonly TermId[], predicate: TermId, draft: Draft): readonly Example[] {
  const { dataGraph } = draft.search.input;
  const ofSiblings = knownExamples(dataGraph)(siblings);
  const known = ofSiblings.get(predicate);
  if (known) return known;
  const examples: Example[] = [];
  for (const node of siblings) {
    if (examples.length > maxSiblings) break;
    const values = dataGraph.objects(node, predicate);
    if (values.length === 0) continue;
    examples.push(
      exampleOf(
        node,
        values.filter((value) => !terms.isBlank(value)),
        predicate,
        draft,
      ),
    );
  }
  ofSiblings.set(predicate, examples);
  return examples;
}

function exampleOf(node: TermId, values: readonly TermId[], predicate: TermId, draft: Draft): Example {
  const texts = lazy(() => {
    const [own, near] = [sourcesAt(node, predicate, draft), sourcesBeside(node, predicate, draft)];
    const numbers = numbersIn(node);
    const all = textsOf(new Map([...own, ...near, ...numbers]));
    return { own: textsOf(own), near: textsOf(near), numbers: textsOf(numbers), all };
  });
  const derived = new Map<string, boolean>();
  return {
    node,
    values,
    mayFollow: lazy(() =>
      values.some((value) => !terms.isIri(value) || isSaidElsewhere(value, node, predicate, draft)),
    ),
    rules: lazy(() => {
      const rules = new Map<string, FollowedRule>();
      for (const like of values) {
        const text = textOf(like);
        for (const rule of [
          ...derivationsOf(text, texts().own),
          ...copiesOf(text, texts().near),
          ...(/^-?\d+$/.test(text) ? copiesOf(text, texts().numbers) : []),
        ]) {
          const key = derivationKey(rule);
          // An IRI is only used as a value of another property as a whole.
          const isCopy = rule.kind === 'join' && rule.parts.length === 1;
          if (!rules.has(key) && (!terms.isIri(like) || isCopy)) rules.set(key, { rule, like });
        }
      }
      return rules;
    }),
    has(key, rule) {
      const known = derived.get(key) ?? derive(rule, texts().all) !== undefined;
      derived.set(key, known);
      return known;
    },
  };
}

function isPiece({ kind }: Derivation): 0 | 1 {
  return kind === 'piece' ? 1 : 0;
}

/** Whether an IRI, of which no part follows from a text, is that of the node or the text of another of its values. */
function isSaidElsewhere(iri: TermId, node: TermId, except: TermId, { search }: Draft): boolean {
  if (iri === node) return true;
  const text = terms.value(iri);
  // In any order: one is enough.
  const stated = search.recorded.input.dataGraph.outgoing(node);
  return stated.some(({ predicate, object }) => predicate !== except && terms.value(object) === text);
}

/** A text of a node from which others may follow. */
interface Source {
  readonly text: string;
  readonly words: string;
  readonly term?: TermId;
}

const maxSources = 20;

/** The values of a node that are the only ones of their property and language, its name and its IRI. */
function sourcesAt(node: TermId, except: TermId, { search }: Draft): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  const { dataGraph } = search.input;
  for (const predicate of new Set(dataGraph.outgoing(node).map((triple) => triple.predicate))) {
    if (predicate === except || predicate === rdf.type) continue;
    if (sources.size >= maxSources) break;
    const values = dataGraph.objects(node, predicate).filter((value) => !terms.isBlank(value));
    for (const value of values) {
      const language = terms.language(value);
      if (values.some((other) => other !== value && terms.language(other) === language)) continue;
      const key = values.length === 1 ? `${predicate}` : `${predicate} ${language}`;
      sources.set(key, { text: textOf(value), words: search.term(predicate), term: value });
    }
  }
  if (!terms.isIri(node)) return sources;
  const iri = terms.value(node);
  const name = localName(iri);
  const spaced = name.replace(/[_-]+/g, ' ');
  const add = (key: string, text: string) => sources.set(key, { text, words: 'its name' });
  sources.set('iri', { text: iri, words: 'its IRI' });
  add('name', name);
  if (spaced !== name) add('spaced', spaced);
  const words = writtenParts(name);
  add('words', words.join(' '));
  add('capitals', words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' '));
  add('sentence', sentence(words.join(' ')));
  if (name.toUpperCase() !== name) add('upper', name.toUpperCase());
  if (name.toLowerCase() !== name) add('lower', name.toLowerCase());
  return sources;
}

/** The texts of the nodes that are the only values of their properties, each the only one of its property there. */
function sourcesBeside(node: TermId, except: TermId, { search }: Draft): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  const { dataGraph } = search.input;
  for (const { predicate, object } of dataGraph.outgoing(node).slice(0, maxSources)) {
    if (predicate === except || predicate === rdf.type || terms.isLiteral(object)) continue;
    if (dataGraph.objects(node, predicate).length > 1) continue;
    const texts = dataGraph.outgoing(object).slice(0, maxSources);
    for (const { predicate: property, object: text } of texts) {
      if (!terms.isLiteral(text) || dataGraph.objects(object, property).length > 1) continue;
      const words = `the ${search.term(property)} of its ${search.term(predicate)}`;
      sources.set(`${predicate} ${property} beside`, { text: terms.value(text), words, term: text });
    }
  }
  return sources;
}

const mostNumbers = 12;
/** Two that are numbered alike may be chance. */
const leastNumbered = 3;

/** The numbers in the name of a node, by their place there, with and without the sign before them. */
function numbersIn(node: TermId): ReadonlyMap<string, Source> {
  if (!terms.isIri(node)) return new Map();
  const numbers = localName(terms.value(node)).match(/-?\d+/g) ?? [];
  if (numbers.length > mostNumbers) return new Map();
  return new Map(
    numbers.flatMap((number, i) => {
      const words = 'the number in its name';
      const alone = [`number ${i}`, { text: number.replace('-', ''), words }] as const;
      return numbers.length > 1 ? [alone, [`signed ${i}`, { text: number, words }] as const] : [alone];
    }),
  );
}

function isNumber(rule: Derivation): boolean {
  return sourcesOf(rule).some((name) => /^(?:number|signed) /.test(name));
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

function textsOf(sources: ReadonlyMap<string, Source>): ReadonlyMap<string, string> {
  return new Map(Array.from(sources, ([name, { text }]) => [name, text]));
}

/** The text of a literal; IRIs are marked, so that no text is taken for one. */
function textOf(term: TermId): string {
  return terms.isIri(term) ? `<${terms.value(term)}>` : terms.value(term);
}

/** A text as a literal like that of another node, in the language of its source; or the IRI that it is. */
function inFormOf(text: string, like: TermId, source: TermId | undefined): TermId {
  if (terms.isIri(like)) return terms.iri(text.slice(1, -1));
  const language = terms.language(like);
  if (language === '') return terms.literal(text, terms.datatype(like)!);
  const own = source === undefined ? '' : terms.language(source);
  return terms.languageString(text, own === '' ? language : own);
}

/** The properties for the parts of a name, in the order in which they are written. */
const namesInParts: readonly (readonly [string, string])[] = [
  ['http://xmlns.com/foaf/0.1/givenName', 'http://xmlns.com/foaf/0.1/familyName'],
  ['http://xmlns.com/foaf/0.1/firstName', 'http://xmlns.com/foaf/0.1/lastName'],
  ['http://xmlns.com/foaf/0.1/firstName', 'http://xmlns.com/foaf/0.1/familyName'],
  ['http://xmlns.com/foaf/0.1/givenName', 'http://xmlns.com/foaf/0.1/lastName'],
  ['http://xmlns.com/foaf/0.1/givenname', 'http://xmlns.com/foaf/0.1/family_name'],
  ['https://schema.org/givenName', 'https://schema.org/familyName'],
  ['http://schema.org/givenName', 'http://schema.org/familyName'],
  ['http://www.w3.org/2006/vcard/ns#given-name', 'http://www.w3.org/2006/vcard/ns#family-name'],
];

/** A name from its parts or from another name of the node, or a part of a name from the rest. */
function* ofOtherNames(node: TermId, predicate: TermId, draft: Draft): Iterable<Witness> {
  const { graph, search } = draft;
  // A title may be that of a person, so in other vocabularies only these are names.
  if (!mainNames.includes(predicate) && !/^(?:name|label)$/.test(localName(terms.value(predicate)))) {
    yield* partOfName(node, predicate, draft);
    return;
  }
  for (const [given, family] of namesInParts) {
    const [first, ...firsts] = graph.objects(node, terms.iri(given)).filter((term) => terms.isLiteral(term));
    const [last, ...lasts] = graph.objects(node, terms.iri(family)).filter((term) => terms.isLiteral(term));
    if (first === undefined || last === undefined || firsts.length + lasts.length > 0) continue;
    const text = `${terms.value(first)} ${terms.value(last)}`;
    const words = `from ${search.term(terms.iri(given))} and ${search.term(terms.iri(family))}`;
    yield witness(inFormOf(text, first, first), 'plausible', { kind: 'derived', words });
    return;
  }
  for (const other of mainNames) {
    // An equivalent property of another vocabulary is renamed, unless the shapes use both.
    const isSame = localName(terms.value(other)) === localName(terms.value(predicate));
    if (isSame && search.shapes.graph.incoming(other).length === 0) continue;
    const names = other === predicate ? [] : graph.objects(node, other);
    for (const name of names.filter((term) => terms.isLiteral(term))) {
      yield witness(name, 'plausible', { kind: 'derived', words: `its ${search.term(other)}` });
    }
    if (names.length > 0) return;
  }
}

/** Names of properties of different vocabularies that mean nearly the same. */
const likeProperties: readonly ReadonlySet<string>[] = [
  'version versionInfo softwareVersion',
  'created dateCreated createdOn',
  'modified dateModified lastModified',
  'issued datePublished',
  'creator author',
  'description comment',
  'homepage landingPage',
  'keyword keywords',
  'license licence',
].map((names) => new Set(names.split(' ')));

/**
 * The only text of the node at a property of another vocabulary with nearly the same meaning: its owl:versionInfo for
 * pav:version.
 */
function* ofLikeProperties(node: TermId, predicate: TermId, { graph, search }: Draft): Iterable<Witness> {
  const name = localName(terms.value(predicate));
  const names = likeProperties.find((each) => each.has(name));
  if (names === undefined) return;
  const namespace = namespaceOf(terms.value(predicate));
  const found = graph
    .outgoing(node)
    .filter(
      ({ predicate: other }) =>
        other !== predicate &&
        names.has(localName(terms.value(other))) &&
        localName(terms.value(other)) !== name &&
        namespaceOf(terms.value(other)) !== namespace,
    );
  const [only, ...others] = found;
  if (only === undefined || others.length > 0 || !terms.isLiteral(only.object)) return;
  const words = `its ${search.term(only.predicate)}`;
  yield witness(only.object, 'plausible', { kind: 'elsewhere', words });
}

/** The given or family name, if the node's name consists of that and the other one. */
function* partOfName(node: TermId, predicate: TermId, { graph, search }: Draft): Iterable<Witness> {
  const wanted = terms.value(predicate);
  for (const [given, family] of namesInParts) {
    if (wanted !== given && wanted !== family) continue;
    const [part, ...others] = graph.objects(node, terms.iri(wanted === given ? family : given));
    if (part === undefined || others.length > 0) continue;
    for (const name of mainNames.flatMap((property) => graph.objects(node, property))) {
      const rest =
        wanted === given
          ? before(terms.value(name), ` ${terms.value(part)}`)
          : after(terms.value(name), `${terms.value(part)} `);
      if (rest === undefined) continue;
      const words = `what ${search.term(name)} has beside ${search.term(part)}`;
      yield witness(inFormOf(rest, part, part), 'plausible', { kind: 'derived', words });
      return;
    }
  }
}

function before(text: string, end: string): string | undefined {
  return text.endsWith(end) && text.length > end.length ? text.slice(0, -end.length) : undefined;
}

function after(text: string, start: string): string | undefined {
  return text.startsWith(start) && text.length > start.length ? text.slice(start.length) : undefined;
}

/** The properties for the one name by which a node is known. */
const mainNames = labelProperties.filter((property) => !/alt|notation|legal/i.test(terms.value(property)));
