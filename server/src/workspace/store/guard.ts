import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { blanksOf, distinguishesBlankNodes } from '../../rdf/isomorphism.ts';
import { matchTriples } from '../../rdf/matchTriples.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type LookUp, lookUpKey } from '../../rdf/observedGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import { isUnwritable } from './storeFragment.ts';

/** A SPARQL Update with a guard, or why there is none. */
export type GuardedUpdate =
  | { readonly kind: 'update'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** A guard with more triples and look-ups than this is not written. Stores have limits for the length of updates. */
const maxConditions = 1_000;

/** A guard does not distinguish more blank nodes than this. */
const maxBlankNodes = 30;

/**
 * Writes a change as a SPARQL Update that changes nothing unless the store answers all look-ups on which the change was
 * verified as it did then: each triple that was found exists, and each look-up finds no other. A store answers these in the
 * same step in which it makes the change.
 *
 * Blank nodes become variables, with all their statements. If these distinguish them, there is at most one solution.
 *
 * @param known what is known about the store. It has the answers to all look-ups, and all triples with its blank nodes.
 * @param graph the named graph that is known and changed; without it, the default graph of the store.
 */
export function guardedUpdate(
  known: Graph,
  delta: GraphDelta,
  lookUps: readonly LookUp[],
  graph?: string,
): GuardedUpdate {
  const guard = new Guard(known);
  for (const { subject, predicate, object } of [...delta.removed, ...delta.added]) {
    guard.state({ subject, predicate });
    if (terms.isBlank(object)) guard.state({ subject: object });
  }
  for (const lookUp of lookUps) guard.state(lookUp);
  const why = guard.whyNot(delta);
  if (why !== undefined) return { kind: 'refused', reason: why };
  const block = (keyword: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${keyword} {\n${lines.map((line) => `  ${line}\n`).join('')}}`];
  const text = [
    ...(graph === undefined ? [] : [`WITH ${termToNTriples(terms.iri(graph))}`]),
    ...block('DELETE', delta.removed.map(guard.line)),
    ...block('INSERT', delta.added.map(guard.line)),
    ...block('WHERE', [
      ...guard.conditions(),
      ...delta.added.flatMap(({ object }) => staysAsWritten(object)),
    ]),
  ].join('\n');
  return { kind: 'update', text };
}

class Guard {
  readonly #known: Graph;
  readonly #lookUps = new Map<string, LookUp>();
  /** What the look-ups found. */
  readonly #found = new Map<string, Triple>();
  /** The variables of the blank nodes of the store. */
  readonly #variables = new Map<TermId, string>();

  constructor(known: Graph) {
    this.#known = known;
  }

  /**
   * Adds a look-up. Terms that no store can have need no guard: literals as subjects, invalid IRIs, and the blank nodes of
   * files.
   */
  state(lookUp: LookUp): void {
    const { subject, predicate, object } = lookUp;
    if ([subject, predicate, object].some((term) => term !== undefined && isUnwritable(term))) return;
    const key = lookUpKey(lookUp);
    if (this.#lookUps.has(key) || (subject !== undefined && terms.isLiteral(subject))) return;
    if ([subject, object].some((end) => end !== undefined && terms.isBlank(end) && !this.#isStored(end)))
      return;
    this.#lookUps.set(key, lookUp);
    for (const end of [subject, object]) if (end !== undefined) this.#meet(end);
    for (const triple of this.#answer(lookUp)) {
      this.#found.set(tripleKey(triple), triple);
      this.#meet(triple.subject);
      this.#meet(triple.object);
    }
  }

  /** Why the guard can't be written, or would let more than one change through. */
  whyNot(delta: GraphDelta): string | undefined {
    const found = [...this.#found.values()];
    const size = found.length + this.#lookUps.size;
    if (size > maxConditions)
      return `Its guard would have ${size} conditions, and more than ${maxConditions} are not written.`;
    if (this.#variables.size > maxBlankNodes)
      return `It rests on ${this.#variables.size} blank nodes, and more than ${maxBlankNodes} are not told apart.`;
    if (!this.#areAllReached() || !distinguishesBlankNodes(found))
      return 'It rests on blank nodes that the statements in the store do not tell apart.';
    const written = [...found, ...delta.added, ...delta.removed];
    return written.some(({ subject, predicate, object }) => [subject, predicate, object].some(isBeyondSparql))
      ? 'It rests on terms that SPARQL 1.1 has no way to write.'
      : undefined;
  }

  /** Whether a path leads to each blank node from a look-up that names no other one. Without it, any node might fit. */
  #areAllReached(): boolean {
    const isGround = ({ subject, object }: LookUp) =>
      [subject, object].every((end) => end === undefined || !terms.isBlank(end));
    const start = [...this.#lookUps.values()].filter(isGround).flatMap((lookUp) => this.#answer(lookUp));
    const reached = new Set(start.flatMap(blanksOf));
    for (const node of reached) {
      const about = [...this.#answer({ subject: node }), ...this.#answer({ object: node })];
      for (const other of about.flatMap(blanksOf)) reached.add(other);
    }
    return [...this.#variables.keys()].every((node) => reached.has(node));
  }

  /** A triple in a template or pattern. */
  readonly line = ({ subject, predicate, object }: Triple): string =>
    `${this.#term(subject)} ${this.#term(predicate)} ${this.#term(object)} .`;

  conditions(): readonly string[] {
    const variables = [...this.#variables.values()];
    const lookUps = [...this.#lookUps.values()].filter((lookUp) => !this.#isPartOfAnother(lookUp));
    return [
      ...Array.from(this.#found.values(), this.line),
      ...variables.map((variable) => `FILTER(isBlank(${variable}))`),
      ...variables.flatMap((one, i) => variables.slice(i + 1).map((other) => `FILTER(${one} != ${other})`)),
      ...lookUps.map((lookUp) => this.#nothingElse(lookUp)),
    ];
  }

  /** The condition that a look-up finds only the triples that it found before. */
  #nothingElse(lookUp: LookUp): string {
    const open = (['subject', 'predicate', 'object'] as const).filter((each) => lookUp[each] === undefined);
    const name = { subject: '?s', predicate: '?p', object: '?o' };
    const [s, p, o] = (['subject', 'predicate', 'object'] as const).map((each) => {
      const term = lookUp[each];
      return term === undefined ? name[each] : this.#term(term);
    });
    const others = this.#answer(lookUp).map(
      (triple) => `!(${open.map((each) => this.#isTerm(name[each], triple[each])).join(' && ')})`,
    );
    const filter = others.length === 0 ? '' : ` FILTER(${others.join(' && ')})`;
    return `FILTER NOT EXISTS { ${s} ${p} ${o} .${filter} }`;
  }

  /**
   * The condition that a variable is a term. For literals, `=` compares values, and treats 1 and 1.0 as equal. For other
   * terms it is as good as `sameTerm`, which Virtuoso 7.2.5 evaluates to false for equal terms.
   */
  #isTerm(variable: string, term: TermId): string {
    if (!terms.isLiteral(term)) return `${variable} = ${this.#term(term)}`;
    return `isLiteral(${variable}) && STR(${variable}) = ${lexicalForm(term)} && ${isOfKind(variable, term)}`;
  }

  /** All triples about a node include those with one of its properties. */
  #isPartOfAnother({ subject, predicate, object }: LookUp): boolean {
    if (predicate === undefined) return false;
    const wider = [
      ...(subject === undefined ? [] : [{ subject }]),
      ...(object === undefined ? [] : [{ object }]),
    ];
    return wider.some((each) => this.#lookUps.has(lookUpKey(each)));
  }

  #answer({ subject, predicate, object }: LookUp): readonly Triple[] {
    return [...matchTriples(this.#known, subject, predicate, object)];
  }

  /** A blank node is identified by all statements about it. */
  #meet(node: TermId): void {
    if (!terms.isBlank(node) || this.#variables.has(node) || this.#variables.size > maxBlankNodes) return;
    this.#variables.set(node, `?b${this.#variables.size + 1}`);
    this.state({ subject: node });
    this.state({ object: node });
  }

  #isStored(node: TermId): boolean {
    return this.#known.outgoing(node).length > 0 || this.#known.incoming(node).length > 0;
  }

  /** Blank nodes other than those of the store are new. */
  #term(term: TermId): string {
    return this.#variables.get(term) ?? termToNTriples(term);
  }
}

/**
 * The condition that a store does not write a literal differently: many store numbers and dates by their values, and
 * 16777217 is not an xsd:float. The change was verified with the literal as it is.
 */
function staysAsWritten(term: TermId): readonly string[] {
  if (!terms.isLiteral(term) || terms.language(term) !== '' || terms.datatype(term) === xsd.string) return [];
  const text = termToNTriples(term);
  return [`FILTER(STR(${text}) = ${lexicalForm(term)} && ${isOfKind(text, term)})`];
}

function lexicalForm(term: TermId): string {
  return termToNTriples(terms.literal(terms.value(term)));
}

/** The condition that a literal has the language tag or datatype of another one. */
function isOfKind(literal: string, like: TermId): string {
  const tag = terms.language(like);
  return tag === ''
    ? `DATATYPE(${literal}) = ${termToNTriples(terms.datatype(like)!)}`
    : `LANG(${literal}) = ${termToNTriples(terms.literal(tag))}`;
}

function isBeyondSparql(term: TermId): boolean {
  return (
    isUnwritable(term) ||
    terms.kind(term) === 'triple' ||
    (terms.isLiteral(term) && terms.direction(term) !== '')
  );
}
