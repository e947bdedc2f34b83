import { lazy } from '../../../base/lazy.ts';
import type { JsonQuad } from '../../readers/jsonLd.ts';
import type { JsonContext, JsonLdNode, JsonLdPath } from '../../readers/jsonTree.ts';
import { tripleKey } from '../../termKeys.ts';
import { type TermId, type Triple, terms } from '../../terms.ts';
import { relativeReference } from '../../turtle/printTerm.ts';
import { rdf } from '../../vocab.ts';

/** A triple, and the part of a text that states it. */
export interface JsonStatement {
  readonly triple: Triple;
  /** The value of the key, or one of several. */
  readonly value: JsonLdNode;
  /** The object that has the key. */
  readonly object: JsonLdNode;
  readonly keyName: string;
  /** The node that contains all values of the key. */
  readonly key: JsonLdNode;
  readonly isType: boolean;
  /** True where the value is the subject. */
  readonly isReverse: boolean;
}

/** A list, and the array that has its items. */
export interface JsonList {
  readonly array: JsonLdNode;
  readonly cells: readonly TermId[];
  /** The one that has the list as its object. */
  readonly statement: JsonStatement;
}

interface Position {
  readonly parent: JsonLdNode;
  readonly key?: string;
}

/** A JSON-LD text, with the places that state its triples and the meaning of its keys at each place. */
export class JsonLdText {
  readonly text: string;
  readonly root: JsonLdNode;
  readonly #quads: readonly JsonQuad[];
  readonly #contexts: ReadonlyMap<JsonLdNode, ActiveContext>;
  readonly #positions = new Map<JsonLdNode, Position>();
  readonly #statements = lazy(() => this.#readStatements());
  readonly #names = lazy(() => this.#readNames());
  readonly #arrays = lazy(() => this.#readArrays());

  constructor(
    text: string,
    {
      root,
      quads,
      contexts,
    }: {
      readonly root: JsonLdNode;
      readonly quads: readonly JsonQuad[];
      readonly contexts: ReadonlyMap<JsonLdNode, JsonContext>;
    },
  ) {
    this.text = text;
    this.root = root;
    this.#quads = quads;
    const known = new Map<object, ActiveContext>();
    const active = (context: JsonContext) => {
      const raw = context.getContextRaw();
      const found = known.get(raw) ?? new ActiveContext(context);
      known.set(raw, found);
      return found;
    };
    this.#contexts = new Map([...contexts].map(([node, context]) => [node, active(context)]));
    const pending = [root];
    for (let node = pending.pop(); node; node = pending.pop()) {
      for (const [key, { value }] of node.members ?? []) {
        this.#positions.set(value, { parent: node, key });
        pending.push(value);
      }
      for (const item of node.items ?? []) {
        this.#positions.set(item, { parent: node });
        pending.push(item);
      }
    }
  }

  /** True when an object has a key. */
  hasKey(key: string): boolean {
    return this.#keys().has(key);
  }

  readonly #keys = lazy(() => new Set([...this.#positions.values()].map(({ key }) => key)));

  parentOf(node: JsonLdNode): JsonLdNode | undefined {
    return this.#positions.get(node)?.parent;
  }

  keyOf(node: JsonLdNode): string | undefined {
    return this.#positions.get(node)?.key;
  }

  /** What the keys of an object mean; of an array, those of the objects in it. */
  contextOf(node: JsonLdNode): ActiveContext {
    for (let at: JsonLdNode | undefined = node; at; at = this.parentOf(at)) {
      const found = this.#contexts.get(at);
      if (found) return found;
    }
    return noContext;
  }

  statementsOf(triple: Triple): readonly JsonStatement[] {
    return this.#statements().get(tripleKey(triple)) ?? [];
  }

  #allStatements = lazy(() => [...this.#statements().values()].flat());

  /** All that the values of a key state. */
  statementsAt(key: JsonLdNode): readonly JsonStatement[] {
    return this.#allStatements().filter((each) => each.key === key);
  }

