import type { ReportResult } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { Severity } from './severity.ts';

/** Which results are on show. */
export interface ResultFilter {
  /** Words; each must occur in a result, ignoring case. */
  readonly text: string;
  readonly hiddenSeverities: readonly Severity[];
}

/** @param nameOf how the file of a uri is called. */
export function filterResults(
  results: readonly ReportResult[],
  { text, hiddenSeverities }: ResultFilter,
  nameOf: (uri: string) => string,
): readonly ReportResult[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return results.filter((result) => {
    if (hiddenSeverities.includes(result.severity)) return false;
    if (words.length === 0) return true;
    const searched = searchText(result, nameOf);
    return words.every((word) => searched.includes(word));
  });
}

function searchText(
  { message, component, shape, focusNode, path = '', value = '', place }: ReportResult,
  nameOf: (uri: string) => string,
): string {
  const file = place ? nameOf(place.uri) : '';
  return [message, component, shape, focusNode, path, value, file].join('\n').toLowerCase();
}
