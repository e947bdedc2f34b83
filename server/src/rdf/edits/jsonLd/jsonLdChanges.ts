import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { JsonLdNode } from '../../readers/jsonTree.ts';
import type { TermId } from '../../terms.ts';
import { NotExpressible } from '../editableSources.ts';
import { MovedTexts } from '../libraryChanges.ts';
import type { JsonLdText } from './jsonLdText.ts';

/** What changes in the objects and arrays of a text; each of them is written once. */
export class JsonChanges {
  readonly #text: JsonLdText;
  readonly #nameOfEmpty: (object: JsonLdNode) => string;
  readonly #replaced = new Map<TextRange, string>();
  readonly #removed = new Set<JsonLdNode>();
  /** New entries at the end of objects and arrays. */
  readonly #appended = new Map<JsonLdNode, string[]>();
  /** By object and key, so that several new values of a key are in one array. */
  readonly #members = new Map<JsonLdNode, Map<string, { readonly values: string[]; isArray: boolean }>>();
  /** New values beside the single value of a key. */
  readonly #beside = new Map<JsonLdNode, string[]>();
  readonly #prepended = new Map<JsonLdNode, string>();
  readonly #rewritten: OffsetEdit[] = [];
  readonly #moved = new MovedTexts();

  /** @param nameOfEmpty the entry for an object that would otherwise be empty. */
  constructor(text: JsonLdText, nameOfEmpty: (object: JsonLdNode) => string) {
    this.#nameOfEmpty = nameOfEmpty;
    this.#text = text;
  }

  replace(node: JsonLdNode | undefined, text: string): void {
    if (!node) throw new NotExpressible('A node without @id would get a name. Write it by hand.');
    this.#replaced.set(node, text);
  }

  renameKey(value: JsonLdNode, text: string): void {
    const member = this.#text.parentOf(value)!.members!.get(this.#text.keyOf(value)!)!;
    this.#replaced.set(member.key, text);
  }

  remove(value: JsonLdNode): void {
    this.#removed.add(value);
  }

  isRemoved(node: JsonLdNode): boolean {
    return this.#isInRemoved(node);
  }

  /** The text of a value that moves, with the changes inside it. */
  moved(value: JsonLdNode): string {
    return this.#moved.placeholder(value);
  }

  /** Adds to the values of a key. */
  addValue(member: JsonLdNode, text: string): void {
    if (member.items) this.append(member, text);
    else this.#beside.set(member, [...(this.#beside.get(member) ?? []), text]);
  }

  append(array: JsonLdNode, text: string): void {
    this.#appended.set(array, [...(this.#appended.get(array) ?? []), text]);
  }

  appendMember(object: JsonLdNode, key: string, value: string, isArray: boolean): void {
    const keys = this.#members.get(object) ?? new Map();
    this.#members.set(object, keys);
    const entry = keys.get(key) ?? { values: [], isArray };
    keys.set(key, entry);
    entry.values.push(value);
  }

  prependMember(object: JsonLdNode, key: string, value: string): void {
    this.#prepended.set(object, `${JSON.stringify(key)}${this.#text.colon}${value}`);
  }

  /** Gives an array other items; those that it has keep their text. Returns those that are removed. */
  rewriteItems(
    array: JsonLdNode,
    before: readonly TermId[],
    after: readonly TermId[],
    write: (term: TermId) => string,
  ): readonly JsonLdNode[] {
    const items = array.items!;
    const left = items.map((item, i) => ({ term: before[i], item }));
    const texts = after.map((term) => {
      const index = left.findIndex((each) => each.term === term);
      return index >= 0 ? this.#slice(left.splice(index, 1)[0]!.item) : write(term);
    });
    const gone = left.map(({ item }) => item);
    const same = (a: string | undefined, b: JsonLdNode | undefined) =>
      b !== undefined && a === this.#slice(b);
    let head = 0;
    while (head < texts.length && same(texts[head], items[head])) head++;
    let tail = 0;
    while (
      tail < Math.min(texts.length, items.length) - head &&
      same(texts.at(-1 - tail), items.at(-1 - tail))
    )
      tail++;
    const [from, to] = [head, items.length - tail];
    const fresh = texts.slice(head, texts.length - tail);
    const separator = this.#separator(array);
    let range: TextRange;
    let newText = fresh.join(separator);
    if (from < to && fresh.length > 0) range = { start: items[from]!.start, end: items[to - 1]!.end };
    else if (from < to) range = this.#rangeOfRun(array, items, from, to);
    else if (fresh.length === 0) return gone;
    else if (from > 0) {
      range = { start: items[from - 1]!.end, end: items[from - 1]!.end };
      newText = separator + newText;
    } else if (items.length > 0) {
      range = { start: items[0]!.start, end: items[0]!.start };
      newText += separator;
    } else range = { start: array.start + 1, end: array.end - 1 };
    this.#rewritten.push({ range, newText });
    return gone;
  }

