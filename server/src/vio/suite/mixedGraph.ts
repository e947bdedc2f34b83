import type { SuiteJson } from './format.ts';

/**
 * What a suite of format 1 can't tell apart, in sentences: its graph.ttl has the statements of data and ontologies. Undefined for
 * later formats, which keep them in two files, and for suites without ontologies.
 */
export function mixedGraph({ format, inputs, ontologyNamespaces = [] }: SuiteJson): string | undefined {
  if (format !== 1 || !inputs.some(({ role }) => role === 'context')) return undefined;
  const told =
    ontologyNamespaces.length === 0
      ? 'All of them count as data'
      : `Those about nodes in ${ontologyNamespaces.join(', ')} count as the ontologies', and all others as data`;
  return (
    'The suite is of an earlier format: graph.ttl has the statements of data and ontologies in one. ' +
    `${told}: prompts of strategy G show them, and repairs may change them. Generate the suite again to keep both apart.`
  );
}
