import type { LanguageModel, ModelError } from '../llm/languageModel.ts';
import { repairWithModel } from '../llm/modelRepair.ts';
import { terms } from '../rdf/terms.ts';
import { bestRepair } from '../repair/choice.ts';
import type { Suggestions } from '../repair/propose.ts';
import type { Repair, RepairProblem, SoundRepair } from '../repair/repair.ts';
import type { Suggest } from '../repair/together.ts';
import { tryOut } from '../repair/verify.ts';
import { violationKey } from '../shacl/violation.ts';
import type { FixAllInfo } from './analysis.ts';
import { type FixAllOptions, fixAll, fixAllInfo } from './fixAll.ts';
import { type AskOptions, askOptions, choicesFor } from './modelRepairs.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

export interface ModelFixAllOptions extends AskOptions, Pick<FixAllOptions, 'isAsked' | 'analyse'> {
  readonly model: LanguageModel;
  /** Is told before the model is asked about a result, and which one. */
  readonly asking: (what: string) => void;
  /** The version of an open text as it was analysed first, null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
}

/** Has a model repair all results that are asked for, as far as its repairs hold together. */
export async function modelFixAll(
  start: UnitAnalysis,
  options: ModelFixAllOptions,
  signal: AbortSignal,
): Promise<{ readonly fixed: FixAllInfo; readonly failure: ModelError | undefined }> {
  const suggestions = new ModelSuggestions(options.model, options, ({ violation }) =>
    options.asking(terms.value(violation.messages[0]!).split('\n')[0]!),
  );
  const { isAsked, analyse, versionOf } = options;
  // The user sees every change before it is made.
  const choose = bestRepair({ acceptPlaceholders: true });
  const suggest = suggestions.suggest(start);
  const fixed = await fixAll(start, { isAsked, analyse, choose, suggest }, signal);
  return { fixed: fixAllInfo(fixed, start, versionOf), failure: suggestions.failure };
}

/**
 * A model as what `fixAll` has its repairs from. It is asked once about each result: a repair that waits for its turn is
 * tried again, and what the model could not repair stays so. When it stops answering it is not asked again.
 */
export class ModelSuggestions {
  readonly #model: LanguageModel;
  readonly #options: AskOptions;
  readonly #asking: (problem: RepairProblem) => void;
  readonly #found = new Map<string, readonly Repair[]>();
  #failure: ModelError | undefined;

  /** @param asking is told before the model is asked about a result. */
  constructor(model: LanguageModel, options: AskOptions, asking: (problem: RepairProblem) => void) {
    this.#model = model;
    this.#options = options;
    this.#asking = asking;
  }

  /** Why the model stopped answering. */
  get failure(): ModelError | undefined {
    return this.#failure;
  }

  /** What the model suggests about results of a unit. */
  suggest(unit: UnitAnalysis): Suggest {
    return async (problem, signal) => {
      const key = violationKey(problem.violation);
      const repairs = this.#found.get(key) ?? (await this.#ask(problem, unit, signal));
      this.#found.set(key, repairs);
      return this.#holding(repairs, problem, signal);
    };
  }

  async #ask(problem: RepairProblem, unit: UnitAnalysis, signal: AbortSignal): Promise<readonly Repair[]> {
    if (this.#failure) return [];
    this.#asking(problem);
    const choices = await choicesFor(problem, this.#options, signal);
    const options = askOptions(unit, this.#options, choices);
    const { offered, conversations } = await repairWithModel(problem, this.#model, options, signal);
    for (const { end } of conversations) if (end.kind === 'failed') this.#failure = end.error;
    const own = offered.filter(({ proposers }) => proposers.includes(`model:${this.#model.id}`));
    return own.map(({ repair }) => repair);
  }

  async #holding(
    repairs: readonly Repair[],
    problem: RepairProblem,
    signal: AbortSignal,
  ): Promise<Suggestions<SoundRepair>> {
    const holding: SoundRepair[] = [];
    for (const repair of repairs) {
      const verdict = await tryOut(problem, repair, signal);
      if (verdict.kind === 'holds') holding.push({ repair, verdict });
    }
    const reason = this.#failure?.message ?? 'The model found no repair that holds.';
    return { repairs: holding, rejected: [], reason: holding.length > 0 ? undefined : reason };
  }
}
