/** JSON-LD and RDF/XML of a graph in some of the ways in which people write them. */
import { jsonNumber } from '../rdf/edits/jsonLd/jsonLdTerms.ts';
import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../rdf/vocab.ts';

export interface TextStyle {
  /** Nodes that are mentioned once stand where they are mentioned. */
  readonly isNested: boolean;
  /** JSON-LD: short keys with coercions. RDF/XML: types as the names of elements. */
  readonly isShort: boolean;
  /** JSON-LD: maps of languages, aliases of keywords. RDF/XML: texts as attributes. */
  readonly isCompact: boolean;
  readonly hasPrefixes: boolean;
  readonly isInLines: boolean;
}

export const usualStyle: TextStyle = {
  isNested: false,
  isShort: true,
  isCompact: false,
  hasPrefixes: true,
  isInLines: true,
};

/** Nodes in order, with those that stand inside of others left out. */
function nodesOf(graph: Graph, isNested: boolean) {
  const subjects = [...new Set([...graph.triples()].map(({ subject }) => subject))];
  const reaches = (from: TermId, to: TermId, seen = new Set<TermId>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return graph.outgoing(from).some(({ object }) => reaches(object, to, seen));
  };
  const inside = new Set(
    subjects.filter((node) => {
      const incoming = graph.incoming(node);
      if (node !== rdf.nil && listOf(graph, node)) return true;
      const isOnce = incoming.length === 1 && incoming[0]!.predicate !== rdf.type;
      return (
        isOnce &&
        (isNested || terms.isBlank(node)) &&
        !graph.outgoing(node).some(({ object }) => reaches(object, node))
      );
    }),
  );
  return { tops: subjects.filter((node) => !inside.has(node)), inside };
}

/** The items of a list whose cells nothing else mentions; undefined where a node is not such a list. */
function listOf(graph: Graph, head: TermId): readonly TermId[] | undefined {
  const items: TermId[] = [];
  for (let cell = head; cell !== rdf.nil; ) {
    const [item] = graph.objects(cell, rdf.first);
    const [rest] = graph.objects(cell, rdf.rest);
    if (item === undefined || rest === undefined || !terms.isBlank(cell)) return undefined;
    if (graph.outgoing(cell).length !== 2 || graph.incoming(cell).length !== 1) return undefined;
    if (items.push(item) > graph.size) return undefined;
    cell = rest;
  }
  return items;
}

function labels(graph: Graph): (node: TermId) => string {
  const found = new Map<TermId, string>();
  for (const { subject, object } of graph.triples())
    for (const node of [subject, object])
      if (terms.isBlank(node) && !found.has(node)) found.set(node, `b${found.size}`);
  return (node) => found.get(node)!;
}

function predicatesOf(graph: Graph, node: TermId): readonly TermId[] {
  return [...new Set(graph.outgoing(node).map(({ predicate }) => predicate))];
}

function lastPart(iri: string): string {
  return /[\p{L}_][\p{L}\p{N}_.-]*$/u.exec(iri)?.[0] ?? '';
}

