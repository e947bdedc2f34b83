import { groupBy } from '../../base/groupBy.ts';
import { memoized } from '../../base/memoized.ts';
import { completeVocabularies } from '../../rdf/completeVocabularies.ts';
import type { Graph } from '../../rdf/graph.ts';
import { isRespelling, localName, namespaceOf } from '../../rdf/iri.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { countUses, type Draft, isDescribed, type SearchState, usesOf } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { emptyFix } from '../drafts/fix.ts';
import { foldName, isWithVerb, shareWord } from '../evidence/nameSimilarity.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { mentionedProperties } from '../evidence/pathUsage.ts';
import { hasSigns, knownNames, namesOneTypoAway, typoCertainty } from './oneTypo.ts';

/** A statement that may have resulted from another one by a single mistake. */
export interface Restatement {
  readonly meant: Triple;
  readonly evidence: readonly EvidenceItem[];
  readonly isClear: boolean;
}

type Restatements = (triple: Triple, draft: Draft) => readonly Restatement[];

/**
 * Finds restatements of the statements of a validation once: its results look at the same ones around them, many times where they
 * share values.
 *
 * @param isWhole whether what was found is all that a later search would find.
 */
export function foundOnce(
  find: (triple: Triple, draft: Draft) => Iterable<Restatement>,
  isWhole: (draft: Draft) => boolean = () => true,
): Restatements {
  const knownIn = memoized((_: SearchState['recorded']) => new Map<string, readonly Restatement[]>());
  return (triple, draft) => {
    if (draft.fix !== emptyFix) return [...find(triple, draft)];
    const known = knownIn(draft.search.recorded);
    const key = tripleKey(triple);
    const found = known.get(key) ?? [...find(triple, draft)];
    if (isWhole(draft)) known.set(key, found);
    return found;
  };
}

/**
 * What a statement was meant to be: with the property or value that its IRI misspells, or with the node that its text
 * names. The mistake shows in the statement itself, whatever a shape says.
 */
export const misstatements: Restatements = foundOnce(
  findMisstatements,
  // Another result may still search for terms.
  ({ search }) => searched.get(search) !== maxSearched,
);

function* findMisstatements(triple: Triple, draft: Draft): Iterable<Restatement> {
  for (const { term, ...why } of meantProperties(triple, draft)) {
    yield restated({ ...triple, predicate: term }, why);
  }
  // Values of properties that no shape looks at do not matter.
  if (!mentionedProperties(draft.search.shapes).has(triple.predicate)) return;
  for (const { term, ...why } of meantValues(triple, draft)) yield restated({ ...triple, object: term }, why);
}

function restated(meant: Triple, { evidence, isClear }: Omit<MeantTerm, 'term'>): Restatement {
  return { meant, isClear, evidence: [evidence] };
}

function meantProperties({ subject, predicate }: Triple, draft: Draft): readonly MeantTerm[] {
  const mentioned = mentionedProperties(draft.search.shapes);
  if (mentioned.has(predicate)) return [];
  const uses = (property: TermId) => countUses(draft, property);
  // A value that many nodes have is hardly a slip.
  const fits = (term: TermId) =>
    mentioned.has(term) && (uses(predicate) <= Math.max(1, uses(term)) || isRespelt(predicate, term));
  const found = meantTerms(predicate, draft, fits);
  const meant = found.length > 0 ? found : styledOtherwise(predicate, mentioned, draft, fits);
  return meant.filter(({ term }) => !isOtherAwaited(predicate, { subject, predicate: term }, draft));
}

/**
 * True where the meant property is the stated one with a verb, and a result says that the node lacks another one with a word
 * of it: `docSubject` for `subject`, beside `hasSubject`.
 */
export function isOtherAwaited(
  stated: TermId,
  meant: Pick<Triple, 'subject' | 'predicate'>,
  draft: Draft,
): boolean {
  if (!isWithVerb(localName(terms.value(stated)), localName(terms.value(meant.predicate)))) return false;
  return awaitedLike(stated, meant.subject, draft).some(({ path }) => path.predicate !== meant.predicate);
}

/** The results that say that a node lacks a property with a word of the stated one. */
export function awaitedLike(stated: TermId, node: TermId, { search }: Draft) {
  const name = localName(terms.value(stated));
  return search.recorded
    .resultsAbout(node)
    .flatMap(({ constraint, focusNode, path, sourceShape }) =>
      constraint.kind === 'minCount' &&
      focusNode === node &&
      path?.kind === 'predicate' &&
      shareWord(name, localName(terms.value(path.predicate)))
        ? [{ path, sourceShape }]
        : [],
    );
}

