import { ModelSuggestions } from '../ide/modelFixAll.ts';
import { askOptions } from '../ide/modelRepairs.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { whyRefused } from '../llm/feedback.ts';
import { type LanguageModel, ModelError } from '../llm/languageModel.ts';
import { defaultModelOptions, firstRequest, repairWithModel } from '../llm/modelRepair.ts';
import type { Strategy } from '../llm/strategy.ts';
import type { RepairProblem } from '../repair/repair.ts';
import type { CheckedResult } from '../report/checked.ts';
import { CommandError, type CommandIo } from './io.ts';
import { problemOf, type System } from './suggestedRepairs.ts';
import { unaborted } from './workspace.ts';

/** Which model the command line names. */
export interface ModelRequest {
  readonly id: string;
  readonly strategy: Strategy;
  readonly baseUrl: string | undefined;
}

/** A model as where repairs come from. When it stops answering it is not asked again. */
export class ModelSystem {
  readonly #model: LanguageModel;
  readonly #options: {
    readonly strategy: Strategy;
    readonly maxRounds: number;
    readonly temperature: number;
  };
  readonly #forAll: ModelSuggestions;
  #failure: ModelError | undefined;

  /** @throws CommandError when the endpoint can't be one. */
  static async open({ id, strategy, baseUrl }: ModelRequest, io: CommandIo): Promise<ModelSystem> {
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = io.env;
    const endpoint = baseUrl ?? (OPENAI_BASE_URL?.trim() || 'https://api.openai.com/v1');
    try {
      const key = OPENAI_API_KEY?.trim() || undefined;
      return new ModelSystem(await io.openModel({ baseUrl: endpoint, model: id, key }), strategy);
    } catch (error) {
      if (error instanceof ModelError) throw new CommandError(error.message);
      throw error;
    }
  }

  private constructor(model: LanguageModel, strategy: Strategy) {
    const { maxRounds, temperature } = defaultModelOptions;
    this.#model = model;
    this.#options = { strategy, maxRounds, temperature };
    this.#forAll = new ModelSuggestions(model, this.#options, () => {});
  }

  /** Why the model stopped answering. */
  get failure(): ModelError | undefined {
    return this.#failure ?? this.#forAll.failure;
  }

  /** Its repairs of one result after the other. */
  readonly suggest: System = async (problem, analysis) => {
    if (this.#failure) return { repairs: [], rejected: [], reason: 'The model was not asked.' };
    const options = askOptions(analysis, this.#options);
    const { offered, refused, conversations } = await repairWithModel(
      problem,
      this.#model,
      options,
      unaborted,
    );
    for (const { end } of conversations) if (end.kind === 'failed') this.#failure = end.error;
    const isReal = offered.some(({ verdict }) => !verdict.degenerate);
    const last = refused.at(-1);
    const why = this.failure?.message ?? (last && whyRefused(last.verdict)) ?? '';
    return {
      repairs: offered,
      rejected: [],
      reason: isReal ? undefined : `The model found no repair that holds. ${why}`.trim(),
    };
  };

  /** Its repairs of many results at once. */
  suggestFor(analysis: UnitAnalysis) {
    return this.#forAll.suggest(analysis);
  }
}

/** What a model would be sent first about a result. */
export interface ShownPrompt {
  readonly result: CheckedResult;
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
}

/** The prompts for results. Nothing is sent. */
export async function promptsFor(
  results: readonly CheckedResult[],
  strategy: Strategy,
): Promise<readonly ShownPrompt[]> {
  const { maxRounds, temperature } = defaultModelOptions;
  const prompts: ShownPrompt[] = [];
  for (const result of results) {
    const problem: RepairProblem = await problemOf(result);
    const options = askOptions(result.analysis, { strategy, maxRounds, temperature });
    const { text, tokens } = firstRequest(problem, options).prompt;
    prompts.push({ result, text, tokens });
  }
  return prompts;
}
