import { lazyList, type StreamableJson } from '../../base/jsonText.ts';
import type { TextPosition } from '../../base/lineIndex.ts';
import { countIncomplete } from '../../shacl/incompleteness.ts';
import type { SeverityLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import { groupSeverity } from '../ide/diagnostics/undescribed.ts';
import type { UndecidedReason } from '../ide/verdict.ts';
import { type CoverageJson, coverageJson } from './coverageJson.ts';
import type { Agreement, ResultOfOneEngine } from './engineAgreement.ts';
import { type JsonLocation, placeJson, rangeJson } from './excerpt.ts';
import type { JsonDetail, JsonResult } from './jsonResult.ts';
import { type DetailsOf, reportedResult } from './reportedResult.ts';
import { detailJson, termJson } from './resultJson.ts';
import { type JsonLinkedFile, unitLinksJson } from './resultRecord.ts';
import type { RunCoverage } from './runCoverage.ts';
import { type GroupingOptions, resultGroups } from './undescribedResults.ts';
import {
  isSuppressed,
  type ReportableResult,
  type RunResult,
  type SuppressedRunResult,
  type ValidationRun,
  withProbe,
} from './validationRun.ts';
import type { RunVerdict } from './verdict.ts';

/*
 * The JSON of `validate`, parts of which `repair` shares, and of the editor's report. Terms are N-Triples strings,
 * paths are SPARQL property paths over them, and messages are plain text. Lines and characters are 0-based and UTF-16,
 * as in the Language Server Protocol. Missing values are null.
 */

export interface ValidationJson {
  readonly verdict: RunVerdict['kind'];
  /** Why the verdict is neither `conforms` nor `violates`. */
  readonly reasons: readonly {
    readonly kind: UndecidedReason['kind'];
    readonly message: string;
    readonly uri: string | null;
  }[];
  /** Nodes of the data that are targets of shapes. */
  readonly focusNodes: number;
  /** As in SHACL: false if any result counts, or if not everything was evaluated. */
  readonly conforms: boolean;
  readonly validated: boolean;
  readonly engine: string;
  /** What was inferred from data and context before validation: none, rdfs, rdfs+inverse, rules or rules+rdfs. */
  readonly inference: string;
  readonly contextResults: number;
  /** With a baseline only: its entries whose results are gone. They fail the run. */
  readonly stale?: readonly {
    readonly key: string;
    readonly uri: string;
    readonly component: string;
    readonly focusNode: string;
  }[];
  /** On the command line: the folder that it ran in. */
  readonly root?: string;
  /** Data files that were not judged on their own, because they are only shapes or context of others. */
  readonly supporting: readonly string[];
  /** Which files were linked, and why. */
  readonly links: readonly JsonLinkedFile[];
  readonly results: readonly JsonResult[];
  /** For a change of a store only: the results that it removes. Those that stay are `known` among `results`. */
  readonly gone?: readonly (JsonDetail & Pick<JsonResult, 'key'>)[];
  /** Results with one cause, by the namespace, term or value that they rest on. They are among `results`. */
  readonly groups: readonly {
    readonly restsOn: string;
    /** The common cause of all of them, as a sentence. */
    readonly cause: string;
    readonly results: number;
    /** The gravest severity of the results. */
    readonly severity: SeverityLevel;
    /** Where the namespace is declared or imported, or the term or value first used. */
    readonly location: JsonLocation;
  }[];
  /** What the files declare incomplete (SHACL 1.2). */
  readonly incomplete: { readonly nodes: number; readonly uriStarts: readonly string[] };
  readonly notChecked: readonly {
    readonly reason: string;
    readonly shape: string | null;
    readonly component: string | null;
    readonly uri: string | null;
  }[];
  readonly errors: readonly {
    readonly severity: InputProblem['severity'];
    readonly kind: InputProblem['kind'];
    readonly message: string;
    readonly uri: string | null;
    readonly start: TextPosition | null;
    readonly end: TextPosition | null;
  }[];
  /** With --coverage only. */
  readonly coverage?: CoverageJson;
  /** With both engines only. */
  readonly agreement?: {
    readonly agrees: boolean;
    readonly onlyBuiltin: readonly JsonDetail[];
    readonly onlyReference: readonly JsonDetail[];
    readonly notCheckedByReference: readonly { readonly reason: string }[];
  };
  readonly stats: { readonly triples: number; readonly ms: number };
}

export interface ReportOptions extends GroupingOptions {
  readonly engine: string;
  readonly ms: number;
  /** Keys of results in an earlier run. */
  readonly baseline?: ReadonlySet<string> | undefined;
  readonly agreement?: Agreement | undefined;
  readonly verdict: RunVerdict;
  /** The uri of the folder in which a command ran. */
  readonly root?: string | undefined;
  readonly coverage?: RunCoverage | undefined;
  /** For Turtle and JSON: the details of a result that are told; all by default. */
  readonly detailsOf?: DetailsOf | undefined;
}

/**
 * The output of `validate --format json` and of the export of the editor's report. Results that were printed before are not
 * in it.
 */
export function validationJson(
  run: ValidationRun,
  { engine, ms, baseline, agreement, verdict, root, coverage, detailsOf }: ReportOptions,
): StreamableJson<ValidationJson> {
  return {
    ...verdictJson(run, verdict),
    validated: run.validated,
    engine,
    inference: run.inference,
    contextResults: run.contextResults,
    ...(baseline ? { stale: verdict.stale } : {}),
    ...(root === undefined ? {} : { root }),
    supporting: run.supporting,
    links: linksJson(run),
    results: lazyList([...run.results, ...run.suppressed], (result) => ({
      ...validationResultJson(result, detailsOf),
      ...(baseline ? { known: baseline.has(result.key) } : {}),
      ...(isSuppressed(result) ? { suppressed: suppressionJson(result) } : {}),
    })),
    ...(run.gone
      ? {
          gone: run.gone.map(({ key, violation, analysis }) => ({
            key,
            ...detailJson(violation, analysis.graphs.shapes),
          })),
        }
      : {}),
    groups: groupsJson(run),
    incomplete: incompleteIn(run),
    notChecked: notCheckedJson(run),
    errors: errorsJson(run),
    ...(coverage ? { coverage: coverageJson(coverage) } : {}),
    ...(agreement ? { agreement: agreementJson(agreement) } : {}),
    stats: { triples: run.triples, ms: Math.round(ms) },
  };
}

/** The fields that describe the verdict on all of a run's data. */
export function verdictJson(
  { focusNodes }: ValidationRun,
  { kind, reasons, conforms }: RunVerdict,
): Pick<ValidationJson, 'verdict' | 'reasons' | 'focusNodes' | 'conforms'> {
  return {
    verdict: kind,
    reasons: reasons.map(({ kind, message, uri }) => ({ kind, message, uri: uri ?? null })),
    focusNodes,
    conforms: conforms === true,
  };
}

export function validationResultJson(
  result: RunResult | ReportableResult,
  detailsOf?: DetailsOf,
): JsonResult {
  return withProbe(result, () => ({ key: result.key, ...reportedResult(result, detailsOf).json }));
}

export function groupsJson({ results }: ValidationRun): ValidationJson['groups'] {
  return resultGroups(results).map((group) => ({
    restsOn: group.namespace,
    cause: group.message,
    results: group.members.length,
    severity: groupSeverity(group),
    location: placeJson(group.place),
  }));
}

function suppressionJson({ suppression }: SuppressedRunResult): NonNullable<JsonResult['suppressed']> {
  const { reason, document, range } = suppression;
  return { reason, location: { uri: document.uri, ...rangeJson(document, range) } };
}

export function notCheckedJson({ notChecked }: ValidationRun): StreamableJson<ValidationJson['notChecked']> {
  return lazyList(notChecked, ({ reason, shape, component, uri }) => ({
    reason,
    shape: termJson(shape),
    component: termJson(component),
    uri: uri ?? null,
  }));
}

export function errorsJson({ problems }: ValidationRun): StreamableJson<ValidationJson['errors']> {
  return lazyList(problems, ({ severity, kind, message, uri, document, range, position }) => ({
    severity,
    kind,
    message,
    uri: uri ?? null,
    start: document && range ? document.lines.positionAt(range.start) : (position ?? null),
    end: document && range ? document.lines.positionAt(range.end) : (position ?? null),
  }));
}

function agreementJson(agreement: Agreement): NonNullable<ValidationJson['agreement']> {
  const { onlyBuiltin, onlyReference, notCheckedByReference } = agreement;
  const details = (opinions: readonly ResultOfOneEngine[]) =>
    opinions.map((opinion) =>
      withProbe(opinion, () => detailJson(opinion.violation, opinion.analysis.graphs.shapes)),
    );
  return {
    agrees: onlyBuiltin.length + onlyReference.length === 0,
    onlyBuiltin: details(onlyBuiltin),
    onlyReference: details(onlyReference),
    notCheckedByReference: notCheckedByReference.map(({ reason }) => ({ reason })),
  };
}

/** Which files were linked to the data of a run, and why; in the order of the data files. */
function linksJson({
  analyses,
  records,
  data,
}: Pick<ValidationRun, 'analyses' | 'records' | 'data'>): StreamableJson<readonly JsonLinkedFile[]> {
  const byData = new Map<string | undefined, () => readonly JsonLinkedFile[]>();
  for (const { graphs } of analyses) {
    byData.set(graphs.linked.unit.data[0], () => unitLinksJson(graphs.linked));
  }
  for (const unit of records) byData.set(unit.data[0], () => unit.links);
  return {
    *[Symbol.iterator]() {
      for (const uri of data) yield* byData.get(uri)?.() ?? [];
    },
  };
}

/** What the files of a run declare incomplete (SHACL 1.2): how many nodes, and how their URIs start. */
export function incompleteIn({ analyses }: Pick<ValidationRun, 'analyses'>): {
  readonly nodes: number;
  readonly uriStarts: readonly string[];
} {
  let nodes = 0;
  const uriStarts = new Set<string>();
  for (const { graphs, evaluator } of analyses) {
    const declared = evaluator.incompleteness;
    if (declared === undefined) continue;
    nodes += countIncomplete(graphs.input.dataGraph, declared);
    for (const start of declared.uriStarts) uriStarts.add(start);
  }
  return { nodes, uriStarts: [...uriStarts] };
}
