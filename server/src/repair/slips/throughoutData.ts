import { boundedEditDistance } from '../../base/editDistance.ts';
import { memoized } from '../../base/memoized.ts';
import { completeVocabularies } from '../../rdf/completeVocabularies.ts';
import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { isRespelling, localName, namespaceOf } from '../../rdf/iri.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { type Draft, isDescribed } from '../drafts/draft.ts';
import type { EvidenceKind } from '../drafts/evidence.ts';
import type { Fix } from '../drafts/fix.ts';
import { numbersIn, onlyDifference } from '../evidence/nameSimilarity.ts';
import { isNearProperty } from '../evidence/namespaceRelation.ts';

/** A name used instead of another one, or a namespace instead of another one, with all names in it. */
export interface Respelling {
  readonly kind: 'name' | 'namespace';
  readonly from: string;
  readonly to: string;
}

/**
 * The same fix wherever the data makes the same mistake: an unknown name is wrong at all its places, and so is a namespace
 * that differs from the shapes', for example because of one wrong `@prefix`. Undefined for other fixes, and where it is at
 * one place only.
 */
export function throughoutData(fix: Fix, draft: Draft): Fix | undefined {
  if (fix.placeholders.length > 0) return undefined;
  const slip = exchangedName(fix.change);
  if (slip === undefined) return undefined;
  const renamesProperty = fix.change.removed[0]!.object === fix.change.added[0]?.object;
  const shared = sharedEnd(slip);
  const namespace =
    shared && (isRespelling(slip.from, slip.to) || haveSameNames(shared, draft)) ? shared : undefined;
  const isSlip = namespace !== undefined || fix.evidence.some(({ kind }) => isOfSlip(kind, slip));
  if (!isSlip && !(renamesProperty && isNearProperty(slip.from, slip.to))) return undefined;
  const known = changesIn(draft.search.input);
  for (const respelling of namespace ? [namespace, slip] : [slip]) {
    const key = `${respelling.kind} ${respelling.from} ${respelling.to}`;
    if (!known.has(key)) known.set(key, changeOf(respelling, draft));
    const change = known.get(key);
    if (change === undefined || change.removed.length <= fix.change.removed.length) continue;
    if (fix.change.removed.every((triple) => isIn(change.removed, triple))) return { ...fix, change };
  }
  return undefined;
}

/** A name of another vocabulary may be meant elsewhere, unless that has no such name. */
function isOfSlip(kind: EvidenceKind, { from, to }: Respelling): boolean {
  if (kind !== 'sameName') return kind === 'namespaceSlip' || kind === 'likeName';
  if (namespaceOf(from) === namespaceOf(to) || isRespelling(from, to)) return true;
  return isPublished(from) === false;
}

/** Whether its vocabulary has a name; undefined where its terms are not known. */
function isPublished(iri: string): boolean | undefined {
  return completeVocabularies.get(namespaceOf(iri))?.has(localName(iri));
}

/** Two names may be alike by chance. */
const leastNames = 3;

/**
 * True for namespaces that differ in a few letters of one word: http://qudt.org/vocab/units/ and http://qudt.org/vocab/unit/, not in a
 * number or in a part that is a letter.
 */
