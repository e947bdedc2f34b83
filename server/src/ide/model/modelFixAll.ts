import type { LanguageModel, ModelError } from '../../llm/model/languageModel.ts';
import { repairWithModel } from '../../llm/repairWithModel.ts';
import { terms } from '../../rdf/terms.ts';
import type { SuggestionProvider } from '../../repair/joint/repairJointly.ts';
import { verifyOnGraph } from '../../repair/proof/verify.ts';
import type { Repair, RepairProblem, SoundRepair } from '../../repair/repair.ts';
import { bestRepair } from '../../repair/search/repairChoice.ts';
import type { Suggestions } from '../../repair/search/suggestRepairs.ts';
import { violationKey } from '../../shacl/results/violation.ts';
import type { RepairPartInfo, RepairPartsInfo } from '../analysis.ts';
import { type FixAllOptions, type FixAllResult, fixAll } from '../repairs/fixAll.ts';
import { type RepairPart, type RepairParts, repairParts } from '../repairs/repairParts.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { type AskOptions, askOptions, choicesFor } from './modelRepairs.ts';

export interface ModelFixAllOptions extends AskOptions, Pick<FixAllOptions, 'isAsked' | 'analyse'> {
  readonly model: LanguageModel;
  /** Is told before the model is asked about a result, and which one. */
  readonly asking: (what: string) => void;
  /** The version of an open text as it was analysed first, null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
}

/**
 * Has a model repair all results that are asked for, as far as its repairs hold together, in parts of which a person
 * may take some.
 */
export async function modelFixAll(
  start: UnitAnalysis,
  options: ModelFixAllOptions,
  signal: AbortSignal,
): Promise<{ readonly repairs: RepairPartsInfo; readonly failure: ModelError | undefined }> {
  const suggestions = new ModelSuggestions(options.model, options, ({ violation }) =>
    options.asking(terms.value(violation.messages[0]!).split('\n')[0]!),
  );
  const { isAsked, analyse, versionOf } = options;
  // The user sees every change before it is made.
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

/** A line has not room for more. */
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
    edits: { uri, version: versionOf(uri), edits: [{ ...edit, placeholders: [] }] },
  };
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
      const verdict = await verifyOnGraph(problem, repair, signal);
      if (verdict.kind === 'holds') holding.push({ repair, verdict });
    }
    const reason = this.#failure?.message ?? `None of ${this.#model.id}'s answers repairs this violation.`;
    return { repairs: holding, rejected: [], reason: holding.length > 0 ? undefined : reason };
  }
}
