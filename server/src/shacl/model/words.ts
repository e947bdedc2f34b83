import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import type { ResultWords, Words } from './component.ts';
import { pathInWords, printPath } from './path.ts';
import { readList } from './reading.ts';
import type { Shape } from './shape.ts';

/** Prints a term for people, for example with the prefixes of the file that they look at. */
export type TermPrinter = (id: TermId) => string;

/** A short form of a term that needs no prefixes of a file: with a well-known prefix, otherwise the local name. */
export function shortForm(id: TermId): string {
  const value = terms.value(id);
  switch (terms.kind(id)) {
    case 'iri':
      return shortIri(value);
    case 'blank':
      return '[ … ]';
    case 'literal':
      return shortLiteral(id);
    case 'triple':
      return '<<( … )>>';
  }
}

/** The words that messages about a shape's constraints use. */
export function wordsFor(shape: Shape, shapesGraph: Graph, term: TermPrinter): Words {
  return wordsOf(shapesGraph, term, shape.path && pathInWords(shape.path, term), remarks);
}

/** The words of recorded messages, in which paths are written as in SPARQL. */
export function recordedWordsFor(shape: Shape, shapesGraph: Graph, term: TermPrinter): Words {
  return wordsOf(shapesGraph, term, shape.path && printPath(shape.path, term), silent);
}

/** The words of a message about one value of one focus node. */
export function wordsForResult(
  words: Words,
  { path }: Shape,
  focusNode: TermId,
  value: TermId | undefined,
): ResultWords {
  const brief = (id: TermId) => briefly(id, words.term);
  const isBlank = terms.isBlank(focusNode);
  const node = isBlank ? 'This blank node' : brief(focusNode);
  const hasName = path !== undefined && value !== undefined && !terms.isBlank(value);
  const { term, shape, each } = words;
  return {
    term,
    shape,
    path: words.path,
    each,
    subject: path === undefined ? node : `${words.path} of ${isBlank ? 'this blank node' : node}`,
    focusNode: node,
    pathless: path === undefined,
    found: hasName ? `: ${brief(value)}` : '',
    brief,
  };
}

function wordsOf(
  shapesGraph: Graph,
  term: TermPrinter,
  path: string | undefined,
  omitted: ReadonlySet<TermId>,
): Words {
  return {
    term,
    shape: (id) => describe(shapesGraph, id, { term, omitted }, 2),
    path: path ?? 'the node',
    each: path === undefined ? 'The node' : `Each value of ${path}`,
  };
}

function shortIri(iri: string): string {
  for (const [prefix, namespace] of Object.entries(namespaces)) {
    if (iri.startsWith(namespace) && iri.length > namespace.length) {
      return `${prefix}:${iri.slice(namespace.length)}`;
    }
  }
  const local = /[^/#:]+[/#]?$/.exec(iri)?.[0];
  return local ?? `<${iri}>`;
}

function shortLiteral(id: TermId): string {
  const text = terms.value(id);
  const language = terms.language(id);
  const datatype = terms.datatype(id)!;
  if (language !== '') return `"${text}"@${language}`;
  if (datatype === xsd.string) return `"${text}"`;
  if ([xsd.integer, xsd.decimal, xsd.double, xsd.boolean].includes(datatype)) return text;
  return `"${text}"^^${shortForm(datatype)}`;
}

/** Longer texts are cut in messages. */
const briefLength = 60;

/** Longer IRIs are cut; most are shorter than this. */
const briefIriLength = 120;

/** A term on one line, cut when it is long. */
function briefly(id: TermId, term: TermPrinter): string {
  const value = terms.value(id);
  switch (terms.kind(id)) {
    case 'blank':
      return 'a blank node';
    case 'triple':
      return 'a triple term';
    case 'iri':
      return value.length > briefIriLength ? `<${cut(value, briefIriLength)}>` : term(id);
    case 'literal': {
      const isBrief = value.length <= briefLength && !/[\r\n]/.test(value);
      return isBrief ? term(id) : `"${cut(value.slice(0, 1000).trim().replace(/\s+/g, ' '), briefLength)}"`;
    }
  }
}

/** Cuts a text without cutting a character in half. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Predicates whose statements do not say what a shape requires. */
const silent = new Set<TermId>([
  rdf.type,
  sh.name,
  sh.description,
  sh.message,
  sh.severity,
  sh.order,
  sh.group,
]);

/** Recorded messages have these. */
const remarks: ReadonlySet<TermId> = new Set([...silent, rdfs.comment, rdfs.label]);

interface DescriptionStyle {
  readonly term: TermPrinter;
  readonly omitted: ReadonlySet<TermId>;
}

/** A named node by its name; an anonymous node by the first few of its statements or list members. */
function describe(graph: Graph, id: TermId, style: DescriptionStyle, depth: number): string {
  const { term, omitted } = style;
  if (!terms.isBlank(id)) return term(id);
  const members = graph.objects(id, rdf.first).length > 0 ? readList(graph, id, shownItems + 1) : undefined;
  if (members)
    return depth === 0
      ? '( … )'
      : `( ${shorten(members, (member) => describe(graph, member, style, depth - 1), ' ')} )`;
  if (depth === 0) return '[ … ]';
  const statements = graph.outgoing(id).filter(({ predicate }) => !omitted.has(predicate));
  const print = (statement: (typeof statements)[number]) =>
    `${term(statement.predicate)} ${describe(graph, statement.object, style, depth - 1)}`;
  return `[ ${shorten(statements, print, ' ; ')} ]`;
}

/** How many list members or statements are printed before the rest is left out. */
const shownItems = 3;

function shorten<T>(items: readonly T[], print: (item: T) => string, separator: string): string {
  const shown = items.slice(0, shownItems).map(print);
  return [...shown, ...(items.length > shownItems ? ['…'] : [])].join(separator);
}