export function jsonLdOf(graph: Graph, prefixes: ReadonlyMap<string, string>, style: TextStyle): string {
  const { isNested, isShort, isCompact, hasPrefixes, isInLines } = style;
  const { tops, inside } = nodesOf(graph, isNested);
  const labelOf = labels(graph);
  const compact = (iri: string) => {
    if (hasPrefixes)
      for (const [prefix, namespace] of prefixes)
        if (prefix !== '' && iri.startsWith(namespace) && iri !== namespace)
          return `${prefix}:${iri.slice(namespace.length)}`;
    return iri;
  };
  const context: Record<string, unknown> = {};
  if (hasPrefixes) for (const [prefix, namespace] of prefixes) if (prefix !== '') context[prefix] = namespace;
  const [idKey, typeKey] = isCompact ? ['id', 'type'] : ['@id', '@type'];
  if (isCompact) Object.assign(context, { id: '@id', type: '@type' });
  /** The key of each property, with its coercion. */
  const keys = new Map<TermId, { readonly key: string; readonly type?: string; readonly isMap?: boolean }>();
  for (const predicate of new Set([...graph.triples()].map((triple) => triple.predicate))) {
    const iri = terms.value(predicate);
    const name = lastPart(iri);
    const objects = graph.withPredicate(predicate).map(({ object }) => object);
    const isTaken = name === '' || name in context;
    if (predicate === rdf.type || !isShort || isTaken) {
      keys.set(predicate, { key: compact(iri) });
      continue;
    }
    const datatype = terms.datatype(objects[0]!);
    const type = objects.some((object) => terms.isIri(object))
      ? '@id'
      : datatype && terms.language(objects[0]!) === '' && datatype !== xsd.string
        ? compact(terms.value(datatype))
        : undefined;
    const isMap = isCompact && objects.every((object) => terms.language(object) !== '');
    context[name] = isMap
      ? { '@id': compact(iri), '@container': '@language' }
      : type
        ? { '@id': compact(iri), '@type': type }
        : compact(iri);
    keys.set(predicate, { key: name, ...(type && !isMap && { type }), ...(isMap && { isMap }) });
  }
  const several = (values: readonly unknown[]) => (values.length === 1 ? values[0] : values);
  const valueFor = (object: TermId, type: string | undefined): unknown => {
    const items = listOf(graph, object);
    if (items) return { '@list': items.map((item) => valueFor(item, type)) };
    if (!terms.isLiteral(object)) {
      const id = terms.isBlank(object) ? `_:${labelOf(object)}` : compact(terms.value(object));
      if (inside.has(object)) return nodeOf(object);
      return type === '@id' ? id : { [idKey!]: id };
    }
    const language = terms.language(object);
    if (language !== '') return { '@value': terms.value(object), '@language': language };
    const datatype = terms.datatype(object)!;
    if (type === compact(terms.value(datatype))) return terms.value(object);
    const number = jsonNumber(object);
    if (type === undefined && number !== undefined) return JSON.parse(number);
    if (type === undefined && datatype === xsd.string) return terms.value(object);
    if (datatype === xsd.string) return { '@value': terms.value(object) };
    return { '@value': terms.value(object), '@type': compact(terms.value(datatype)) };
  };
  const nodeOf = (node: TermId): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    if (terms.isIri(node)) made[idKey!] = compact(terms.value(node));
    else if (!inside.has(node)) made[idKey!] = `_:${labelOf(node)}`;
    const types = graph.objects(node, rdf.type);
    if (types.length > 0 && types.every((type) => terms.isIri(type)))
      made[typeKey!] = several(types.map((type) => compact(terms.value(type))));
    for (const predicate of predicatesOf(graph, node)) {
      if (predicate === rdf.type && typeKey! in made) continue;
      const { key, type, isMap } = keys.get(predicate)!;
      const objects = graph.objects(node, predicate);
      if (isMap) {
        const map: Record<string, unknown> = {};
        for (const language of new Set(objects.map((object) => terms.language(object))))
          map[language] = several(
            objects
              .filter((object) => terms.language(object) === language)
              .map((object) => terms.value(object)),
          );
        made[key] = map;
      } else made[key] = several(objects.map((object) => valueFor(object, type)));
    }
    return made;
  };
  const nodes = tops.map(nodeOf);
  const whole = { ...(Object.keys(context).length > 0 && { '@context': context }), '@graph': nodes };
  return JSON.stringify(whole, null, isInLines ? 2 : 0) + (isInLines ? '\n' : '');
}