/** The only one of some properties with the same words, written differently: has_part or part for hasPart. */
function styledOtherwise(
  predicate: TermId,
  properties: ReadonlySet<TermId>,
  draft: Draft,
  fits: (term: TermId) => boolean,
): readonly MeantTerm[] {
  if (isKnownTerm(predicate, draft)) return [];
  const iri = terms.value(predicate);
  const name = localName(iri);
  const folded = foldName(name);
  const alike = (namedIn(properties).get(namespaceOf(iri)) ?? []).filter((other) => {
    const isAlike = other.folded === folded || isWithVerb(name, other.name);
    return isAlike && fits(other.term);
  });
  const [term] = alike.map((each) => each.term);
  if (term === undefined || alike.length > 1) return [];
  const words = `no file knows ${draft.search.term(predicate)}`;
  return [{ term, isClear: true, evidence: { kind: 'namespaceSlip', words } }];
}

/** Properties with their names, by their namespaces. */
const namedIn = memoized((properties: ReadonlySet<TermId>) => {
  const named = [...properties].map((term) => {
    const iri = terms.value(term);
    const name = localName(iri);
    return { term, namespace: namespaceOf(iri), name, folded: foldName(name) };
  });
  return groupBy(named, ({ namespace }) => namespace);
});

function meantValues({ subject, predicate, object }: Triple, draft: Draft): readonly MeantTerm[] {
  if (terms.isLiteral(object)) return namedByText(subject, predicate, object, draft);
  if (terms.isBlank(object)) return describedAlike(subject, object, draft);
  const isClass = predicate === rdf.type || predicate === rdfs.subClassOf;
  const uses = (term: TermId) => draft.search.input.dataGraph.subjects(predicate, term).length;
  const found = meantTerms(object, draft, (term) => {
    if (term === subject) return false;
    if (isClass)
      return isClassTerm(term, draft) && (uses(object) <= Math.max(1, uses(term)) || isRespelt(object, term));
    return isDescribed(draft, term) || (uses(object) === 1 && uses(term) >= leastUses);
  });
  // A node that is not described yet may have a name with an additional letter.
  const isOpen = ({ term, evidence }: MeantTerm) =>
    !isClass && evidence.kind === 'likeName' && !isSurelyMisspelt(object, term, draft);
  return found.map((each) => (isOpen(each) ? { ...each, isClear: false } : each));
}

/** True for terms that differ only in the declaration of a prefix: then the mistake is at all places. */
function isRespelt(one: TermId, other: TermId): boolean {
  return isRespelling(terms.value(one), terms.value(other));
}

/** A node without a description counts as known from this many statements on. */
const leastUses = 3;

/** True for classes that shapes, ontologies or other nodes name. */
function isClassTerm(term: TermId, { search }: Draft): boolean {
  const { classGraph, dataGraph } = search.input;
  return (
    search.shapes.graph.incoming(term).length > 0 ||
    classGraph.objects(term, rdfs.subClassOf).length > 0 ||
    classGraph.subjects(rdfs.subClassOf, term).length > 0 ||
    dataGraph.subjects(rdf.type, term).length > 0
  );
}

/** The only named node with all statements of a blank node, including a text. */
function describedAlike(subject: TermId, node: TermId, { graph, search }: Draft): readonly MeantTerm[] {
  const said = graph.outgoing(node);
  const [text] = said.filter(({ object }) => terms.isLiteral(object));
  if (text === undefined || said.some(({ object }) => terms.isBlank(object))) return [];
  const alike = graph
    .subjects(text.predicate, text.object)
    .filter(
      (other) =>
        terms.isIri(other) &&
        other !== subject &&
        said.every((each) => graph.has(other, each.predicate, each.object)),
    );
  const [term] = alike;
  if (term === undefined || alike.length > 1) return [];
  const words = `all statements about the blank node are also made about ${search.term(term)}`;
  return [{ term, isClear: false, evidence: { kind: 'duplicate', words } }];
}

/**
 * True for an IRI that is used once and differs from another one in nothing that distinguishes names. Where the description
 * of a node is required, any other IRI may be that of a node that is not described yet.
 */
export function isSurelyMisspelt(iri: TermId, meant: TermId, { search }: Draft): boolean {
  const [name, other] = [iri, meant].map((term) => localName(terms.value(term))) as [string, string];
  return foldName(name) === foldName(other) && search.input.dataGraph.incoming(iri).length < 2;
}

const maxUses = 50;

