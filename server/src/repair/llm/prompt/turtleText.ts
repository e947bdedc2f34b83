import { compareTexts } from '../../../rdf/termOrder.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { encodedIri } from '../../../sparql/termCodec.ts';

export interface PromptTurtleOptions {
  /** The prefixes in scope; only those in use are declared. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The node whose statements come first. */
  readonly first?: TermId;
  /**
   * How blank nodes are written. `skolem`: as IRIs, so that an update can name them. `inline`: in brackets and lists
   * if a single triple refers to them.
   */
  readonly blankNodes: 'skolem' | 'inline';
}

export interface PromptTurtle {
  /** The declarations of the prefixes that the body uses, one per line; empty when it uses none. */
  readonly prologue: string;
  readonly body: string;
  /** The prefixes that the body uses, sorted. */
  readonly used: readonly string[];
}

/**
 * Writes triples as Turtle. The text does not depend on their order, so the order reveals nothing: one block per subject,
 * sorted by IRI, types first, then by predicate and object. Terms that SPARQL 1.1 cannot express are written as the IRIs
 * that represent them in updates.
 */
export function turtleText(triples: readonly Triple[], options: PromptTurtleOptions): PromptTurtle {
  const writer = new Writer(triples, options);
  const body = writer.body();
  return { prologue: writer.prologue(), body, used: writer.used() };
}

/** The whole text: declarations, a blank line, the body. */
export function wholeText({ prologue, body }: PromptTurtle): string {
  return prologue === '' ? body : `${prologue}\n\n${body}`;
}

/** A term as `turtleText` writes it with blank nodes as IRIs. */
export function termText(term: TermId, prefixes: ReadonlyMap<string, string>): string {
  const iri = encodedIri(term);
  const isStandIn = iri !== undefined && (!terms.isIri(term) || iri !== terms.value(term));
  return isStandIn ? `<${iri}>` : printTerm(term, { prefixes });
}

class Writer {
  readonly #options: PromptTurtleOptions;
  readonly #statements = new Map<TermId, Triple[]>();
  readonly #mentions = new Map<TermId, number>();
  /** Nodes that are written where they are referred to. */
  readonly #nested = new Set<TermId>();
  readonly #labels = new Map<TermId, string>();
  readonly #used = new Set<string>();

  constructor(triples: readonly Triple[], options: PromptTurtleOptions) {
    this.#options = options;
    for (const triple of triples) {
      const own = this.#statements.get(triple.subject);
      if (own) own.push(triple);
      else this.#statements.set(triple.subject, [triple]);
      this.#mentions.set(triple.object, (this.#mentions.get(triple.object) ?? 0) + 1);
    }
    this.#findNested();
  }

  body(): string {
    const { first } = this.#options;
    return [...this.#statements.keys()]
      .filter((subject) => !this.#nested.has(subject))
      .map((subject) => {
        const rank = subject === first ? 0 : this.#isInlined(subject) ? 2 : 1;
        const text = this.#block(subject);
        return { rank, text, key: rank === 1 ? (encodedIri(subject) ?? '') : text };
      })
      .sort((a, b) => a.rank - b.rank || compareTexts(a.key, b.key))
      .map(({ text }) => text)
      .join('\n');
  }

  used(): readonly string[] {
    return [...this.#used].sort(compareTexts);
  }

  prologue(): string {
    return this.used()
      .map((prefix) => `@prefix ${prefix}: <${this.#options.prefixes.get(prefix)}> .`)
      .join('\n');
  }

  /** Finds these nodes. In a cycle of nodes that refer to each other, one has to be written on its own. */
  #findNested(): void {
    const isOnce = (node: TermId) => this.#isInlined(node) && this.#mentions.get(node) === 1;
    const reach = (start: TermId) => {
      const pending = [start];
      for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
        for (const { object } of this.#statements.get(node) ?? []) {
          if (object === start || !isOnce(object) || this.#nested.has(object)) continue;
          this.#nested.add(object);
          pending.push(object);
        }
      }
    };
    const subjects = [...this.#statements.keys()];
    for (const subject of subjects) if (!isOnce(subject)) reach(subject);
    for (const subject of subjects) if (!this.#nested.has(subject)) reach(subject);
  }

  #isInlined(node: TermId): boolean {
    return this.#options.blankNodes === 'inline' && terms.isBlank(node);
  }

  #block(subject: TermId): string {
    const anonymous = this.#isInlined(subject) && !this.#mentions.has(subject);
    const head = anonymous ? '[]' : this.#term(subject);
    return `${head} ${this.#predicates(subject, '  ')} .`;
  }

  #predicates(subject: TermId, indent: string): string {
    const byPredicate = new Map<TermId, TermId[]>();
    for (const { predicate, object } of this.#statements.get(subject) ?? []) {
      const objects = byPredicate.get(predicate);
      if (objects) objects.push(object);
      else byPredicate.set(predicate, [object]);
    }
    const isType = (predicate: TermId) => Number(predicate === rdf.type);
    return [...byPredicate]
      .sort(([a], [b]) => isType(b) - isType(a) || compareTexts(terms.value(a), terms.value(b)))
      .map(([predicate, objects]) => {
        const verb = predicate === rdf.type ? 'a' : this.#term(predicate);
        return `${verb} ${objects
          .map((object) => this.#object(object, indent))
          .sort(compareTexts)
          .join(', ')}`;
      })
      .join(` ;\n${indent}`);
  }

  #object(object: TermId, indent: string): string {
    if (!this.#nested.has(object)) return this.#term(object);
    const list = this.#members(object);
    if (list) return `( ${list.map((member) => this.#object(member, indent)).join(' ')} )`;
    return this.#statements.has(object) ? `[ ${this.#predicates(object, `${indent}  `)} ]` : '[]';
  }

  /** The members of a list without further statements about its cells. */
  #members(head: TermId): readonly TermId[] | undefined {
    const members: TermId[] = [];
    for (let cell = head; cell !== rdf.nil; ) {
      const statements = this.#statements.get(cell) ?? [];
      const firsts = statements.filter(({ predicate }) => predicate === rdf.first);
      const rests = statements.filter(({ predicate }) => predicate === rdf.rest);
      if (statements.length !== 2 || firsts.length !== 1 || rests.length !== 1) return undefined;
      if (!this.#nested.has(cell) || members.length > this.#statements.size) return undefined;
      members.push(firsts[0]!.object);
      cell = rests[0]!.object;
    }
    return members;
  }

  #term(term: TermId): string {
    if (this.#isInlined(term)) return this.#label(term);
    const { prefixes } = this.#options;
    const text = termText(term, prefixes);
    const name = terms.isLiteral(term) ? terms.datatype(term)! : term;
    const written = terms.isIri(name) ? printTerm(name, { prefixes }) : '<';
    if (!written.startsWith('<') && text.endsWith(written)) {
      this.#used.add(written.slice(0, written.indexOf(':')));
    }
    return text;
  }

  #label(node: TermId): string {
    const label = this.#labels.get(node) ?? `_:b${this.#labels.size + 1}`;
    this.#labels.set(node, label);
    return label;
  }
}

/** A fence of backticks that none of the texts can close. */
export function fenceFor(texts: readonly string[]): string {
  const runs = texts.flatMap((text) => text.match(/`+/g) ?? []);
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}
