import type * as RDF from '@rdfjs/types';
import { type IActiveTag, RdfXmlParser } from 'rdfxml-streaming-parser';
import type { TextRange } from '../../base/textRange.ts';
import type { Triple } from '../terms.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { namespaces } from '../vocab.ts';
import { type LibrarySource, type PlacedTriple, placedDocument, placedId } from './placedDocument.ts';
import { idOf, type PlacedQuad, type PlacedTerm, PlacingFactory } from './placedTerms.ts';

/**
 * Reads RDF/XML. Each term is at the attribute or the content that gives it, otherwise at the name of its element. Nothing is
 * fetched, and reading ends at the first error.
 */
export function readRdfXml(source: LibrarySource): TurtleDocument {
  const parser = new PlacingParser(source);
  const error = entityProblem(source.text) ?? parser.readAll();
  const { triples, prefixes } = parser;
  return placedDocument('RDF/XML', source, { triples, error, prefixes });
}

/** Deeper elements are refused, since the time to find their prefixes grows with the square of the depth. */
const maxDepth = 2000;

/** The attributes that name a node, in the order in which they are tried. */
const naming = ['about', 'resource', 'nodeID', 'ID'];

interface XmlTag {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: Readonly<Record<string, XmlAttribute>>;
  readonly isSelfClosing: boolean;
}

export interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

/** An element with its attributes and its place in the tree. */
export type XmlElement = Element;

/** A triple, and the elements that its terms were read from. */
export interface XmlQuad {
  readonly triple: Triple;
  readonly subject: XmlElement;
  readonly predicate: XmlElement;
  readonly object: XmlElement;
}

export interface XmlForEdits {
  readonly root: XmlElement;
  readonly quads: readonly XmlQuad[];
  /** The base of relative IRIs where there is no xml:base. */
  readonly base: string;
}

/** Reads a text once more, for the information that its edits need. Undefined when it has an error. */
export function readXmlForEdits(source: LibrarySource): XmlForEdits | undefined {
  const parser = new PlacingParser(source, true);
  const error = entityProblem(source.text) ?? parser.readAll();
  const { root, quads } = parser;
  return error || !root ? undefined : { root, quads, base: baseOf(source.uri, source.text) };
}

/** What a term was created from. */
type Place = Element | Content;

interface Content extends TextRange {
  readonly element: Element;
}

interface AttributeRanges {
  readonly name: TextRange;
  readonly value: TextRange;
}

class Element {
  readonly tag: XmlTag;
  /** Of its name. */
  readonly name: TextRange;
  readonly contentStart: number;
  readonly isInLiteral: boolean;
  /** The value of rdf:parseType. */
  readonly parseType: string | undefined;
  readonly parent: Element | undefined;
  readonly children: Element[] = [];
  /** Where the closing tag starts; undefined for `<…/>`. */
  closeStart: number | undefined;
  end = 0;
  /** The text read so far, which comments may interrupt. */
  content = '';
  readonly #text: string;
  readonly attributes: readonly XmlAttribute[];
  #ranges: ReadonlyMap<string, AttributeRanges> | undefined;
  #naming: readonly XmlAttribute[] | undefined;

  constructor(tag: XmlTag, text: string, contentStart: number, parent: Element | undefined) {
    this.parent = parent;
    const start = text.lastIndexOf('<', contentStart - 1) + 1;
    this.tag = tag;
    this.name = { start, end: start + tag.name.length };
    this.contentStart = contentStart;
    this.isInLiteral =
      parent !== undefined && (parent.isInLiteral || parent.parseType?.toLowerCase() === 'literal');
    this.#text = text;
    this.attributes = Object.values(tag.attributes);
    this.parseType = this.written('parseType')?.value;
  }

  get iri(): string {
    return this.tag.uri + this.tag.local;
  }

