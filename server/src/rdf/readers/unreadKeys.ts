import { nearestOf } from '../../base/editDistance.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import { follow, type JsonContext, type JsonLdNode, type JsonLdPath } from './jsonTree.ts';

/** Of JSON-LD 1.1. */
const keywords = keywordsOf(
  'base container context direction graph id import included index json language list nest none prefix propagate protected reverse set type value version vocab',
);

/** Keywords of JSON-LD 1.1 Framing: they state nothing, but are used on purpose. */
const framingKeywords = keywordsOf('default embed explicit first last omitDefault preserve requireAll');

function keywordsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').map((name) => `@${name}`));
}

/** Nobody reads more of them. */
const maxUnread = 100;

/** Whether a key looks like a keyword but is not one. */
export function isNoKeyword(key: string): boolean {
  return /^@[a-z]+$/i.test(key) && !keywords.has(key) && !framingKeywords.has(key);
}

/** A key whose value may state nothing. */
interface UnreadKey {
  readonly range: TextRange;
  readonly value: TextRange;
  /** What may be meant by it. */
  readonly meant: () => string | undefined;
  /** Whether its context was cleared on purpose. */
  readonly isLeftOut: () => boolean;
}

/** The keys of a JSON-LD text whose values may state nothing, though their author may think so. */
export class UnreadKeys {
  readonly #text: string;
  readonly #root: JsonLdNode;
  /** The terms whose values have no context. */
  readonly #clearing = new Set<string>();
  readonly #noted = new Map<string, UnreadKey[]>();

  constructor(text: string, root: JsonLdNode) {
    this.#text = text;
    this.#root = root;
  }

  get isEmpty(): boolean {
    return this.#noted.size === 0;
  }

  /** Records a term whose definition clears the context of its values. */
  clearsContext(term: string): void {
    this.#clearing.add(term);
  }

  addKeyword(key: string, path: JsonLdPath): void {
    this.#add(key, path, () => nearestOf(key.toLowerCase(), keywords, 2, (each) => each));
  }

  /**
   * Records a key that is not mapped to a property.
   *
   * @param path of the entry that is read with it.
   */
  addUnmapped(key: string, context: JsonContext, path: JsonLdPath): void {
    const iri = context.expandTerm(key, true, {});
    // A term that the context maps to null is left out on purpose.
    if (iri === null || iri.includes(':') || iri.startsWith('@')) return;
    const raw = context.getContextRaw();
    if (isInitial(raw, []) && this.#hasContextAbove(path)) return;
    const limit = key.length > 4 ? 2 : key.length > 2 ? 1 : 0;
    const meant = () => {
      const candidates = Object.keys(raw).filter((term) => isMappedTerm(term, context));
      return nearestOf(key, candidates, limit, (term) => term);
    };
    // The library leaves the property itself in the context that it clears, and may process it later.
    const isLeftOut = () =>
      isInitial(raw, path) && path.some((step) => typeof step === 'string' && this.#clearing.has(step));
    this.#add(key, path.slice(0, path.lastIndexOf(key) + 1), meant, isLeftOut);
  }

  /**
   * Whether the text gives keys a meaning, at an object on the path. A key without a meaning there has lost it on purpose.
   */
  #hasContextAbove(path: JsonLdPath): boolean {
    const given = path.map((_, at) => follow(this.#root, path.slice(0, at)).node.members?.get('@context'));
    return given.some((context) => context && context.value.members?.size !== 0);
  }

  #add(
    key: string,
    path: JsonLdPath,
    meant: UnreadKey['meant'],
    isLeftOut: UnreadKey['isLeftOut'] = () => false,
  ): void {
    const { node, key: range } = follow(this.#root, path);
    // Null states nothing on purpose.
    if (!range || this.#text.slice(node.start, node.end) === 'null') return;
    const known = this.#noted.get(key);
    const noted = { range, value: node, meant, isLeftOut };
    if (known) known.push(noted);
    else if (this.#noted.size < maxUnread) this.#noted.set(key, [noted]);
  }

  /**
   * The remarks about keys whose values are not read, each once.
   *
   * @param stated where the terms of triples start.
   * @param literals the values of JSON literals, whose keys have no other meaning.
   */
  warnings(stated: ReadonlySet<number>, literals: readonly TextRange[]): readonly TurtleSyntaxError[] {
    const starts = Float64Array.from(stated).sort();
    const ends = new Map(literals.map(({ start, end }) => [start, end]));
    const startsOfLiterals = Float64Array.from(ends.keys()).sort();
    const isUnread = ({ range: { start }, value: { end }, isLeftOut }: UnreadKey) => {
      const literal = startsOfLiterals[countBelow(startsOfLiterals, start + 1) - 1];
      if (literal !== undefined && end <= ends.get(literal)!) return false;
      const next = starts[countBelow(starts, start)];
      return (next === undefined || next >= end) && !isLeftOut();
    };
    const found: (TextRange & { readonly error: TurtleSyntaxError })[] = [];
    for (const [name, places] of this.#noted) {
      const first = places.toSorted((a, b) => a.range.start - b.range.start).find(isUnread);
      if (!first) continue;
      const { range, value } = first;
      const meant = first.meant();
      const isKeyword = name.startsWith('@');
      const why = isKeyword ? 'is not a keyword of JSON-LD' : 'is mapped to no property';
      const remedy =
        meant !== undefined ? ` '${meant}' may be meant.` : isKeyword ? '' : ' Map it in the @context.';
      const message = `'${name}' ${why}, so its value is not read.${remedy}`;
      found.push({ start: range.start, end: value.end, error: { range, message } });
    }
    const isInside = (inner: TextRange) =>
      found.some(({ start, end }) => start < inner.start && inner.end <= end);
    return found.filter((each) => !isInside(each)).map(({ error }) => error);
  }
}

/** How many of some ascending numbers are below another one. */
function countBelow(ascending: Float64Array, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a context is the default one, except for terms on the path. */
function isInitial(raw: Readonly<Record<string, unknown>>, path: JsonLdPath): boolean {
  return Object.keys(raw).every((key) => key === '@base' || key.startsWith('@__') || path.includes(key));
}

/** Whether a term is mapped to a property, and not to a keyword, to null, or to a prefix of others. */
function isMappedTerm(term: string, context: JsonContext): boolean {
  if (term.startsWith('@')) return false;
  const iri = context.expandTerm(term, true, {});
  const isPrefix = typeof context.getContextRaw()[term] === 'string' && /[:/?#[\]@]$/.test(iri ?? '');
  return !isPrefix && iri?.includes(':') === true;
}