function areNear({ from, to }: Respelling): boolean {
  const differing = onlyDifference(from.split(/[/#]/), to.split(/[/#]/));
  if (differing === undefined) return false;
  const [one, other] = differing;
  return (
    Math.min(one.length, other.length) >= leastWord &&
    numbersIn(one) === numbersIn(other) &&
    boundedEditDistance(one, other, mostLetters) <= mostLetters
  );
}

const leastWord = 4;
const mostLetters = 2;

const sameNames = memoized((_: ValidationInput) => new Map<string, boolean>());

/**
 * True where all names that the data have in a namespace are names that the shapes have in the other one, and none is published in
 * the one in which it is written.
 */
function haveSameNames(namespace: Respelling, draft: Draft): boolean {
  const known = sameNames(draft.search.input);
  const key = `${namespace.from} ${namespace.to}`;
  const found = known.get(key) ?? compareNames(namespace, draft);
  known.set(key, found);
  return found;
}

function compareNames(namespace: Respelling, { search }: Draft): boolean {
  const ofShapes = new Set(iris(search.shapes.graph).filter((iri) => iri.startsWith(namespace.to)));
  const least = areNear(namespace) ? 1 : leastNames;
  // Most pairs are of nodes of the data, of which the shapes name none.
  if (ofShapes.size < least) return false;
  const names = new Set<string>();
  for (const { subject, predicate, object } of search.input.dataGraph.triples()) {
    for (const term of [subject, predicate, object]) {
      const iri = nameIn(term);
      if (iri === undefined || !isOf(iri, namespace)) continue;
      const name = iri.slice(namespace.from.length);
      if (isPublished(iri) || !ofShapes.has(namespace.to + name)) return false;
      names.add(name);
    }
  }
  return names.size >= least;
}

const changesIn = memoized((_: ValidationInput) => new Map<string, GraphDelta | undefined>());

/** What a change of statements about several nodes does, if all of them are written with another name. */
export function respellingOf(change: GraphDelta): Respelling | undefined {
  const [first] = change.removed;
  if (first === undefined || change.removed.every(({ subject }) => subject === first.subject))
    return undefined;
  const added = new Set(change.added.map(tripleKey));
  const explains = (respelling: Respelling) =>
    change.removed.length === change.added.length &&
    change.removed.every((triple) => added.has(tripleKey(respelt(triple, respelling))));
  const name = exchangedName({ removed: [first], added: change.added });
  if (name === undefined) return undefined;
  if (explains(name)) return name;
  const namespace = sharedEnd(name);
  return namespace && explains(namespace) ? namespace : undefined;
}

/** The name that a change rewrites in the first of its statements. */
function exchangedName({ removed, added }: GraphDelta): Respelling | undefined {
  const [one] = removed;
  for (const other of one === undefined ? [] : added) {
    const parts = (['subject', 'predicate', 'object'] as const).filter((part) => one![part] !== other[part]);
    const [part] = parts;
    if (part === undefined || part === 'subject' || parts.length > 1) continue;
    const [from, to] = [nameIn(one![part]), nameIn(other[part])];
    if (from === undefined || to === undefined) continue;
    const isOfLiteral = terms.isLiteral(one![part]);
    if (isOfLiteral && (terms.value(one![part]) !== terms.value(other[part]) || !isRespelling(from, to)))
      continue;
    return { kind: 'name', from, to };
  }
  return undefined;
}

/** The IRI of a node, or of the datatype of a literal. */
function nameIn(term: TermId): string | undefined {
  const named = terms.isLiteral(term) ? terms.datatype(term) : term;
  return named !== undefined && terms.isIri(named) ? terms.value(named) : undefined;
}

/** The namespace in which a name is wrong: the differing start of two names with the same end. */
function sharedEnd({ from, to }: Respelling): Respelling | undefined {
  const name = localName(to);
  const [one, other] = [from, to].map((iri) => iri.slice(0, -name.length)) as [string, string];
  const isShared = name !== '' && from.endsWith(name) && one !== other;
  return isShared ? { kind: 'namespace', from: one, to: other } : undefined;
}

/** More would take long to prove again for each result. */
const mostStatements = 5000;

/**
 * Undefined where something else shows that the name or the namespace is right, or that it is not all in the data files.
 */
function changeOf(respelling: Respelling, draft: Draft): GraphDelta | undefined {
  const { input, shapes } = draft.search;
  const { dataGraph, reportedGraph } = input;
  const removed: Triple[] = [];
  if (respelling.kind === 'name') {
    const term = terms.knownIri(respelling.from);
    if (term === undefined || isDescribed(draft, term) || shapes.graph.incoming(term).length > 0)
      return undefined;
    const asObject = dataGraph.incoming(term).filter(({ predicate }) => predicate !== term);
    removed.push(...dataGraph.withPredicate(term), ...asObject);
  } else {
    if (iris(shapes.graph).some((iri) => isOf(iri, respelling))) return undefined;
    for (const triple of dataGraph.triples()) {
      const meant = respelt(triple, respelling);
      // The nodes of the data have the namespace, and the shapes' terms have another one.
      if (meant.subject !== triple.subject && shapes.graph.incoming(meant.subject).length === 0)
        return undefined;
      if (tripleKey(meant) !== tripleKey(triple)) removed.push(triple);
    }
  }
  if (removed.length < 2 || removed.length > mostStatements) return undefined;
  if (!removed.every((triple) => hasTriple(reportedGraph, triple))) return undefined;
  const added = removed.map((triple) => respelt(triple, respelling));
  return { removed, added: added.filter((triple) => !hasTriple(dataGraph, triple)) };
}

const iris = memoized((graph: Graph): readonly string[] => {
  const found = new Set<TermId>();
  for (const { subject, predicate, object } of graph.triples()) found.add(subject).add(predicate).add(object);
  return [...found].filter((term) => terms.isIri(term)).map((term) => terms.value(term));
});

function isOf(iri: string, { kind, from, to }: Respelling): boolean {
  if (kind === 'name') return iri === from;
  return iri.startsWith(from) && !(to.startsWith(from) && iri.startsWith(to));
}

function respelt({ subject, predicate, object }: Triple, respelling: Respelling): Triple {
  const written = (term: TermId): TermId => {
    if (terms.isLiteral(term)) {
      const datatype = nameIn(term);
      return datatype !== undefined && isOf(datatype, respelling)
        ? terms.literal(terms.value(term), written(terms.iri(datatype)))
        : term;
    }
    if (!terms.isIri(term)) return term;
    const iri = terms.value(term);
    return isOf(iri, respelling) ? terms.iri(respelling.to + iri.slice(respelling.from.length)) : term;
  };
  return { subject: written(subject), predicate: written(predicate), object: written(object) };
}

function isIn(triples: readonly Triple[], { subject, predicate, object }: Triple): boolean {
  return triples.some(
    (each) => each.subject === subject && each.predicate === predicate && each.object === object,
  );
}
