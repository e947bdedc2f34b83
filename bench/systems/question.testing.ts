import { type TermId, terms } from '../../server/src/rdf/terms.ts';
import { printTerm } from '../../server/src/rdf/turtle/printTerm.ts';
import { namespaces } from '../../server/src/rdf/vocab.ts';
import { readUnit, validated } from '../../server/src/testing/checkRepair.ts';
import type { Question } from './question.ts';

/** The question to repair all results of a fixture, asked about the first. */
export async function questionOf(fixture: string): Promise<Question> {
  const { recorded } = await validated(readUnit(fixture));
  const results = recorded.result.violations;
  const [asked] = results;
  if (asked === undefined) throw new Error('the fixture has no result');
  return { recorded, results, asked };
}

const prefixes = new Map(Object.entries({ ex: 'http://example.org/ns#', ...namespaces }));

/** A term as the fixture writes it; `_:b` for any blank node. */
export function termText(term: TermId): string {
  return terms.isBlank(term) ? '_:b' : printTerm(term, { prefixes });
}
