import type * as RDF from '@rdfjs/types';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { heldUpFor, yieldToEventLoop } from '../../base/abort.ts';
import { memoized } from '../../base/memoized.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Triple } from '../terms.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { namespaces } from '../vocab.ts';
import {
  around,
  follow,
  type JsonContext,
  type JsonLdNode,
  type JsonLdPath,
  JsonReader,
  jsonTree,
  keyRange,
  rangeAt,
  rangeOf,
} from './jsonTree.ts';
import {
  type LibrarySource,
  type LoadContext,
  type PlacedTriple,
  placedDocument,
  placedId,
} from './placedDocument.ts';
import { idOf, type PlacedQuad, PlacedTerm, PlacingFactory } from './placedTerms.ts';
import { isNoKeyword, UnreadKeys } from './unreadKeys.ts';

/** How much of a text is passed to a library in one piece, in UTF-16 units. */
const charactersAtOnce = 8192;

/**
 * How long a text is read without a pause, in ms. Edits of other files pass through several turns of the event loop, and
 * wait for a slice at each.
 */
const slice = 2;

/** How many terms of contexts are copied and checked at most, which takes one or two µs each. */
export interface ContextLimits {
  readonly terms: number;
  /** In addition, for each character of the text. */
  readonly termsOfEach: number;
}

const contextLimits: ContextLimits = { terms: 2_000_000, termsOfEach: 12 };

/**
 * Reads JSON-LD 1.1. Each term is at the value or key that gives it, a node without `@id` at its opening bracket. Named
 * graphs are read into one, except for those that are not selected. Nothing is fetched: contexts that are not in the text
 * come from `load`.
 *
 * @throws the signal's reason when aborted.
 */
export async function readJsonLd(
  source: LibrarySource,
  load: LoadContext,
  signal?: AbortSignal,
  limits?: ContextLimits,
): Promise<TurtleDocument> {
  const reader = new JsonReader(source.text);
  const steps = reader.steps();
  let step = steps.next();
  for (; !step.done; step = steps.next()) await yieldToEventLoop(signal, slice);
  const nothing = { triples: [], prefixes: new Map<string, string>() };
  if (step.value) return placedDocument('JSON-LD', source, { ...nothing, error: step.value });
  const root = reader.root!;
  const parser = new PlacingParser(source, root, { load, signal, ...(limits && { limits }) });
  const error = (await parser.readAll()) ?? notLinked(root, parser.quads);
  signal?.throwIfAborted();
  const triples = error ? [] : await parser.triples();
  const warnings = error ? [] : await parser.unreadKeys();
  return placedDocument('JSON-LD', source, { triples, error, warnings, prefixes: prefixesIn(root) });
}

type Job = () => Promise<void>;

interface BufferedJob {
  readonly job: Job;
  readonly keys: JsonLdPath;
  readonly depth: number;
}

/** What the library buffers until it knows the contexts of a text. */
interface Buffered {
  readonly contextJobs: readonly (readonly Job[] | undefined)[];
  readonly contextAwaitingJobs: readonly BufferedJob[];
  readonly parsingContext: { readonly unaliasedKeywordCacheStack: unknown[] };
  readonly util: {
    unaliasKeyword(key: unknown, keys: JsonLdPath, depth: number, isChecked: boolean): Promise<unknown>;
  };
}

