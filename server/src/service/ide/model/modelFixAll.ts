import { applyEdits, type OffsetEdit } from '../../../base/textEdit.ts';
import { overlapOrTouch } from '../../../base/textRange.ts';
import { terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { SuggestionProvider } from '../../../repair/joint/repairJointly.ts';
import type { LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import { repairWithModel } from '../../../repair/llm/repairWithModel.ts';
import { verifyOnGraph } from '../../../repair/proof/verify.ts';
import type { ProposedRepair, RepairProblem, SoundRepair } from '../../../repair/repair.ts';
import { rankRepairs } from '../../../repair/search/rankRepairs.ts';
import { bestRepair } from '../../../repair/search/repairChoice.ts';
import type { Suggestions } from '../../../repair/search/suggestRepairs.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import type { RepairPartInfo, RepairPartsInfo } from '../analysis.ts';
import { type FixAllOptions, type FixAllResult, fixAll, type RepairedResult } from '../repairs/fixAll.ts';
import { type FailedGroup, PartProver, type ProvenGroup, type RepairGroup } from '../repairs/partProver.ts';
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
    updates: repairs.map(({ chosen }) => chosen.repair.update),
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
  readonly #found = new Map<string, readonly ProposedRepair[]>();
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

  async #ask(
    problem: RepairProblem,
    unit: UnitAnalysis,
    signal: AbortSignal,
  ): Promise<readonly ProposedRepair[]> {
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
    repairs: readonly ProposedRepair[],
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

/**
 * Splits repairs of many results into parts that a person may accept or reject individually. What was verified as a
 * whole may break when only half of it is applied. So each part is proven again by itself, and side by side with those
 * that may affect it; parts that need each other become one. A part is a single edit, so that nobody can apply half of
 * it.
 */

/** A part that holds by itself and side by side with the others. */
export interface RepairPart {
  readonly repairs: readonly RepairedResult[];
  readonly document: TurtleDocument;
  readonly edit: OffsetEdit;
  /** The original results that it removes, by key. */
  readonly gone: ReadonlySet<string>;
}

export interface RepairParts {
  readonly parts: readonly RepairPart[];
  /** Repairs that are in no part, with the reason. */
  readonly leftOut: ReadonlyMap<RepairedResult, string>;
}

/**
 * Splits repairs into parts. The repairs were found one after the other for the original unit.
 *
 * @throws the signal's reason when aborted.
 */
export async function repairParts(
  start: UnitAnalysis,
  repaired: readonly RepairedResult[],
  signal: AbortSignal,
): Promise<RepairParts> {
  const leftOut = new Map<RepairedResult, string>();
  if (repaired.length === 0) return { parts: [], leftOut };
  const prover = await PartProver.of(start, repaired, signal);
  let groups: readonly RepairGroup[] = repaired.map((_, i) => [i]);
  for (;;) {
    const { proven, failed } = await proofs(groups, prover);
    const merged = failed
      ? await withHelp(failed, groups, prover)
      : (touching(proven) ?? (await notBeside(proven, prover)));
    if (merged) {
      groups = [...groups.filter((group) => !merged.includes(group)), merged.flat().sort((a, b) => a - b)];
    } else if (failed) {
      for (const i of failed.group) leftOut.set(repaired[i]!, failed.why);
      groups = groups.filter((group) => group !== failed.group);
    } else return { parts: proven.map((each) => partOf(each, repaired)), leftOut };
  }
}

function partOf(
  { group, document, edits, gone }: ProvenGroup,
  repaired: readonly RepairedResult[],
): RepairPart {
  return {
    repairs: group.map((i) => repaired[i]!),
    document,
    edit: oneEdit(document, edits),
    gone: new Set(gone.keys()),
  };
}

async function proofs(
  groups: readonly RepairGroup[],
  prover: PartProver,
): Promise<{ readonly proven: readonly ProvenGroup[]; readonly failed: FailedGroup | undefined }> {
  const proven: ProvenGroup[] = [];
  for (const group of groups) {
    const proof = await prover.proof(group);
    if (proof.kind === 'failed') return { proven, failed: proof };
    proven.push(proof);
  }
  return { proven: proven.sort((a, b) => startOf(a) - startOf(b)), failed: undefined };
}

/** Combines a group that does not hold alone with one that makes it hold. */
async function withHelp(
  { group, canBeHelped }: FailedGroup,
  groups: readonly RepairGroup[],
  prover: PartProver,
): Promise<readonly RepairGroup[] | undefined> {
  if (!canBeHelped) return undefined;
  for (const other of groups) {
    if (other === group || !prover.mayConcern(group, other)) continue;
    const both = [...group, ...other].sort((a, b) => a - b);
    if ((await prover.proof(both)).kind === 'proven') return [group, other];
  }
  return undefined;
}

/** Finds two groups whose edits touch or interleave. */
function touching(proven: readonly ProvenGroup[]): readonly RepairGroup[] | undefined {
  for (const [i, a] of proven.entries()) {
    const b = proven
      .slice(i + 1)
      .find(({ document, edits }) => document === a.document && overlapOrTouch(span(edits), span(a.edits)));
    if (b) return [a.group, b.group];
  }
  return undefined;
}

/** Finds groups that do not hold side by side. */
async function notBeside(
  proven: readonly ProvenGroup[],
  prover: PartProver,
): Promise<readonly RepairGroup[] | undefined> {
  for (const related of relatedIn(proven, prover)) {
    for (const some of choicesOf(related)) {
      if (!(await prover.holdTogether(some))) return some.map(({ group }) => group);
    }
  }
  const isAll = proven.length < 2 || (await prover.holdTogether(proven));
  return isAll ? undefined : proven.map(({ group }) => group);
}

/** Clusters the groups that may affect each other, directly or through others. */
function relatedIn(proven: readonly ProvenGroup[], prover: PartProver): readonly (readonly ProvenGroup[])[] {
  let clusters: readonly (readonly ProvenGroup[])[] = [];
  for (const each of proven) {
    const isRelated = (cluster: readonly ProvenGroup[]) =>
      cluster.some(({ group }) => prover.mayConcern(group, each.group));
    const related = clusters.filter(isRelated);
    clusters = [...clusters.filter((cluster) => !related.includes(cluster)), [...related.flat(), each]];
  }
  return clusters;
}

/** The combinations to try: all of them for a few parts, otherwise each pair and all but one. */
function choicesOf(related: readonly ProvenGroup[]): readonly (readonly ProvenGroup[])[] {
  if (related.length <= maxTriedInFull) {
    let subsets: readonly (readonly ProvenGroup[])[] = [[]];
    for (const each of related) subsets = [...subsets, ...subsets.map((subset) => [...subset, each])];
    return subsets.filter(({ length }) => length > 1);
  }
  return related.flatMap((a, i) => [
    ...related.slice(i + 1).map((b) => [a, b]),
    related.filter((other) => other !== a),
  ]);
}

const maxTriedInFull = 5;

function startOf({ edits }: ProvenGroup): number {
  return span(edits).start;
}

/** The span from the first edit to the last. */
function span(edits: readonly OffsetEdit[]): { readonly start: number; readonly end: number } {
  return {
    start: Math.min(...edits.map(({ range }) => range.start)),
    end: Math.max(...edits.map(({ range }) => range.end)),
  };
}

/** Combines edits into one, which rewrites the text between them. */
function oneEdit({ text }: TurtleDocument, edits: readonly OffsetEdit[]): OffsetEdit {
  const range = span(edits);
  const inside = edits.map(({ range: { start, end }, newText }) => ({
    range: { start: start - range.start, end: end - range.start },
    newText,
  }));
  return { range, newText: applyEdits(text.slice(range.start, range.end), inside) };
}
