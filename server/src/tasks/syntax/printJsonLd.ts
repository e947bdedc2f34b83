import { parse } from '../../llm/answer/turtleReadings.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocab.ts';

/** The graph of a Turtle file as JSON-LD: its prefixes as the context, then its nodes in their order. */
export function printJsonLd(turtle: string): string {
  const { graph, prefixes } = parse(turtle);
  // A context has no name for the empty prefix.
  const context = Object.fromEntries([...prefixes].map(([prefix, iri]) => [prefix || 'base', iri]));
  const blanks = new Map<TermId, string>();
  const short = (value: string) => {
    for (const [prefix, namespace] of Object.entries(context)) {
      const local = value.slice(namespace.length);
      if (value.startsWith(namespace) && /^[\w-]+$/.test(local)) return `${prefix}:${local}`;
    }
    return value;
  };
  const name = (id: TermId) => {
    if (terms.isIri(id)) return short(terms.value(id));
    if (!blanks.has(id)) blanks.set(id, `_:b${blanks.size}`);
    return blanks.get(id)!;
  };
  const value = (id: TermId) => {
    if (!terms.isLiteral(id)) return { '@id': name(id) };
    const text = terms.value(id);
    const language = terms.language(id);
    const datatype = terms.datatype(id)!;
    if (language !== '') return { '@value': text, '@language': language };
    return datatype === xsd.string ? text : { '@value': text, '@type': name(datatype) };
  };
  const nodes = new Map<TermId, Record<string, unknown[]>>();
  for (const { subject, predicate, object } of graph.triples()) {
    const node = nodes.get(subject) ?? {};
    nodes.set(subject, node);
    const isType = predicate === rdf.type;
    const key = isType ? '@type' : name(predicate);
    node[key] = [...(node[key] ?? []), isType ? name(object) : value(object)];
  }
  const printed = [...nodes].map(([id, properties]) => ({
    '@id': name(id),
    ...Object.fromEntries(
      Object.entries(properties).map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
    ),
  }));
  return `${JSON.stringify({ '@context': context, '@graph': printed }, null, 2)}\n`;
}
