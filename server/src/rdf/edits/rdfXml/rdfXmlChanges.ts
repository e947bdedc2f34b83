import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { XmlAttribute, XmlElement } from '../../readers/rdfXml.ts';
import { MovedTexts } from '../libraryChanges.ts';
import { type RdfXmlText, wholeAttribute } from './rdfXmlText.ts';

/** What changes in the elements of a text; each of them is written once. */
export class XmlChanges {
  readonly #text: RdfXmlText;
  readonly #replaced = new Map<TextRange, string>();
  readonly #removed = new Set<XmlElement>();
  readonly #removedAttributes = new Map<XmlElement, Set<XmlAttribute>>();
  readonly #attributes = new Map<XmlElement, string[]>();
  readonly #appended = new Map<XmlElement, string[]>();
  /** New elements behind others. */
  readonly #behind = new Map<XmlElement, readonly string[]>();
  readonly #before = new Map<XmlElement, readonly string[]>();
  readonly #names = new Map<XmlElement, string>();
  readonly #moved = new MovedTexts();

  constructor(text: RdfXmlText) {
    this.#text = text;
  }

  replace(range: TextRange, text: string): void {
    this.#replaced.set({ start: range.start, end: range.end }, text);
  }

  replaceElement({ name, end }: XmlElement, text: string): void {
    this.#replaced.set({ start: name.start - 1, end }, text);
  }

  rename(element: XmlElement, name: string): void {
    this.#names.set(element, name);
  }

  remove(element: XmlElement): void {
    this.#removed.add(element);
  }

  removeAttribute(element: XmlElement, attribute: XmlAttribute): void {
    const removed = this.#removedAttributes.get(element) ?? new Set();
    this.#removedAttributes.set(element, removed.add(attribute));
  }

  addAttribute(element: XmlElement, name: string, value: string): void {
    this.#attributes.set(element, [...(this.#attributes.get(element) ?? []), `${name}="${value}"`]);
  }

  append(element: XmlElement, text: string): void {
    this.#appended.set(element, [...(this.#appended.get(element) ?? []), text]);
  }

  /** Adds elements to one that has others, before the one at an index. */
  insert({ children }: XmlElement, index: number, texts: readonly string[]): void {
    if (index > 0) this.#behind.set(children[index - 1]!, texts);
    else this.#before.set(children[0]!, texts);
  }

  isRemoved(element: XmlElement): boolean {
    return this.#isGone(wholeElement(element));
  }

  /** The text of a node that moves, with the changes inside it. */
  moved(element: XmlElement): string {
    return this.#moved.placeholder(wholeElement(element));
  }

