import type { RepairProblem } from '../../repair/repair.ts';
import { type RemedyFacts, remedyFacts } from '../../repair/search/remedyTitle.ts';
import { type Suggestions, suggestRepairs } from '../../repair/search/suggestRepairs.ts';
import { throwIfOver, WorkIsOver } from '../../shacl/watch.ts';
import { repairProblem } from '../ide/repairs/codeActions.ts';
import type { SoughtInFiles } from '../ide/repairs/describingFiles.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { ValidationRunResult } from './validationRun.ts';

/** A result with its repairs. */
export interface SuggestedRepairs extends Suggestions {
  readonly result: ValidationRunResult;
  /** Remedies where none of the repairs is certain or likely. */
  readonly remedies: readonly FoundRemedy[];
}

export interface FoundRemedy extends RemedyFacts {
  /** The files that would help if they were linked. */
  readonly files: readonly string[];
}

/** Finds the files that are not linked and describe the wanted terms. */
export type FindFiles = (sought: SoughtInFiles, analysis: UnitAnalysis) => Promise<readonly string[]>;

/** A source of repairs. */
export type SuggestionSource = (problem: RepairProblem, analysis: UnitAnalysis) => Promise<Suggestions>;

/** Repairs found by search, at most `max` for each result. */
export function symbolicSuggestions(max: number, signal: AbortSignal): SuggestionSource {
  return (problem) => suggestRepairs(problem, { max }, signal);
}

/**
 * Verified repairs of each result, and what would help where they are guesses; as far as there is time and memory for the proofs.
 *
 * @param onDone is told for how many results they were found.
 */
export async function suggestAll(
  results: readonly ValidationRunResult[],
  system: SuggestionSource,
  findFiles: FindFiles,
  signal: AbortSignal,
  onDone?: (done: number) => void,
): Promise<readonly SuggestedRepairs[]> {
  const suggested: SuggestedRepairs[] = [];
  let over: Omit<SuggestedRepairs, 'result'> | undefined;
  for (const result of results) {
    onDone?.(suggested.length);
    if (over === undefined) {
      try {
        suggested.push(await repairsOf(result));
        continue;
      } catch (error) {
        if (!(error instanceof WorkIsOver)) throw error;
        const why = `No repair was searched for to the end. ${error.message}`;
        over = { repairs: [], rejected: [], uncertainty: { why, remedies: [] }, remedies: [] };
      }
    }
    suggested.push({ result, ...over });
  }
  onDone?.(suggested.length);
  return suggested;

  async function repairsOf(result: ValidationRunResult): Promise<SuggestedRepairs> {
    const problem = await repairProblemOf(result, signal);
    throwIfOver(problem.recorded.options);
    const suggestions = await system(problem, result.analysis);
    const remedies: FoundRemedy[] = [];
    for (const remedy of suggestions.uncertainty?.remedies ?? []) {
      const files = remedy.kind === 'link' ? await findFiles(remedy, result.analysis) : [];
      remedies.push({ ...remedyFacts(remedy, problem), files });
    }
    return { result, ...suggestions, remedies };
  }
}

/** Where there are no files. */
export const noFiles: FindFiles = async () => [];

/** Turns a result into a problem to repair. */
export function repairProblemOf(
  { violation, place, analysis }: ValidationRunResult,
  signal: AbortSignal,
): Promise<RepairProblem> {
  return repairProblem(violation, place?.document.uri, analysis, signal);
}
