import { terms } from '../../../rdf/terms.ts';
import type { SuggestionProvider } from '../../../repair/joint/repairJointly.ts';
import type { LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import { repairWithModel } from '../../../repair/llm/repairWithModel.ts';
import { verifyOnGraph } from '../../../repair/proof/verify.ts';
import type { Repair, RepairProblem, SoundRepair } from '../../../repair/repair.ts';
import { rankRepairs } from '../../../repair/search/rankRepairs.ts';
import { bestRepair } from '../../../repair/search/repairChoice.ts';
import type { Suggestions } from '../../../repair/search/suggestRepairs.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import type { RepairPartInfo, RepairPartsInfo } from '../analysis.ts';
import { type FixAllOptions, type FixAllResult, fixAll } from '../repairs/fixAll.ts';
import { type RepairPart, type RepairParts, repairParts } from '../repairs/repairParts.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { type AskOptions, askOptions, choicesFor } from './modelRepairs.ts';

export interface ModelFixAllOptions extends AskOptions, Pick<FixAllOptions, 'isAsked' | 'analyse'> {
  readonly model: LanguageModel;
  /** Is called before the model is asked about a result, with its message. */
  readonly onRequest: (what: string) => void;
  /** The version of an open text when it was first analysed; null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
}

/**
 * Has a model repair all requested results, as far as its repairs are compatible, in parts from which users can
 * choose.
 */
export async function modelFixAll(
  start: UnitAnalysis,
  options: ModelFixAllOptions,
  signal: AbortSignal,
): Promise<{ readonly repairs: RepairPartsInfo; readonly failure: ModelError | undefined }> {
  const suggestions = new ModelSuggestions(options.model, options, ({ violation }) =>
    options.onRequest(terms.value(violation.messages[0]!).split('\n')[0]!),
  );
  const { isAsked, analyse, versionOf } = options;
  // Users see every change before it is made.
  const choose = bestRepair({ acceptPlaceholders: true });
  const suggest = suggestions.suggest(start);
  const fixed = await fixAll(start, { isAsked, analyse, choose, suggest }, signal);
  const split = await repairParts(start, fixed.repaired, signal);
  const gone = new Set(split.parts.flatMap((part) => [...part.gone]));
  const why = whyLeft(fixed, split);
  return {
    repairs: {
      parts: split.parts.map((part) => partInfo(part, versionOf)),
      repaired: gone.size,
      left: start.placed
        .filter((placed) => isAsked(placed) && !gone.has(placed.key))
        .map(({ key, violation }) => ({
          message: terms.value(violation.messages[0]!),
          why: why.get(key) ?? 'Not repaired.',
        })),
    },
    failure: suggestions.failure,
  };
}

function whyLeft({ left }: FixAllResult, { leftOut }: RepairParts): ReadonlyMap<string, string> {
  return new Map([
    ...left.map(({ placed, why }) => [placed.key, why] as const),
    ...[...leftOut].map(([{ placed }, why]) => [placed.key, why] as const),
  ]);
}

/** A line has no room for more. */
const maxTitles = 4;

function partInfo(
  { repairs, document, edit, gone }: RepairPart,
  versionOf: ModelFixAllOptions['versionOf'],
): RepairPartInfo {
  const titles = repairs.map(({ chosen }) => chosen.repair.title);
  const { uri } = document;
  const some = titles.length > maxTitles ? [...titles.slice(0, maxTitles), '…'] : titles;
  const together = `${titles.length} changes that belong together: ${some.join('; ')}`;
  return {
    title: titles.length === 1 ? titles[0]! : together,
    repaired: gone.size,
    edits: { uri, version: versionOf(uri), edits: [edit] },
  };
}

/**
 * A model as the source of repairs for `fixAll`. It is asked once about each result: a repair that was postponed is
 * tried again, and results that the model could not repair are not retried. Once it stops answering, it is not asked
 * again.
 */
export class ModelSuggestions {
  readonly #model: LanguageModel;
  readonly #options: AskOptions;
  readonly #onRequest: (problem: RepairProblem) => void;
  readonly #found = new Map<string, readonly Repair[]>();
  #failure: ModelError | undefined;

  /** @param onRequest is called before the model is asked about a result. */
  constructor(model: LanguageModel, options: AskOptions, onRequest: (problem: RepairProblem) => void) {
    this.#model = model;
    this.#options = options;
    this.#onRequest = onRequest;
  }

  /** Why the model stopped answering. */
  get failure(): ModelError | undefined {
    return this.#failure;
  }

  /** The suggestions of the model for results of a unit. */
  suggest(unit: UnitAnalysis): SuggestionProvider {
    return async (problem, signal) => {
      const key = violationKey(problem.violation);
      const repairs = this.#found.get(key) ?? (await this.#ask(problem, unit, signal));
      this.#found.set(key, repairs);
      return this.#holding(repairs, problem, signal);
    };
  }

  async #ask(problem: RepairProblem, unit: UnitAnalysis, signal: AbortSignal): Promise<readonly Repair[]> {
    if (this.#failure) return [];
    this.#onRequest(problem);
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
      const verdict = await verifyOnGraph(problem, repair, signal);
      if (verdict.kind === 'holds') holding.push({ repair, verdict });
    }
    const why = this.#failure?.message ?? `None of ${this.#model.id}'s answers repairs this violation.`;
    return {
      repairs: rankRepairs(holding),
      rejected: [],
      uncertainty: holding.length > 0 ? undefined : { why, remedies: [] },
    };
  }
}
