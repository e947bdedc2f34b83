import { QueryEngine } from '@comunica/query-sparql-rdfjs-lite';
import type * as RDF from '@rdfjs/types';
import { Parser, Store } from 'n3';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { SolutionRow } from '../solutionBags.testing.ts';
import type { Outcome } from './ownEngine.testing.ts';
import type { QueryCase } from './randomQueries.testing.ts';

const engine = new QueryEngine();

/** What Comunica answers, with a store and a parser that share nothing with our own engine. */
export async function askComunica(question: QueryCase): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', reason: 'It does not answer.' }), patience);
  });
  try {
    return await Promise.race([answer(question), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** In ms. Most queries take some 20 ms; a few never end. */
const patience = 5_000;

async function answer({ data, query }: QueryCase): Promise<Outcome> {
  const store = new Store(new Parser({ blankNodePrefix: 'theirs-' }).parse(data));
  try {
    const result = await engine.query(query, { sources: [store], baseIRI: 'http://example.org/base' });
    switch (result.resultType) {
      case 'boolean':
        return { kind: 'boolean', value: await result.execute() };
      case 'quads': {
        const quads = await (await result.execute()).toArray();
        return { kind: 'triples', triples: distinctTriples(quads) };
      }
      case 'bindings': {
        const rows = await (await result.execute()).toArray();
        return {
          kind: 'rows',
          rows: rows.map(
            (row): SolutionRow => new Map([...row].map(([name, value]) => [name.value, toId(value)])),
          ),
        };
      }
      default:
        throw new Error(`unexpected ${result.resultType}`);
    }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function distinctTriples(quads: readonly RDF.Quad[]): readonly Triple[] {
  return quads.map(({ subject, predicate, object }) => ({
    subject: toId(subject),
    predicate: toId(predicate),
    object: toId(object),
  }));
}

function toId(term: RDF.Term): TermId {
  switch (term.termType) {
    case 'NamedNode':
      return terms.iri(term.value);
    case 'BlankNode':
      return terms.blankNode(`theirs-${term.value}`);
    case 'Literal':
      return term.language
        ? terms.languageString(term.value, term.language, term.direction || '')
        : terms.literal(term.value, terms.iri(term.datatype.value));
    case 'Quad':
      return terms.tripleTerm(distinctTriples([term as RDF.Quad])[0]!);
    default:
      throw new TypeError(term.termType);
  }
}
