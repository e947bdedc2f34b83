import { uncertaintyText } from '../repair/repair.ts';
import {
  noFiles,
  repairProblemOf,
  type SuggestedRepairs,
  suggestAll,
  symbolicSuggestions,
} from '../report/suggestedRepairs.ts';
import { violationKey } from '../shacl/results/violation.ts';
import { type AnalysedInput, analyseInput } from './analyseInput.ts';
import type { Input, ReadingOptions, RepairableResult, RepairOptions, RepairReport } from './api.ts';
import { ReadShapes } from './readInput.ts';
import { RepairWriter } from './repairWriter.ts';
import { withTimeLimit } from './timeLimit.ts';
import { resultOf, summaryOf } from './validationReport.ts';

/** See api.ts. */
export async function repair(input: Input, options: RepairOptions = {}): Promise<RepairReport> {
  return repairData(new ReadShapes(input, options.prefixes), input.data, options, options);
}

/** Finds repairs by shapes that were read before. */
export async function repairData(
  shapes: ReadShapes,
  data: Input['data'],
  reading: ReadingOptions,
  options: Omit<RepairOptions, keyof ReadingOptions>,
): Promise<RepairReport> {
  return withTimeLimit(options, async (signal, deadline) => {
    const analysed = await analyseInput(shapes, data, reading, {}, signal, deadline);
    const { max = 5, only = () => true } = options;
    const results = analysed.run.results.map((result) => ({ result, plain: resultOf(result, analysed) }));
    const asked = results.filter(({ plain }) => only(plain)).map(({ result }) => result);
    const suggested = await suggestAll(asked, symbolicSuggestions(max, signal), noFiles, signal);
    const repairs = await repairsOf(suggested, analysed, signal);
    return {
      ...summaryOf(analysed),
      results: results.map(({ result, plain }) => ({ ...plain, ...(repairs.get(result.key) ?? notAsked) })),
    };
  });
}

type RepairsOfResult = Pick<RepairableResult, 'repairs' | 'reason' | 'remedies'>;

const notAsked: RepairsOfResult = { repairs: [], reason: null, remedies: [] };

/** By the keys of the results. */
async function repairsOf(
  suggested: readonly SuggestedRepairs[],
  analysed: AnalysedInput,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RepairsOfResult>> {
  const keys = new Map(analysed.run.results.map(({ violation, key }) => [violationKey(violation), key]));
  const writer = new RepairWriter(analysed, keys);
  const found = new Map<string, RepairsOfResult>();
  for (const { result, repairs, uncertainty, remedies } of suggested) {
    const problem = await repairProblemOf(result, signal);
    found.set(result.key, {
      repairs: repairs.map((each) => writer.repair(each, problem)),
      reason: uncertainty ? uncertaintyText(uncertainty) : null,
      remedies: remedies.map(({ kind, title, terms, updates }) => ({
        kind,
        title,
        terms: terms.map((term) => analysed.write.term(term)),
        updates,
      })),
    });
  }
  return found;
}