  /** What the keys of a nested object, and of those in it, state. */
  statementsInside(node: JsonLdNode): readonly JsonStatement[] {
    return node.members || node.items ? inside(this.#byPlace(), node).map(({ item }) => item) : [];
  }

  /** The nodes that a nested object, and the objects in it, represent. */
  nodesInside(node: JsonLdNode): readonly TermId[] {
    return node.members || node.items ? inside(this.#objects(), node).map(({ item }) => item) : [];
  }

  readonly #byPlace = lazy(() => inOrder(this.#allStatements().map((item) => ({ at: item.object, item }))));

  readonly #objects = lazy(() =>
    inOrder(
      [...this.#names()].flatMap(([item, names]) =>
        names.flatMap(({ node: at }) => (at.members ? [{ at, item }] : [])),
      ),
    ),
  );

  statesInside(node: JsonLdNode): boolean {
    return this.statementsInside(node).length > 0;
  }

  /** An object that represents a node: the one with the most statements. */
  objectOf(node: TermId, isUsable: (object: JsonLdNode) => boolean = () => true): JsonLdNode | undefined {
    const objects = this.namesOf(node).flatMap(({ node: object }) =>
      object.members && isUsable(object) ? [object] : [],
    );
    const size = (object: JsonLdNode) => object.members!.size;
    return objects.reduce<JsonLdNode | undefined>(
      (best, each) => (best && size(best) >= size(each) ? best : each),
      undefined,
    );
  }

  /** The strings that name a node, with the objects that they belong to; without a name, the object alone. */
  namesOf(node: TermId): readonly JsonName[] {
    return this.#names().get(node) ?? [];
  }

  /** How a node is written somewhere in the text. */
  spellingOf(node: TermId, isVocab: boolean): string | undefined {
    return this.namesOf(node).find((each) => each.name?.text !== undefined && each.isVocab === isVocab)?.name
      ?.text;
  }

  /** True when some name of a node is not the whole IRI, or there is none. */
  compactsNames = lazy(() => {
    const names = [...this.#names()].filter(([id]) => terms.isIri(id));
    const ids = names.flatMap(([id, found]) =>
      found.flatMap(({ name, isVocab }) => (name?.text && !isVocab ? [name.text !== terms.value(id)] : [])),
    );
    return ids.length === 0 || ids.includes(true);
  });

  /** The language of the entry of a map of languages that a value is in. */
  languageOf(value: JsonLdNode, key: JsonLdNode): string | undefined {
    if (value === key || !key.members) return undefined;
    const isOfMap = this.contextOf(key).isOf(this.keyOf(key) ?? '', '@language');
    if (!isOfMap) return undefined;
    let at = value;
    while (this.parentOf(at) !== key) at = this.parentOf(at)!;
    return this.keyOf(at);
  }

  lists(): readonly JsonList[] {
    const firsts = new Map<JsonLdNode, TermId[]>();
    for (const { triple, value } of this.#allStatements()) {
      if (triple.predicate !== rdf.first) continue;
      const array = this.parentOf(value);
      if (!array?.items?.includes(value)) continue;
      const cells = firsts.get(array) ?? [];
      firsts.set(array, cells);
      cells[array.items.indexOf(value)] = triple.subject;
    }
    return this.#allStatements().flatMap((statement) => {
      const { value } = statement;
      const array = value.items ?? value.members?.get('@list')?.value.items;
      const node = array && (value.items ? value : value.members!.get('@list')!.value);
      const cells = node && (firsts.get(node) ?? []);
      return node && cells?.length === node.items!.length ? [{ array: node, cells, statement }] : [];
    });
  }

  /** The array that new nodes go to. */
  nodeList(): JsonLdNode | undefined {
    if (this.root.items) return this.root;
    const context = this.contextOf(this.root);
    const graph = [...(this.root.members ?? [])].find(([name]) => context.expanded(name) === '@graph');
    return graph?.[1].value.items && graph[1].value;
  }

  /** True when the values of a key are in an array even if there is only one. */
  writesArrays(key: string): boolean {
    return this.#arrays().has(key);
  }

  /** The white space before the members of an object or array; undefined when it is on one line. */
  indentInside(node: JsonLdNode): string | undefined {
    const [first] = node.items ?? [...(node.members?.values() ?? [])].map(({ key }) => key);
    const from = node.start + 1;
    const before = this.text.slice(from, first?.start ?? node.end - 1);
    return /[\r\n]/.test(before) ? before.slice(before.search(/[^\r\n]*$/)) : undefined;
  }

  /** The white space before the members of a new object of an array; undefined when it is written on a single line. */
  indentOfItem(list: JsonLdNode): string | undefined {
    const sibling = list.items!.findLast(({ members }) => members);
    if (sibling) return this.indentInside(sibling);
    const own = this.indentInside(list);
    return own === undefined ? undefined : own + this.unit;
  }

