import { notAllowed, parse, type ReadOptions, type Refused } from './parse.ts';
import { selectQuery } from './patternQuery.ts';
import { refusal, refusalInside } from './refusals.ts';

export type ReadSelect =
  | {
      readonly kind: 'select';
      /** As the query engine reads it. */
      readonly query: string;
    }
  | Refused;

/** Reads a SELECT query that stays within the default graph. All else is refused, by the name of what is refused. */
export async function readSelect(text: string, options: ReadOptions): Promise<ReadSelect> {
  const read = await parse(text, 'SPARQL query', options);
  if (read.kind === 'refused') return read;
  const { parsed, generator } = read;
  if (parsed.type === 'update') return notAllowed('This is an update, not a SELECT query.');
  if (parsed.queryType !== 'SELECT')
    return notAllowed(`This is a ${parsed.queryType} query, not a SELECT query.`);
  if (parsed.from) return notAllowed(refusal('FROM'));
  const reason = refusalInside(parsed);
  return reason === undefined
    ? { kind: 'select', query: selectQuery(parsed, generator) }
    : notAllowed(reason);
}
