import type { OffsetEdit } from '../../../base/textEdit.ts';
import { type Graph, hasTriple } from '../../graph.ts';
import type { XmlElement } from '../../readers/rdfXml.ts';
import { type TermId, type Triple, terms } from '../../terms.ts';
import { namespaces, rdf, xsd } from '../../vocab.ts';
import { NotExpressible } from '../editableSources.ts';
import type { GraphChange } from '../graphChange.ts';
import { exchangedValues, propertyInstead, takeRenamedNodes } from '../libraryChanges.ts';
import { PendingTriples } from '../plannedChanges.ts';
import { align } from '../writing/updateCollections.ts';
import { XmlChanges } from './rdfXmlChanges.ts';
import { escaped, escapedAttribute, type RdfXmlText, type XmlName, type XmlStatement } from './rdfXmlText.ts';

/**
 * The edits that write a change of a graph into RDF/XML: attributes stay attributes, elements elements, and new ones are where
 * their node has others. Whether the text then states the changed graph is for the caller to prove.
 *
 * @param isPlain writes IRIs in full, and types and texts as elements.
 * @throws NotExpressible
 */
export function rdfXmlEdits(text: RdfXmlText, change: GraphChange, isPlain: boolean): readonly OffsetEdit[] {
  text.restart();
  return new RdfXmlPlanner(text, change, isPlain).edits();
}

class RdfXmlPlanner {
  readonly #text: RdfXmlText;
  readonly #change: GraphChange;
  readonly #isPlain: boolean;
  readonly #removed: PendingTriples;
  readonly #added: PendingTriples;
  readonly #changes: XmlChanges;
  readonly #labels = new Map<TermId, string>();

  constructor(text: RdfXmlText, change: GraphChange, isPlain: boolean) {
    this.#text = text;
    this.#change = change;
    this.#isPlain = isPlain;
    this.#removed = new PendingTriples(change.removed.triples());
    this.#added = new PendingTriples(change.added.triples());
    this.#changes = new XmlChanges(text);
  }

