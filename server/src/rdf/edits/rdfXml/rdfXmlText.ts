import { lazy } from '../../../base/lazy.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { knownPrefixes } from '../../knownPrefixes.ts';
import type { XmlAttribute, XmlElement, XmlForEdits, XmlQuad } from '../../readers/rdfXml.ts';
import { tripleKey } from '../../termKeys.ts';
import { type TermId, type Triple, terms } from '../../terms.ts';
import { namespaces, rdf } from '../../vocab.ts';
import { NotExpressible } from '../editableSources.ts';

/** A triple, and the part of a text that states it. */
export interface XmlStatement {
  readonly triple: Triple;
  /**
   * `element`: an element for the property. `attribute`: an attribute for it. `type`: the name of an element. `hidden`: what has
   * no text of its own, such as the cell of a collection.
   */
  readonly kind: 'element' | 'attribute' | 'type' | 'hidden';
  readonly element: XmlElement;
  readonly attribute?: XmlAttribute;
}

/** Where a node is named, or written without a name. */
export interface XmlName {
  readonly element: XmlElement;
  /** rdf:about, rdf:resource, rdf:ID or rdf:nodeID. */
  readonly attribute: XmlAttribute | undefined;
}

/** What an element stands for. */
type Role = 'root' | 'node' | 'property' | 'content';

const naming = ['about', 'resource', 'nodeID', 'ID'];

/** An RDF/XML text, with the places that state its triples. */
export class RdfXmlText {
  readonly text: string;
  readonly root: XmlElement;
  readonly #base: string;
  readonly #quads: readonly XmlQuad[];
  readonly #statements = lazy(() => this.#readStatements());
  readonly #all = lazy(() => [...this.#statements().values()].flat());
  readonly #names = lazy(() => this.#readNames());
  /** Prefixes that the root gets, by namespace. */
  readonly #declared = new Map<string, string>();

  constructor(text: string, { root, quads, base }: XmlForEdits) {
    this.#base = base;
    this.text = text;
    this.root = root;
    this.#quads = quads;
  }

  /** Forgets the requested prefixes. */
  restart(): void {
    this.#declared.clear();
  }

  get declared(): ReadonlyMap<string, string> {
    return this.#declared;
  }

  statementsOf(triple: Triple): readonly XmlStatement[] {
    return this.#statements().get(tripleKey(triple)) ?? [];
  }

