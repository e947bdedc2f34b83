import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh, xsd } from '../../rdf/vocab.ts';
import type { IllFormed } from '../components/component.ts';
import { illFormed } from '../components/reading.ts';
import type { ShapeQuery } from '../shapesGraph/shape.ts';
import { readPrefixes } from './readPrefixes.ts';

/** A query that was read. Its text is not parsed yet: `compileShapeQuery` does that once it is needed. */
export type QueryReading = { readonly kind: 'query'; readonly query: ShapeQuery } | IllFormed;

const properties = { select: sh.select, ask: sh.ask } as const;

/** Reads the query of a constraint, validator or target. */
export function readQuery(
  graph: Graph,
  owner: TermId,
  form: ShapeQuery['form'],
  parameters: ShapeQuery['parameters'] = [],
): QueryReading {
  const [text, another] = graph.objects(owner, properties[form]);
  if (text === undefined) return illFormed(`It has no sh:${form}.`);
  if (another !== undefined) return illFormed(`It has several values of sh:${form}.`);
  if (terms.datatype(text) !== xsd.string) return illFormed(`The value of sh:${form} is not a string.`);
  const prefixes = readPrefixes(graph, owner);
  if (typeof prefixes === 'string') return illFormed(prefixes);
  return { kind: 'query', query: { form, owner, text, prefixes, parameters } };
}
