import type { Difference, Pair } from './compareEngines.testing.ts';
import { knownComparisons } from './knownComparisons.testing.ts';
import type { KnownDifference } from './knownDifference.testing.ts';
import { knownLexicalForms } from './knownLexicalForms.testing.ts';
import { knownResults } from './knownResults.testing.ts';
import { knownStops } from './knownStops.testing.ts';

/** All known reasons for differences between rdf-validate-shacl and the built-in engine. */
export const knownDifferences: readonly KnownDifference[] = [
  ...knownStops,
  ...knownResults,
  ...knownLexicalForms,
  ...knownComparisons,
];

/** The first known reason for a difference; undefined when there is none. Tests fail on such a difference. */
export function explanationOf(difference: Difference, pair: Pair): KnownDifference | undefined {
  return knownDifferences.find((known) => known.applies(difference, pair));
}
