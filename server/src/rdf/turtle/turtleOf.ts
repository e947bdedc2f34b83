import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import { blanksOf } from '../isomorphism.ts';
import { knownPrefixes } from '../knownPrefixes.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { unescapeText } from './escapes.ts';
import { printPrologue } from './printBlocks.ts';
import { type PrintOptions, printTerm } from './printTerm.ts';
import { hasDot, type TriplesStatement } from './syntaxTree.ts';
import type { TurtleDocument } from './turtleDocument.ts';

/** Nodes that are nested more deeply get labels. */
const maxDepth = 20;

/**
 * The statements of a document of any format as a Turtle text: each subject once, in the order of the document, blank nodes
 * that are used once in brackets, lists in parentheses, and the prefixes that are used. Names of graphs are left out.
 *
 * @param uri of the text: IRIs below it are relative.
 */
export function turtleOf(
  { graph, prefixes }: Pick<TurtleDocument, 'graph' | 'prefixes'>,
  uri: string,
): string {
  return new GraphPrinter([...graph.triples()], prefixes, uri).text();
}

/** The triples of a document by their graph, in order; undefined stands for the default graph. */
export type TriplesByGraph = ReadonlyMap<TermId | undefined, readonly Triple[]>;

/**
 * The same as a TriG text, each graph once.
 *
 * @param graphs as `triplesByGraph` gives them.
 */
export function trigOf(graphs: TriplesByGraph, prefixes: ReadonlyMap<string, string>, uri: string): string {
  const shared: SharedNames = { labels: new Map(), usedPrefixes: new Map(), split: new Set() };
  const seen = new Map<TermId, TermId | undefined>();
  for (const [graph, triples] of graphs) {
    if (graph !== undefined) shared.split.add(graph);
    for (const triple of triples) {
      for (const node of blanksOf(triple)) {
        if (seen.has(node) && seen.get(node) !== graph) shared.split.add(node);
        seen.set(node, graph);
      }
    }
  }
  const blocks = [...graphs].map(([graph, triples]) => {
    const printer = new GraphPrinter(triples, prefixes, uri, shared);
    return graph === undefined ? printer.body() : `${printer.nameOf(graph)} {\n${printer.body()}}\n`;
  });
  const prologue = printPrologue({ prefixes: shared.usedPrefixes });
  return [...(prologue ? [prologue] : []), ...blocks].join('\n');
}

/**
 * The statements of a document of TriG or N-Quads by graph; in other formats, all are in the default graph.
 *
 * @throws UnnamedGraphError
 */
