import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { Batches } from '../../lab/evaluation/requests/batches.ts';
import { PromptLog } from '../../lab/evaluation/requests/promptLog.ts';
import { AnswersByHand, RecordedAnswers } from '../../lab/evaluation/requests/recordedAnswers.ts';
import { retry } from '../../lab/evaluation/requests/retry.ts';
import type { RunFolder } from '../../lab/evaluation/run/runFolder.ts';
import { recordedTrials } from '../../lab/evaluation/run/trialLog.ts';
import type { AnswerStore } from '../../repair/llm/model/cachedModel.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
  type TokenUsage,
} from '../../repair/llm/model/languageModel.ts';
import { ModelSession, type SessionLimits } from '../../repair/llm/model/modelSession.ts';
import { priceOf } from '../../repair/llm/model/prices.ts';
import { Budget, today } from '../../repair/llm/model/spending.ts';
import { modelRequest } from '../input/modelOptions.ts';
import { Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { uriOf } from '../output/paths.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** The options of a command line for asking models. */
export type ModelEndpointRequest = Pick<
  EvaluateRequest,
  'model' | 'concurrency' | 'requestsPerMinute' | 'replay' | 'batch' | 'out'
> &
  Partial<Pick<EvaluateRequest, 'exportPrompts'>>;

/** What has to be known before models are asked. */
export interface ModelsStart {
  /** How much of the budget has been spent already, in USD. */
  readonly spent: number;
  /** Where batches are recorded. */
  readonly folder: RunFolder;
  readonly tell: (progress: string) => void;
}

const nothing: TokenUsage = { input: 0, output: 0, estimated: true };

/** The models of a run. They can be named before their budget is known. */
export class EvaluatedModels {
  readonly limits: SessionLimits;
  readonly #request: ModelEndpointRequest;
  readonly #timeout: number;
  readonly #io: CommandIo;
  readonly #day = today();
  #models: ((id: string) => LanguageModel) | undefined;
  #byHand: { readonly answers: AnswersByHand; readonly folder: RunFolder } | undefined;

  /** @throws UserError when prices or recorded answers can't be read. */
  static async open(request: ModelEndpointRequest, io: CommandIo): Promise<EvaluatedModels> {
    const { model, problems, settings } = await Workspace.open(io);
    for (const problem of problems) io.stderr.write(`${problem}\n`);
    const given = { id: '', choose: false, strategy: undefined, candidates: undefined };
    const asked = await modelRequest({ ...given, ...request.model }, model, settings.maxSuggestions, io);
    return new EvaluatedModels(request, asked, io);
  }

  private constructor(
    request: ModelEndpointRequest,
    { limits, timeout }: { readonly limits: SessionLimits; readonly timeout: number },
    io: CommandIo,
  ) {
    const { concurrency = limits.concurrency, requestsPerMinute = limits.requestsPerMinute } = request;
    this.limits = { ...limits, concurrency, requestsPerMinute };
    this.#request = request;
    this.#timeout = timeout;
    this.#io = io;
  }

  /** The same models with the same settings for another run. */
  forRun(request: ModelEndpointRequest): EvaluatedModels {
    return new EvaluatedModels(request, { limits: this.limits, timeout: this.#timeout }, this.#io);
  }

  /** What tokens of a model cost in USD, undefined where that is not known. */
  price(id: string): (usage: TokenUsage) => number | undefined {
    return (usage) => priceOf(usage, id, this.#day, this.limits.prices);
  }

  /** A model that answers once `start` has been called. */
  of(id: string): LanguageModel {
    return { id, complete: async (request, signal) => this.#models!(id).complete(request, signal) };
  }

  /**
   * Prepares to answer from the record, through an endpoint, or in batches, which are then returned.
   *
   * @throws UserError when the endpoint is not valid, or the record is empty.
   */
  async start(ids: readonly string[], start: ModelsStart): Promise<Batches | undefined> {
    const { out, replay, exportPrompts, batch } = this.#request;
    // Without a folder, prompts are not kept.
    const prompts = out === undefined ? undefined : await PromptLog.open(start.folder);
    const use = (model: (id: string) => LanguageModel) => {
      this.#models = (id) => prompts?.model(model(id)) ?? model(id);
    };
    if (replay !== undefined) {
      const recorded = await this.#recorded(replay);
      use((id) => recorded.model(id));
      return undefined;
    }
    if (exportPrompts !== undefined) {
      const byHand = await this.#openByHand(exportPrompts);
      use((id) => byHand.model(id));
      return undefined;
    }
    if (batch) {
      const batches = await this.#batches(start);
      use((id) => batches.model(id));
      return batches;
    }
    const session = await this.#session(start.spent);
    const opened = new Map<string, LanguageModel>();
    for (const id of ids) opened.set(id, await this.#endpoint(id, session));
    use((id) => opened.get(id)!);
    return undefined;
  }

  /** The number of requests that wait for an answer by hand. */
  get waiting(): number {
    return this.#byHand?.answers.waiting ?? 0;
  }

  /** Releases the folder of prompts for other processes. */
  async close(): Promise<void> {
    await this.#byHand?.folder.close();
  }

  async #openByHand(given: string): Promise<AnswersByHand> {
    const folder = await this.#io.runs.open(uriOf(this.#io.cwd, given).replace(/\/$/, ''));
    const unreadable: number[] = [];
    const answers = await AnswersByHand.open(folder, (line) => unreadable.push(line));
    this.#byHand = { answers, folder };
    if (unreadable.length > 0) {
      const lines = counted(unreadable.length, 'line');
      this.#io.stderr.write(
        `${given}/answers.jsonl:${unreadable[0]}: ${lines} left out: an answer is {"custom_id": "…", "answer": "…"}, or a line that a batch returned.\n`,
      );
    }
    return answers;
  }

  async #batches({ spent, folder, tell }: ModelsStart): Promise<Batches> {
    const { prices } = this.limits;
    const budget = new Budget(
      () => this.#left(spent),
      (model, usage) => priceOf(usage, model, this.#day, prices),
    );
    const answers = (await this.#answers())!;
    try {
      const endpoint = await this.#io.openBatches(this.#address());
      const reserve = (model: string, request: ModelRequest) => {
        const settle = budget.reserve(model, request);
        return (answer: ModelAnswer | undefined) => settle(answer?.usage ?? nothing);
      };
      return await Batches.open({ endpoint, answers, folder, reserve, tell });
    } catch (error) {
      if (error instanceof ModelError) throw new UserError(error.message);
      throw error;
    }
  }

  async #session(spent: number): Promise<ModelSession> {
    const { maxCost: _, ...limits } = this.limits;
    return new ModelSession({ ...limits, maxCost: this.#left(spent) }, await this.#answers());
  }

  /** The part of the budget that is left, in USD. */
  #left(spent: number): number | undefined {
    const { maxCost } = this.limits;
    return maxCost === undefined ? undefined : Math.max(0, maxCost - spent);
  }

  /** Undefined where none are kept. */
  async #answers(): Promise<AnswerStore | undefined> {
    const { out, model } = this.#request;
    const folder = model.answers ?? out;
    const tell = (problem: string) => this.#io.stderr.write(`${problem}\n`);
    return folder === undefined ? undefined : this.#io.openAnswers(folder, tell);
  }

  async #endpoint(id: string, session: ModelSession): Promise<LanguageModel> {
    try {
      const endpoint = { ...this.#address(), model: id, timeout: this.#timeout };
      const { model, url } = await this.#io.openModel(endpoint);
      return session.of(retry(model), url);
    } catch (error) {
      if (error instanceof ModelError) throw new UserError(error.message);
      throw error;
    }
  }

  #address(): { readonly baseUrl: string; readonly key: string | undefined } {
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = this.#io.env;
    const given = this.#request.model.baseUrl ?? OPENAI_BASE_URL?.trim();
    return { baseUrl: given || 'https://api.openai.com/v1', key: OPENAI_API_KEY?.trim() || undefined };
  }

  async #recorded(given: string): Promise<RecordedAnswers> {
    const recorded = new RecordedAnswers();
    const folder = this.#io.runs.read(uriOf(this.#io.cwd, given).replace(/\/$/, ''));
    for await (const trial of recordedTrials(folder)) recorded.add(trial);
    if (recorded.size > 0) return recorded;
    throw new UserError(
      `--replay ${given} has no recorded answers. Give the folder of a run that asked models.`,
    );
  }
}
