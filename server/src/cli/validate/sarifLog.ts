import { lazyList } from '../../base/jsonText.ts';
import type { TextPosition } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import { version } from '../../base/version.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { VerifiedRepair } from '../../repair/repair.ts';
import type { InputProblem } from '../../service/ide/diagnostics/inputProblems.ts';
import { staleMessage } from '../../service/report/baseline.ts';
import { rangeJson } from '../../service/report/excerpt.ts';
import { reportedResult } from '../../service/report/reportedResult.ts';
import type { ReportedResult } from '../../service/report/resultRecord.ts';
import {
  levelOf,
  type RunResult,
  type SuppressedRunResult,
  type ValidationRun,
  withProbe,
} from '../../service/report/validationRun.ts';
import type { RunVerdict } from '../../service/report/verdict.ts';
import { relativePath } from '../../workspace/project/uris.ts';
import { isProjectFile } from '../../workspace/project/workspaceFiles.ts';
import { uriOf } from '../output/paths.ts';
import type { ProvenFixes, RepairsByResult } from './sarifFixes.ts';

export interface SarifOptions {
  readonly cwd: string;
  readonly baseline?: ReadonlySet<string> | undefined;
  readonly verdict: RunVerdict;
  /** Repairs to offer as fixes. */
  readonly repairs?: ProvenFixes | undefined;
}

/**
 * A SARIF 2.1.0 log: one rule per constraint component, one for syntax errors, and each result with its constraint as
 * related location. Files below the working directory are given relative to it, as code scanning services expect.
 */
export function sarifLog(run: ValidationRun, { cwd, baseline, verdict, repairs }: SarifOptions): unknown {
  const root = `${uriOf(cwd, '.')}/`;
  const syntaxErrors = run.problems.filter(({ kind }) => kind === 'syntax');
  const others = run.problems.filter(({ kind }) => kind !== 'syntax');
  const rules = new Rules();
  // Rules come before the results that refer to them, which are created while they are written.
  if (syntaxErrors.length > 0) rules.add(syntaxRule);
  const found = [...run.results, ...run.suppressed];
  for (const result of found) {
    const reported = reportedResult(result);
    if (!rules.has(ruleName(reported))) withProbe(result, () => rules.add(ruleOf(reported)));
  }
  const results = lazyList([...syntaxErrors, ...found], (each) =>
    'key' in each
      ? withProbe(each, () => violationResult(each, { rules, root, baseline, repairs }))
      : syntaxResult(each, rules, root),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'SHACL Repair', semanticVersion: version, rules: rules.all } },
        columnKind: 'utf16CodeUnits',
        // As editors count lines.
        newlineSequences: ['\r\n', '\n', '\r'],
        originalUriBaseIds: { [rootId]: { uri: root } },
        invocations: [
          {
            executionSuccessful: verdict.exitCode <= 1,
            exitCode: verdict.exitCode,
            toolExecutionNotifications: [
              ...others.map(({ severity, message, uri, document, range, position }) => ({
                level: severity,
                message: { text: message },
                ...(uri === undefined
                  ? {}
                  : { locations: [location(uri, rangeIn(document, range) ?? startOf(position), root)] }),
              })),
              ...verdict.stale.map((entry) => ({
                level: 'error',
                message: { text: staleMessage(entry) },
                locations: [location(entry.uri, undefined, root)],
              })),
              // The other reasons are among the problems and what was not checked.
              ...verdict.reasons
                .filter(({ kind }) => kind === 'noTargets' || kind === 'unlinked')
                .map(({ message }) => ({ level: 'warning', message: { text: message } })),
              ...run.notChecked.map(({ reason, uri, document, range }) => ({
                level: 'note',
                message: { text: `Not checked: ${reason}` },
                ...(uri === undefined ? {} : { locations: [location(uri, rangeIn(document, range), root)] }),
              })),
            ],
          },
        ],
        results,
      },
    ],
  };
}

const rootId = 'WORKINGDIRECTORY';

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: { readonly text: string };
  readonly helpUri: string;
}

class Rules {
  readonly all: Rule[] = [];

  has(id: string): boolean {
    return this.all.some((rule) => rule.id === id);
  }

  add(rule: Rule): void {
    this.all.push(rule);
  }

  index({ id }: Rule): number {
    return this.all.findIndex((rule) => rule.id === id);
  }
}

const syntaxRule: Rule = {
  id: 'TurtleSyntax',
  name: 'TurtleSyntax',
  shortDescription: { text: 'The text is not Turtle.' },
  helpUri: 'https://www.w3.org/TR/turtle/#sec-grammar',
};

