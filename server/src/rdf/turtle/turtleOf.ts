import { knownPrefixes } from '../knownPrefixes.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { printPrologue } from './printBlocks.ts';
import { type PrintOptions, printTerm } from './printTerm.ts';
import type { TurtleDocument } from './turtleDocument.ts';

/** Nodes in nodes that are deeper get labels. */
const maxDepth = 20;

/**
 * What a document of any format states, as a Turtle text: each subject once, in the order of the document, blank nodes that are
 * used once in brackets, lists in parentheses, and the prefixes that are used. Names of graphs are left out.
 *
 * @param uri of the text: IRIs below it are relative.
 */
export function turtleOf(
  { graph, prefixes }: Pick<TurtleDocument, 'graph' | 'prefixes'>,
  uri: string,
): string {
  return new GraphPrinter([...graph.triples()], prefixes, uri).text();
}

class GraphPrinter {
  readonly #bySubject = new Map<TermId, Triple[]>();
  /** How often blank nodes are objects, or in triple terms. */
  readonly #uses = new Map<TermId, number>();
  readonly #printed = new Set<TermId>();
  readonly #labels = new Map<TermId, string>();
  readonly #usedPrefixes = new Map<string, string>();
  readonly #options: PrintOptions & { readonly prefixes: ReadonlyMap<string, string> };

  constructor(triples: readonly Triple[], declared: ReadonlyMap<string, string>, base: string) {
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
    const blocks: string[] = [];
    const subjects = [...this.#bySubject.keys()];
    for (const subject of subjects) if (!this.#isNested(subject)) blocks.push(this.#block(subject));
    // What is left is in a circle, or too deep.
    for (const subject of subjects) if (!this.#printed.has(subject)) blocks.push(this.#block(subject));
    const prologue = printPrologue({ prefixes: this.#usedPrefixes });
    return [...(prologue ? [prologue] : []), ...blocks].join('\n');
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

  /** Notes the prefix that a term is printed with. */
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
