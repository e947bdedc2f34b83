import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh, xsd } from '../../rdf/vocab.ts';
import type { QueryBody } from '../model/shape.ts';
import { readPrefixes } from './readPrefixes.ts';

const properties = { select: sh.select, ask: sh.ask } as const;

/**
 * Reads the text and the prefixes of a query. The text is not parsed yet: `compileText` does that once it is needed.
 *
 * @returns a sentence that says why there is no query, if that is so.
 */
export function readQueryBody(graph: Graph, owner: TermId, form: QueryBody['form']): QueryBody | string {
  const [text, another] = graph.objects(owner, properties[form]);
  if (text === undefined) return `It has no sh:${form}.`;
  if (another !== undefined) return `It has several values of sh:${form}.`;
  if (terms.datatype(text) !== xsd.string) return `The value of sh:${form} is not a string.`;
  const prefixes = readPrefixes(graph, owner);
  return typeof prefixes === 'string' ? prefixes : { form, owner, text, prefixes };
}
