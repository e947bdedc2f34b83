import { lazy } from '../../base/lazy.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { misusedTags } from '../../repair/evidence/languages.ts';

/** How much of what changes insert looks as if a person had written it. */
export interface Realism {
  /** The distinct values that each change inserts, and the new subjects and properties of its triples. */
  readonly inserted: number;
  /** Those that neither the data nor its shapes explain. */
  readonly synthetic: number;
}

/** The maximum number of values of a property with which a new one is compared. */
const maxValues = 3000;

/**
 * Decides which inserted terms nobody would have written. A term is natural if the data or the shapes have it or its text,
 * if it is a slip in a value of its property, a number or date among its values, or a name that continues the pattern of
 * others. All others are synthetic: an `"x"`, a `Thing_1`.
 */
export class SyntheticTerms {
  readonly #data: Graph;
  readonly #shapes: Graph;
  readonly #words: () => KnownWords;
  readonly #values = new Map<TermId, readonly TermId[]>();

  constructor(data: Graph, shapes: Graph) {
    this.#data = data;
    this.#shapes = shapes;
    this.#words = lazy(() => knownWords(data, shapes));
  }

  /** How much of some changes is synthetic. */
  of(changes: Iterable<GraphDelta>): Realism {
    let [inserted, synthetic] = [0, 0];
    for (const change of changes) {
      inserted += this.#inserted(change).size;
      synthetic += this.in(change).length;
    }
    return { inserted, synthetic };
  }

  /** The synthetic terms that a change inserts. */
  in(change: GraphDelta): readonly TermId[] {
    return [...this.#inserted(change)]
      .filter(([term, triple]) => !this.#isUsed(term) && !this.#isNatural(term, triple, change))
      .map(([term]) => term);
  }

  #inserted({ added }: GraphDelta): ReadonlyMap<TermId, Triple> {
    const found = new Map<TermId, Triple>();
    for (const triple of added) {
      found.set(triple.object, triple);
      for (const term of [triple.predicate, triple.subject]) {
        if (!found.has(term) && !this.#isUsed(term)) found.set(term, triple);
      }
    }
    return found;
  }

  #isUsed(term: TermId): boolean {
    return [this.#data, this.#shapes].some(
      (graph) =>
        graph.incoming(term).length > 0 ||
        graph.outgoing(term).length > 0 ||
        graph.withPredicate(term).length > 0,
    );
  }

  #isNatural(term: TermId, triple: Triple, change: GraphDelta): boolean {
    const values = this.#valuesOf(triple.predicate);
    if (terms.isBlank(term)) return term === triple.subject || values.some((value) => terms.isBlank(value));
    const { languages, texts, rows, bounds } = this.#words();
    const text = terms.value(term);
    const language = terms.language(term);
    if (language && !languages.has(language)) return false;
    const removed = change.removed.map(({ object }) => object);
    const likely = [...removed, ...values];
    if (terms.isIri(term)) {
      const others = term === triple.predicate ? change.removed.map(({ predicate }) => predicate) : likely;
      return (
        texts.has(localName(text)) ||
        texts.has(spaced(localName(text))) ||
        rows.has(rowOf(text)) ||
        others.some((other) => terms.isIri(other) && isSlipOf(text, terms.value(other)))
      );
    }
    if (texts.has(text) || texts.has(spaced(text)) || text.split(', ').every((part) => texts.has(part)))
      return true;
    if (removed.some((other) => hasDigitsOf(text, other)) || isAmong(term, [...likely, ...bounds]))
      return true;
    return likely.some((other) => !terms.isBlank(other) && isSlipOf(text, terms.value(other)));
  }

  /** Some values of a property, and those that shapes name. */
  #valuesOf(predicate: TermId): readonly TermId[] {
    let values = this.#values.get(predicate);
    if (values === undefined) {
      const stated = this.#data.withPredicate(predicate).map(({ object }) => object);
      values = [...new Set(stated)].slice(0, maxValues);
      this.#values.set(predicate, values);
    }
    return values;
  }
}

interface KnownWords {
  /** The texts of all literals, and the IRIs and their local names. */
  readonly texts: ReadonlySet<string>;
  readonly languages: ReadonlySet<string>;
  /** The numbers and dates that shapes name. */
  readonly bounds: readonly TermId[];
  /** The names of nodes without their last number. */
  readonly rows: ReadonlySet<string>;
}

