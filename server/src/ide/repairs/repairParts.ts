/**
 * Repairs of many results as parts of which a person may take some and leave others. What was verified as a whole may
 * fall to pieces when half of it is made, so each part is proven once more by itself, and beside those that it may have
 * to do with; parts that need one another become one. A part is a single edit, so that nobody can take half of it.
 */
import { applyEdits, type TextEdit } from '../../base/textEdit.ts';
import { overlapOrTouch } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import type { RepairedResult } from './fixAll.ts';
import { type FailedGroup, PartProver, type ProvenGroup, type RepairGroup } from './partProver.ts';

/** Holds by itself, and beside the others. */
export interface RepairPart {
  readonly repairs: readonly RepairedResult[];
  readonly document: TurtleDocument;
  readonly edit: TextEdit;
  /** The results of the start that go away with it, by their keys. */
  readonly gone: ReadonlySet<string>;
}

export interface RepairParts {
  readonly parts: readonly RepairPart[];
  /** Repairs that are in no part, and why. */
  readonly leftOut: ReadonlyMap<RepairedResult, string>;
}

/**
 * Makes parts of repairs that were found one after the other for a unit as it was at the start.
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

/** A group that does not hold alone, and one with which it does. */
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

/** Two groups whose edits touch or are among each other. */
function touching(proven: readonly ProvenGroup[]): readonly RepairGroup[] | undefined {
  for (const [i, a] of proven.entries()) {
    const b = proven
      .slice(i + 1)
      .find(({ document, edits }) => document === a.document && overlapOrTouch(span(edits), span(a.edits)));
    if (b) return [a.group, b.group];
  }
  return undefined;
}

/** Groups that do not hold beside one another. */
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

/** Those that may concern one another, directly or by way of others. */
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

/** What a person may take of some parts: everything, where there are few; else each two, and all but one. */
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

/** From the first edit to the last. */
function span(edits: readonly TextEdit[]): { readonly start: number; readonly end: number } {
  return {
    start: Math.min(...edits.map(({ range }) => range.start)),
    end: Math.max(...edits.map(({ range }) => range.end)),
  };
}

/** Edits as one that writes what is between them again. */
function oneEdit({ text }: TurtleDocument, edits: readonly TextEdit[]): TextEdit {
  const range = span(edits);
  const inside = edits.map(({ range: { start, end }, newText }) => ({
    range: { start: start - range.start, end: end - range.start },
    newText,
  }));
  return { range, newText: applyEdits(text.slice(range.start, range.end), inside) };
}
