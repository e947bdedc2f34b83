import { counted } from '../../../base/counted.ts';
import { sha256 } from '../../../base/sha256.ts';
import { termToNTriples, tripleToNTriples } from '../../../rdf/nTriples.ts';
import { terms } from '../../../rdf/terms.ts';
import { uncertaintyText } from '../../../repair/repair.ts';
import type {
  StoreRepair,
  StoreRepairs,
  StoreResult,
} from '../../../service/ide/storeRepairs/storeRepairs.ts';
import { gapText } from '../../../service/ide/stores/withStore.ts';
import { rounded } from '../../../service/report/repairJson.ts';
import { type Printer, paragraphs } from '../../output/print.ts';
import { printable } from '../../output/style.ts';
import { termsText } from '../../output/textReport.ts';
import { certaintyText, exclusionHeading, shownExclusions } from '../repairText.ts';

export interface KeyedStoreResult extends StoreResult {
  /** Stable across runs. */
  readonly key: string;
}

interface Printed {
  /** The address of the store. */
  readonly url: string;
  readonly found: StoreRepairs;
  /** The results that were asked for. */
  readonly results: readonly KeyedStoreResult[];
}

/** What `repair --endpoint` prints for people. */
export function storeRepairText({ url, found, results }: Printed, printer: Printer): string {
  const { style } = printer;
  const { gaps, notChecked, idle, print } = found;
  const open = [...gaps.map((gap) => gapText(url, gap)), ...notChecked.map(({ reason }) => reason)];
  const repairable = results.filter(({ repairs }) => repairs.some(isOffered)).length;
  return paragraphs([
    ...results.map((result) => resultLines(result, found, printer)),
    idle.map((node) => style.yellow(`No shape has ${printable(print(node))} as a target.`)),
    open.map((reason) => style.yellow(printable(reason))),
    [summary(results.length, repairable, open.length > 0, printer)],
  ]);
}

function summary(results: number, repairable: number, isOpen: boolean, { style }: Printer): string {
  if (results > 0) {
    const repairs = `${repairable} of them with updates for the store`;
    return `${style.bold(style.red(counted(results, 'result')))}, ${repairs}`;
  }
  return isOpen ? style.bold(style.yellow('Undecided')) : style.bold(style.green('Nothing to repair'));
}

function resultLines(
  { violation, repairs, uncertainty, key }: KeyedStoreResult,
  { print }: StoreRepairs,
  printer: Printer,
): readonly string[] {
  const { style } = printer;
  const shown = [...repairs.filter(({ verdict }) => !verdict.degenerate), ...shownExclusions(repairs)];
  const message = violation.messages.map((each) => terms.value(each)).join(' ');
  return [
    style.bold(printable(message).replaceAll('\n', ' ')),
    `  ${style.dim('-->')} ${style.blue(printable(termsText(violation, print)))} ${style.dim(`[${key}]`)}`,
    ...shown.flatMap((repair, i) => repairLines(repair, i, shown.length, printer)).map(indented),
    ...(uncertainty ? [indented(style.yellow(printable(uncertaintyText(uncertainty))))] : []),
  ];
}

function repairLines(
  { repair, verdict, certainty, likelihood, guarded }: StoreRepair,
  i: number,
  all: number,
  { style }: Printer,
): readonly string[] {
  const name = verdict.degenerate ? style.yellow(exclusionHeading) : style.green(`repair ${i + 1} of ${all}`);
  const sure = certaintyText({ certainty, likelihood });
  const lines = guarded.kind === 'update' ? guarded.text.split('\n') : [`No update: ${guarded.reason}`];
  const key = guarded.kind === 'update' ? ` [${repairKey(guarded.text)}]` : '';
  return [
    `${name}: ${oneLine(repair.title)}${style.dim(` (${sure})${key}`)}`,
    ...(repair.evidence === undefined ? [] : [`  ${style.dim(`because: ${oneLine(repair.evidence)}`)}`]),
    ...lines.map((line) => indented(printable(line))),
  ];
}

/** Identifies a repair by what its update does to a store: a different update has a different key. */
export function repairKey(update: string): string {
  return sha256(update).slice(0, 12);
}

function indented(line: string): string {
  return `  ${line}`;
}

function oneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ');
}

/** Whether a repair can be carried out, and does more than take its node out of the target. */
export function isOffered({ verdict, guarded }: StoreRepair): boolean {
  return !verdict.degenerate && guarded.kind === 'update';
}

/** The best update of each result, for a file. Comments describe what it does. */
export function updatesText({ results, found: { print } }: Printed): string {
  return results
    .flatMap(({ violation, repairs, key }) => {
      const best = repairs.find(isOffered);
      if (best?.guarded.kind !== 'update') return [];
      const { repair, certainty, guarded } = best;
      const about = [`${termsText(violation, print)} [${key}]`, `${repair.title} (${certainty})`];
      return [`${about.map((line) => `# ${line.replaceAll(/[\r\n]+/g, ' ')}\n`).join('')}${guarded.text}\n`];
    })
    .join(';\n\n');
}

/** What `repair --endpoint --format json` prints. */
export function storeRepairJson({ url, found, results }: Printed): unknown {
  return {
    endpoint: url,
    results: results.map(({ key, violation, repairs, uncertainty }) => ({
      key,
      focusNode: termToNTriples(violation.focusNode),
      path: violation.resultPath === undefined ? null : termToNTriples(violation.resultPath),
      value: violation.value === undefined ? null : termToNTriples(violation.value),
      sourceShape: termToNTriples(violation.sourceShape),
      component: terms.value(violation.component),
      severity: terms.value(violation.severity),
      messages: violation.messages.map((each) => terms.value(each)),
      repairs: repairs.map(({ repair, verdict, certainty, likelihood, guarded }) => ({
        title: repair.title,
        key: guarded.kind === 'update' ? repairKey(guarded.text) : null,
        update: guarded.kind === 'update' ? guarded.text : null,
        refused: guarded.kind === 'update' ? null : guarded.reason,
        added: verdict.delta.added.map(tripleToNTriples),
        removed: verdict.delta.removed.map(tripleToNTriples),
        likelihood: rounded(likelihood),
        certainty,
        degenerate: verdict.degenerate,
        needsInput: verdict.needsInput,
      })),
      reason: uncertainty ? uncertaintyText(uncertainty) : null,
    })),
    withoutShape: found.idle.map(termToNTriples),
    undecided: [...found.gaps, ...found.notChecked.map(({ reason }) => reason)],
  };
}