function knownWords(data: Graph, shapes: Graph): KnownWords {
  const [texts, languages, rows] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const seen = new Set<TermId>();
  const add = (term: TermId) => {
    if (seen.has(term)) return;
    seen.add(term);
    const kind = terms.kind(term);
    if (kind === 'blank' || kind === 'triple') return;
    const text = terms.value(term);
    texts.add(text);
    if (kind === 'literal') {
      const language = terms.language(term);
      for (const tag of [language, ...misusedTags(language)]) languages.add(tag);
      return;
    }
    texts.add(localName(text));
    texts.add(spaced(localName(text)));
    rows.add(rowOf(text));
  };
  for (const graph of [data, shapes]) {
    for (const { subject, predicate, object } of graph.triples()) {
      add(subject);
      add(predicate);
      add(object);
    }
  }
  const bounds = [...boundsOf(shapes)].filter((bound) => amountOf(bound) !== undefined);
  return { texts, languages, bounds, rows };
}

function spaced(name: string): string {
  return name.replace(/[\s_-]+/g, ' ').trim();
}

const rangeProperties = ['min', 'max'].flatMap((side) =>
  ['Inclusive', 'Exclusive'].map((end) => terms.constant(`${namespaces.sh}${side}${end}`)),
);

function* boundsOf(shapes: Graph): Iterable<TermId> {
  for (const property of rangeProperties) {
    for (const { object } of shapes.withPredicate(property)) yield object;
  }
}

/** True for a number or date in another form: 2.0 for 2, 31.12.2020 for 2020-12-31. */
function hasDigitsOf(text: string, other: TermId): boolean {
  if (terms.isBlank(other)) return false;
  const before = terms.value(other);
  const digits = (each: string) => [...each.replace(/\D/g, '')].sort().join('');
  const isNumber = text.trim() !== '' && Number(text) === Number(before);
  return (
    isNumber || (digits(text) !== '' && digits(text) === digits(before) && text.length <= before.length + 4)
  );
}

/** An IRI without the number at its end. */
function rowOf(iri: string): string {
  return iri.replace(/[_-]?\d+$/, '');
}

/** True for a number, date or time that is not further from the values than these are from each other. */
function isAmong(term: TermId, others: readonly TermId[]): boolean {
  const own = amountOf(term);
  if (own === undefined) return false;
  const kind = literalValue(term)?.kind;
  const amounts = others.flatMap((other) =>
    literalValue(other)?.kind === kind ? (amountOf(other) ?? []) : [],
  );
  if (amounts.length === 0) return false;
  let [least, most] = [amounts[0]!, amounts[0]!];
  for (const amount of amounts) {
    if (amount < least) least = amount;
    if (amount > most) most = amount;
  }
  const room = Math.max(most - least, kind === 'moment' ? dayInMs : 1);
  return own >= least - room && own <= most + room;
}

const dayInMs = 86_400_000;

/** The magnitude of a literal as a number; undefined for texts. */
function amountOf(term: TermId): number | undefined {
  const value = literalValue(term);
  if (value === undefined || value.kind === 'string') return undefined;
  const text = terms.value(term);
  const amount =
    value.kind === 'moment' ? Date.parse(text) : Number(text.replace(/true/, '1').replace(/false/, '0'));
  return Number.isNaN(amount) ? undefined : amount;
}

/**
 * True when a text results from another one by a slip: in the wrong case, with other spaces or punctuation, cut short, with
 * a letter or digit left out, typed twice, in the wrong place or beside the right key.
 */
function isSlipOf(text: string, other: string): boolean {
  if (text === other || foldSpaces(text) === foldSpaces(other)) return true;
  if (text !== '' && other.startsWith(text)) return true;
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let [end, otherEnd] = [text.length, other.length];
  while (end > start && otherEnd > start && text[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  // Of two equal neighbours, the first one ended the common start.
  const [here, there] = [text.slice(start, end), other.slice(start, otherEnd)];
  if (here === '') return there.length === 1;
  if (there === '') return here.length === 1 && isTypedTwice(text, start);
  if (here.length === 2 && there.length === 2) return here[0] === there[1] && here[1] === there[0];
  return here.length === 1 && there.length === 1 && areNeighbours(here, there);
}

function foldSpaces(text: string): string {
  return text.toLowerCase().replace(/[\s_.,;:-]+/g, '');
}

function isTypedTwice(text: string, place: number): boolean {
  return text[place] === text[place - 1] || text[place] === text[place + 1];
}

const keyboardRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** True for letters or digits that lie next to each other on the keyboard. */
function areNeighbours(one: string, other: string): boolean {
  if (/^\d$/.test(one) && /^\d$/.test(other)) return true;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return keyboardRows.some(
    (row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1,
  );
}
