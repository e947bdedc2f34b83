import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocab.ts';
import type { ConstraintReading, IllFormed } from './component.ts';

export const none = { kind: 'none' } as const;

export function illFormed(message: string): IllFormed {
  return { kind: 'illFormed', message };
}

/** Reads a parameter value that must be an IRI, such as a class or a property. */
export function readIri(value: TermId): { readonly kind: 'iri'; readonly iri: TermId } | IllFormed {
  return terms.isIri(value) ? { kind: 'iri', iri: value } : illFormed('The value is not an IRI.');
}

/** Reads a parameter value that must be a non-negative integer. */
export function readCount(value: TermId): { readonly kind: 'count'; readonly count: number } | IllFormed {
  return terms.datatype(value) === xsd.integer && /^\+?[0-9]+$|^-0+$/.test(terms.value(value))
    ? { kind: 'count', count: Number(terms.value(value)) }
    : illFormed('The value is not a non-negative xsd:integer.');
}

/** Reads a parameter value that must be the term `true` or `false`; "1" is not allowed (W3C test uniqueLang-002). */
export function readBoolean(
  value: TermId,
): { readonly kind: 'boolean'; readonly boolean: boolean } | IllFormed {
  const lexical = terms.datatype(value) === xsd.boolean ? terms.value(value) : '';
  if (lexical === 'true') return { kind: 'boolean', boolean: true };
  if (lexical === 'false') return { kind: 'boolean', boolean: false };
  return illFormed('The value is neither true nor false.');
}

/** True for the term `true` only. */
export function isTrue(value: TermId): boolean {
  const reading = readBoolean(value);
  return reading.kind === 'boolean' && reading.boolean;
}

/** Reads the value of a parameter that requires something when it is true. */
export function readFlag(
  value: TermId,
): IllFormed | typeof none | { readonly kind: 'constraint'; readonly parameters: Record<never, never> } {
  const reading = readBoolean(value);
  if (reading.kind === 'illFormed') return reading;
  return reading.boolean ? { kind: 'constraint', parameters: {} } : none;
}

/** Reads a parameter value that must be an RDF list. */
export function readMembers(
  graph: Graph,
  value: TermId,
): { readonly kind: 'list'; readonly members: readonly TermId[] } | IllFormed {
  const members = readList(graph, value);
  return members ? { kind: 'list', members } : illFormed('The value is not a well-formed RDF list.');
}

/** Reads a parameter value that must be a shape. */
export function readShapeRef(
  value: TermId,
): { readonly kind: 'shape'; readonly shapeRef: TermId } | IllFormed {
  return terms.isLiteral(value)
    ? illFormed('The value is a literal where a shape belongs.')
    : { kind: 'shape', shapeRef: value };
}

/** Reads the length of texts (SHACL 4.4.1, 4.4.2) or the number of values (4.2). */
export function readCountAs<Name extends 'count' | 'length'>(name: Name) {
  return (value: TermId) => {
    const reading = readCount(value);
    if (reading.kind === 'illFormed') return reading;
    return { kind: 'constraint', parameters: { [name]: reading.count } as Record<Name, number> } as const;
  };
}

/** Reads the shape by which values are judged. */
export function readShape(value: TermId): ConstraintReading<'node' | 'property' | 'not' | 'someValue'> {
  const reading = readShapeRef(value);
  return reading.kind === 'shape'
    ? { kind: 'constraint', parameters: { shapeRef: reading.shapeRef } }
    : reading;
}

/**
 * The members of an RDF list; undefined when the node is not a well-formed list, for example when a cell has no rdf:rest
 * or two values of rdf:first, or when the list has a cycle.
 *
 * @param most how many members are needed; members after these are not read.
 */
export function readList(graph: Graph, head: TermId, most = Infinity): readonly TermId[] | undefined {
  const members: TermId[] = [];
  const cells = new Set<TermId>();
  let cell = head;
  while (cell !== rdf.nil && members.length < most) {
    const firsts = graph.objects(cell, rdf.first);
    const rests = graph.objects(cell, rdf.rest);
    if (firsts.length !== 1 || rests.length !== 1 || cells.has(cell)) return undefined;
    cells.add(cell);
    members.push(firsts[0]!);
    cell = rests[0]!;
  }
  return members;
}