/** A name for each prefix of a path, the shortest first and the path itself last. */
function pathsTo(keys: JsonLdPath): readonly string[] {
  let path = '';
  return keys.map((key) => {
    path += typeof key === 'string' ? `"${key.length}:${key}` : `,${key}`;
    return path;
  });
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

interface ParsesContexts {
  readonly contextParser: {
    parse(
      context: unknown,
      options?: { readonly parentContext?: unknown },
      ...more: unknown[]
    ): Promise<unknown>;
  };
  readonly contextTree: {
    setContext(keys: JsonLdPath, context: Promise<JsonContext> | null): void;
  };
  readonly activeProcessingMode: number;
  getContext(keys: JsonLdPath, offset?: number): Promise<JsonContext>;
  /** The context that is known closest above, and how many of the keys it is above. */
  getContextPropagationAware(
    keys: JsonLdPath,
  ): Promise<{ readonly context: JsonContext; readonly depth: number }>;
  parseContext(
    context: unknown,
    parent?: object,
    ignoresProtection?: boolean,
    isNested?: boolean,
  ): Promise<JsonContext>;
}

/** What the library was reading when it created a term. */
interface Place {
  /** Keys and numbers of items, from the root. */
  readonly path: JsonLdPath;
  /** The path of the entry that it handled; for a map of languages, that of the map. */
  readonly own: JsonLdPath;
  /** How many terms it created before for the same value. */
  readonly index: number;
}

/** A triple, and the entries that its terms are from. */
export interface JsonQuad {
  readonly triple: Triple;
  readonly subject: JsonLdPath | undefined;
  /** Undefined where a keyword is used instead. */
  readonly predicate: { readonly key: JsonLdPath; readonly value: JsonLdPath } | undefined;
  readonly object: JsonLdPath | undefined;
  /** Which of several values the object is, where its path leads to an array. */
  readonly index: number;
}

/** Reads a text once more, for the information that its edits need. Undefined when it has an error. */
export async function readForEdits(
  source: LibrarySource,
  load: LoadContext,
): Promise<
  | {
      readonly root: JsonLdNode;
      readonly quads: readonly JsonQuad[];
      /** By the object that they hold in. */
      readonly contexts: ReadonlyMap<JsonLdNode, JsonContext>;
    }
  | undefined
> {
  const tree = jsonTree(source.text);
  if ('error' in tree) return undefined;
  const contexts = new Map<JsonLdNode, JsonContext>();
  const parser = new PlacingParser(source, tree.root, { load, signal: undefined, contexts });
  const error = await parser.readAll();
  return error ? undefined : { root: tree.root, quads: parser.chosen().map(jsonQuad), contexts };
}

function jsonQuad({ subject, predicate, object }: PlacedQuad<Place>): JsonQuad {
  return {
    triple: { subject: idOf(subject), predicate: idOf(predicate), object: idOf(object) },
    subject: subject.place?.path,
    predicate: predicate.place && { key: predicate.place.own, value: predicate.place.path },
    object: object.place?.path,
    index: object.place?.index ?? 0,
  };
}

interface PredicateReader {
  predicateToTerm(context: JsonContext, key: string): object | null;
}

class PlacingParser extends JsonLdParser {
  readonly quads: PlacedQuad<Place>[] = [];
  readonly #source: LibrarySource;
  readonly #root: JsonLdNode;
  readonly #reading: Reading;
  readonly #signal: AbortSignal | undefined;
  readonly #contexts: Map<JsonLdNode, JsonContext> | undefined;
  readonly #unread: UnreadKeys;
  #error: TurtleSyntaxError | undefined;

  constructor(
    source: LibrarySource,
    root: JsonLdNode,
    {
      load,
      signal,
      contexts,
      limits = contextLimits,
    }: {
      readonly load: LoadContext;
      readonly signal: AbortSignal | undefined;
      readonly limits?: ContextLimits;
      /** Receives the meaning of the keys of each object. */
      readonly contexts?: Map<JsonLdNode, JsonContext>;
    },
  ) {
    const reading = new Reading();
    super({
      dataFactory: new PlacingFactory<Place>(
        source.uri,
        () => reading.place(),
        ({ own }) => around(root, own),
      ) as unknown as RDF.DataFactory,
      baseIRI: source.uri,
      rdfstar: false,
      documentLoader: { load: (iri) => this.#load(iri, load) },
    });
    this.#source = source;
    this.#root = root;
    this.#reading = reading;
    this.#signal = signal;
    this.#contexts = contexts;
    this.#unread = new UnreadKeys(source.text, root);
    this.on('error', (error: Error) => this.#fail(error));
    this.#limitContexts(limits);
    // The library says nothing about keys that are mapped to no property.
    const { util } = this as unknown as { readonly util: PredicateReader };
    const predicateToTerm = util.predicateToTerm.bind(util);
    util.predicateToTerm = (context, key) => {
      const predicate = predicateToTerm(context, key);
      const defined = context.getContextRaw()[key];
      if (defined instanceof Object && '@context' in defined && defined['@context'] === null)
        this.#unread.clearsContext(key);
      if (!predicate) this.#unread.addUnmapped(key, context, this.#reading.handled ?? []);
      return predicate;
    };
  }

  /**
   * The library parses a context again wherever it is used, for which it copies and checks all terms that hold outside of
   * it. Here the same context in the same one is parsed once, and only copies of the result count again.
   */
  #limitContexts({ terms, termsOfEach }: ContextLimits): void {
    const { parsingContext } = this as unknown as { readonly parsingContext: ParsesContexts };
    const { contextParser } = parsingContext;
    const parse = contextParser.parse.bind(contextParser);
    let left = terms + termsOfEach * this.#source.text.length;
    const spend = (count: number) => {
      left -= 1 + count;
      if (left < 0)
        throw new Error(
          'The contexts of this file take too many steps, so it is not read. A context in the definition of a term, or in a node, is applied again wherever it is used: define these terms once, at the top, or convert the file to Turtle.',
        );
    };
    contextParser.parse = async (context, options, ...more) => {
      spend(sizeOf(context) + sizeOf(options?.parentContext));
      return parse(context, options, ...more);
    };
    const parseContext = parsingContext.parseContext.bind(parsingContext);
    const known = new KnownContexts();
    parsingContext.parseContext = async (context, parent, ignoresProtection, isNested) => {
      const mode = `${parsingContext.activeProcessingMode} ${ignoresProtection} ${isNested}`;
      const key = `${known.nameOf(parent)} ${mode} ${ignoresProtection ? known.nameOf(context) : textOf(context)}`;
      const found = known.get(key);
      if (found) {
        // For each node, the library copies the context of its type.
        if (!isNested) spend(found.terms >> 3);
        return found.context;
      }
      const parsed = await parseContext(context, parent, ignoresProtection, isNested);
      known.add(key, parsed);
      return parsed;
    };
    const tree = parsingContext.contextTree;
    const setContext = tree.setContext.bind(tree);
    tree.setContext = (keys, context) => {
      const first = context?.then((copy) => known.firstOf(copy));
      // The library looks at the failure of the context itself.
      first?.catch(() => undefined);
      setContext(keys, first ?? null);
    };
    // Each value asks for its context, for which the library copies that of its property. Here it is copied once.
    const scopes = memoized((_context: object) => new Map<string | number, Promise<PropertyScope>>());
    const scopeOf = (context: JsonContext, key: string | number) => {
      const raw = context.getContextRaw();
      const definition = raw[key];
      if (!(definition instanceof Object && '@context' in definition)) return undefined;
      const known = scopes(raw);
      let scope = known.get(key);
      if (!scope) {
        scope = parsingContext.parseContext(definition, raw, true, true).then((parsed) => {
          spend(sizeOf(parsed.getContextRaw()));
          return propertyScope(parsed, key, definition);
        });
        known.set(key, scope);
      }
      return scope;
    };
    parsingContext.getContext = async (keys, offset = 1) => {
      const named = keys.slice(0, keys.findLastIndex((key) => typeof key === 'string') + 1);
      const above = await parsingContext.getContextPropagationAware(offset ? named.slice(0, -offset) : named);
      let { context } = above;
      const last = keys.length - offset - 1;
      for (let i = above.depth; i <= last; i++) {
        const scope = await scopeOf(context, keys[i]!);
        if (!scope || !(scope.propagates || i === last)) continue;
        context = scope.context;
        if (scope.propagates) tree.setContext(keys.slice(0, i + offset), Promise.resolve(context));
      }
      return context;
    };
  }

  async readAll(): Promise<TurtleSyntaxError | undefined> {
    const text = this.#source.text.replace(/^\uFEFF/, '');
    for (let at = 0; at < text.length && !this.#error; ) {
      const isCut = isHighSurrogate(text.charCodeAt(at + charactersAtOnce - 1));
      const end = at + charactersAtOnce + (isCut ? 1 : 0);
      await new Promise<void>((resolve) =>
        this._transform(text.slice(at, end), 'utf8', (error) => {
          if (error) this.#fail(error);
          resolve();
        }),
      );
      at = end;
      if (!this.#signal?.aborted) await yieldToEventLoop(this.#signal, slice);
    }
    return this.#error;
  }

  async triples(quads = this.chosen()): Promise<readonly PlacedTriple[]> {
    const triples: PlacedTriple[] = [];
    const types = new Map<string, number>();
    for (const quad of quads) {
      triples.push(this.#triple(inOrderOfTypes(quad, types)));
      if (heldUpFor(slice)) await yieldToEventLoop(this.#signal, slice);
    }
    return triples;
  }

  /** The quads of the graphs that count. */
  chosen(): readonly PlacedQuad<Place>[] {
    const { graphs } = this.#source;
    return this.quads.filter(({ graph }) =>
      !graphs || graph.termType === 'DefaultGraph'
        ? (graphs?.unnamed ?? true)
        : graphs.named.includes(graph.value),
    );
  }

  override async newOnValueJob(
    keys: (string | number)[],
    value: unknown,
    depth: number,
    check: boolean,
  ): Promise<void> {
    // Inside of another value, places depend on the order in which the library proceeds.
    if (heldUpFor(slice) && !this.#reading.isInside) await yieldToEventLoop(this.#signal, slice);
    await this.#reading.during(keys, () => super.newOnValueJob(keys, value, depth, check));
    const key = keys[depth];
    if (typeof key === 'string' && isNoKeyword(key)) this.#unread.addKeyword(key, keys.slice(1, depth + 1));
    if (this.#contexts && typeof keys.at(-1) === 'string') await this.#noteContext(keys, this.#contexts);
  }

  /** The remarks about keys whose values are not read. */
  async unreadKeys(): Promise<readonly TurtleSyntaxError[]> {
    if (this.#unread.isEmpty) return [];
    // Keys of maps, such as languages, are read with their property, even in graphs that are not selected.
    const stated = new Set<number>();
    for (const triple of await this.triples(this.quads))
      for (const { start } of [triple.subject, triple.predicate, triple.object]) stated.add(start);
    const literals: TextRange[] = [];
    for (const { object } of this.quads) {
      if (object.termType !== 'Literal' || object.datatype?.value !== `${namespaces.rdf}JSON`) continue;
      literals.push(follow(this.#root, (object as PlacedTerm<Place>).place?.path ?? []).node);
    }
    return this.#unread.warnings(stated, literals);
  }

  /** Keys before @type are read again after it, so that the last context counts. */
  async #noteContext(keys: JsonLdPath, contexts: Map<JsonLdNode, JsonContext>): Promise<void> {
    const { node } = follow(this.#root, keys.slice(1, -1));
    const { parsingContext } = this as unknown as { readonly parsingContext: ParsesContexts };
    if (node.members) contexts.set(node, await parsingContext.getContext(keys));
  }

  /**
   * The library looks at all types of the text for each entry of it. This finds those above an entry by their path, and handles
   * them in the same order: from the root inwards, before the first entry below them.
   */
  override async executeBufferedJobs(): Promise<void> {
    const { contextJobs, contextAwaitingJobs, parsingContext, util } = this as unknown as Buffered;
    for (const jobs of contextJobs) for (const job of jobs ?? []) await job();
    parsingContext.unaliasedKeywordCacheStack.splice(0);
    const types = new Map<string, Job[]>();
    const others: BufferedJob[] = [];
    const isType = async ({ keys }: BufferedJob, depth: number) =>
      (await util.unaliasKeyword(keys[depth], keys, depth, true)) === '@type';
    for (const buffered of contextAwaitingJobs) {
      const { keys, depth, job } = buffered;
      if (
        (await isType(buffered, depth)) ||
        (typeof keys[depth] === 'number' && (await isType(buffered, depth - 1)))
      ) {
        const above = pathsTo(keys).at(-2) ?? '';
        const jobs = types.get(above);
        if (jobs) jobs.push(job);
        else types.set(above, [job]);
      } else others.push(buffered);
    }
    for (const { keys, job } of others) {
      for (const above of types.size > 0 ? pathsTo(keys) : []) {
        const jobs = types.get(above);
        types.delete(above);
        for (const type of jobs ?? []) await type();
      }
      await job();
    }
  }

  override async flushBuffer(depth: number, keys: (string | number)[]): Promise<void> {
    await this.#reading.during(keys.slice(0, depth), () => super.flushBuffer(depth, keys), true);
  }

  override push(quad: PlacedQuad<Place> | null): boolean {
    if (quad) this.quads.push(quad);
    return true;
  }

  async #load(iri: string, load: LoadContext): Promise<Record<string, unknown>> {
    const found = await load(iri);
    if ('text' in found) {
      const tree = jsonTree(found.text);
      if ('root' in tree && tree.root.members) return JSON.parse(found.text.replace(/^\uFEFF/, ''));
    }
    const problem = 'problem' in found ? found.problem : 'it is not JSON';
    const isRemote = /^https?:/i.test(iri);
    const remedy = isRemote
      ? "Save it with the quick fix Save Context… or with 'shacl-repair imports --fetch' for this file, or write the name of a file here."
      : 'Store it in a file in this folder, and write its name here instead.';
    const message = `The context ${iri} can't be read: ${problem}. ${remedy}`;
    this.#error ??= {
      range: this.#contextRange(iri),
      message,
      ...(isRemote && { lackingContext: iri }),
    };
    throw new Error(message);
  }

  #fail({ message }: Error): void {
    const { path } = this.#reading.place() ?? { path: [] };
    const [line] = message.split('\n', 1);
    this.#error ??= {
      range: rangeAt(this.#root, path),
      message: `${line}${/[.!?]$/.test(line!) ? '' : '.'}`,
    };
  }

  /** Where a context is named. */
  #contextRange(iri: string): TextRange {
    const pending = [this.#root];
    for (let node = pending.pop(); node; node = pending.pop()) {
      const { text, items = [], members = new Map() } = node;
      if (
        text === iri ||
        (text !== undefined &&
          URL.canParse(text, this.#source.uri) &&
          new URL(text, this.#source.uri).href === iri)
      )
        return node;
      pending.push(...items, ...[...members.values()].map(({ value }) => value));
    }
    return rangeOf(this.#root);
  }

  #triple({ subject, predicate, object, place }: PlacedQuad<Place>): PlacedTriple {
    const stated = object.place ?? subject.place ?? place!;
    const keyPath =
      predicate.place?.own ??
      (predicate.value === `${namespaces.rdf}type` ? stated : (subject.place ?? stated)).path;
    return {
      subject: placedId(subject.id, this.#rangeOf(subject, stated)),
      predicate: placedId(predicate.id, keyRange(this.#root, keyPath)),
      object: placedId(idOf(object), this.#rangeOf(object as PlacedTerm<Place>, stated)),
    };
  }

  #rangeOf({ place }: PlacedTerm<Place>, fallback: Place): TextRange {
    const { path, index } = place ?? fallback;
    return rangeAt(this.#root, path, index);
  }
}

/** The context that a property has for its values. */
interface PropertyScope {
  readonly context: JsonContext;
  /** Whether it holds for the nodes inside of these as well. */
  readonly propagates: boolean;
}

/** @param parsed the context of the definition of a key. There, the key itself has none. */
function propertyScope(parsed: JsonContext, key: string | number, definition: object): PropertyScope {
  type Definition = { readonly '@context'?: { readonly '@propagate'?: boolean } };
  const { '@propagate': _, ...terms } = parsed.getContextRaw();
  const { '@context': own, ...defined } = (terms[key] ?? {}) as Definition;
  if (key in terms && own === undefined)
    throw new Error(
      `The context of '${key}' defines '${key}' again, and such contexts can't be read. Give the inner one another name.`,
    );
  const inside = {
    ...terms,
    [key]: { ...defined, ...('@id' in definition && { '@id': definition['@id'] }) },
  };
  const JsonLdContext = parsed.constructor as new (terms: object) => JsonContext;
  return { context: new JsonLdContext(inside), propagates: own?.['@propagate'] !== false };
}

/** The contexts that were parsed, as long as there is room for them. */
class KnownContexts {
  readonly #names = new WeakMap<object, string>();
  readonly #copies = new Map<string, WeakRef<JsonContext>>();
  readonly #found = new Map<string, { readonly context: JsonContext; readonly terms: number }>();
  #terms = 0;
  #count = 0;

  get(key: string): { readonly context: JsonContext; readonly terms: number } | undefined {
    return this.#found.get(key);
  }

  add(key: string, context: JsonContext): void {
    const raw = context.getContextRaw();
    const terms = sizeOf(raw);
    Object.assign(raw, { [copiedFrom]: this.nameOf(raw) });
    this.#found.set(key, { context, terms });
    this.#terms += terms;
    for (const [oldest, entry] of this.#found) {
      if (this.#terms <= mostKept) break;
      this.#found.delete(oldest);
      this.#terms -= entry.terms;
    }
  }

  /** The first of the equal copies that the library has made of a context, so that only one is kept for all nodes. */
  firstOf(copy: JsonContext): JsonContext {
    const name = this.nameOf(copy.getContextRaw());
    const first = this.#copies.get(name)?.deref();
    if (first) return first;
    this.#copies.set(name, new WeakRef(copy));
    return copy;
  }

  /** The library changes its copies of a context, always in the same way. */
  nameOf(context: unknown): string {
    if (!(context instanceof Object)) return String(context);
    const copied = (context as { readonly [copiedFrom]?: string })[copiedFrom];
    const name = this.#names.get(context) ?? (copied ? `${copied}c` : String(this.#count++));
    this.#names.set(context, name);
    return name;
  }
}

/** The library copies it together with the terms of a context. */
const copiedFrom = Symbol('copied from');

/** How many terms, each of which takes about 50 bytes. */
const mostKept = 1_000_000;

const textOfObject = memoized((context: object) => JSON.stringify(context));

function textOf(context: unknown): string {
  return context instanceof Object ? textOfObject(context) : JSON.stringify(context);
}

function sizeOf(context: unknown): number {
  return typeof context === 'object' && context !== null ? Object.keys(context).length : 0;
}

/**
 * A quad with the place of its type, found by its number among the types of its node: a library may have created other
 * terms before.
 */
function inOrderOfTypes(quad: PlacedQuad<Place>, seen: Map<string, number>): PlacedQuad<Place> {
  const { predicate, object } = quad;
  const { place } = object;
  if (predicate.place || !place || object.termType === 'Quad' || predicate.value !== `${namespaces.rdf}type`)
    return quad;
  const key = JSON.stringify(place.path);
  const index = seen.get(key) ?? 0;
  seen.set(key, index + 1);
  return { ...quad, object: new PlacedTerm(object.termType, object.value, { ...place, index }) };
}

/** Follows the library, which reads one entry after the other. */
class Reading {
  #current: { readonly path: JsonLdPath; readonly own: JsonLdPath; created: number } | undefined;

  /** True while a value is being read. */
  get isInside(): boolean {
    return this.#current !== undefined;
  }

  place(): Place | undefined {
    const current = this.#current;
    return current && { path: current.path, own: current.own, index: current.created++ };
  }

  /** The path of the entry that is being handled. */
  get handled(): JsonLdPath | undefined {
    return this.#current?.own;
  }

  /** @param keys of the library, the first of which is the root. */
  async during(keys: JsonLdPath, read: () => Promise<void>, isElsewhere = false): Promise<void> {
    const before = this.#current;
    const own = keys.slice(1);
    // The library reads an item as if it were in the place of its array.
    const isInside = !isElsewhere && before && own.every((key, i) => before.path[i] === key);
    this.#current = { path: isInside ? before.path : own, own, created: 0 };
    await read();
    this.#current = before;
  }
}

/** The prefixes that the contexts of the text declare at its top. */
function prefixesIn({ members }: JsonLdNode): ReadonlyMap<string, string> {
  const context = members?.get('@context')?.value;
  const found = new Map<string, string>();
  for (const { members: declared } of context?.items ?? (context ? [context] : [])) {
    for (const [name, { value }] of declared ?? []) {
      const iri = value.text;
      if (iri !== undefined && !name.startsWith('@') && /^[a-z][\w+.-]*:.*[#/:]$/i.test(iri))
        found.set(name, iri);
    }
  }
  return found;
}

/** The problem of JSON that states nothing because it uses nothing of JSON-LD. */
function notLinked(root: JsonLdNode, quads: readonly unknown[]): TurtleSyntaxError | undefined {
  if (quads.length > 0) return undefined;
  const tops = root.items ?? [root];
  if (tops.some(({ members }) => members && [...members.keys()].some((key) => key.startsWith('@'))))
    return undefined;
  if (root.items?.length === 0 || root.members?.size === 0) return undefined;
  const message =
    'This is JSON, but not JSON-LD: none of its keys is mapped to a property. Add an @context that maps them.';
  return { range: rangeOf(root), message };
}
