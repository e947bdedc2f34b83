import { patient } from '../evaluation/patient.ts';
import { RecordedAnswers } from '../evaluation/replay.ts';
import { recordedTrials } from '../evaluation/trialLog.ts';
import { type LanguageModel, ModelError, type TokenUsage } from '../llm/languageModel.ts';
import { ModelSession, type SessionLimits } from '../llm/modelSession.ts';
import { priceOf } from '../llm/prices.ts';
import { today } from '../llm/spending.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import { CommandError, type CommandIo } from './io.ts';
import { modelRequest } from './modelOptions.ts';
import { uriOf } from './paths.ts';
import { Workspace } from './workspace.ts';

/** The models of a run. They can be named before it is known how much may be spent on them. */
export class EvaluatedModels {
  readonly limits: SessionLimits;
  readonly #request: EvaluateRequest;
  readonly #timeout: number;
  readonly #io: CommandIo;
  readonly #day = today();
  #models: ((id: string) => Promise<LanguageModel>) | undefined;

  /** @throws CommandError when prices or recorded answers can't be read. */
  static async open(request: EvaluateRequest, io: CommandIo): Promise<EvaluatedModels> {
    const { model, problems, settings } = await Workspace.open(io);
    for (const problem of problems) io.stderr.write(`${problem}\n`);
    const given = { id: '', choose: false, strategy: undefined, candidates: undefined };
    const asked = await modelRequest({ ...given, ...request.model }, model, settings.maxSuggestions, io);
    return new EvaluatedModels(request, asked, io);
  }

  private constructor(
    request: EvaluateRequest,
    { limits, timeout }: { readonly limits: SessionLimits; readonly timeout: number },
    io: CommandIo,
  ) {
    const { concurrency } = request;
    this.limits = concurrency === undefined ? limits : { ...limits, concurrency };
    this.#request = request;
    this.#timeout = timeout;
    this.#io = io;
  }

  /** What tokens of a model cost in USD, undefined where that is not known. */
  price(id: string): (usage: TokenUsage) => number | undefined {
    return (usage) => priceOf(usage, id, this.#day, this.limits.prices);
  }

  /** A model that answers once `start` was called. */
  of(id: string): LanguageModel {
    let model: Promise<LanguageModel> | undefined;
    return {
      id,
      complete: async (request, signal) => {
        model ??= this.#models!(id);
        return (await model).complete(request, signal);
      },
    };
  }

  /**
   * Gets ready to answer, from the record or from an endpoint.
   *
   * @param spent USD that count against the budget already.
   * @throws CommandError when the endpoint can't be one, or the record has nothing.
   */
  async start(ids: readonly string[], spent: number): Promise<void> {
    const { replay } = this.#request;
    if (replay !== undefined) {
      const recorded = await this.#recorded(replay);
      this.#models = async (id) => recorded.model(id);
      return;
    }
    const session = await this.#session(spent);
    const opened = new Map<string, LanguageModel>();
    for (const id of ids) opened.set(id, await this.#endpoint(id, session));
    this.#models = async (id) => opened.get(id)!;
  }

  async #session(spent: number): Promise<ModelSession> {
    const { out, model } = this.#request;
    const { maxCost } = this.limits;
    const tell = (problem: string) => this.#io.stderr.write(`${problem}\n`);
    const folder = model.answers ?? out;
    const answers = folder === undefined ? undefined : await this.#io.openAnswers(folder, tell);
    return new ModelSession(
      { ...this.limits, ...(maxCost !== undefined && { maxCost: Math.max(0, maxCost - spent) }) },
      answers,
    );
  }

  async #endpoint(id: string, session: ModelSession): Promise<LanguageModel> {
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = this.#io.env;
    const baseUrl = this.#request.model.baseUrl ?? (OPENAI_BASE_URL?.trim() || 'https://api.openai.com/v1');
    const key = OPENAI_API_KEY?.trim() || undefined;
    try {
      const { model, url } = await this.#io.openModel({ baseUrl, model: id, key, timeout: this.#timeout });
      return session.of(patient(model), url);
    } catch (error) {
      if (error instanceof ModelError) throw new CommandError(error.message);
      throw error;
    }
  }

  async #recorded(given: string): Promise<RecordedAnswers> {
    const recorded = new RecordedAnswers();
    const folder = this.#io.runs.read(uriOf(this.#io.cwd, given).replace(/\/$/, ''));
    for await (const trial of recordedTrials(folder)) recorded.add(trial);
    if (recorded.size > 0) return recorded;
    throw new CommandError(
      `--replay ${given} has no recorded answers. Give the folder of a run that asked models.`,
    );
  }
}