  edits(): readonly OffsetEdit[] {
    for (const [from, to] of takeRenamedNodes(this.#change, this.#removed, this.#added)) {
      for (const name of this.#text.namesOf(from)) this.#renameNode(name, to);
      for (const element of this.#text.elementsOfType(from))
        this.#changes.rename(element, this.#text.qName(terms.value(to), element, false));
    }
    for (const collection of this.#text.collections()) this.#rewriteCollection(collection);
    for (const [triple, to] of exchangedValues(this.#removed, this.#added)) this.#exchange(triple, to);
    this.#renameProperties();
    for (const triple of this.#removed.triples()) this.#remove(triple);
    for (const subject of this.#added.subjects) {
      const element = this.#text.elementOf(subject);
      if (!element || this.#changes.isRemoved(element)) continue;
      for (const predicate of this.#added.predicates(subject)) {
        for (const object of this.#added.objects(subject, predicate)) {
          if (this.#added.take({ subject, predicate, object })) this.#add(element, predicate, object);
        }
      }
    }
    for (const subject of this.#added.subjects) {
      if (this.#added.predicates(subject).length === 0 || this.#change.isNestable(subject)) continue;
      const indent = this.#text.indentInside(this.#list());
      this.#changes.append(this.#list(), this.#node(subject, this.#list(), indent));
    }
    return this.#changes.edits();
  }

  /** The element that new nodes go to. */
  #list(): XmlElement {
    if (this.#text.role(this.#text.root) === 'root') return this.#text.root;
    throw new NotExpressible(
      'The file is a single element outside rdf:RDF, so it has no place for another node.',
    );
  }

  #renameNode({ element, attribute }: XmlName, to: TermId): void {
    if (!attribute) throw new NotExpressible('A node without a name would get one. Write it by hand.');
    const { value, name } = element.range(attribute)!;
    if (attribute.local !== 'ID') {
      this.#changes.replace(value, this.#iriValue(to, element));
      return;
    }
    const id = this.#id(to, element);
    if (id !== undefined) this.#changes.replace(value, id);
    else
      this.#changes.replace(
        { start: name.start, end: value.end },
        `${this.#rdf('about', element)}="${this.#iriValue(to, element)}`,
      );
  }

  /** The value of rdf:ID for an IRI; undefined where it can't name it. */
  #id(term: TermId, scope: XmlElement): string | undefined {
    const base = this.#text.baseOf(scope).replace(/#.*$/, '');
    const iri = terms.value(term);
    const local = iri.startsWith(`${base}#`) ? iri.slice(base.length + 1) : '';
    return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(local) ? local : undefined;
  }

  /** An IRI as the value of rdf:about or rdf:resource, as the text writes it elsewhere. */
  #iriValue(term: TermId, scope: XmlElement): string {
    const iri = terms.value(term);
    if (this.#isPlain) return escapedAttribute(iri);
    for (const { element, attribute } of this.#text.namesOf(term)) {
      if (!attribute || this.#text.baseOf(element) !== this.#text.baseOf(scope)) continue;
      const { start, end } = element.range(attribute)!.value;
      return `${attribute.local === 'ID' ? '#' : ''}${this.#text.text.slice(start, end)}`;
    }
    const id = this.#id(term, scope);
    return id !== undefined && this.#text.writesFragments() ? `#${id}` : this.#text.iriValue(iri);
  }

  /** The name of an attribute or element of RDF. */
  #rdf(local: string, scope: XmlElement): string {
    return this.#text.qName(namespaces.rdf + local, scope, true);
  }

  #exchange(triple: Triple, to: TermId): void {
    const { subject, predicate } = triple;
    const statements = this.#text.statementsOf(triple);
    if (statements.length === 0 || this.#isNested(to)) return;
    if (!statements.every((statement) => this.#isExchangeable(statement, to))) return;
    for (const statement of statements) this.#write(statement, to);
    this.#removed.take(triple);
    this.#added.take({ subject, predicate, object: to });
  }

  #isExchangeable(statement: XmlStatement, to: TermId): boolean {
    const { kind, element, attribute, triple } = statement;
    switch (kind) {
      case 'hidden':
        return false;
      case 'type':
        return terms.isIri(to) && canBeName(terms.value(to));
      case 'attribute':
        return attribute!.uri === namespaces.rdf ? terms.isIri(to) : this.#isPlainText(to, element);
      case 'element':
        // A nested node with statements of its own has to stay.
        return this.#text.statementsInside(element, triple).length === 0 && !element.written('ID');
    }
  }

  /** True for a statement that an attribute of an element can make. */
  #isPlainText(term: TermId, element: XmlElement): boolean {
    if (!terms.isLiteral(term) || terms.direction(term) !== '') return false;
    const language = this.#text.languageOf(element);
    return terms.language(term) === ''
      ? terms.datatype(term) === xsd.string && language === ''
      : terms.language(term).toLowerCase() === language.toLowerCase();
  }

  #write({ kind, element, attribute, triple: { object: from } }: XmlStatement, to: TermId): void {
    if (kind === 'type') {
      this.#changes.rename(element, this.#text.qName(terms.value(to), element, false));
    } else if (kind === 'attribute') {
      const text = terms.isIri(to) ? this.#iriValue(to, element) : escapedAttribute(terms.value(to));
      this.#changes.replace(element.range(attribute!)!.value, text);
    } else if (this.#isSameKind(from, to) && element.closeStart !== undefined) {
      this.#changes.replace(
        { start: element.contentStart, end: element.closeStart },
        escaped(terms.value(to)),
      );
    } else {
      const resource = element.written('resource');
      if (resource && terms.isIri(to))
        this.#changes.replace(element.range(resource)!.value, this.#iriValue(to, element));
      else {
        const kept = Object.values(element.tag.attributes).filter(
          ({ prefix, name }) => prefix === 'xmlns' || name === 'xmlns',
        );
        const declarations = kept.map(({ name, value }) => ` ${name}="${escapedAttribute(value)}"`).join('');
        this.#changes.replaceElement(
          element,
          this.#property(element.tag.name + declarations, to, element, undefined),
        );
      }
    }
  }

  #isSameKind(from: TermId, to: TermId): boolean {
    return (
      terms.isLiteral(from) &&
      terms.isLiteral(to) &&
      terms.datatype(from) === terms.datatype(to) &&
      terms.language(from) === terms.language(to) &&
      terms.direction(to) === ''
    );
  }

  /** Items of a collection are replaced, added, moved and removed in their element, whose other items stay unchanged. */
  #rewriteCollection({ element, triple }: XmlStatement): void {
    const before = cellsFrom(this.#change.before, triple.object);
    const isTouched = before.some((cell) => this.#removed.has(cell.first) || this.#removed.has(cell.rest));
    const isExchanged = this.#removed.has(triple);
    if (before.length !== element.children.length || (!isTouched && !isExchanged)) return;
    const { subject, predicate } = triple;
    const heads = isExchanged ? this.#added.objects(subject, predicate) : [triple.object];
    const head = heads.find((each) => each === rdf.nil || this.#change.list(each));
    if (head === undefined) {
      // All of it is removed, or the rest is not a list.
      if (before.every(({ id }) => this.#change.isGone(id)))
        for (const { first, rest } of before) for (const each of [first, rest]) this.#removed.take(each);
      return;
    }
    const items = this.#change.list(head)!;
    const left = new Map(element.children.map((child, i) => [child, before[i]!.first.object]));
    const steps = align(
      before.map(({ first }) => first.object),
      items.map(({ term }) => term),
    );
    const gone = steps.flatMap(({ start, oldCount }) => element.children.slice(start, start + oldCount));
    for (const cell of [...before, ...cellsFrom(this.#change.after, head)]) {
      for (const each of [cell.first, cell.rest]) {
        this.#removed.take(each);
        this.#added.take(each);
      }
    }
    this.#removed.take(triple);
    this.#added.take({ subject, predicate, object: head });
    const indent = this.#text.indentInside(element);
    const moved = new Set<XmlElement>();
    const text = (term: TermId) => {
      const same = gone.find((child) => left.get(child) === term && !moved.has(child));
      if (!same) return this.#item(term, element, indent);
      moved.add(same);
      return this.#changes.moved(same);
    };
    const written = steps.map(({ added }) => added.map(text));
    for (const child of gone) if (!moved.has(child)) this.#keepDescription(child);
    for (const [i, { start, oldCount }] of steps.entries()) {
      const texts = written[i]!;
      const old = element.children.slice(start, start + oldCount);
      for (const [n, child] of old.entries()) {
        if (n < texts.length) this.#changes.replaceElement(child, texts[n]!);
        else this.#changes.remove(child);
      }
      const more = texts.slice(old.length);
      if (more.length === 0) continue;
      if (element.children.length > 0) this.#changes.insert(element, start + oldCount, more);
      else for (const each of more) this.#changes.append(element, each);
    }
  }

  /** The element of an item in a collection. */
  #item(term: TermId, scope: XmlElement, indent: string | undefined): string {
    if (terms.isIri(term) || terms.isBlank(term)) return this.#node(term, scope, indent);
    throw new NotExpressible(
      'A collection in RDF/XML has no place for a text or number. Write its cells by hand.',
    );
  }

  /** Statements inside a removed item that are still true move to the other nodes. */
  #keepDescription(child: XmlElement): void {
    const isKept = this.#text
      .statementsInside(child)
      .some(({ kind, triple }) => kind !== 'hidden' && hasTriple(this.#change.after, triple));
    if (isKept) this.#changes.append(this.#list(), this.#changes.moved(child));
  }

  #renameProperties(): void {
    for (const triple of this.#removed.triples()) {
      const { subject, object } = triple;
      const to = propertyInstead(triple, this.#added);
      const [statement, second] = this.#text.statementsOf(triple);
      if (to === undefined || !statement || second || to === rdf.type) continue;
      if (triple.predicate === rdf.type || !canBeName(terms.value(to))) continue;
      const { kind, element, attribute } = statement;
      if (kind === 'attribute') {
        this.#changes.replace(
          element.range(attribute!)!.name,
          this.#text.qName(terms.value(to), element, true),
        );
      } else if (kind === 'element' && this.#change.after.has(subject, to, object)) {
        this.#changes.rename(element, this.#text.qName(terms.value(to), element, false));
      } else continue;
      this.#removed.take(triple);
      this.#added.take({ subject, predicate: to, object });
    }
  }

  #remove(triple: Triple): void {
    const statements = this.#text.statementsOf(triple);
    for (const { kind, element, attribute } of statements) {
      if (kind === 'hidden')
        throw new NotExpressible(
          'A statement that has no text of its own, as in a collection, would go. Write it by hand.',
        );
      if (kind === 'attribute') this.#changes.removeAttribute(element, attribute!);
      else if (kind === 'type') this.#changes.rename(element, this.#rdf('Description', element));
      else {
        const isCollection = element.written('parseType')?.value === 'Collection';
        if (isCollection) for (const child of element.children) this.#keepDescription(child);
        const kept = this.#text
          .statementsInside(element, triple)
          .filter(({ triple: { subject, predicate, object } }) =>
            this.#change.after.has(subject, predicate, object),
          );
        if (kept.length > 0 && !isCollection) this.#moveOut(element);
        this.#changes.remove(element);
      }
    }
    this.#removed.take(triple);
  }

  /** A node to which no property leads any more moves to the other nodes. */
  #moveOut(property: XmlElement): void {
    const [node, ...others] = property.children;
    if (!node || others.length > 0 || this.#text.role(node) !== 'node')
      throw new NotExpressible(
        'A node that is nested here has no element of its own that could stay. Write it by hand.',
      );
    this.#changes.append(this.#list(), this.#changes.moved(node));
  }

  #add(element: XmlElement, predicate: TermId, object: TermId): void {
    const iri = terms.value(predicate);
    const isDescription = element.iri === `${namespaces.rdf}Description`;
    if (
      predicate === rdf.type &&
      terms.isIri(object) &&
      isDescription &&
      !this.#isPlain &&
      canBeName(terms.value(object)) &&
      this.#text.writesTypedElements()
    ) {
      const isTyped =
        this.#change.after.objects(this.#text.subjectOf(element) ?? object, rdf.type).length > 1;
      if (!isTyped) {
        this.#changes.rename(element, this.#text.qName(terms.value(object), element, false));
        return;
      }
    }
    const writesAttributes =
      element.children.length === 0 && Object.values(element.tag.attributes).some(isProperty);
    const isTaken =
      this.#text.role(element) !== 'node' ||
      Object.values(element.tag.attributes).some((each) => each.uri + each.local === iri);
    if (writesAttributes && !isTaken && !this.#isPlain && this.#isPlainText(object, element)) {
      this.#changes.addAttribute(
        element,
        this.#text.qName(iri, element, true),
        escapedAttribute(terms.value(object)),
      );
      return;
    }
    const indent = this.#text.indentInside(element);
    const name = this.#text.qName(iri, element, false);
    this.#changes.append(element, this.#property(name, object, element, indent));
  }

  /** True for nodes that are written inside the element that mentions them. */
  #isNested(term: TermId): boolean {
    if (this.#change.isNestable(term)) return true;
    return (
      terms.isIri(term) &&
      this.#text.role(this.#text.root) !== 'root' &&
      this.#added.predicates(term).length > 0 &&
      this.#text.elementOf(term) === undefined &&
      this.#change.after.incoming(term).length === 1
    );
  }

  /** An element for a property, the first line without its indentation. */
  #property(name: string, object: TermId, scope: XmlElement, indent: string | undefined): string {
    const [tag] = name.split(' ');
    const items = this.#isNested(object) ? this.#change.list(object) : undefined;
    if (
      items?.length &&
      items.every(({ cell, term }) => this.#change.isFresh(cell) && !terms.isLiteral(term))
    ) {
      for (const { first, rest } of cellsFrom(this.#change.after, object))
        for (const each of [first, rest]) this.#added.take(each);
      const inner = indent === undefined ? undefined : indent + this.#text.unit;
      const gap = indent === undefined ? '' : this.#text.eol + inner;
      const content = items.map(({ term }) => gap + this.#item(term, scope, inner)).join('');
      const end = indent === undefined ? '' : this.#text.eol + indent;
      return `<${name} ${this.#rdf('parseType', scope)}="Collection">${content}${end}</${tag}>`;
    }
    if (this.#isNested(object)) {
      const inner = indent === undefined ? undefined : indent + this.#text.unit;
      const [before, after] =
        indent === undefined ? ['', ''] : [this.#text.eol + inner, this.#text.eol + indent];
      return `<${name}>${before}${this.#node(object, scope, inner)}${after}</${tag}>`;
    }
    if (terms.isIri(object))
      return `<${name} ${this.#rdf('resource', scope)}="${this.#iriValue(object, scope)}"/>`;
    if (terms.isBlank(object)) return `<${name} ${this.#rdf('nodeID', scope)}="${this.#labelOf(object)}"/>`;
    if (terms.direction(object) !== '' || !terms.isLiteral(object))
      throw new NotExpressible('RDF/XML has no text for strings with a direction or triple terms here.');
    const language = terms.language(object);
    const datatype = terms.datatype(object)!;
    const inherited = this.#text.languageOf(scope);
    let attribute = '';
    if (language !== '')
      attribute = language.toLowerCase() === inherited.toLowerCase() ? '' : ` xml:lang="${language}"`;
    else if (datatype !== xsd.string)
      attribute = ` ${this.#rdf('datatype', scope)}="${this.#text.iriValue(terms.value(datatype))}"`;
    else if (inherited !== '') attribute = ' xml:lang=""';
    return `<${name}${attribute}>${escaped(terms.value(object))}</${tag}>`;
  }

  /** A new node with everything that is added to it. */
  #node(subject: TermId, scope: XmlElement, indent: string | undefined): string {
    const types = this.#added.objects(subject, rdf.type);
    const type = this.#isPlain
      ? undefined
      : types.find((each) => terms.isIri(each) && canBeName(terms.value(each)));
    if (type !== undefined) this.#added.take({ subject, predicate: rdf.type, object: type });
    const tag = this.#text.qName(
      type === undefined ? `${namespaces.rdf}Description` : terms.value(type),
      scope,
      false,
    );
    const inner = indent === undefined ? undefined : indent + this.#text.unit;
    const children: string[] = [];
    for (const predicate of this.#added.predicates(subject)) {
      for (const object of this.#added.objects(subject, predicate)) {
        if (!this.#added.take({ subject, predicate, object })) continue;
        children.push(
          this.#property(this.#text.qName(terms.value(predicate), scope, false), object, scope, inner),
        );
      }
    }
    const name = this.#nameOf(subject, scope);
    if (children.length === 0) return `<${tag}${name}/>`;
    const [before, after] =
      indent === undefined ? ['', ''] : [this.#text.eol + inner, this.#text.eol + indent];
    return `<${tag}${name}>${children.map((child) => before + child).join('')}${after}</${tag}>`;
  }

  #nameOf(subject: TermId, scope: XmlElement): string {
    if (this.#change.isNestable(subject)) return '';
    if (terms.isBlank(subject)) return ` ${this.#rdf('nodeID', scope)}="${this.#labelOf(subject)}"`;
    const sibling = this.#text.root.children.at(-1);
    const id = sibling?.written('ID') && !this.#isPlain ? this.#id(subject, scope) : undefined;
    if (id !== undefined) return ` ${this.#rdf('ID', scope)}="${id}"`;
    return ` ${this.#rdf('about', scope)}="${this.#iriValue(subject, scope)}"`;
  }

  /** The label of a blank node; if it has none, one is added where it is. */
  #labelOf(node: TermId): string {
    const known =
      this.#labels.get(node) ?? this.#text.namesOf(node).find(({ attribute }) => attribute)?.attribute?.value;
    if (known !== undefined) return known;
    let number = this.#labels.size;
    while (this.#text.text.includes(`"n${number}"`) || [...this.#labels.values()].includes(`n${number}`))
      number++;
    this.#labels.set(node, `n${number}`);
    if (!this.#change.isFresh(node)) {
      const element = this.#text.elementOf(node);
      if (!element || this.#text.role(element) !== 'node')
        throw new NotExpressible('A node without a name would be named in two places. Write it by hand.');
      this.#changes.addAttribute(element, this.#rdf('nodeID', element), `n${number}`);
    }
    return `n${number}`;
  }
}

/** The cells of a list in a graph, as far as each has one item and one rest. */
function cellsFrom(
  graph: Graph,
  head: TermId,
): readonly { readonly id: TermId; readonly first: Triple; readonly rest: Triple }[] {
  const cells = new Map<TermId, { readonly id: TermId; readonly first: Triple; readonly rest: Triple }>();
  for (let id = head; id !== rdf.nil && !cells.has(id); ) {
    const [item, another] = graph.objects(id, rdf.first);
    const [rest, second] = graph.objects(id, rdf.rest);
    if (item === undefined || rest === undefined || another !== undefined || second !== undefined) break;
    const triple = (predicate: TermId, object: TermId) => ({ subject: id, predicate, object });
    cells.set(id, { id, first: triple(rdf.first, item), rest: triple(rdf.rest, rest) });
    id = rest;
  }
  return [...cells.values()];
}

/** True where the end of an IRI can be the name of an element. */
function canBeName(iri: string): boolean {
  return /[\p{L}_][\p{L}\p{N}_.-]*$/u.test(iri);
}

function isProperty({
  prefix,
  uri,
  name,
}: {
  readonly prefix: string;
  readonly uri: string;
  readonly name: string;
}): boolean {
  return (
    prefix !== 'xmlns' && name !== 'xmlns' && prefix !== 'xml' && prefix !== '' && uri !== namespaces.rdf
  );
}