  /** The attribute of the RDF namespace with a name. */
  written(local: string): XmlAttribute | undefined {
    for (const attribute of this.attributes)
      if (attribute.local === local && attribute.uri === namespaces.rdf) return attribute;
    return undefined;
  }

  /** The attributes that name a node, in order of precedence. */
  get naming(): readonly XmlAttribute[] {
    this.#naming ??= naming.flatMap((local) => this.written(local) ?? []);
    return this.#naming;
  }

  /** The attribute of XML itself with a name. */
  xml(local: string): XmlAttribute | undefined {
    return this.attributes.find(({ name }) => name === `xml:${local}`);
  }

  /** Where the attribute that states a property is. */
  property(iri: string): AttributeRanges | undefined {
    for (const attribute of this.attributes) {
      const { uri, local } = attribute;
      const isIt = iri.length === uri.length + local.length && iri.startsWith(uri) && iri.endsWith(local);
      if (isIt) return this.range(attribute);
    }
    return undefined;
  }

  range({ name }: XmlAttribute): AttributeRanges | undefined {
    this.#ranges ??= this.#readRanges();
    return this.#ranges.get(name);
  }

  #readRanges(): ReadonlyMap<string, AttributeRanges> {
    const found = new Map<string, AttributeRanges>();
    const from = this.name.end;
    const inside = this.#text.slice(from, this.contentStart);
    for (const { index, 1: name, 2: between, 3: quoted } of inside.matchAll(attributePattern)) {
      const start = from + index;
      const end = start + name!.length;
      const value = end + between!.length + 1;
      found.set(name!, { name: { start, end }, value: { start: value, end: value + quoted!.length - 2 } });
    }
    return found;
  }
}

