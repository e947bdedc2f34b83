import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { refusalReason } from '../../repair/llm/answer/answerFeedback.ts';
import { type LanguageModel, ModelError } from '../../repair/llm/model/languageModel.ts';
import { ModelSession } from '../../repair/llm/model/modelSession.ts';
import {
  CountingModel,
  costText,
  type Spending,
  spendingText,
  spentOn,
} from '../../repair/llm/model/spending.ts';
import { approachText } from '../../repair/llm/prompt/strategy.ts';
import { type RefusedAnswer, repairRequest, repairWithModel } from '../../repair/llm/repairWithModel.ts';
import { ModelSuggestions } from '../../service/ide/model/modelFixAll.ts';
import { type AskOptions, askOptions, choicesFor } from '../../service/ide/model/modelRepairs.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import type { ModelJson } from '../../service/report/repairJson.ts';
import { repairProblemOf, type SuggestionSource } from '../../service/report/suggestedRepairs.ts';
import { errorsJson, notCheckedJson, validationResultJson } from '../../service/report/validationJson.ts';
import type { ValidationRun, ValidationRunResult } from '../../service/report/validationRun.ts';
import { type RequestedModel, systemOf } from '../input/modelOptions.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { type Printer, paragraphs } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { resultText } from '../output/textReport.ts';

/** Repairs proposed by a model. When it stops answering, it is not asked again. */
export class ModelSystem {
  readonly #model: CountingModel;
  readonly #request: RequestedModel;
  readonly #forAll: ModelSuggestions;
  #failure: ModelError | undefined;

  /** @throws UserError when the endpoint is not valid. */
  static async open(request: RequestedModel, io: CommandIo): Promise<ModelSystem> {
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = io.env;
    const { id, timeout, limits } = request;
    const baseUrl = request.baseUrl ?? (OPENAI_BASE_URL?.trim() || 'https://api.openai.com/v1');
    const key = OPENAI_API_KEY?.trim() || undefined;
    const tell = (problem: string) => io.stderr.write(`${problem}\n`);
    try {
      const endpoint = await io.openModel({ baseUrl, model: id, key, timeout });
      const answers = request.answers === undefined ? undefined : await io.openAnswers(request.answers, tell);
      const session = new ModelSession(limits, answers);
      return new ModelSystem(session.of(endpoint.model, endpoint.url), request);
    } catch (error) {
      if (error instanceof ModelError) throw new UserError(error.message);
      throw error;
    }
  }

  private constructor(model: LanguageModel, request: RequestedModel) {
    this.#model = new CountingModel(model);
    this.#request = request;
    this.#forAll = new ModelSuggestions(this.#model, request, () => {});
  }

  /** Why the model stopped answering. */
  get failure(): ModelError | undefined {
    return this.#failure ?? this.#forAll.failure;
  }

  /** What asking has cost so far, for people and for programs. */
  spendingLine(): string {
    return spendingLine(this.#request, this.#model.spending);
  }

  spendingJson(): ModelJson {
    return spendingJson(this.#request, this.#model.spending);
  }

  /** Its repairs, one result after the other. */
  readonly suggest: SuggestionSource = async (problem, analysis) => {
    if (this.#failure)
      return { repairs: [], rejected: [], uncertainty: { why: 'The model was not asked.', remedies: [] } };
    const choices = await choicesFor(problem, this.#request, unaborted);
    const options = askOptions(analysis, this.#request, choices);
    const { offered, refused, conversations } = await repairWithModel(
      problem,
      this.#model,
      options,
      unaborted,
    );
    for (const { end } of conversations) if (end.kind === 'failed') this.#failure = end.error;
    const own = offered.filter(({ proposers }) => proposers.includes(`model:${this.#model.id}`));
    const isReal = own.some(({ verdict }) => !verdict.degenerate);
    return {
      repairs: own,
      rejected: [],
      uncertainty: isReal ? undefined : { why: this.#whyNone(own.length > 0, refused.at(-1)), remedies: [] },
    };
  };

  #whyNone(proposed: boolean, last: RefusedAnswer | undefined): string {
    if (this.failure) return this.failure.message;
    const { id } = this.#model;
    if (proposed) return `${id} only proposes to take the focus node out of the target of the shape.`;
    const why = last ? ` ${refusalReason(last.verdict)}` : '';
    return `None of ${id}'s answers repairs this violation.${why}`;
  }

  /** Its repairs of many results at once. */
  suggestFor(analysis: UnitAnalysis) {
    return this.#forAll.suggest(analysis);
  }
}

/** The first request that a model would be sent about a result. */
export interface PrintedPrompt {
  readonly result: ValidationRunResult;
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
}

/** The prompts for results. Nothing is sent. */
export async function promptsFor(
  results: readonly ValidationRunResult[],
  options: AskOptions,
): Promise<readonly PrintedPrompt[]> {
  const prompts: PrintedPrompt[] = [];
  for (const result of results) {
    const problem = await repairProblemOf(result, unaborted);
    const choices = await choicesFor(problem, options, unaborted);
    const { text, tokens } = repairRequest(problem, askOptions(result.analysis, options, choices)).prompt;
    prompts.push({ result, text, tokens });
  }
  return prompts;
}

/** What asking cost, as a line for people; none when nothing was asked. */
export function spendingLine({ id, limits }: RequestedModel, spending: Spending): string {
  if (spending.answers === 0) return '';
  const cost = spentOn(spending, id, limits.prices);
  const remedy = cost === undefined ? ' (give --prices)' : '';
  return `${id}: ${spendingText('answer', spending, costText(cost, spending.usage) + remedy)}\n`;
}

/** The same for programs: tokens, and USD where the price is known. */
export function spendingJson({ id, strategy, limits }: RequestedModel, spending: Spending): ModelJson {
  const { answers, fromCache, usage } = spending;
  return {
    id,
    strategy,
    answers,
    fromCache,
    inputTokens: usage.input,
    outputTokens: usage.output,
    estimated: usage.estimated,
    cost: spentOn(spending, id, limits.prices) ?? null,
  };
}

/** What `repair --system model:ID --dry-run` prints for people: each result with what the model would be sent. */
export function promptsText(
  prompts: readonly PrintedPrompt[],
  request: RequestedModel,
  printer: Printer,
): string {
  const { style } = printer;
  const tokens = prompts.reduce((sum, prompt) => sum + prompt.tokens, 0);
  return paragraphs([
    ...prompts.map(({ result, text, tokens }) => [
      ...resultText(result, printer, false),
      style.green(
        `prompt for ${printable(request.id)}, ${approachText(request)}, about ${counted(tokens, 'token')}:`,
      ),
      ...text.split('\n').map((line) => `  ${printable(line)}`.trimEnd()),
    ]),
    [style.bold(`${counted(prompts.length, 'prompt')}, about ${counted(tokens, 'token')}; nothing was sent`)],
  ]);
}

/** What would be sent, for programs. */
export function promptsJson(run: ValidationRun, prompts: readonly PrintedPrompt[], request: RequestedModel) {
  return {
    system: systemOf(request),
    strategy: request.strategy,
    tokens: prompts.reduce((sum, { tokens }) => sum + tokens, 0),
    violations: prompts.map(({ result, text, tokens }) => ({
      ...validationResultJson(result),
      prompt: text,
      tokens,
    })),
    notChecked: notCheckedJson(run),
    errors: errorsJson(run),
  };
}
