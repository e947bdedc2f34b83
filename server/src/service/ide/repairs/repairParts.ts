/**
 * Splits repairs of many results into parts that a person may accept or reject individually. What was verified as a
 * whole may break when only half of it is applied. So each part is proven again by itself, and side by side with those
 * that may affect it; parts that need each other become one. A part is a single edit, so that nobody can apply half of
 * it.
 */
import { applyEdits, type TextEdit } from '../../../base/textEdit.ts';
import { overlapOrTouch } from '../../../base/textRange.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import type { RepairedResult } from './fixAll.ts';
import { type FailedGroup, PartProver, type ProvenGroup, type RepairGroup } from './partProver.ts';

/** A part that holds by itself and side by side with the others. */
export interface RepairPart {
  readonly repairs: readonly RepairedResult[];
  readonly document: TurtleDocument;
  readonly edit: TextEdit;
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
function span(edits: readonly TextEdit[]): { readonly start: number; readonly end: number } {
  return {
    start: Math.min(...edits.map(({ range }) => range.start)),
    end: Math.max(...edits.map(({ range }) => range.end)),
  };
}

/** Combines edits into one, which rewrites the text between them. */
function oneEdit({ text }: TurtleDocument, edits: readonly TextEdit[]): TextEdit {
  const range = span(edits);
  const inside = edits.map(({ range: { start, end }, newText }) => ({
    range: { start: start - range.start, end: end - range.start },
    newText,
  }));
  return { range, newText: applyEdits(text.slice(range.start, range.end), inside) };
}