/** The described node of which a text is the name or IRI, where others have nodes. */
function namedByText(
  subject: TermId,
  predicate: TermId,
  literal: TermId,
  draft: Draft,
): readonly MeantTerm[] {
  const text = terms.value(literal).trim();
  if (text === '' || /\s/.test(text)) return [];
  const isClass = predicate === rdf.type || predicate === rdfs.subClassOf;
  const [, prefix, name] = /^([\w.-]*):(.+)$/.exec(text) ?? [];
  const { prefixes } = draft.search;
  const expanded = prefix === undefined ? undefined : prefixes.get(prefix);
  const isKnownName = hasSigns.test(text) || knownNames.has(text);
  const iris = [
    text,
    ...(expanded === undefined ? [] : [expanded + name]),
    ...(terms.isIri(subject) ? [namespaceOf(terms.value(subject)) + text] : []),
    ...namespacesIn(prefixes)
      .filter((namespace) => isKnownName || !endsAsNamespace.test(namespace))
      .map((namespace) => namespace + text),
  ];
  const found = [...new Set(iris)].flatMap((iri) => {
    const term = terms.knownIri(iri);
    const fits =
      term !== undefined &&
      term !== subject &&
      (isClass ? isClassTerm(term, draft) : isDescribed(draft, term));
    return fits ? [term] : [];
  });
  // Last, because it looks at all uses of the property, and few texts are names.
  if (found.length === 0 || !(isClass || haveNodes(predicate, literal, draft))) return [];
  return found.slice(0, 1).map((term) => ({
    term,
    isClear: true,
    evidence: {
      kind: 'keptText',
      words: `the text is the name of ${draft.search.term(term)}`,
    },
  }));
}

