import { andList } from '../../base/wordList.ts';
import type { Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { TermPrinter } from '../results/words.ts';
import type { EntailmentStep } from './steps.ts';

/**
 * Writes a derivation as a sentence: "ex:bob a ex:Person is inferred from ex:ann ex:knows ex:bob, because ex:knows
 * rdfs:range ex:Person (rdfs3)."
 */
export function explainDerivation(steps: readonly EntailmentStep[], print: TermPrinter): string {
  const say = ({ subject, predicate, object }: Triple) =>
    `${print(subject)} ${predicate === rdf.type ? 'a' : print(predicate)} ${print(object)}`;
  const reasons = steps.map(({ rule, schema }) => {
    // OWL rules have the same name as the term in the schema triple, so only RDFS rules are named.
    const name = rule.startsWith('rdfs') ? ` (${rule})` : '';
    return `${say(schema)}${name}`;
  });
  const [first, last] = [steps[0]!, steps.at(-1)!];
  return `${say(last.conclusion)} is inferred from ${say(first.premise)}, because ${andList(reasons)}.`;
}