function ruleName({ component }: Pick<ReportedResult, 'component'>): string {
  return component.replace(/^.*[#/]/, '');
}

function ruleOf({ component, words }: Pick<ReportedResult, 'component' | 'words'>): Rule {
  const name = ruleName({ component });
  return {
    id: name,
    name,
    shortDescription: { text: `Results of ${name.replace(/ConstraintComponent$/, '')} constraints.` },
    helpUri: words.href ?? component,
  };
}

function violationResult(
  result: RunResult | SuppressedRunResult,
  {
    rules,
    root,
    baseline,
    repairs,
  }: Pick<SarifOptions, 'baseline' | 'repairs'> & { readonly rules: Rules; readonly root: string },
): unknown {
  const { key, restsOn } = result;
  const { component, place, words } = reportedResult(result);
  const { message, related } = words;
  const rule = ruleOf({ component, words });
  return {
    ruleId: rule.id,
    ruleIndex: rules.index(rule),
    level: levels[levelOf(result)],
    message: { text: message },
    locations: place ? [location(place.uri, place, root)] : [],
    relatedLocations: related.map(({ uri, start, end, message }, id) => ({
      id,
      ...location(uri, { start, end }, root),
      message: { text: message },
    })),
    partialFingerprints: { 'shaclRepairKey/v1': key },
    ...propertiesOf({ restsOn, ...adviceOf(repairs?.get(key)) }),
    ...(baseline ? { baselineState: baseline.has(key) ? 'unchanged' : 'new' } : {}),
    ...fixesOf(repairs?.get(key)?.repairs ?? [], root),
    ...('suppression' in result ? { suppressions: [suppressionOf(result, root)] } : {}),
  };
}

/** What `repair --format json` reports about a result whose repairs are guesses. */
function adviceOf(found: RepairsByResult | undefined) {
  return found?.reason === undefined ? {} : { reason: found.reason, remedies: found.remedies };
}

/** A property bag; none where nothing has a value. */
function propertiesOf(properties: Readonly<Record<string, unknown>>) {
  return Object.values(properties).every((value) => value === undefined) ? {} : { properties };
}

function fixesOf(repairs: readonly VerifiedRepair[], root: string) {
  if (repairs.length === 0) return {};
  return {
    fixes: repairs.map(({ repair, verdict }) => ({
      description: { text: repair.evidence ? `${repair.title} (${repair.evidence})` : repair.title },
      artifactChanges: verdict.edits.map(({ document, edits }) => ({
        artifactLocation: location(document.uri, undefined, root).physicalLocation.artifactLocation,
        replacements: edits.map(({ range, newText }) => ({
          deletedRegion: region(rangeJson(document, range)),
          ...(newText === '' ? {} : { insertedContent: { text: newText } }),
        })),
      })),
    })),
  };
}

function suppressionOf({ suppression: { document, range, reason } }: SuppressedRunResult, root: string) {
  return {
    kind: isProjectFile(document.uri) ? 'external' : 'inSource',
    justification: reason,
    location: location(document.uri, rangeJson(document, range), root),
  };
}

function syntaxResult(
  { severity, message, uri, document, range }: InputProblem,
  rules: Rules,
  root: string,
): unknown {
  return {
    ruleId: syntaxRule.id,
    ruleIndex: rules.index(syntaxRule),
    level: severity,
    message: { text: message },
    locations: uri === undefined ? [] : [location(uri, rangeIn(document, range), root)],
  };
}

/** The place of something in a file; without an end where only the start is shown. */
interface Region {
  readonly start: TextPosition;
  readonly end?: TextPosition;
}

function rangeIn(document: TurtleDocument | undefined, range: TextRange | undefined): Region | undefined {
  return document && range && rangeJson(document, range);
}

function startOf(start: TextPosition | undefined): Region | undefined {
  return start && { start };
}

function location(uri: string, at: Region | undefined, root: string) {
  const relative = relativePath(root, uri);
  return {
    physicalLocation: {
      artifactLocation: relative === undefined ? { uri } : { uri: encodePath(relative), uriBaseId: rootId },
      ...(at ? { region: region(at) } : {}),
    },
  };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** 1-based lines and columns; the end column is the one after the last character. */
function region({ start, end }: Region) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    ...(end ? { endLine: end.line + 1, endColumn: end.character + 1 } : {}),
  };
}

const levels = { violation: 'error', warning: 'warning', info: 'note', debug: 'note' } as const;
