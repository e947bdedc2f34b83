import { analyseUnit, type UnitAnalysis } from '../ide/unitAnalysis.ts';
import { ShapesCache } from '../ide/unitGraphs.ts';
import { defaultSettings } from '../project/settings.ts';
import { type AnalysedRun, validationRunOf } from '../report/validationRun.ts';
import type { Input, ValidateOptions } from './api.ts';
import { dataFactory } from './dataFactory.ts';
import { type ReadInput, readInput } from './readInput.ts';
import { TermWriter } from './termWriter.ts';

/** Input with all that was found about it. */
export interface AnalysedInput extends ReadInput {
  readonly analysis: UnitAnalysis;
  readonly run: AnalysedRun;
  readonly write: TermWriter;
  /** When the work began. */
  readonly start: number;
}

/** Reads and validates what was given. */
export async function analyseInput(
  input: Input,
  { inference, subClassOfFrom, prefixes, factory = dataFactory }: ValidateOptions,
  signal: AbortSignal,
  deadline: number | undefined,
): Promise<AnalysedInput> {
  const start = performance.now();
  const read = await readInput(input, prefixes);
  const settings = {
    ...defaultSettings,
    ...(inference && { inference }),
    ...(subClassOfFrom && { subClassOfFrom }),
  };
  const options = {
    settings,
    shapesCache: new ShapesCache(),
    quarantined: new Set<string>(),
    isUnwatched: true,
    ...(deadline && { deadline }),
  } as const;
  const uri = read.data[0]?.document.uri ?? '';
  const analysis = await analyseUnit(read.linked, uri, options, signal);
  const write = new TermWriter(factory, read.givenTerms);
  return { ...read, analysis, run: validationRunOf([analysis]), write, start };
}
