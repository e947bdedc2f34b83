import { lazyList, type StreamableJson } from '../../base/jsonText.ts';
import type { TextPosition } from '../../base/lineIndex.ts';
import { termToNTriples, tripleToNTriples } from '../../rdf/nTriples.ts';
import { type Certainty, type Ranked, uncertaintyText, type VerifiedRepair } from '../../repair/repair.ts';
import { agreedSupport } from '../../repair/scorecard/certainty.ts';
import { repairEvidence } from '../ide/repairs/repairEvidence.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { rangeJson } from './excerpt.ts';
import type { JsonResult } from './jsonResult.ts';
import { type JsonStatedBy, statedByJson } from './statedByJson.ts';
import type { SuggestedRepairs } from './suggestedRepairs.ts';
import {
  errorsJson,
  groupsJson,
  notCheckedJson,
  type ValidationJson,
  validationResultJson,
  verdictJson,
} from './validationJson.ts';
import { type ValidationRun, withProbe } from './validationRun.ts';
import { runVerdict } from './verdict.ts';

export interface JsonEvidence {
  readonly kind: string;
  /** Empty for what the change itself shows. */
  readonly words: string;
  readonly for: number | null;
  readonly of: number | null;
}

/** A repair as editors and scripts apply it. */
export interface JsonRepair {
  readonly title: string;
  readonly update: string;
  /** All edits refer to the current file. */
  readonly edits: readonly {
    readonly range: { readonly start: TextPosition; readonly end: TextPosition };
    readonly newText: string;
  }[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly alsoFixes: number;
  readonly introduces: 0;
  readonly origin: string;
  /** From 0 to 1: how likely it is to be what was meant. */
  readonly likelihood: number;
  readonly certainty: Certainty;
  /** Why it is believed; `authored`, `implied` and `attested` are certain. */
  readonly support: string;
  /** The reasons for and against it; `for` and `of` count, or are null. */
  readonly evidence: readonly JsonEvidence[];
  /** What it rests on that only stores contain, by store; absent if there is nothing. */
  readonly statedBy?: readonly JsonStatedBy[];
  readonly degenerate: boolean;
  readonly needsInput: boolean;
  /** The added terms that are placeholders for values only the user can know. */
  readonly placeholders: readonly string[];
}

/** Remedies where no repair is certain or likely. */
export interface JsonRemedy {
  readonly kind: string;
  readonly title: string;
  /** What a file should describe, the value to replace, or the node to look at. */
  readonly terms: readonly string[];
  /** The updates of the repairs to choose from. */
  readonly updates: readonly string[];
  /** The files of the working directory that describe the terms and are not linked, as URIs. */
  readonly files: readonly string[];
}

export interface RepairJson {
  readonly conforms: boolean;
  readonly validated: boolean;
  readonly engine: 'builtin';
  readonly inference: string;
  /** `symbolic`, `model:ID` or `choose:ID`. */
  readonly system: string;
  /** With a model only: the cost of asking it. */
  readonly model?: ModelJson;
  readonly contextResults: number;
  /** The results with their repairs, best first; after repairs were applied, the remaining results. */
  readonly violations: readonly (JsonResult & {
    readonly repairs: readonly JsonRepair[];
    /** What was searched for and not found; null when a repair is certain or likely. */
    readonly reason: string | null;
    /** The remedies in that case, the most helpful first. */
    readonly remedies: readonly JsonRemedy[];
  })[];
  /** The results with one cause; a repair at the cause repairs each of them. */
  readonly groups: ValidationJson['groups'];
  /** With --apply or --dry-run only: the applied repairs in order, and the whole change as a unified diff. */
  readonly applied?: readonly {
    readonly key: string;
    readonly title: string;
    readonly update: string;
    /** The same repair for all results of a kind: its effect, and the number of results. */
    readonly kind: { readonly title: string; readonly count: number } | null;
    readonly likelihood: number;
    readonly certainty: Certainty;
  }[];
  readonly diff?: string;
  readonly notChecked: ValidationJson['notChecked'];
  readonly errors: ValidationJson['errors'];
  readonly stats: ValidationJson['stats'];
}

export interface ModelJson {
  readonly id: string;
  readonly strategy: string;
  readonly answers: number;
  /** How many answers came from the cache. */
  readonly fromCache: number;
  /** Tokens of the other answers. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether the tokens are estimated because the provider gave no count. */
  readonly estimated: boolean;
  /** In USD; null when the price is unknown. */
  readonly cost: number | null;
}

interface RepairFacts extends Pick<RepairJson, 'system' | 'model'> {
  readonly ms: number;
  readonly done?: Pick<RepairJson, 'applied' | 'diff'>;
}

/** What `repair --format json` prints. */
export function repairJson(
  run: ValidationRun,
  suggested: readonly SuggestedRepairs[],
  { system, model, ms, done }: RepairFacts,
): StreamableJson<RepairJson> {
  return {
    ...verdictJson(run, runVerdict(run)),
    validated: run.validated,
    engine: 'builtin',
    inference: run.inference,
    system,
    ...(model && { model }),
    contextResults: run.contextResults,
    violations: lazyList(suggested, ({ result, repairs, uncertainty, remedies }) =>
      withProbe(result, () => ({
        ...validationResultJson(result),
        repairs: repairs.map((each) => verifiedJson(each, result.analysis)),
        reason: uncertainty ? uncertaintyText(uncertainty) : null,
        remedies: remedies.map((remedy) => ({ ...remedy, terms: remedy.terms.map(termToNTriples) })),
      })),
    ),
    groups: groupsJson(run),
    ...done,
    notChecked: notCheckedJson(run),
    errors: errorsJson(run),
    stats: { triples: run.triples, ms: Math.round(ms) },
  };
}

function verifiedJson(ranked: Ranked<VerifiedRepair>, { graphs, print }: UnitAnalysis): JsonRepair {
  const { repair, verdict, likelihood, certainty } = ranked;
  const { title, update, origin, reasons, placeholders } = repair;
  const { delta, edits, alsoFixes, degenerate, needsInput } = verdict;
  const statedBy = statedByJson(repairEvidence(ranked, graphs, print).statedBy);
  return {
    title,
    update,
    edits: edits.flatMap(({ document, edits }) =>
      edits.map(({ range, newText }) => ({ range: rangeJson(document, range), newText })),
    ),
    added: delta.added.map(tripleToNTriples),
    removed: delta.removed.map(tripleToNTriples),
    alsoFixes: alsoFixes.length,
    introduces: 0,
    origin,
    likelihood: rounded(likelihood),
    certainty,
    support: agreedSupport(ranked),
    evidence: reasons.map(({ kind, words, for: count, of }) => ({
      kind,
      words,
      for: count ?? null,
      of: of ?? null,
    })),
    ...(statedBy.length > 0 && { statedBy }),
    degenerate,
    needsInput,
    placeholders: placeholders.map(termToNTriples),
  };
}

/** A likelihood to three digits, so that reports can be compared. */
export function rounded(likelihood: number): number {
  return Math.round(likelihood * 1000) / 1000;
}