  /** The indentation of one more level. */
  get unit(): string {
    return /\n([ \t]+)\S/.exec(this.text)?.[1] ?? '  ';
  }

  /** The text between a key and its value. */
  get colon(): string {
    for (const node of [this.root, ...(this.root.items ?? [])]) {
      for (const { key, value } of node.members?.values() ?? []) return this.text.slice(key.end, value.start);
    }
    return ': ';
  }

  /** The text between values on one line. */
  get comma(): string {
    return /\s/.test(this.colon) || this.text.includes('\n') ? ', ' : ',';
  }

  #readStatements(): ReadonlyMap<string, readonly JsonStatement[]> {
    const found = new Map<string, JsonStatement[]>();
    for (const quad of this.#quads) {
      const statement = this.#statement(quad);
      if (!statement) continue;
      const key = tripleKey(statement.triple);
      const others = found.get(key) ?? [];
      found.set(key, others);
      if (others.every(({ value }) => value !== statement.value)) others.push(statement);
    }
    return found;
  }

  #statement({ triple, subject, predicate, object, index }: JsonQuad): JsonStatement | undefined {
    const isType = !predicate && triple.predicate === rdf.type;
    if (!isType && !predicate && triple.predicate !== rdf.first) return undefined;
    if (!predicate && !object) return undefined;
    const reached = this.#follow(predicate?.value ?? object!);
    if (!reached) return undefined;
    const value = predicate
      ? reached
      : (this.#typeIn(reached, triple.object) ?? reached.items?.[index] ?? reached);
    let key = predicate ? this.#follow(predicate.key) : value;
    while (key && this.keyOf(key) === undefined) key = this.parentOf(key);
    if (!key) return undefined;
    const isReverse =
      predicate !== undefined && subject !== undefined && subject.join('\n') === predicate.value.join('\n');
    return { triple, value, object: this.parentOf(key)!, keyName: this.keyOf(key)!, key, isType, isReverse };
  }

  /** The one of several types that is an IRI. */
  #typeIn(array: JsonLdNode, type: TermId): JsonLdNode | undefined {
    const context = this.contextOf(array);
    return array.items?.find(
      ({ text }) => text !== undefined && context.expanded(text) === terms.value(type),
    );
  }

  #readNames(): ReadonlyMap<TermId, readonly JsonName[]> {
    const found = new Map<TermId, JsonName[]>();
    const add = (id: TermId, at: JsonLdNode | undefined, isVocab: boolean) => {
      if (!at || terms.isLiteral(id)) return;
      const name = this.#nameAt(at, isVocab);
      if (!name) return;
      const others = found.get(id) ?? [];
      found.set(id, others);
      if (!others.some((each) => each.node === name.node && each.name === name.name)) others.push(name);
    };
    for (const quad of this.#quads) {
      const { triple, subject, predicate, object, index } = quad;
      const isType = !predicate && triple.predicate === rdf.type;
      if (subject) add(triple.subject, this.#follow(subject), false);
      const reached = object && this.#follow(object);
      if (!reached || triple.predicate === rdf.rest) continue;
      if (reached.items && !isType) continue;
      const statement = this.#statement(quad);
      const isVocab =
        isType || (!!statement && this.contextOf(statement.object).typeOf(statement.keyName) === '@vocab');
      add(triple.object, reached.items?.[index] ?? reached, isVocab && !reached.members);
    }
    return found;
  }

  #nameAt(at: JsonLdNode, isVocab: boolean): JsonName | undefined {
    if (at.members) {
      const context = this.contextOf(at);
      const id = [...at.members].find(([name]) => context.expanded(name) === '@id');
      return { node: at, name: id?.[1].value, isVocab: false };
    }
    if (at.text === undefined) return undefined;
    const parent = this.parentOf(at);
    const isId = parent?.members && this.contextOf(parent).expanded(this.keyOf(at)!) === '@id';
    return { node: isId ? parent : at, name: at, isVocab };
  }

  #follow(path: JsonLdPath): JsonLdNode | undefined {
    let node: JsonLdNode | undefined = this.root;
    for (const step of path) {
      const next: JsonLdNode | undefined =
        typeof step === 'string' ? node.members?.get(step)?.value : (node.items?.[step] ?? node);
      if (!next) return undefined;
      node = next;
    }
    return node;
  }

  #readArrays(): ReadonlySet<string> {
    const single = new Set<string>();
    for (const [node, { key }] of this.#positions)
      if (key !== undefined && node.items?.length === 1) single.add(key);
    return single;
  }
}