const attributePattern = /([^\s=<>"'/]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

interface XmlParser {
  /** How much has been read. */
  readonly position: number;
  write(text: string): void;
  close(): void;
}

/**
 * The base of relative IRIs where there is no xml:base. The files of one CIM model name the same nodes `#_…`, so for those
 * it is their folder.
 *
 * @see IEC 61970-552, whose header of a file is md:FullModel.
 */
function baseOf(uri: string, text: string): string {
  const isModel = /<(?:\w+:)?FullModel\b/.test(text.slice(0, modelHeader)) && text.includes(modelNamespace);
  return isModel ? uri.replace(/[^/]*$/, '') : uri;
}

const modelHeader = 10_000;
const modelNamespace = '"http://iec.ch/TC57/61970-552/ModelDescription/1#"';

/** Ends reading at the first problem that the XML parser reports. */
class XmlError extends Error {}

class PlacingParser extends RdfXmlParser {
  readonly triples: PlacedTriple[] = [];
  /** The elements and what they state, if they are kept. */
  root: Element | undefined;
  readonly quads: XmlQuad[] = [];
  readonly prefixes = new Map<string, string>();
  readonly #factory: PlacingFactory<Place>;
  readonly #keepsTree: boolean;
  readonly #text: string;
  readonly #reading: { place: Place | undefined };
  readonly #open: Element[] = [];
  /** The IRIs that were found to be right. */
  readonly #valid = new Set<string>();
  /** The terms of IRIs as they are written, by the base against which they were resolved. */
  readonly #resolved = new Map<string, Map<string, string>>();

  constructor({ uri, text }: LibrarySource, keepsTree = false) {
    const reading: { place: Place | undefined } = { place: undefined };
    const factory = new PlacingFactory<Place>(uri, () => reading.place, aroundElement);
    super({ dataFactory: factory as unknown as RDF.DataFactory, baseIRI: baseOf(uri, text) });
    this.#factory = factory;
    this.#text = text;
    this.#keepsTree = keepsTree;
    this.#reading = reading;
    this.on('error', ({ message }: Error) => {
      throw new XmlError(message.replace(/^\d+:\d+: /, ''));
    });
  }

  readAll(): TurtleSyntaxError | undefined {
    try {
      this.#xml.write(this.#text);
      this.#xml.close();
      return undefined;
    } catch (error) {
      const { message } = error as Error;
      return { range: this.#errorRange(error), message: sentence(message) };
    }
  }

  /** The XML parser of the library, which calls back while it is written to. */
  get #xml(): XmlParser {
    return (this as unknown as { readonly saxParser: XmlParser }).saxParser;
  }

  protected override onTag(tag: XmlTag): void {
    const parent = this.#open.at(-1);
    const element = new Element(tag, this.#text, this.#xml.position, parent);
    this.#open.push(element);
    if (this.#keepsTree) {
      parent?.children.push(element);
      this.root ??= element;
    }
    if (!parent) this.#checkRoot(element);
    if (this.#open.length > maxDepth)
      throw new Error(`Elements that are nested more than ${maxDepth} levels deep are not read.`);
    this.#reading.place = element;
    for (const { prefix, name, local, value } of element.attributes) {
      if (prefix === 'xmlns') this.prefixes.set(local, value);
      else if (name === 'xmlns') this.prefixes.set('', value);
    }
    super.onTag(tag as Parameters<RdfXmlParser['onTag']>[0]);
  }

  protected override onText(text: string): void {
    const element = this.#open.at(-1);
    if (!element) return;
    // The library keeps only the last piece, and comments and CDATA cut a text in pieces.
    element.content += text;
    const isLiteral = element.isInLiteral || element.parseType === 'Literal';
    super.onText(isLiteral ? text : element.content);
  }

  protected override onCloseTag(): void {
    const element = this.#open.pop()!;
    element.end = this.#xml.position;
    if (!element.tag.isSelfClosing) element.closeStart = this.#text.lastIndexOf('<', element.end - 1);
    this.#reading.place = element.closeStart === undefined ? element : this.#contentOf(element);
    super.onCloseTag();
    this.#reading.place = undefined;
  }

  /** The library resolves and checks an IRI again wherever it is written. */
  override valueToUri(value: string, activeTag: IActiveTag): RDF.NamedNode {
    const { baseIRI = '' } = activeTag;
    const known = this.#resolved.get(baseIRI) ?? new Map<string, string>();
    if (known.size === 0) this.#resolved.set(baseIRI, known);
    const iri = known.get(value);
    if (iri !== undefined) return this.uriToNamedNode(iri);
    const term = super.valueToUri(value, activeTag);
    known.set(value, term.value);
    return term;
  }

  override uriToNamedNode(iri: string): RDF.NamedNode {
    if (this.#valid.has(iri)) return this.#factory.namedNode(iri) as unknown as RDF.NamedNode;
    const term = super.uriToNamedNode(iri);
    this.#valid.add(iri);
    return term;
  }

  override push(quad: PlacedQuad<Place> | null): boolean {
    if (!quad) return true;
    if (this.#keepsTree) {
      const { subject, predicate, object, place } = quad;
      this.quads.push({
        triple: { subject: idOf(subject), predicate: idOf(predicate), object: idOf(object) },
        subject: elementOf(subject.place ?? place!),
        predicate: elementOf(predicate.place ?? place!),
        object: elementOf(object.place ?? place!),
      });
    } else this.triples.push(this.#triple(quad));
    return true;
  }

  #triple({ subject, predicate, object, place }: PlacedQuad<Place>): PlacedTriple {
    return {
      subject: placedId(subject.id, nodeRange(subject, place!)),
      predicate: placedId(predicate.id, predicateRange(predicate, place!)),
      object: placedId(idOf(object), objectRange(object, predicate, place!)),
    };
  }

  /** The library reads nodes only inside rdf:RDF, which may be left out around a single one. */
  #checkRoot({ tag }: Element): void {
    if (tag.uri === namespaces.rdf && tag.local === 'RDF') return;
    const isRdf =
      tag.uri === namespaces.rdf || Object.values(tag.attributes).some(({ uri }) => uri === namespaces.rdf);
    if (!isRdf)
      throw new Error(`This is XML, but not RDF/XML: its root is <${tag.name}> instead of <rdf:RDF>.`);
    const around = { name: 'rdf:RDF', prefix: 'rdf', local: 'RDF', uri: namespaces.rdf };
    super.onTag({ ...around, attributes: {}, ns: {}, isSelfClosing: false });
  }

  /** Without the white space around. */
  #contentOf(element: Element): Content | Element {
    let [start, end] = [element.contentStart, element.closeStart!];
    while (start < end && isXmlSpace(this.#text.charCodeAt(start))) start++;
    while (start < end && isXmlSpace(this.#text.charCodeAt(end - 1))) end--;
    return start < end ? { element, start, end } : element;
  }

  #errorRange(error: unknown): TextRange {
    const open = this.#open.at(-1);
    const { length } = this.#text;
    if (!(error instanceof XmlError) && open) return open.name;
    if (/^unclosed tag/.test((error as Error).message) && open) return open.name;
    const end = Math.min(Math.max(this.#xml.position, 1), length);
    return { start: Math.max(0, end - 1), end };
  }
}

function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const elementOf = (place: Place) => (place instanceof Element ? place : place.element);

/** The nearest node that has a name, and the elements from there. */
function aroundElement(place: Place): string {
  let path = '';
  for (let element: Element | undefined = elementOf(place); element; element = element.parent) {
    const [name] = element.naming;
    if (name) return `${name.value} ${path}`;
    path = `${element.iri} ${path}`;
  }
  return path;
}

/** @param fallback what was read when the triple was found. */
function nodeRange({ value, place }: PlacedTerm<Place>, fallback: Place): TextRange {
  const element = elementOf(place ?? fallback);
  const attribute = element.naming.find((each) => value.endsWith(each.value)) ?? element.naming[0];
  return (attribute && element.range(attribute)?.value) ?? element.name;
}

function predicateRange({ value, place }: PlacedTerm<Place>, fallback: Place): TextRange {
  const element = elementOf(place ?? fallback);
  return element.property(value)?.name ?? element.name;
}

function objectRange(
  object: PlacedQuad<Place>['object'],
  predicate: PlacedTerm<Place>,
  fallback: Place,
): TextRange {
  const place = object.place ?? fallback;
  const element = elementOf(place);
  if (object.termType === 'Literal' || object.termType === 'Quad') {
    const { start, end } = place instanceof Element ? place.name : place;
    return element.property(predicate.value)?.value ?? { start, end };
  }
  if (predicate.value === `${namespaces.rdf}type`) {
    if (object.value === element.iri) return element.name;
    const attribute = element.property(predicate.value);
    if (attribute) return attribute.value;
  }
  return nodeRange(object as PlacedTerm<Place>, fallback);
}

function sentence(message: string): string {
  const text = message.trim();
  return `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/**
 * The problems with entities that a text declares: those of other files are not fetched, and short names for long texts
 * could make any amount of text out of a small file.
 */
function entityProblem(text: string): TurtleSyntaxError | undefined {
  const doctype = /<!DOCTYPE\b/.exec(text);
  if (!doctype) return undefined;
  let grown = 0;
  const problem = (index: number, length: number, message: string) => ({
    range: { start: index, end: index + length },
    message,
  });
  for (const { 0: whole, 1: name, 2: rest, index } of text.matchAll(/<!ENTITY\s+(\S+)\s+([^>]*)>/g)) {
    if (/^(?:SYSTEM|PUBLIC)\b/.test(rest!))
      return problem(index, whole.length, `The entity ${name} is in another file, and nothing is fetched.`);
    grown += rest!.length * (text.split(`&${name};`).length - 1);
    if (/&(?!#)/.test(rest!) || grown > 10 * text.length + 1_000_000)
      return problem(
        index,
        whole.length,
        `The entity ${name} makes too much text of little; write it in full.`,
      );
  }
  return undefined;
}
