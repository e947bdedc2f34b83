import type { TextRange } from '../../../base/textRange.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';
import { namespaces, owl, rdf, rdfs } from '../../../rdf/vocab.ts';
import type { HintKind } from '../../../workspace/project/settings.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { type LabelSource, namedBy } from '../labels/labels.ts';

/** A text that an editor shows after a term without inserting it. */
export interface InlayHintInfo {
  /** Behind the term. */
  readonly offset: number;
  readonly text: string;
  /** The addresses of the triple stores that state it. */
  readonly stores: readonly string[];
}

interface InlayHintOptions {
  readonly kinds: readonly HintKind[];
  /** The language of the reader. */
  readonly locale: string;
}

/**
 * The hints of the wanted kinds in a range, in order: the labels of IRIs without meaningful names, the datatypes of bare
 * numbers, the inverses of properties, the types of subjects that follow without being stated.
 */
export function inlayHints(
  file: AnalysedFile,
  range: TextRange,
  { kinds, locale }: InlayHintOptions,
): readonly InlayHintInfo[] {
  if (kinds.length === 0) return [];
  const { document, documents, stores } = file;
  const source: HintSource = { graphs: documents.map(({ graph }) => graph), stores, locale, file };
  const hints: InlayHintInfo[] = [];
  const add = (term: WrittenTerm) => {
    if (term.end <= range.start || term.start >= range.end || hints.length === mostHints) return;
    for (const kind of kinds) {
      const hint = hintOf[kind](term, source);
      if (hint !== undefined) hints.push({ stores: [], ...hint, offset: term.end });
    }
  };
  document.sources.forWritten(range, add, { forms: ['reference', 'prefixed', 'label', 'number'] });
  return hints;
}

/** More hints would hide the text. */
const mostHints = 2000;

interface HintSource extends LabelSource {
  readonly file: AnalysedFile;
}

type Hint = Pick<InlayHintInfo, 'text'> & Partial<Pick<InlayHintInfo, 'stores'>>;

const hintOf = {
  labels: ({ id, form }: WrittenTerm, source: HintSource) =>
    (form === 'reference' || form === 'prefixed') && isOpaque(localName(terms.value(id)))
      ? labelHint(id, source)
      : undefined,
  datatypes: ({ id, form }: WrittenTerm) =>
    form === 'number' ? { text: localName(terms.value(terms.datatype(id)!)) } : undefined,
  inverses: ({ id, role }: WrittenTerm, source: HintSource) =>
    role === 'predicate' ? inverseOf(id, source) : undefined,
  types: ({ id, role }: WrittenTerm, { file }: HintSource) =>
    role === 'subject' ? typesOf(id, file) : undefined,
} satisfies Record<HintKind, (term: WrittenTerm, source: HintSource) => Hint | undefined>;

/** True for names such as Q42, b7f3-11, C0012345 and room_0117: a word of up to four letters at most before digits. */
function isOpaque(name: string): boolean {
  return /^[A-Za-z]{0,4}[_.-]?\d[\w.-]*$/.test(name) || /^[0-9a-f]{6,}(?:-[0-9a-f]+)*$/i.test(name);
}

const longestLabel = 40;

function labelHint(id: TermId, source: LabelSource): Hint | undefined {
  const named = namedBy(id, source);
  if (named === undefined) return undefined;
  const line = named.label.replace(/\s+/g, ' ');
  return {
    text: line.length <= longestLabel ? line : `${line.slice(0, longestLabel)}…`,
    stores: named.store === undefined ? [] : [named.store],
  };
}

function inverseOf(id: TermId, { graphs }: LabelSource): Hint | undefined {
  const [inverse] = graphs.flatMap((graph) => [
    ...graph.objects(id, owl.inverseOf),
    ...graph.subjects(owl.inverseOf, id),
  ]);
  return inverse === undefined || !terms.isIri(inverse)
    ? undefined
    : { text: `⇄ ${localName(terms.value(inverse))}` };
}