export function triplesByGraph(document: TurtleDocument): TriplesByGraph {
  const graphs = new Map<TermId | undefined, Triple[]>();
  const name = document.format?.name;
  if (name !== 'TriG' && name !== 'N-Quads') return new Map([[undefined, [...document.graph.triples()]]]);
  let block: TermId | undefined;
  for (const statement of document.statements) {
    const { start, length } = statement;
    if (statement.kind === 'skipped' && name === 'TriG') {
      const text = document.rope.slice(start, start + length);
      if (/^(?:GRAPH\b\s*)?\[/i.test(text)) throw new UnnamedGraphError();
      if (/[{}]$/.test(text)) block = text.endsWith('{') ? document.graphAt(start) : undefined;
    }
    if (statement.kind !== 'triples') continue;
    const graph = name === 'TriG' ? block : quadGraph(document, statement);
    const known = graphs.get(graph) ?? [];
    graphs.set(graph, known);
    statement.visit({
      triple: (subject, predicate, object) => known.push({ subject, predicate, object }),
    });
  }
  return graphs;
}

/** A graph has no name that other formats can write. */
export class UnnamedGraphError extends Error {
  override readonly name = 'UnnamedGraphError';
}

/** The name behind the object of a line. */
function quadGraph({ rope }: TurtleDocument, statement: TriplesStatement): TermId | undefined {
  const { start, length, predicates } = statement;
  const { end } = predicates[0]!.objects[0]!.term;
  const [, iri, other] = /^\s*(?:<([^<>]*)>|([^\s.]\S*))?/.exec(rope.slice(start + end, start + length))!;
  if (other !== undefined) throw new UnnamedGraphError();
  return iri === undefined ? undefined : terms.iri(unescapeText(iri));
}

/** The text of a TriG document as Turtle: without the braces and names of its graph blocks, with all comments. */
export function withoutGraphBlocks(document: TurtleDocument): string {
  const edits: OffsetEdit[] = [];
  for (const statement of document.statements) {
    const { start, length } = statement;
    const end = start + length;
    const isBrace = statement.kind === 'skipped' && /[{}]$/.test(document.rope.slice(end - 1, end));
    // A line goes on behind comments.
    if (isBrace)
      for (const [i, range] of tokenRanges(document, { start, end }).entries())
        edits.push({ range, newText: i === 0 ? '' : '\n' });
    const isUndotted = statement.kind === 'triples' && !hasDot(statement);
    if (isUndotted)
      edits.push({ range: { start: end, end }, newText: isInComment(document, end) ? '\n.' : ' .' });
  }
  return applyEdits(document.text, edits);
}

/** What of a range is not a comment. */
function tokenRanges({ comments }: TurtleDocument, { start, end }: TextRange): readonly TextRange[] {
  const inside = comments.filter((comment) => comment.start >= start && comment.end <= end);
  const starts = [start, ...inside.map((comment) => comment.end)];
  return starts.map((from, i) => ({ start: from, end: inside[i]?.start ?? end }));
}

function isInComment({ comments }: TurtleDocument, offset: number): boolean {
  return comments.some(({ start, end }) => start < offset && offset <= end);
}

/** Properties shared by the graphs of a text. */
interface SharedNames {
  readonly labels: Map<TermId, string>;
  readonly usedPrefixes: Map<string, string>;
  /** The nodes that need a label, because several graphs have them. */
  readonly split: Set<TermId>;
}

class GraphPrinter {
  readonly #bySubject = new Map<TermId, Triple[]>();
  /** How often blank nodes are objects, or in triple terms. */
  readonly #uses = new Map<TermId, number>();
  readonly #printed = new Set<TermId>();
  readonly #labels: Map<TermId, string>;
  readonly #usedPrefixes: Map<string, string>;
  readonly #options: PrintOptions & { readonly prefixes: ReadonlyMap<string, string> };

  constructor(
    triples: readonly Triple[],
    declared: ReadonlyMap<string, string>,
    base: string,
    { labels, usedPrefixes, split }: SharedNames = {
      labels: new Map(),
      usedPrefixes: new Map(),
      split: new Set(),
    },
  ) {
    this.#labels = labels;
    this.#usedPrefixes = usedPrefixes;
    for (const node of split) this.#count(node, 2);
    const namespaces = new Set(declared.values());
    const known = [...knownPrefixes].filter(([prefix, iri]) => !declared.has(prefix) && !namespaces.has(iri));
    const label = (node: TermId) => this.#label(node);
    this.#options = { prefixes: new Map([...declared, ...known]), base, label };
    for (const triple of triples) {
      const { subject, object } = triple;
      const known = this.#bySubject.get(subject);
      if (known) known.push(triple);
      else this.#bySubject.set(subject, [triple]);
      this.#count(object, 1);
      if (terms.triple(subject)) this.#count(subject, 1);
    }
  }

  text(): string {
    const body = this.body();
    const prologue = printPrologue({ prefixes: this.#usedPrefixes });
    return prologue ? `${prologue}\n${body}` : body;
  }

  nameOf(graph: TermId): string {
    return this.#term(graph);
  }

  /** The statements, without the prefixes that they use. */
  body(): string {
    const blocks: string[] = [];
    const subjects = [...this.#bySubject.keys()];
    for (const subject of subjects) if (!this.#isNested(subject)) blocks.push(this.#block(subject));
    // What is left is in a cycle, or too deep.
    for (const subject of subjects) if (!this.#printed.has(subject)) blocks.push(this.#block(subject));
    return blocks.join('\n');
  }

  #count(term: TermId, times: number): void {
    const inner = terms.triple(term);
    // A node in a triple term needs a label.
    if (inner) for (const each of [inner.subject, inner.object]) this.#count(each, 2);
    else if (terms.isBlank(term)) this.#uses.set(term, (this.#uses.get(term) ?? 0) + times);
  }

  #isNested(term: TermId): boolean {
    return terms.isBlank(term) && this.#uses.get(term) === 1;
  }

  #label(node: TermId): string {
    const known = this.#labels.get(node) ?? `b${this.#labels.size + 1}`;
    this.#labels.set(node, known);
    return known;
  }

  #block(subject: TermId): string {
    const isUnnamed = terms.isBlank(subject) && !this.#uses.has(subject);
    if (isUnnamed) return `${this.#brackets(subject, 0)} .\n`;
    this.#printed.add(subject);
    return `${this.#term(subject)} ${this.#properties(subject, 0)} .\n`;
  }

  #properties(subject: TermId, depth: number): string {
    const byPredicate = new Map<TermId, TermId[]>();
    for (const { predicate, object } of this.#bySubject.get(subject)!) {
      const known = byPredicate.get(predicate);
      if (known) known.push(object);
      else byPredicate.set(predicate, [object]);
    }
    const indent = '  '.repeat(depth + 1);
    return [...byPredicate]
      .map(([predicate, objects]) => {
        const verb = predicate === rdf.type ? 'a' : this.#term(predicate);
        return `${verb} ${objects.map((object) => this.#object(object, depth)).join(' , ')}`;
      })
      .join(` ;\n${indent}`);
  }

  #object(term: TermId, depth: number): string {
    const isHere = this.#isNested(term) && !this.#printed.has(term) && depth < maxDepth;
    if (!isHere) return this.#term(term);
    return this.#list(term, depth) ?? this.#brackets(term, depth + 1);
  }

  #brackets(node: TermId, depth: number): string {
    this.#printed.add(node);
    return this.#bySubject.has(node) ? `[ ${this.#properties(node, depth)} ]` : '[]';
  }

  /** Undefined where the cells have something else, or are used elsewhere. */
  #list(head: TermId, depth: number): string | undefined {
    const cells = new Set<TermId>();
    const members: TermId[] = [];
    let cell = head;
    while (cell !== rdf.nil) {
      const stated = this.#bySubject.get(cell) ?? [];
      const first = stated.find(({ predicate }) => predicate === rdf.first);
      const rest = stated.find(({ predicate }) => predicate === rdf.rest);
      if (!first || !rest || stated.length !== 2) return undefined;
      if (!this.#isNested(cell) || cells.has(cell) || this.#printed.has(cell)) return undefined;
      cells.add(cell);
      members.push(first.object);
      cell = rest.object;
    }
    for (const each of cells) this.#printed.add(each);
    return `( ${members.map((member) => this.#object(member, depth + 1)).join(' ')} )`;
  }

  #term(term: TermId): string {
    if (term === rdf.nil) return '()';
    this.#note(term);
    return printTerm(term, this.#options);
  }

  /** Records the prefix that a term is printed with. */
  #note(term: TermId): void {
    const inner = terms.triple(term);
    if (inner) for (const each of [inner.subject, inner.predicate, inner.object]) this.#note(each);
    const iri = terms.isLiteral(term) ? terms.datatype(term)! : term;
    if (!terms.isIri(iri)) return;
    const name = printTerm(iri, this.#options);
    if (iri !== term && !printTerm(term, this.#options).endsWith(`^^${name}`)) return;
    const [prefix] = name.split(':', 1);
    const namespace = this.#options.prefixes.get(prefix!);
    if (namespace !== undefined && terms.value(iri).startsWith(namespace))
      this.#usedPrefixes.set(prefix!, namespace);
  }
}
