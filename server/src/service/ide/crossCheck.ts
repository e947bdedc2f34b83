import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { referenceValidator } from '../../shacl/reference/referenceEngine.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import { fileNameOfUri } from '../../workspace/project/uris.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

/**
 * Validates a unit with the built-in engine and with rdf-validate-shacl, and describes in Markdown where they agree and
 * differ: a second opinion on the results.
 */
export async function crossCheck(analysis: UnitAnalysis, signal: AbortSignal): Promise<string> {
  const { recording, graphs, print } = analysis;
  const builtin = (await recording.get(signal)).result;
  const reference = await referenceValidator.validate(graphs.input, signal);
  const ours = splitResults(builtin.violations, graphs.input).reported;
  const theirs = splitResults(reference.violations, graphs.input).reported;
  const { gone: onlyOurs, introduced: onlyTheirs } = compareResults(ours, theirs);

  const line = ({ focusNode, resultPath, value, constraint }: Violation) =>
    `- ${print(constraint.parameter)} at ${print(focusNode)}` +
    `${resultPath === undefined ? '' : `, path ${print(resultPath)}`}${value === undefined ? '' : `, value ${print(value)}`}`;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${title} (${lines.length})`, '', ...lines, ''];
  const verdict =
    onlyOurs.length + onlyTheirs.length === 0
      ? `The built-in engine and rdf-validate-shacl agree: ${results(ours.length)}.`
      : `The engines differ: built-in ${results(ours.length)}, rdf-validate-shacl ${results(theirs.length)}.`;
  return [
    `# Cross-check of ${graphs.linked.unit.data.map(fileNameOfUri).join(', ')}`,
    '',
    verdict,
    '',
    ...section('Only the built-in engine', onlyOurs.map(line)),
    ...section('Only rdf-validate-shacl', onlyTheirs.map(line)),
    ...section('Not checked by the built-in engine', reasons(builtin.notChecked)),
    ...section('Not checked by rdf-validate-shacl', reasons(reference.notChecked)),
  ].join('\n');
}

function reasons(entries: readonly { readonly reason: string }[]): readonly string[] {
  return [...new Set(entries.map(({ reason }) => `- ${reason}`))];
}

function results(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
