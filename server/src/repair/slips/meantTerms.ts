import { memoized } from '../../base/memoized.ts';
import { completeVocabularies } from '../../rdf/completeVocabularies.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf } from '../../rdf/vocab.ts';
import { type Draft, isDescribed, type SearchState } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { namesOneTypoAway, typoCertainty } from './oneTypo.ts';

/** A term that an unknown one was meant to be. */
export interface MeantTerm {
  readonly term: TermId;
  readonly evidence: Evidence;
  /** False where the name could also be right and not described yet. */
  readonly isClear: boolean;
}

/**
 * What an IRI that no file knows was meant to be, among the terms for which `fits` is true: an IRI that differs in a single
 * typing error, in the scheme or the signs between its parts, or in the namespace only where that has no such name. Terms are
 * looked up rather than compared, so that it takes no longer in large data.
 */
export function meantTerms(
  unknown: TermId,
  draft: Draft,
  fits: (term: TermId) => boolean,
): readonly MeantTerm[] {
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

/** So many unknown terms around a result, the nearest ones first, are enough. */
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
  const find = (other: string) => {
    const term = terms.knownIri(other);
    return term === undefined || term === unknown ? [] : [term];
  };
  return {
    respelt: [...new Set([...respellings(iri), ...byPrefix(iri, search.prefixes)])]
      .flatMap(find)
      .map((term) => ({ term, isClear: true, evidence: { kind: 'namespaceSlip', words } })),
    misspelt: [...new Set(namesOneTypoAway(name))].flatMap((other): readonly MeantTerm[] =>
      find(namespace + other).flatMap((term) => {
        const isOthers = isCode(name) && !isOwnTerm(draft, unknown, term);
        const certainty = isOthers ? undefined : typoCertainty(name, other);
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
function isKnownTerm(term: TermId, draft: Draft): boolean {
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
 * and of a prefixed name in angle brackets.
 */
function* byPrefix(iri: string, prefixes: ReadonlyMap<string, string>): Iterable<string> {
  for (const [prefix, namespace] of prefixes) {
    if (prefix !== '' && iri.startsWith(`${prefix}:`)) yield namespace + iri.slice(prefix.length + 1);
    const stem = namespace.replace(/[#/]$/, '');
    if (/[:_?=&.-]$/.test(stem) || !iri.startsWith(stem) || /^[#/]/.test(iri.slice(stem.length))) continue;
    const signs = stem === namespace ? ['#', '/'] : [namespace.slice(stem.length)];
    for (const sign of signs) yield stem + sign + iri.slice(stem.length);
  }
}

/** True for codes such as XLSM, in which every letter tells members of a list apart. */
function isCode(name: string): boolean {
  return name.length < 6 && /^[\p{Lu}\d_.-]+$/u.test(name);
}

/**
 * True for a term that its vocabulary does not have: one whose terms are all known, or one that a linked file describes as an
 * ontology. A term of any other vocabulary may well exist, although nothing here describes it.
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
