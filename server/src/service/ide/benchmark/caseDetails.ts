import { terms as dictionary } from '../../../rdf/terms.ts';
import { type SeverityLevel, severityLevel } from '../../../shacl/shapesGraph/severityLevel.ts';
import type { ResultJson } from '../../../vio/suite/format.ts';
import type { LoadedCase } from '../../../vio/suite/readSuite.ts';
import type { SuiteTerms } from './suiteTerms.ts';

/** The change of a case and its consequences. */
export interface CaseDetails {
  /** Triples, printed as Turtle. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly results: readonly {
    readonly severity: SeverityLevel;
    readonly message: string;
    readonly focusNode: string;
  }[];
  /** Further remarks, as sentences. */
  readonly notes: readonly string[];
}

export function caseDetails({ json, change }: LoadedCase, terms: SuiteTerms): CaseDetails {
  const { stats, dedup, crossCheck, difference, report } = json;
  const result = ({ focus, severity, message }: ResultJson): CaseDetails['results'][number] => ({
    severity: severityLevel(dictionary.iri(severity.slice(1, -1))),
    message,
    focusNode: terms.printed(focus),
  });
  return {
    removed: terms.statements(change.removed, change),
    added: terms.statements(change.added, change),
    results: report.map(result),
    notes: [
      ...(json.notCompared === undefined ? [] : [json.notCompared]),
      ...(crossCheck === 'differs'
        ? [`FRAGILE: ${difference ?? 'rdf-validate-shacl judges it differently.'}`]
        : []),
      ...repairNote(stats),
      ...(dedup.sameGraphAs === null ? [] : [`The changed graph is that of ${dedup.sameGraphAs}.`]),
    ],
  };
}

function repairNote({
  inverseSize,
  minRepairSize,
  recoverable,
  degenerateRepairExists,
}: LoadedCase['json']['stats']): readonly string[] {
  if (minRepairSize === null) return [];
  const triples = (count: number) => (count === 1 ? '1 triple' : `${count} triples`);
  const size = `The smallest repair changes ${triples(minRepairSize)}`;
  const restores =
    recoverable === true
      ? ' and can restore the graph'
      : recoverable === false
        ? `; restoring the graph takes ${triples(inverseSize)}`
        : '';
  const degenerate =
    degenerateRepairExists === true ? ' A repair that small only takes the node out of its target.' : '';
  return [`${size}${restores}.${degenerate}`];
}
