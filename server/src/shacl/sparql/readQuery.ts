import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { IllFormed } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { ShapeQuery } from '../model/shape.ts';
import { declaredFunctions } from './declaredFunctions.ts';
import { readQueryBody } from './readQueryBody.ts';

/** A query that was read. */
export type QueryReading = { readonly kind: 'query'; readonly query: ShapeQuery } | IllFormed;

/** Reads the query of a constraint, validator or target. */
export function readQuery(
  graph: Graph,
  owner: TermId,
  form: ShapeQuery['form'],
  parameters: ShapeQuery['parameters'] = [],
): QueryReading {
  const body = readQueryBody(graph, owner, form);
  if (typeof body === 'string') return illFormed(body);
  return { kind: 'query', query: { ...body, parameters, functions: declaredFunctions(graph) } };
}
