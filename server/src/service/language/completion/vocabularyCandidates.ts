import type { Graph } from '../../../rdf/graph.ts';
import { classTypes, propertyTypes } from '../../../rdf/schemaTypes.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { textFor, type Vocabularies, type VocabularyTerm, withHttp } from '../vocabularies/vocabularies.ts';
import { superclassesOf } from './askedProperties.ts';
import { classValued } from './classCandidates.ts';
import { incomingOf, type NodeAtCursor } from './nodeAtCursor.ts';
import type { CompletionCandidate, SuggestionKind } from './suggestion.ts';
import type { TermNames } from './termNames.ts';

/** Where a term of a vocabulary may be written. */
export interface VocabularyPlace {
  /** What was typed of it. */
  readonly typed: string;
  /** The node that is described; undefined if that is unknown. */
  readonly node: NodeAtCursor | undefined;
  readonly role: 'predicate' | 'object' | 'datatype';
  /** The property of which a value is written; undefined where that is unknown. */
  readonly predicate: TermId | undefined;
  readonly world: Graph;
}

/**
 * Terms of well-known vocabularies that no linked file need describe: once a part of their name or label is typed, and
 * before that the properties of the node's classes and the values that a property lists, of the vocabularies that the file
 * has a prefix for. They come after the terms of the linked files.
 */
export function vocabularyCandidates(
  place: VocabularyPlace,
  names: TermNames,
  vocabularies: Vocabularies,
  locale: string,
): readonly CompletionCandidate[] {
  const { typed } = place;
  if (typed.startsWith('<')) return [];
  const colon = typed.indexOf(':');
  const local = typed.slice(colon + 1).toLowerCase();
  const namespace = colon < 0 ? undefined : names.namespace(typed.slice(0, colon));
  if (colon >= 0 && namespace === undefined) return [];
  const fits = fitting(place, vocabularies);
  const isWide = namespace !== undefined || local.length >= leastTyped;
  const found: CompletionCandidate[] = [];
  for (const each of namespace === undefined ? writable(names, vocabularies, isWide) : [namespace]) {
    for (const term of vocabularies.termsIn(each)) {
      const fit = fits(term);
      if (fit === undefined || (!isWide && !fit.isFor)) continue;
      const match = local === '' ? 0 : matchOf(local, term, locale);
      if (match === undefined) continue;
      found.push({
        kind: fit.kind,
        of: { term: terms.iri(term.iri) },
        score:
          lowest + match + (fit.isFor ? 5 : 0) + term.uses / (term.uses + 10) - (term.isDeprecated ? 3 : 0),
      });
    }
  }
  return found;
}

/** Below all that the linked files have, and above prefixes. */
const lowest = -70;

/** Fewer letters occur in most names. */
const leastTyped = 3;

/** The namespaces to look in: of declared prefixes, and, once enough is typed, of all vocabularies. */
function writable(names: TermNames, vocabularies: Vocabularies, isWide: boolean): Iterable<string> {
  const declared = new Set(names.declared.values());
  if (!isWide) return declared;
  const known = new Set([...declared].map(withHttp));
  return [...declared, ...[...vocabularies.namespaces].filter((each) => !known.has(each))];
}

/** How well a name or label goes with what was typed; undefined when it does not. */
function matchOf(local: string, { name, labels }: VocabularyTerm, locale: string): number | undefined {
  const lower = name.toLowerCase();
  if (lower.startsWith(local)) return 2;
  if (lower.includes(local)) return 1;
  return local.length >= leastTyped && textFor(labels, locale)?.toLowerCase().includes(local) ? 0 : undefined;
}

interface Fit {
  readonly kind: SuggestionKind;
  /** Whether the vocabulary declares it for this place. */
  readonly isFor: boolean;
}

/** Whether a term may be at a place. */
function fitting(
  { node, role, predicate, world }: VocabularyPlace,
  vocabularies: Vocabularies,
): (term: VocabularyTerm) => Fit | undefined {
  if (role === 'datatype') {
    return ({ kind }) => (kind === 'datatype' ? { kind: 'datatype', isFor: false } : undefined);
  }
  if (role === 'predicate') {
    const types = [...superclassesOf(node?.types ?? [], world)].filter((type) => terms.isIri(type));
    const classes = vocabularies.withBroader(types.map((type) => terms.value(type)));
    return ({ kind, domains = [] }) =>
      kind === 'property' ? { kind, isFor: domains.some((each) => classes.has(each)) } : undefined;
  }
  if (predicate === undefined) return () => undefined;
  const own = vocabularies.term(terms.value(predicate))?.ranges ?? [];
  const ranges = new Set([...own, ...world.objects(predicate, rdfs.range).map((each) => terms.value(each))]);
  const ofKind = (kind: 'class' | 'property') => (term: VocabularyTerm) =>
    term.kind === kind ? { kind, isFor: false } : undefined;
  if (predicate === rdf.type && node) {
    const meant = classesMeant(node, world, vocabularies);
    return ({ kind, iri }) => (kind === 'class' ? { kind, isFor: meant.has(withHttp(iri)) } : undefined);
  }
  if (predicate === rdf.type || classValued.has(predicate) || includesAny(ranges, classes)) {
    return ofKind('class');
  }
  if (predicate === sh.path || includesAny(ranges, properties)) return ofKind('property');
  if (ranges.size === 0) return () => undefined;
  const inRange = new Map<string, boolean>();
  return ({ kind, types = [] }) => {
    if (kind !== 'individual') return undefined;
    const key = types.join(' ');
    let isInRange = inRange.get(key);
    if (isInRange === undefined) {
      isInRange = includesAny(vocabularies.withBroader(types), [...ranges]);
      inRange.set(key, isInRange);
    }
    return isInRange ? { kind: 'value', isFor: true } : undefined;
  };
}

/** The domains of the properties of a node, and the ranges of those that it is a value of. */
function classesMeant(node: NodeAtCursor, world: Graph, vocabularies: Vocabularies): ReadonlySet<string> {
  const described = (predicate: TermId) => vocabularies.term(terms.value(predicate));
  const domains = node.facts.flatMap(({ predicate }) => described(predicate)?.domains ?? []);
  const ranges = [...incomingOf(node, world)].flatMap((predicate) => described(predicate)?.ranges ?? []);
  return new Set([...domains, ...ranges].map(withHttp));
}

const classes = classTypes.map((type) => terms.value(type));
const properties = propertyTypes.map((type) => terms.value(type));

function includesAny(set: ReadonlySet<string>, members: readonly string[]): boolean {
  return members.some((each) => set.has(each));
}
