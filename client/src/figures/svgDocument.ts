/**
 * A document for programs without a browser: only what our chart library needs of one. What it draws is a tree that can be
 * written to files.
 */
export function svgDocument(): Document {
  const document = {
    createElement: (name: string) => new SvgElement(name, document),
    createElementNS: (_: string, name: string) => new SvgElement(name, document),
    createTextNode: (text: string) => new SvgText(text),
    get documentElement() {
      return new SvgElement('svg', document);
    },
  };
  return document as unknown as Document;
}

/** An element of a drawing, as it was drawn. */
export class SvgElement {
  readonly nodeType = 1;
  readonly namespaceURI = 'http://www.w3.org/2000/svg';
  readonly attributes = new Map<string, string>();
  readonly name: string;
  readonly ownerDocument: unknown;
  childNodes: (SvgElement | SvgText)[] = [];
  parentNode: SvgElement | null = null;

  constructor(name: string, ownerDocument: unknown) {
    this.name = name;
    this.ownerDocument = ownerDocument;
  }

  get children(): readonly SvgElement[] {
    return this.childNodes.filter((node) => node instanceof SvgElement);
  }

  get firstChild(): SvgElement | SvgText | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): SvgElement | SvgText | null {
    return this.childNodes.at(-1) ?? null;
  }

  get textContent(): string {
    return this.childNodes
      .map((node) => (node instanceof SvgElement ? node.textContent : node.data))
      .join('');
  }

  set textContent(text: string | null) {
    this.childNodes = [];
    if (text !== null && text !== '') this.appendChild(new SvgText(String(text)));
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  setAttributeNS(_: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...nodes: (SvgElement | SvgText | string)[]): void {
    for (const node of nodes) this.appendChild(typeof node === 'string' ? new SvgText(node) : node);
  }

  appendChild<Node extends SvgElement | SvgText>(node: Node): Node {
    return this.insertBefore(node, null);
  }

  insertBefore<Node extends SvgElement | SvgText>(node: Node, next: SvgElement | SvgText | null): Node {
    node.remove();
    node.parentNode = this;
    const at = next === null ? this.childNodes.length : this.childNodes.indexOf(next);
    this.childNodes.splice(at, 0, node);
    return node;
  }

  replaceWith(...nodes: (SvgElement | SvgText)[]): void {
    for (const node of nodes) this.parentNode?.insertBefore(node, this);
    this.remove();
  }

  remove(): void {
    const { parentNode } = this;
    if (parentNode) parentNode.childNodes = parentNode.childNodes.filter((node) => node !== this);
    this.parentNode = null;
  }

  /** All elements of a name below it, in their order. */
  getElementsByTagName(name: string): readonly SvgElement[] {
    return this.children.flatMap((child) => [
      ...(child.name === name ? [child] : []),
      ...child.getElementsByTagName(name),
    ]);
  }

  addEventListener(): void {
    // Nobody points at a file.
  }
}

class SvgText {
  readonly nodeType = 3;
  readonly data: string;
  parentNode: SvgElement | null = null;

  constructor(data: string) {
    this.data = data;
  }

  remove(): void {
    const { parentNode } = this;
    if (parentNode) parentNode.childNodes = parentNode.childNodes.filter((node) => node !== this);
    this.parentNode = null;
  }
}