/** @returns undefined where a property cannot be the name of an element. */
export function rdfXmlOf(
  graph: Graph,
  prefixes: ReadonlyMap<string, string>,
  style: TextStyle,
): string | undefined {
  const { isNested, isShort, isCompact, hasPrefixes, isInLines } = style;
  const { tops, inside } = nodesOf(graph, isNested);
  const labelOf = labels(graph);
  const declared = new Map<string, string>([['rdf', namespaces.rdf]]);
  for (const [prefix, namespace] of hasPrefixes ? prefixes : [])
    if (prefix !== '' && /^[\w-]+$/.test(prefix)) declared.set(prefix, namespace);
  let isWritable = true;
  const qName = (iri: string) => {
    const local = lastPart(iri);
    const namespace = iri.slice(0, iri.length - local.length);
    if (local === '' || namespace === '') isWritable = false;
    const known = [...declared].find(([, each]) => each === namespace)?.[0];
    const prefix =
      known ??
      [...prefixes].find(([name, each]) => each === namespace && name !== '' && !declared.has(name))?.[0] ??
      `p${declared.size}`;
    declared.set(prefix, namespace);
    return `${prefix}:${local}`;
  };
  const text = (value: string) => {
    if (/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(value)) isWritable = false;
    return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/\r/g, '&#13;');
  };
  const attributeText = (value: string) => text(value).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
  const line = (indent: string, written: string) => (isInLines ? `${indent}${written}\n` : written);
  const propertyOf = (predicate: TermId, object: TermId, indent: string): string => {
    const tag = qName(terms.value(predicate));
    const items = listOf(graph, object);
    if (items?.every((item) => !terms.isLiteral(item)))
      return (
        line(indent, `<${tag} rdf:parseType="Collection">`) +
        items.map((item) => itemOf(item, `${indent}  `)).join('') +
        line(indent, `</${tag}>`)
      );
    if (inside.has(object))
      return line(indent, `<${tag}>`) + nodeOf(object, `${indent}  `) + line(indent, `</${tag}>`);
    if (terms.isBlank(object)) return line(indent, `<${tag} rdf:nodeID="${labelOf(object)}"/>`);
    if (terms.isIri(object))
      return line(indent, `<${tag} rdf:resource="${attributeText(terms.value(object))}"/>`);
    const language = terms.language(object);
    const datatype = terms.datatype(object)!;
    const attribute =
      language !== ''
        ? ` xml:lang="${language}"`
        : datatype === xsd.string
          ? ''
          : ` rdf:datatype="${attributeText(terms.value(datatype))}"`;
    return line(indent, `<${tag}${attribute}>${text(terms.value(object))}</${tag}>`);
  };
  const itemOf = (item: TermId, indent: string): string => {
    if (inside.has(item)) return nodeOf(item, indent);
    const name = terms.isBlank(item)
      ? `rdf:nodeID="${labelOf(item)}"`
      : `rdf:about="${attributeText(terms.value(item))}"`;
    return line(indent, `<rdf:Description ${name}/>`);
  };
  const nodeOf = (node: TermId, indent: string): string => {
    const types = graph
      .objects(node, rdf.type)
      .filter((type) => terms.isIri(type) && lastPart(terms.value(type)) !== '');
    const tag = isShort && types[0] !== undefined ? qName(terms.value(types[0])) : 'rdf:Description';
    const isTyped = tag !== 'rdf:Description';
    let attributes = terms.isIri(node)
      ? ` rdf:about="${attributeText(terms.value(node))}"`
      : inside.has(node)
        ? ''
        : ` rdf:nodeID="${labelOf(node)}"`;
    let content = '';
    for (const predicate of predicatesOf(graph, node)) {
      const objects = graph.objects(node, predicate);
      const [only] = objects;
      const isPlain =
        objects.length === 1 && terms.language(only!) === '' && terms.datatype(only!) === xsd.string;
      if (isCompact && isPlain && predicate !== rdf.type) {
        attributes += ` ${qName(terms.value(predicate))}="${attributeText(terms.value(only!))}"`;
        continue;
      }
      for (const object of objects) {
        if (isTyped && predicate === rdf.type && object === types[0]) continue;
        content += propertyOf(predicate, object, `${indent}  `);
      }
    }
    return content === ''
      ? line(indent, `<${tag}${attributes}/>`)
      : line(indent, `<${tag}${attributes}>`) + content + line(indent, `</${tag}>`);
  };
  const body = tops.map((node) => nodeOf(node, '  ')).join('');
  const names = [...declared].map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`).join('');
  const eol = isInLines ? '\n' : '';
  return isWritable ? `<?xml version="1.0"?>\n<rdf:RDF${names}>${eol}${body}</rdf:RDF>\n` : undefined;
}
