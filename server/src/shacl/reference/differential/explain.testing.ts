import type { Difference, Pair } from './compareEngines.testing.ts';
import { knownComparisons } from './knownComparisons.testing.ts';
import type { KnownDifference } from './knownDifference.testing.ts';
import { knownLexicalForms } from './knownLexicalForms.testing.ts';
import { knownResults } from './knownResults.testing.ts';
import { knownStops } from './knownStops.testing.ts';

/** All reasons for which rdf-validate-shacl and the built-in engine differ, as far as we know. */
export const knownDifferences: readonly KnownDifference[] = [
  ...knownStops,
  ...knownResults,
  ...knownLexicalForms,
  ...knownComparisons,
];

/** The first known reason for a difference; undefined is what tests fail at. */
export function explanationOf(difference: Difference, pair: Pair): KnownDifference | undefined {
  return knownDifferences.find((known) => known.applies(difference, pair));
}
