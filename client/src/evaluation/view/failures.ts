import type {
  ReportData,
  ReportedCell,
  TrialDetails,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { type CellReading, type ShownCell, type ShownTrial, tiers, trialsOf } from './cells.ts';

/** The filters of the list of failures; an empty text means all. */
export interface FailureFilter {
  readonly system: string;
  readonly strategy: string;
  /** How many tiers are reached, as a digit. */
  readonly reached: string;
  readonly component: string;
  readonly dataset: string;
}

export const noFilter: FailureFilter = { system: '', strategy: '', reached: '', component: '', dataset: '' };

/** The trials that do not restore the graph by their first answer. */
export function failuresOf(cells: readonly ShownCell[], reading: CellReading): readonly ShownTrial[] {
  return [...trialsOf(cells, reading)].filter(({ height }) => height < tiers.length);
}

export function filtered(trials: readonly ShownTrial[], filter: FailureFilter): readonly ShownTrial[] {
  return trials.filter((trial) =>
    (Object.keys(filter) as (keyof FailureFilter)[]).every(
      (field) => filter[field] === '' || fieldOf(trial, field) === filter[field],
    ),
  );
}

/** What there is to choose from: the values of a field with how many trials have each. */
export function valuesOf(
  trials: readonly ShownTrial[],
  field: keyof FailureFilter,
): readonly { readonly value: string; readonly trials: number }[] {
  const counts = new Map<string, number>();
  for (const trial of trials) {
    const value = fieldOf(trial, field);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, trials]) => ({ value, trials }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}

function fieldOf({ of, case: each, height }: ShownTrial, field: keyof FailureFilter): string {
  switch (field) {
    case 'system':
      return of.system;
    case 'strategy':
      return of.cell.strategy ?? 'none';
    case 'reached':
      return String(height);
    case 'component':
      return each.component;
    case 'dataset':
      return each.dataset;
  }
}

/** How far a trial got, in a word. */
export function reachedText(height: number): string {
  return tiers[height - 1] ?? 'no update';
}

/** `sh:class` for sh:ClassConstraintComponent, for SHACL's own components; the end of other IRIs. */
export function componentName(iri: string): string {
  const shacl = /^http:\/\/www\.w3\.org\/ns\/shacl#(\w+)ConstraintComponent$/.exec(iri)?.[1];
  // Abbreviations are in lower case, too: sh:sparql.
  const start = /^[A-Z]+(?![a-z])|^[A-Z]/;
  if (shacl !== undefined) return `sh:${shacl.replace(start, (capitals) => capitals.toLowerCase())}`;
  return /[^#/]+$/.exec(iri)?.[0] ?? iri;
}

/** `case-0007`, and which attempt at it where there are several. */
export function trialName({ of, case: each, repeat }: ShownTrial): string {
  return of.run.repeat === 1 ? each.id : `${each.id}, attempt ${repeat}`;
}

/** Finds all about a trial, where the page has it. */
export function detailsFinder({
  runs,
  suites,
  details,
}: ReportData): (trial: ShownTrial) => TrialDetails | undefined {
  const found = new Map<ReportedCell, Map<string, TrialDetails>>();
  for (const each of details) {
    const run = runs[each.run]!;
    const cell = run.cells[each.cell]!;
    const own = found.get(cell) ?? new Map<string, TrialDetails>();
    found.set(cell, own);
    own.set(`${each.repeat} ${suites[run.suite]!.cases[each.case]!.id}`, each);
  }
  return ({ of, case: { id }, repeat }) => found.get(of.cell)?.get(`${repeat} ${id}`);
}

/** The note on trials whose details are not in the page. */
export function leftOutText(failures: number, kept: number): string {
  if (kept >= failures) return '';
  return `This page has the details of ${kept.toLocaleString('en')} of ${counted(failures, 'failure')}, spread over systems, tiers and components. The others are marked with * and recorded in the trials.jsonl of their run.`;
}