export interface JsonName {
  /** The object that represents the node; otherwise the string itself. */
  readonly node: JsonLdNode;
  readonly name: JsonLdNode | undefined;
  /** True where the name is read as those of properties and types are. */
  readonly isVocab: boolean;
}

/** What a context says about a term. */
export interface TermDefinition {
  readonly type: string | undefined;
  /** The language of its strings; null for none. */
  readonly language: string | null;
  readonly direction: string | null;
  readonly containers: readonly string[];
}

/** What keys and names mean somewhere in a text. */
export class ActiveContext {
  readonly #context: JsonContext;
  readonly #expanded = new Map<string, string | null>();
  readonly #byIri = lazy(() => this.#terms());

  constructor(context: JsonContext) {
    this.#context = context;
  }

  /** The IRI or keyword that a key stands for. */
  expanded(key: string): string | null {
    const known = this.#expanded.get(key);
    if (known !== undefined) return known;
    const expanded = this.#expand(key, true);
    this.#expanded.set(key, expanded);
    return expanded;
  }

  definition(key: string): TermDefinition {
    const raw = this.#context.getContextRaw();
    const given = Object.hasOwn(raw, key) ? raw[key] : undefined;
    const own = (given && typeof given === 'object' ? given : {}) as Record<string, unknown>;
    const text = (name: string) => {
      const value = name in own ? own[name] : raw[name];
      return typeof value === 'string' ? value : null;
    };
    return {
      type: typeof own['@type'] === 'string' ? own['@type'] : undefined,
      language: text('@language'),
      direction: text('@direction'),
      containers: Object.keys((own['@container'] as object | undefined) ?? {}),
    };
  }

  typeOf(key: string): string | undefined {
    return this.definition(key).type;
  }

  isOf(key: string, container: string): boolean {
    return this.definition(key).containers.includes(container);
  }

  /** The keys that stand for a property. */
  termsFor(iri: string): readonly string[] {
    return this.#byIri().get(iri) ?? [];
  }

  /** The shortest name that is read as an IRI; the IRI itself when there is none. */
  compact(iri: string, isVocab: boolean): string {
    const isRead = (name: string) => name !== '' && this.#expand(name, isVocab) === iri;
    const compact = this.#context.compactIri(iri, isVocab);
    if (compact !== iri && isRead(compact)) return compact;
    const { '@base': base } = this.#context.getContextRaw();
    const reference = isVocab || typeof base !== 'string' ? undefined : relativeReference(iri, base);
    return reference !== undefined && isRead(reference) ? reference : iri;
  }

  /** True when the text of a key has a definition of its own. */
  defines(key: string): boolean {
    return Object.hasOwn(this.#context.getContextRaw(), key);
  }

  /** The names that stand for a keyword. */
  aliases(keyword: string): readonly string[] {
    return Object.keys(this.#context.getContextRaw()).filter(
      (name) => !name.startsWith('@') && this.expanded(name) === keyword,
    );
  }

  #expand(name: string, isVocab: boolean): string | null {
    try {
      return this.#context.expandTerm(name, isVocab, {
        allowPrefixNonGenDelims: false,
        allowPrefixForcing: true,
        allowVocabRelativeToBase: true,
      });
    } catch {
      // The context has an invalid definition of the term.
      return null;
    }
  }

  #terms(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const [name, value] of Object.entries(this.#context.getContextRaw())) {
      if (
        name.startsWith('@') ||
        (value && typeof value === 'object' && '@reverse' in value && value['@reverse'])
      )
        continue;
      const iri = this.expanded(name);
      if (iri !== null) found.set(iri, [...(found.get(iri) ?? []), name]);
    }
    return found;
  }
}

const noContext = new ActiveContext({
  getContextRaw: () => ({}),
  expandTerm: (name) => name,
  compactIri: (iri) => iri,
});

interface Placed<T> {
  readonly at: JsonLdNode;
  readonly item: T;
}

function inOrder<T>(items: readonly Placed<T>[]): readonly Placed<T>[] {
  return items.toSorted((a, b) => a.at.start - b.at.start);
}

/** The items among those given that are in a value, in order. */
function inside<T>(items: readonly Placed<T>[], { start, end }: JsonLdNode): readonly Placed<T>[] {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.at.start < start) low = middle + 1;
    else high = middle;
  }
  let to = low;
  while (to < items.length && items[to]!.at.start < end) to++;
  return items.slice(low, to);
}