/** The end of namespaces, after which an IRI has its name. */
const endsAsNamespace = /[#/:]$/;

const namespacesIn = memoized((prefixes: ReadonlyMap<string, string>) => [...new Set(prefixes.values())]);

/** True when all others have nodes there. */
function haveNodes(predicate: TermId, except: TermId, draft: Draft): boolean {
  const others = usesOf(draft, predicate, maxUses).filter(({ object }) => object !== except);
  return others.length > 0 && others.every(({ object }) => !terms.isLiteral(object));
}

/** A term that an unknown one was meant to be. */
interface MeantTerm {
  readonly term: TermId;
  readonly evidence: EvidenceItem;
  /** False where the name could also be right and not described yet. */
  readonly isClear: boolean;
}

/**
 * What an unknown IRI was meant to be, among the terms for which `fits` is true: an IRI that differs in a single typing
 * error, in the scheme or the signs between its parts, or in the namespace only where that has no such name. Terms are
 * looked up rather than compared, so that it does not take longer in large data.
 */
function meantTerms(unknown: TermId, draft: Draft, fits: (term: TermId) => boolean): readonly MeantTerm[] {
  if (!terms.isIri(unknown) || isKnownTerm(unknown, draft)) return [];
  for (const kind of ['respelt', 'misspelt', 'elsewhere'] as const) {
    const near = nearTerms(unknown, draft)[kind].filter(({ term }) => fits(term));
    if (near.length > 0) {
      const isOnly = kind !== 'elsewhere' || near.length === 1;
      return near.map((each) => (isOnly ? each : { ...each, isClear: false }));
    }
  }
  return [];
}

/** The terms with an IRI that is nearly the same, whatever they are. */
type NearTerms = Readonly<Record<'respelt' | 'misspelt' | 'elsewhere', readonly MeantTerm[]>>;

/** Thousands of names are tried for each unknown IRI, and all results of a file have the same ones. */
const nearIn = memoized((_: Graph) => new Map<TermId, NearTerms>());

/** This many unknown terms around a result, the nearest ones first, are enough. */
const maxSearched = 10;
const searched = new WeakMap<SearchState, number>();

function nearTerms(unknown: TermId, draft: Draft): NearTerms {
  const known = nearIn(draft.search.input.dataGraph);
  let found = known.get(unknown);
  if (found === undefined) {
    const tried = searched.get(draft.search) ?? 0;
    if (tried === maxSearched) return { respelt: [], misspelt: [], elsewhere: [] };
    searched.set(draft.search, tried + 1);
    found = findNearTerms(unknown, draft);
    known.set(unknown, found);
  }
  return found;
}

function findNearTerms(unknown: TermId, draft: Draft): NearTerms {
  const { search } = draft;
  const iri = terms.value(unknown);
  const [namespace, name] = [namespaceOf(iri), localName(iri)];
  const words = `no file knows ${search.term(unknown)}`;
  const styles = new Set(otherStyles(name));
  const mayBeMisspelt = knownNames.mayHaveTypo(namespace, name);
  const find = (other: string) => {
    const term = terms.knownIri(other);
    return term === undefined || term === unknown ? [] : [term];
  };
  return {
    respelt: [...new Set([...respellings(iri), ...byPrefix(iri, search.prefixes)])]
      .flatMap(find)
      .map((term) => ({ term, isClear: true, evidence: { kind: 'namespaceSlip', words } })),
    misspelt: [...new Set([...styles, ...(mayBeMisspelt ? namesOneTypoAway(name) : [])])].flatMap(
      (other): readonly MeantTerm[] =>
        find(namespace + other).flatMap((term) => {
          const isOthers = isCode(name) && !isOwnTerm(draft, unknown, term);
          const certainty = isOthers ? undefined : styles.has(other) ? 'clear' : typoCertainty(name, other);
          if (certainty === undefined) return [];
          const evidence = { kind: 'likeName', words, for: other.length - 1, of: other.length } as const;
          return [{ term, isClear: certainty === 'clear', evidence }];
        }),
    ),
    elsewhere: (isAbsent(unknown, draft) ? [...new Set(search.prefixes.values())] : [])
      .flatMap((other) => find(other + name))
      .map((term) => ({
        term,
        isClear: true,
        evidence: { kind: 'sameName', words: `${search.term(unknown)} does not exist` },
      })),
  };
}

/** True for terms that a file describes, or that the shapes mention. */
export function isKnownTerm(term: TermId, draft: Draft): boolean {
  const shapes = draft.search.shapes.graph;
  return isDescribed(draft, term) || shapes.incoming(term).length > 0 || shapes.outgoing(term).length > 0;
}

/** The same IRI with another scheme, or with the other sign before its last part. */
function* respellings(iri: string): Iterable<string> {
  const schemes = [iri, iri.replace(/^https?:/, (scheme) => (scheme === 'http:' ? 'https:' : 'http:'))];
  for (const each of schemes) {
    yield each;
    yield each.replace(/#(?=[^#]*$)/, '/');
    yield each.replace(/\/(?=[^/#]+$)/, '#');
    yield each.replace(/[#/]+(?=[^/#]+$)/, '/#');
    yield each.replace(/\/#(?=[^/#]+$)/, '#');
  }
}

/**
 * The IRI as a declared prefix would make it: with the sign at the end of the namespace, where the IRI or the declaration lacks it,
 * of a prefixed name in angle brackets, and of a name there, which is read as that of a file.
 */
function* byPrefix(iri: string, prefixes: ReadonlyMap<string, string>): Iterable<string> {
  const isRelative = iri.startsWith('file:') && localName(iri) !== '';
  for (const [prefix, namespace] of prefixes) {
    if (isRelative) yield namespace + localName(iri);
    if (prefix !== '' && iri.startsWith(`${prefix}:`)) yield namespace + iri.slice(prefix.length + 1);
    const stem = namespace.replace(/[#/]$/, '');
    if (/[:_?=&.-]$/.test(stem) || !iri.startsWith(stem) || /^[#/]/.test(iri.slice(stem.length))) continue;
    const signs = stem === namespace ? ['#', '/'] : [namespace.slice(stem.length)];
    for (const sign of signs) yield stem + sign + iri.slice(stem.length);
  }
}

/** The name with a verb before it or without one, and with capitals or underscores between its words. */
function* otherStyles(name: string): Iterable<string> {
  const [, bare] = /^(?:has|is)(?=[A-Z_])_?(.+)$/.exec(name) ?? [];
  if (bare !== undefined) yield bare.slice(0, 1).toLowerCase() + bare.slice(1);
  else for (const verb of ['has', 'is']) yield verb + name.slice(0, 1).toUpperCase() + name.slice(1);
  const capitals = name.replaceAll(/(?<=[a-z\d])_([a-z])/g, (_, letter) => letter.toUpperCase());
  const underscores = name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const other of [capitals, underscores]) if (other !== name) yield other;
}

/** True for codes such as XLSM, in which every letter distinguishes members of a list. */
export function isCode(name: string): boolean {
  return name.length < 6 && /^[\p{Lu}\d_.-]+$/u.test(name);
}

/**
 * True for a term that its vocabulary does not have: a vocabulary whose terms are all known, or one that a linked file
 * describes as an ontology. A term of any other vocabulary may well exist, although nothing here describes it.
 */
function isAbsent(term: TermId, { search }: Draft): boolean {
  if (!terms.isIri(term)) return false;
  const iri = terms.value(term);
  const namespace = namespaceOf(iri);
  const names = completeVocabularies.get(namespace);
  if (names !== undefined) return !names.has(localName(iri)) && !isMember(iri);
  const { classGraph } = search.input;
  return [namespace, namespace.replace(/[#/]$/, '')].some((name) => {
    const ontology = terms.knownIri(name);
    return ontology !== undefined && classGraph.has(ontology, rdf.type, owl.Ontology);
  });
}

/** rdf:_1, rdf:_2 and so on. */
function isMember(iri: string): boolean {
  return iri.startsWith(`${namespaces.rdf}_`) && /_[1-9]\d*$/.test(iri);
}