  edits(): readonly OffsetEdit[] {
    this.#removeEmptied();
    const edits: OffsetEdit[] = [...this.#rewritten];
    for (const [{ start, end }, newText] of this.#replaced) {
      if (!this.#isInRemoved({ start, end })) edits.push({ range: { start, end }, newText });
    }
    // The bracket after a value comes before what is added after it.
    for (const [node, texts] of this.#beside) {
      if (this.#isInRemoved(node)) continue;
      const { comma } = this.#text;
      edits.push({ range: { start: node.start, end: node.start }, newText: '[' });
      edits.push({ range: { start: node.end, end: node.end }, newText: `${comma}${texts.join(comma)}]` });
    }
    const parents = new Set<JsonLdNode>([
      ...this.#appended.keys(),
      ...this.#members.keys(),
      ...this.#prepended.keys(),
    ]);
    for (const node of this.#removed) parents.add(this.#text.parentOf(node) ?? node);
    for (const node of parents) {
      if (!this.#isInRemoved(node)) edits.push(...this.#containerEdits(node));
    }
    return this.#moved.settled(this.#text.text, edits);
  }

  /** A key is removed with its last value, unless new values are added; so is the entry of a map. */
  #removeEmptied(): void {
    const pending = [...this.#removed];
    for (let node = pending.pop(); node; node = pending.pop()) {
      const beside = this.#beside.get(node);
      if (beside) {
        this.#beside.delete(node);
        this.#removed.delete(node);
        this.#replaced.set(node, beside.length === 1 ? beside[0]! : `[${beside.join(this.#text.comma)}]`);
        continue;
      }
      const parent = this.#text.parentOf(node);
      if (!parent || this.#text.keyOf(parent) === undefined || this.#removed.has(parent)) continue;
      const isNode = parent.members && !this.#isMap(parent);
      if (isNode || this.#appended.has(parent) || this.#members.has(parent) || this.#isGraph(parent))
        continue;
      if (this.#children(parent).every(({ value }) => this.#removed.has(value))) {
        this.#removed.add(parent);
        pending.push(parent);
      }
    }
  }

  #isGraph(node: JsonLdNode): boolean {
    return this.#text.nodeList() === node;
  }

  /** An object that is not a node: a map of languages or indexes, or one around a set. */
  #isMap(object: JsonLdNode): boolean {
    const key = this.#text.keyOf(object)!;
    const context = this.#text.contextOf(this.#text.parentOf(object)!);
    const { containers } = context.definition(key);
    if (containers.some((each) => each !== '@set' && each !== '@list')) return true;
    return [...object.members!.keys()].some(
      (name) => context.expanded(name) === '@set' || context.expanded(key) === '@reverse',
    );
  }

  #isInRemoved(range: TextRange): boolean {
    const removed = [...this.#removed].map((node) => {
      const key = this.#text.keyOf(node);
      const start = key === undefined ? node.start : this.#text.parentOf(node)!.members!.get(key)!.key.start;
      return { start, end: node.end };
    });
    return this.#moved.isGone(range, removed);
  }

  #containerEdits(node: JsonLdNode): readonly OffsetEdit[] {
    const children = this.#children(node);
    const isGone = children.map(({ value }) => this.#removed.has(value));
    const { comma } = this.#text;
    const added = [...(this.#appended.get(node) ?? [])];
    for (const [key, { values, isArray }] of this.#members.get(node) ?? []) {
      const value = values.length === 1 && !isArray ? values[0]! : `[${values.join(comma)}]`;
      added.push(`${JSON.stringify(key)}${this.#text.colon}${value}`);
    }
    const separator = this.#separator(node);
    const prepended = this.#prepended.get(node);
    const kept = isGone.lastIndexOf(false);
    if (children.length === 0) {
      const all = [...(prepended === undefined ? [] : [prepended]), ...added];
      const pad = node.members && /\{[ \t]/.test(this.#text.text) ? ' ' : '';
      return [
        { range: { start: node.start + 1, end: node.end - 1 }, newText: `${pad}${all.join(comma)}${pad}` },
      ];
    }
    if (kept < 0) {
      const all = [...(prepended === undefined ? [] : [prepended]), ...added];
      if (node.members && all.length === 0) all.push(this.#nameOfEmpty(node));
      const range = { start: children[0]!.start, end: children.at(-1)!.end };
      return [{ range, newText: all.join(separator) }];
    }
    const edits: OffsetEdit[] = [];
    if (prepended !== undefined) {
      const { start } = children[0]!;
      edits.push({ range: { start, end: start }, newText: prepended + separator });
    }
    const single = this.#withoutBrackets(node, isGone, added);
    if (single) return single;
    for (let from = isGone.indexOf(true); from >= 0; ) {
      let to = from;
      while (isGone[to]) to++;
      edits.push({ range: this.#rangeOfRun(node, children, from, to), newText: '' });
      from = isGone.indexOf(true, to);
    }
    if (added.length > 0) {
      const { end } = children[kept]!;
      edits.push({ range: { start: end, end }, newText: added.map((each) => separator + each).join('') });
    }
    return edits;
  }

  /** An array in one line that keeps a single value becomes that value, as single values are written elsewhere. */
  #withoutBrackets(
    node: JsonLdNode,
    isGone: readonly boolean[],
    added: readonly string[],
  ): readonly OffsetEdit[] | undefined {
    const key = this.#text.keyOf(node);
    const parent = this.#text.parentOf(node);
    if (!node.items || key === undefined || !parent || added.length > 0) return undefined;
    if (isGone.filter((each) => !each).length !== 1 || this.#slice(node).includes('\n')) return undefined;
    const context = this.#text.contextOf(parent);
    if (context.definition(key).containers.length > 0 || this.#text.writesArrays(key)) return undefined;
    if (/^@(?:list|set|graph|included)$/.test(context.expanded(key) ?? '') || this.#isGraph(node))
      return undefined;
    const { start, end } = node.items[isGone.indexOf(false)]!;
    return [
      { range: { start: node.start, end: start }, newText: '' },
      { range: { start: end, end: node.end }, newText: '' },
    ];
  }

  /** What is removed together with some of the entries: the comma before them, or after the first ones. */
  #rangeOfRun(node: JsonLdNode, children: readonly TextRange[], from: number, to: number): TextRange {
    if (from > 0) return { start: children[from - 1]!.end, end: children[to - 1]!.end };
    if (to < children.length) return { start: children[0]!.start, end: children[to]!.start };
    return { start: node.start + 1, end: node.end - 1 };
  }

  #children(node: JsonLdNode): readonly (TextRange & { readonly value: JsonLdNode })[] {
    if (node.items) return node.items.map((value) => ({ start: value.start, end: value.end, value }));
    return [...node.members!.values()].map(({ key, value }) => ({ start: key.start, end: value.end, value }));
  }

  /** The text between the entries of an object or array. */
  #separator(node: JsonLdNode): string {
    const children = this.#children(node);
    const last = children.at(-1);
    const before = children.at(-2);
    if (last && before) return this.#text.text.slice(before.end, last.start);
    const indent = this.#text.indentInside(node);
    return indent === undefined
      ? this.#text.comma
      : `,${this.#text.text.includes('\r\n') ? '\r\n' : '\n'}${indent}`;
  }

  #slice({ start, end }: TextRange): string {
    return this.#text.text.slice(start, end);
  }
}
