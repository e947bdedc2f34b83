import { UserError } from '../../../base/userError.ts';
import { RunInMemory } from '../../../lab/evaluation/run/runFolder.ts';
import type { Cell } from '../../../lab/evaluation/run/runJson.ts';
import type { RunningCell } from '../../../lab/evaluation/run/runTrials.ts';
import { type EvaluatedSuite, openSuite } from '../../../lab/evaluation/suite/evaluatedSuite.ts';
import type { RunProgram } from '../../../lab/evaluation/systems/commandSystem.ts';
import { CaseFiles } from '../../../lab/evaluation/systems/personSystem.ts';
import { paperParameters, readSystem, runningCell } from '../../../lab/evaluation/systems/systemSpec.ts';
import { type LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import { priceOf } from '../../../repair/llm/model/prices.ts';
import { today } from '../../../repair/llm/model/spending.ts';
import { isStrategy } from '../../../repair/llm/prompt/strategy.ts';
import type { RecordingOptions } from '../../../shacl/incremental/recordedValidation.ts';
import type { LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { changedFiles } from '../../../vio/suite/verifySuite.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { folderOf } from '../../../workspace/project/uris.ts';
import { systemCells } from '../../jobs/evaluate/estimateRun.ts';
import { suiteNotes, validatedSuite } from '../../jobs/evaluate/evaluateSuite.ts';
import type { OpenAnswers, PageFiles, Runs } from '../../jobs/ports.ts';
import type { EvaluationChoice, Failure } from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup, EvaluationStep } from '../../protocol/engine/requests.ts';
import { failed, noModel } from '../../protocol/failures.ts';
import type { Method, MethodParams } from '../../protocol/methods/methods.ts';
import { suiteDamage } from '../benchmarks/suiteReader.ts';

/** The request, with what the user's settings say. */
export type WithSetup<Name extends Method> = MethodParams<Name> & { readonly setup: EvaluationSetup };

/** What evaluations need from the process that they run in. */
export interface EvaluationContext {
  readonly fileSystem: FileSystem;
  readonly runs: Runs;
  readonly openAnswers: OpenAnswers;
  readonly pageFiles: PageFiles;
  /** How graphs are validated. */
  readonly validation: RecordingOptions;
  /** A program of this machine. @param timeout in seconds. @throws UserError when it can't be started. */
  program(file: string, timeout: number): Promise<RunProgram>;
  /** The configured model, whichever that is. */
  model(id: string): LanguageModel;
  /** Receives the progress of the answer. */
  readonly progress: (message: string, step: EvaluationStep) => void;
}

/** A suite that is ready to be attempted, with what people should know about it. */
export interface ReadySuite {
  readonly kind: 'ready';
  readonly suite: EvaluatedSuite;
  readonly notes: readonly string[];
}

/** Rejects with the signal's reason when aborted. */
export async function readySuite(
  uri: string,
  { fileSystem, validation }: EvaluationContext,
  signal: AbortSignal,
): Promise<ReadySuite | Failure> {
  const reading = await openSuite(folderOf(uri), fileSystem, signal);
  if (reading.kind === 'unreadable') return failed(suiteDamage(reading.problems));
  const { suite: loaded } = reading;
  const suite = await validatedSuite(loaded, validation, signal);
  const notes = [...[...changedFiles(loaded)].map((problem) => suiteDamage([problem])), ...suiteNotes(suite)];
  return { kind: 'ready', suite, notes };
}

/** The cells of a choice; a sentence when it is not possible. */
export function chosenCells(
  { systems, strategies }: EvaluationChoice,
  setup: EvaluationSetup,
): readonly Cell[] | Failure {
  const options = {
    strategies: strategies.filter(isStrategy),
    model: paperParameters,
    commandTimeout: programTimeout,
    agent: { tools: [], turns: 1 },
  };
  const cells: Cell[] = [];
  for (const name of systems) {
    const asksModel = name === 'model' || name === 'choose';
    if (asksModel && !setup.model) return noModel;
    const spec = readSystem(asksModel ? `${name}:${setup.model!.id}` : name);
    if (!spec) return failed(`There is no system “${name}”.`);
    cells.push(...systemCells(spec, options));
  }
  return cells.length > 0 ? cells : failed('No system was chosen.');
}

/** How long a program may take for a case, in seconds. */
const programTimeout = 60;

/** Systems that can be run; a sentence when one of them can't. `wrap` wraps the model. */
export async function runningCells(
  cells: readonly Cell[],
  suite: LoadedSuite,
  {
    setup,
    context,
    wrap,
    caseFiles = new CaseFiles(new RunInMemory(), undefined),
  }: {
    readonly setup: EvaluationSetup;
    readonly context: EvaluationContext;
    readonly wrap: (model: LanguageModel) => LanguageModel;
    /** The files that people edit; none are kept if left out. */
    readonly caseFiles?: CaseFiles;
  },
): Promise<readonly RunningCell[] | Failure> {
  const programs = new Map<string, RunProgram>();
  for (const { system, model, parameters, notRun } of cells) {
    if (notRun !== null) continue;
    if (model !== null && !setup.model) return noModel;
    if (model !== null && model !== setup.model!.id) return otherModel(model, setup.model!.id);
    const spec = readSystem(system);
    if (spec?.kind === 'agent')
      return failed(
        `${system} has tools that only the command line gives: continue with shacl-repair evaluate.`,
      );
    if (spec?.kind !== 'command') continue;
    if (!setup.programs.includes(spec.file)) return notAllowed(spec.file);
    try {
      programs.set(spec.file, await context.program(spec.file, Number(parameters.timeout)));
    } catch (error) {
      if (error instanceof UserError) return failed(error.message);
      throw error;
    }
  }
  const day = today();
  const running = cells.map((cell) =>
    runningCell(cell, {
      caseFiles,
      suite,
      model: (id) => (id === setup.model?.id ? wrap(context.model(id)) : unasked(id)),
      price: (id) => (usage) => priceOf(usage, id, day, setup.prices),
      program: (file) => programs.get(file)!,
      openDesk: undefined,
    }),
  );
  const unknown = cells.find((_, i) => running[i] === undefined);
  if (unknown) {
    return failed(
      `The run was begun by another version of SHACL Repair, which asks ${unknown.id} in another way. Go on with that version, or begin a new run.`,
    );
  }
  return running.flatMap((cell) => cell ?? []);
}

/** Of a cell that is not run. */
function unasked(id: string): LanguageModel {
  return {
    id,
    complete: () => Promise.reject(new ModelError('model', `The model “${id}” is not configured.`)),
  };
}

function otherModel(asked: string, configured: string): Failure {
  return {
    kind: 'failed',
    message: `The run asks the model “${asked}”, and “${configured}” is configured. Set shaclRepair.model.id to ${asked}, or begin a new run.`,
    about: 'model',
  };
}

function notAllowed(file: string): Failure {
  return failed(`${file} is not started: your setting shaclRepair.evaluation.programs does not name it.`);
}
