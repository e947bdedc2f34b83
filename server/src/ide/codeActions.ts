import type { CodeActionInfo } from './analysis.ts';
import type { PlacedViolation } from './placedViolation.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

export async function codeActions(
  placed: readonly PlacedViolation[],
  analysis: UnitAnalysis,
  options: { maxSuggestions: number; versionOf: (uri: string) => number | null },
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  return [];
}
