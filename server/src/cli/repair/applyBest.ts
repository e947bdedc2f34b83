import { EditedText } from '../../rdf/edits/editedText.ts';
import { rereadDocument } from '../../rdf/readers/readWithLibrary.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { SuggestionProvider } from '../../repair/joint/repairJointly.ts';
import type { Ranked } from '../../repair/repair.ts';
import { acceptedCertainties, bestRepair, likelyRepair } from '../../repair/search/repairChoice.ts';
import { type FixAllResult, fixAll, type RepairedResult } from '../../service/ide/repairs/fixAll.ts';
import { makePlan, type PlacedStep, planFor } from '../../service/ide/repairs/repairPlan.ts';
import type { WhyUnproven } from '../../service/ide/stores/provenOverStores.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import {
  type AnalysedRun,
  type ValidationRunResult,
  validationRunOf,
} from '../../service/report/validationRun.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { WorkIsOver } from '../../shacl/watch.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { unaborted, type Workspace } from '../input/workspace.ts';

/** The outcome of repairing the results of a unit, mostly of one file. */
export interface AppliedRepairs {
  readonly applied: readonly AppliedRepair[];
  /** Why results were left, by the keys that they have among those of the unit. */
  readonly left: ReadonlyMap<string, string>;
  /** The data files, with their texts afterwards. */
  readonly files: readonly RepairedFile[];
  /** Whether other units are repaired as well, so that this one has to be identified. */
  readonly isOneOfMany: boolean;
  readonly before: AnalysedRun;
  readonly after: AnalysedRun;
}

export interface RepairedFile {
  readonly document: TurtleDocument;
  readonly text: EditedText;
}

export interface AppliedRepair {
  readonly result: ValidationRunResult;
  readonly chosen: Ranked;
  /** Set when the same was done to all results of a kind, with their number. */
  readonly kind: AppliedKind | undefined;
}

export interface AppliedKind {
  readonly title: string;
  readonly count: number;
}

export interface ApplyOptions {
  /** Which results are asked for. */
  readonly isAsked: (result: ValidationRunResult) => boolean;
  /** How certain a repair has to be. Those of a model are applied regardless. */
  readonly least: 'certain' | 'likely';
  readonly acceptPlaceholders: boolean;
  readonly isOneOfMany: boolean;
  /** Where the repairs come from, given the analysis of the file; without it they are searched for. */
  readonly suggest?: ((analysis: UnitAnalysis) => SuggestionProvider) | undefined;
  /** Applies the steps of a plan for all results instead of the best repair of each. */
  readonly byPlan: boolean;
  /** Why all repairs together are not proven; none is applied then. */
  readonly whyUnproven?: WhyUnproven | undefined;
}

/** Applies the best repair of each result of a unit to its texts in memory, if it is sure enough. */
export async function applyBest(
  before: AnalysedRun,
  unit: UnitAnalysis,
  workspace: Workspace,
  { isAsked, least, acceptPlaceholders, isOneOfMany, suggest, byPlan, whyUnproven }: ApplyOptions,
): Promise<AppliedRepairs> {
  const asked = before.results.filter(isAsked);
  const [analysis] = asked.map((result) => result.analysis);
  const filesWith = (texts: ReadonlyMap<string, EditedText>) =>
    unit.graphs.data.map((document) => ({
      document,
      text: texts.get(document.uri) ?? new EditedText(document.text),
    }));
  const nothing = (left: AppliedRepairs['left']) => ({
    applied: [],
    left,
    files: filesWith(new Map()),
    isOneOfMany,
    before,
    after: before,
  });
  if (!analysis) return nothing(new Map());
  const resultOf = new Map(asked.map((result) => [violationKey(result.violation), result]));
  const options = {
    isAsked: ({ key }: { readonly key: string }) => resultOf.has(key),
    whyUnproven,
    analyse: (linked: LinkedUnit, previous: UnitAnalysis) => workspace.analyse(linked, 'builtin', previous),
  };
  const accepted = acceptedCertainties(least, acceptPlaceholders);
  const isWanted = ({ step }: PlacedStep) => accepted.includes(step.chosen.certainty);
  const choose = suggest ? bestRepair({ acceptPlaceholders }) : likelyRepair(least, { acceptPlaceholders });
  const fixed = await provenInTime(async () => {
    if (!byPlan)
      return fixAll(
        analysis,
        { ...options, choose, ...(suggest && { suggest: suggest(analysis) }) },
        unaborted,
      );
    const plan = await planFor(analysis, options.isAsked, unaborted);
    return makePlan(analysis, { ...options, plan, isWanted }, unaborted);
  });
  // Repairs that are applied together are proven together.
  if (fixed instanceof WorkIsOver) return nothing(new Map(asked.map(({ key }) => [key, fixed.message])));
  const kinds = countedKinds(fixed.repaired);
  const after = await validationRunOf([fixed.after]);
  const why = new Map(fixed.left.map((left) => [left.placed.key, left.why]));
  const left = after.results.map(
    ({ key, violation }) => [key, why.get(violationKey(violation)) ?? 'not asked for'] as const,
  );
  return {
    applied: fixed.repaired.map(({ placed, chosen, kind }) => ({
      result: resultOf.get(placed.key)!,
      chosen,
      kind: kind && kinds.get(kind.key),
    })),
    left: new Map(left),
    files: filesWith(fixed.texts),
    isOneOfMany,
    before,
    after,
  };
}

async function provenInTime(fix: () => Promise<FixAllResult>): Promise<FixAllResult | WorkIsOver> {
  try {
    return await fix();
  } catch (error) {
    if (error instanceof WorkIsOver) return error;
    throw error;
  }
}

function countedKinds(repaired: readonly RepairedResult[]): ReadonlyMap<string, AppliedKind> {
  const kinds = new Map<string, AppliedKind>();
  for (const { kind } of repaired) {
    if (kind) kinds.set(kind.key, { title: kind.title, count: (kinds.get(kind.key)?.count ?? 0) + 1 });
  }
  return kinds;
}

/** A unit with other texts, by uri. */
export async function withTexts(
  linked: LinkedUnit,
  texts: ReadonlyMap<string, EditedText>,
): Promise<LinkedUnit> {
  const documents = new Map(linked.documents);
  for (const [uri, { text }] of texts) {
    const document = documents.get(uri);
    if (document) documents.set(uri, await rereadDocument(document, text));
  }
  return { ...linked, documents };
}