  edits(): readonly OffsetEdit[] {
    const { root, declared } = this.#text;
    for (const [namespace, prefix] of declared) this.addAttribute(root, `xmlns:${prefix}`, namespace);
    const edits: OffsetEdit[] = [...this.#replaced].map(([range, newText]) => ({ range, newText }));
    const parents = new Set([
      ...this.#appended.keys(),
      ...[...this.#removed].flatMap(({ parent }) => parent ?? []),
    ]);
    const removals: OffsetEdit[] = [];
    const collapsed = new Set<XmlElement>();
    for (const parent of parents) {
      if (this.isRemoved(parent)) continue;
      if (this.#isEmptied(parent)) collapsed.add(parent);
      for (const edit of this.#contentEdits(parent)) (edit.newText === '' ? removals : edits).push(edit);
    }
    for (const [element, texts] of this.#behind) {
      const at = { start: element.end, end: element.end };
      edits.push({ range: at, newText: texts.map((text) => this.#gapIn(element.parent!) + text).join('') });
    }
    for (const [element, texts] of this.#before) {
      const start = element.name.start - 1;
      const newText = texts.map((text) => text + this.#gapIn(element.parent!)).join('');
      edits.push({ range: { start, end: start }, newText });
    }
    edits.push(...removals);
    for (const element of new Set([...this.#attributes.keys(), ...this.#removedAttributes.keys()]))
      edits.push(...this.#attributeEdits(element));
    for (const [element, newText] of this.#names) {
      edits.push({ range: element.name, newText });
      const { closeStart, end } = element;
      if (closeStart === undefined || collapsed.has(element)) continue;
      const close = this.#slice({ start: closeStart, end });
      const start = closeStart + close.indexOf(element.tag.name);
      edits.push({ range: { start, end: start + element.tag.name.length }, newText });
    }
    const ranges = new Set(removals.map(({ range }) => range));
    return this.#moved.settled(
      this.#text.text,
      edits.filter(({ range }) => ranges.has(range) || !this.#isGone(range)),
    );
  }

  /** The text before an element inside another one. */
  #gapIn(element: XmlElement): string {
    const indent = this.#text.indentInside(element);
    return indent === undefined ? '' : this.#text.eol + indent;
  }

  #isGone(range: TextRange): boolean {
    // New content may be at the end of what is removed.
    const removed = [...this.#removed]
      .map(wholeElement)
      .filter(({ start, end }) => range.start !== range.end || (start < range.start && range.end < end));
    return this.#moved.isGone(range, removed);
  }

  #isEmptied(element: XmlElement): boolean {
    const { children, contentStart, closeStart } = element;
    if (element === this.#text.root || closeStart === undefined || this.#appended.has(element)) return false;
    if (!children.every((child) => this.#removed.has(child))) return false;
    let rest = this.#slice({ start: contentStart, end: closeStart });
    for (const child of children)
      rest = rest.replace(this.#slice({ start: child.name.start - 1, end: child.end }), '');
    return rest.trim() === '';
  }

  #contentEdits(element: XmlElement): readonly OffsetEdit[] {
    const { children, contentStart, closeStart, end, tag } = element;
    const added = this.#appended.get(element) ?? [];
    if (this.#isEmptied(element)) return [{ range: { start: contentStart - 1, end }, newText: '/>' }];
    const gap = this.#gapIn(element);
    const content = added.map((each) => gap + each).join('');
    const outer = gap === '' ? '' : this.#text.eol + this.#text.indentOf(element);
    if (closeStart === undefined) {
      const start =
        contentStart -
        /\s*\/>$/.exec(this.#slice({ start: element.name.start, end: contentStart }))![0].length;
      const name = this.#names.get(element) ?? tag.name;
      return [{ range: { start, end }, newText: `>${content}${outer}</${name}>` }];
    }
    const edits: OffsetEdit[] = children
      .filter((child) => this.#removed.has(child))
      .map((child) => ({ range: this.#rangeOf(child), newText: '' }));
    if (added.length === 0) return edits;
    const last = children.at(-1);
    if (last) return [...edits, { range: { start: last.end, end: last.end }, newText: content }];
    const isBlank = this.#slice({ start: contentStart, end: closeStart }).trim() === '';
    const range = { start: contentStart, end: isBlank ? closeStart : contentStart };
    return [...edits, { range, newText: isBlank ? content + outer : content }];
  }

  /** An element with its line, if it is alone on the line. */
  #rangeOf({ name, end }: XmlElement): TextRange {
    const start = name.start - 1;
    const { text } = this.#text;
    const before = text.slice(Math.max(0, start - 500), start);
    const [space] = /(?:(?:\r\n|\n|\r)[ \t]*)?$/.exec(before)!;
    const isAlone = space !== '' && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 500));
    return { start: isAlone ? start - space.length : start, end };
  }

  #attributeEdits(element: XmlElement): readonly OffsetEdit[] {
    const { text } = this.#text;
    const edits: OffsetEdit[] = [];
    const removed = this.#removedAttributes.get(element) ?? new Set<XmlAttribute>();
    for (const attribute of removed) {
      const { start, end } = wholeAttribute(element, attribute);
      const space = /\s*$/.exec(text.slice(element.name.end, start))![0];
      edits.push({ range: { start: start - space.length, end }, newText: '' });
    }
    const added = this.#attributes.get(element) ?? [];
    if (added.length === 0) return edits;
    const ranges = Object.values(element.tag.attributes)
      .map((attribute) => wholeAttribute(element, attribute))
      .sort((a, b) => a.start - b.start);
    const last = ranges.at(-1);
    const before = ranges.at(-2);
    const space = last && before ? text.slice(before.end, last.start) : ' ';
    const at = last?.end ?? element.name.end;
    edits.push({ range: { start: at, end: at }, newText: added.map((each) => space + each).join('') });
    return edits;
  }

  #slice({ start, end }: TextRange): string {
    return this.#text.text.slice(start, end);
  }
}

function wholeElement({ name, end }: XmlElement): TextRange {
  return { start: name.start - 1, end };
}
