import { type TermId, terms } from '../rdf/terms.ts';
import { isTerm } from './parsedTree.ts';
import { parseLoaded, type ReadOptions } from './parseSparql.ts';
import { decodeIri } from './termCodec.ts';

/** A triple pattern of a query. Variables are undefined. */
export interface TriplePattern {
  readonly subject: TermId | undefined;
  readonly predicate: TermId;
  readonly object: TermId | undefined;
}

/**
 * The triple patterns whose matches a query for violations has looked for in vain: those in NOT EXISTS and MINUS of a
 * SELECT query, and the others of an ASK query, which is true of what is right. Empty for a text that can't be read.
 *
 * @param options with the values of pre-bound variables. The parser must have been loaded.
 */
export function missingPatterns(
  text: string,
  form: 'select' | 'ask',
  options: ReadOptions,
): readonly TriplePattern[] {
  const result = parseLoaded(text, 'SPARQL query', options);
  if (result.kind === 'refused') return [];
  return [...patternsOf(result.parsed, form === 'ask')];
}

function* patternsOf(node: unknown, isWanted: boolean): Iterable<TriplePattern> {
  if (typeof node !== 'object' || node === null || isTerm(node)) return;
  const { type, operator, triples } = node as Readonly<Record<string, unknown>>;
  if (type === 'bgp' && isWanted) {
    for (const triple of triples as readonly Readonly<Record<string, unknown>>[]) {
      const { subject, predicate, object } = triple;
      const property = termOf(predicate);
      if (property !== undefined)
        yield { subject: termOf(subject), predicate: property, object: termOf(object) };
    }
    return;
  }
  const turns = operator === 'notexists' || type === 'minus';
  for (const child of Object.values(node)) yield* patternsOf(child, turns ? !isWanted : isWanted);
}

/** Undefined for variables, blank nodes, which stand for variables, and property paths. */
function termOf(node: unknown): TermId | undefined {
  if (!isTerm(node)) return undefined;
  if (node.termType === 'NamedNode') return decodeIri(node.value);
  if (node.termType !== 'Literal') return undefined;
  return node.language === ''
    ? terms.literal(node.value, terms.iri(node.datatype.value))
    : terms.languageString(node.value, node.language);
}