  /** The statements whose values are collections. */
  readonly collections = lazy(() =>
    this.#all().filter(
      ({ kind, element }) => kind === 'element' && element.written('parseType')?.value === 'Collection',
    ),
  );

  /** What an element and its descendants state, except for a triple. */
  statementsInside({ name, end, children, tag }: XmlElement, but?: Triple): readonly XmlStatement[] {
    if (
      but &&
      children.length === 0 &&
      Object.values(tag.attributes).every(({ uri }) => uri === namespaces.rdf)
    )
      return [];
    const own = but && tripleKey(but);
    return this.#all().filter(
      ({ element, triple }) =>
        name.start <= element.name.start && element.end <= end && tripleKey(triple) !== own,
    );
  }

  role(element: XmlElement): Role {
    const { parent, tag } = element;
    if (!parent) return tag.uri === namespaces.rdf && tag.local === 'RDF' ? 'root' : 'node';
    const role = this.role(parent);
    if (role === 'root') return 'node';
    if (role === 'node') return 'property';
    if (role === 'content') return 'content';
    const type = parent.written('parseType')?.value;
    return type === 'Resource'
      ? 'property'
      : type === undefined || type === 'Collection'
        ? 'node'
        : 'content';
  }

  /** The element whose attributes and content describe a node, the one with the most statements. */
  elementOf(node: TermId): XmlElement | undefined {
    const elements = this.namesOf(node).flatMap(({ element }) => (this.#describes(element) ? [element] : []));
    return elements.reduce<XmlElement | undefined>(
      (best, each) => (best && best.children.length >= each.children.length ? best : each),
      undefined,
    );
  }

  /** The node that an element describes, if it states anything about it. */
  subjectOf(element: XmlElement): TermId | undefined {
    return this.#quads.find(({ subject }) => subject === element)?.triple.subject;
  }

  #describes(element: XmlElement): boolean {
    return this.role(element) === 'node' || element.written('parseType')?.value === 'Resource';
  }

  namesOf(node: TermId): readonly XmlName[] {
    return this.#names().get(node) ?? [];
  }

  elementsOfType(type: TermId): readonly XmlElement[] {
    return this.#all().flatMap(({ kind, triple, element }) =>
      kind === 'type' && triple.object === type ? [element] : [],
    );
  }

  /** True when some element states a type by its name. */
  writesTypedElements = lazy(() => this.#all().some(({ kind }) => kind === 'type'));

  /** The language of texts in an element. */
  languageOf(element: XmlElement | undefined): string {
    for (let at = element; at; at = at.parent) {
      const given = at.xml('lang');
      if (given) return given.value;
    }
    return '';
  }

  /** The base of relative IRIs in an element. */
  baseOf(element: XmlElement): string {
    for (let at: XmlElement | undefined = element; at; at = at.parent) {
      const given = at.xml('base');
      if (given) return given.value;
    }
    return this.#base;
  }

  /** The name of a type or property as an element in another one or as its attribute, declared at the root where need be. */
  qName(iri: string, scope: XmlElement | undefined, isAttribute: boolean): string {
    const found = this.#knownName(iri, scope, isAttribute);
    if (found !== undefined) return found;
    const [, namespace, local] = /^(.*?[#/:])([\p{L}_][\p{L}\p{N}_.-]*)$/u.exec(iri) ?? [];
    if (namespace === undefined || local === undefined)
      throw new NotExpressible(
        `<${iri}> cannot be the name of an element: its last part does not start with a letter.`,
      );
    const known = [...knownPrefixes].find(([, each]) => each === namespace)?.[0];
    let number = 1;
    let prefix = known ?? 'ns1';
    const isTaken = () =>
      this.text.includes(`xmlns:${prefix}`) || [...this.#declared.values()].includes(prefix);
    while (isTaken()) prefix = `ns${number++}`;
    this.#declared.set(namespace, prefix);
    return `${prefix}:${local}`;
  }

  /** The name without a new declaration; undefined where there is none. */
  #knownName(iri: string, scope: XmlElement | undefined, isAttribute: boolean): string | undefined {
    let best: { readonly prefix: string; readonly namespace: string } | undefined;
    for (const [prefix, namespace] of this.#prefixes(scope)) {
      if (isAttribute && prefix === '') continue;
      if (!iri.startsWith(namespace) || !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(iri.slice(namespace.length)))
        continue;
      if (!best || namespace.length > best.namespace.length) best = { prefix, namespace };
    }
    if (!best) return undefined;
    const local = iri.slice(best.namespace.length);
    return best.prefix === '' ? local : `${best.prefix}:${local}`;
  }

  #prefixes(scope: XmlElement | undefined): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (let at = scope; at; at = at.parent) {
      for (const { prefix, name, local, value } of Object.values(at.tag.attributes)) {
        const declared = prefix === 'xmlns' ? local : name === 'xmlns' ? '' : undefined;
        if (declared !== undefined && !found.has(declared)) found.set(declared, value);
      }
    }
    for (const [namespace, prefix] of this.#declared) if (!found.has(prefix)) found.set(prefix, namespace);
    return found;
  }

  /** How an IRI is written as the value of an attribute: with the entity for its start where the text uses it. */
  iriValue(iri: string): string {
    const entity = this.#entities().find(({ start }) => iri.startsWith(start));
    return entity ? `&${entity.name};${escaped(iri.slice(entity.start.length))}` : escaped(iri);
  }

  /** The entities that IRIs begin with. */
  readonly #entities = lazy(() =>
    [...this.text.matchAll(/<!ENTITY\s+(\S+)\s+["']([^"'>]+)["']\s*>/g)]
      .map(([, name, start]) => ({ name: name!, start: start! }))
      .filter(({ name }) => this.text.includes(`"&${name};`)),
  );

  /** True when some IRI is written as a fragment of the base. */
  readonly writesFragments = lazy(() => /="#[^"]/.test(this.text));

  get eol(): string {
    return this.text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** The indentation of one more level. */
  get unit(): string {
    return (
      /\n([ \t]+)\S/
        .exec(this.text.slice(this.root.contentStart))?.[1]
        ?.slice(this.indentOf(this.root).length) || '  '
    );
  }

  /** The white space at the start of the line of an element. */
  indentOf({ name }: XmlElement): string {
    const { start } = name;
    const line = Math.max(this.text.lastIndexOf('\n', start), this.text.lastIndexOf('\r', start)) + 1;
    return /^[ \t]*/.exec(this.text.slice(line, start))![0];
  }

  /** The white space before the content of an element; undefined when it is on the same line. */
  indentInside(element: XmlElement): string | undefined {
    if (element.children.length > 0) {
      const child = element.children.findLast(({ name: { start } }) =>
        /[\r\n][ \t]*$/.test(this.text.slice(Math.max(0, start - 500), start - 1)),
      );
      return child && this.indentOf(child);
    }
    const isOfLines =
      /[\r\n]/.test(this.text.slice(this.root.contentStart, this.root.end)) || element === this.root;
    return isOfLines ? this.indentOf(element) + this.unit : undefined;
  }

  #readStatements(): ReadonlyMap<string, readonly XmlStatement[]> {
    const found = new Map<string, XmlStatement[]>();
    for (const quad of this.#quads) {
      const key = tripleKey(quad.triple);
      found.set(key, [...(found.get(key) ?? []), this.#statement(quad)]);
    }
    return found;
  }

  #statement({ triple, predicate: element }: XmlQuad): XmlStatement {
    const iri = terms.value(triple.predicate);
    const attribute = Object.values(element.tag.attributes).find(({ uri, local }) => uri + local === iri);
    const role = this.role(element);
    if (attribute) return { triple, kind: 'attribute', element, attribute };
    if (role === 'node' && triple.predicate === rdf.type && terms.value(triple.object) === element.iri)
      return { triple, kind: 'type', element };
    const isOf = element.iri === iri || (element.iri === `${namespaces.rdf}li` && /#_\d+$/.test(iri));
    return { triple, kind: role === 'property' && isOf ? 'element' : 'hidden', element };
  }

  #readNames(): ReadonlyMap<TermId, readonly XmlName[]> {
    const found = new Map<TermId, XmlName[]>();
    const add = (id: TermId, element: XmlElement | undefined) => {
      if (!element || terms.isLiteral(id)) return;
      const value = terms.value(id);
      const written = naming.flatMap((local) => element.written(local) ?? []);
      const attribute = terms.isBlank(id)
        ? element.written('nodeID')
        : written.find((each) => each.local !== 'nodeID' && value.endsWith(each.value));
      if (!attribute && !terms.isBlank(id)) return;
      const others = found.get(id) ?? [];
      found.set(id, others);
      if (!others.some((each) => each.element === element && each.attribute === attribute))
        others.push({ element, attribute });
    };
    for (const { triple, subject, object } of this.#quads) {
      add(triple.subject, subject);
      add(triple.object, object);
    }
    return found;
  }
}

/** A text as the content of an element, or between the double quotes of an attribute. */
export function escaped(text: string): string {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
    throw new NotExpressible('XML has no text for control characters.');
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\r': '&#13;',
  };
  return text.replace(/[&<>"\r]/g, (character) => names[character]!);
}

/** The text of an attribute, in which line ends and tabs would become spaces. */
export function escapedAttribute(text: string): string {
  return escaped(text).replace(/[\n\t]/g, (character) => (character === '\n' ? '&#10;' : '&#9;'));
}

/** All of an attribute, from its name to its closing quote. */
export function wholeAttribute(element: XmlElement, attribute: XmlAttribute): TextRange {
  const { name, value } = element.range(attribute)!;
  return { start: name.start, end: value.end + 1 };
}