function typesOf(id: TermId, file: AnalysedFile): Hint | undefined {
  const types = inferredTypes(id, file);
  if (types.length === 0) return undefined;
  const names = types.slice(0, mostNames).map((type) => localName(terms.value(type)));
  const more = types.length - names.length;
  const saying = file.stores.filter(({ graph }) => types.some((type) => graph.has(id, rdf.type, type)));
  return {
    text: `⇒ ${names.join(', ')}${more === 0 ? '' : ` +${more}`}`,
    stores: [...new Set(saying.map(({ uri }) => uri))],
  };
}

/** The others are counted. */
const mostNames = 3;

/**
 * The named classes of a node that no file states, the most specific first: what the domains and ranges of its properties
 * require, what was inferred before the last validation, and then the superclasses of these and of the stated ones, the
 * near ones first. Looks at a bounded part of the graphs: the first hundreds of statements about a node.
 */
function inferredTypes(id: TermId, { documents, analyses }: AnalysedFile): readonly TermId[] {
  const graphs = documents.map(({ graph }) => graph);
  const stated = new Set(graphs.flatMap((graph) => graph.objects(id, rdf.type)));
  const inferred = analyses.flatMap(({ graphs: unit }) => unit.input.dataGraph.objects(id, rdf.type));
  const follows = new Set([...typesOfLinks(id, graphs), ...inferred].filter((type) => !stated.has(type)));
  const nearest = [...follows].filter((type) => !isAboveAny(type, follows, graphs));
  const found = new Set([...nearest, ...follows, ...stated]);
  for (const type of found) {
    if (found.size > mostTypes) break;
    for (const above of aboveOf(type, graphs)) found.add(above);
  }
  return [...found].filter((type) => terms.isIri(type) && !stated.has(type) && !universal.has(type));
}

/** The domains of the predicates that a node has, and the ranges of those that lead to it. */
function* typesOfLinks(id: TermId, graphs: readonly Graph[]): Iterable<TermId> {
  const outgoing = new Set<TermId>();
  const incoming = new Set<TermId>();
  for (const graph of graphs) {
    for (const { predicate } of graph.outgoing(id).slice(0, mostStatements)) outgoing.add(predicate);
    for (const { predicate } of graph.incoming(id).slice(0, mostStatements)) incoming.add(predicate);
  }
  for (const graph of graphs) {
    for (const predicate of withAbove(outgoing, rdfs.subPropertyOf, graphs)) {
      yield* graph.objects(predicate, rdfs.domain);
    }
    for (const predicate of withAbove(incoming, rdfs.subPropertyOf, graphs)) {
      yield* graph.objects(predicate, rdfs.range);
    }
  }
}

function withAbove(
  ids: ReadonlySet<TermId>,
  predicate: TermId,
  graphs: readonly Graph[],
): ReadonlySet<TermId> {
  const reached = new Set(ids);
  for (const id of reached) {
    if (reached.size > mostStatements) break;
    for (const graph of graphs) for (const above of graph.objects(id, predicate)) reached.add(above);
  }
  return reached;
}

/** The direct superclasses, and the equivalent classes. */
function aboveOf(type: TermId, graphs: readonly Graph[]): readonly TermId[] {
  return graphs.flatMap((graph) => [
    ...graph.objects(type, rdfs.subClassOf),
    ...graph.objects(type, owl.equivalentClass),
    ...graph.subjects(owl.equivalentClass, type),
  ]);
}

function isAboveAny(type: TermId, types: ReadonlySet<TermId>, graphs: readonly Graph[]): boolean {
  return [...types].some((each) => each !== type && aboveOf(each, graphs).includes(type));
}

/** Uninformative classes. */
const universal: ReadonlySet<TermId> = new Set([
  terms.constant(`${namespaces.owl}Thing`),
  terms.constant(`${namespaces.rdfs}Resource`),
  terms.constant(`${namespaces.owl}NamedIndividual`),
]);

const mostStatements = 300;
const mostTypes = 100;
