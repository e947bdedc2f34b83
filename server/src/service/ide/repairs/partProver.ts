import { yieldToEventLoop } from '../../../base/abort.ts';
import { lazy } from '../../../base/lazy.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import { libraryEditsState } from '../../../rdf/edits/planLibraryEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { pairKey } from '../../../rdf/termKeys.ts';
import { terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { changeSize, mergeChanges, noChange, withOwnNodes } from '../../../repair/drafts/change.ts';
import { splitDelta } from '../../../repair/proof/splitDelta.ts';
import { statesExactly } from '../../../repair/proof/statesExactly.ts';
import { verifyJointly } from '../../../repair/proof/verify.ts';
import type { RepairProblem } from '../../../repair/repair.ts';
import { affectedFocuses } from '../../../shacl/incremental/affected.ts';
import { changesClasses } from '../../../shacl/incremental/changedInput.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import { mayChangeQueries } from '../../../shacl/sparql/queryVerdicts.ts';
import { isNewBlankNode } from '../../../sparql/termCodec.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { repairProblem } from './codeActions.ts';
import type { RepairedResult } from './fixAll.ts';

/** Repairs that are applied together or not at all, by their sorted numbers. */
export type RepairGroup = readonly number[];

/** A group that holds by itself: its results are gone, there are no new ones, and the edits state exactly that. */
export interface ProvenGroup {
  readonly kind: 'proven';
  readonly group: RepairGroup;
  readonly delta: GraphDelta;
  readonly document: TurtleDocument;
  readonly edits: readonly OffsetEdit[];
  /** The original results that it removes, by key. */
  readonly gone: ReadonlyMap<string, Violation>;
}

export interface FailedGroup {
  readonly kind: 'failed';
  readonly group: RepairGroup;
  /** Whether it may hold together with other groups. */
  readonly canBeHelped: boolean;
  readonly why: string;
}

/** Proves groups of a unit's repairs on the unit before any of them. */
export class PartProver {
  readonly #problem: RepairProblem;
  /** The results before all repairs. */
  readonly #violations: ReadonlyMap<string, Violation>;
  readonly #repaired: readonly RepairedResult[];
  readonly #deltas: readonly GraphDelta[];
  readonly #affected: readonly (() => ReadonlySet<number> | undefined)[];
  readonly #proofs = new Map<string, ProvenGroup | FailedGroup>();
  readonly #together = new Map<string, boolean>();
  /** How often each result is found, from different targets. */
  readonly #counts = lazy(() => countedByKey(this.#problem.recorded.result.violations));
  readonly #signal: AbortSignal;

  private constructor(
    problem: RepairProblem,
    start: UnitAnalysis,
    repaired: readonly RepairedResult[],
    signal: AbortSignal,
  ) {
    this.#problem = problem;
    this.#violations = new Map(start.placed.map(({ key, violation }) => [key, violation]));
    this.#repaired = repaired;
    this.#deltas = repaired.map(({ chosen }, number) => withOwnNodes(chosen.verdict.delta, number));
    this.#affected = this.#deltas.map((delta) => lazy(() => affectedBy(problem, delta)));
    this.#signal = signal;
  }

  /** @param repaired at least one, in the order in which they were found. */
  static async of(
    start: UnitAnalysis,
    repaired: readonly RepairedResult[],
    signal: AbortSignal,
  ): Promise<PartProver> {
    const { placed } = repaired[0]!;
    const problem = await repairProblem(placed.violation, placed.place?.document.uri, start, signal);
    // Without new prefix declarations: one part would need what another one declares.
    return new PartProver({ ...problem, declaresPrefixes: false }, start, repaired, signal);
  }

  /** Tries a group by itself. */
  async proof(group: RepairGroup): Promise<ProvenGroup | FailedGroup> {
    const known = this.#proofs.get(group.join());
    if (known) return known;
    const proof = await this.#prove(group);
    this.#proofs.set(group.join(), proof);
    return proof;
  }

  /** Whether groups hold side by side, with the edits that each has by itself. */
  async holdTogether(proven: readonly ProvenGroup[]): Promise<boolean> {
    const key = proven.map(({ group }) => group.join()).join(' ');
    const known = this.#together.get(key) ?? (await this.#proveTogether(proven));
    this.#together.set(key, known);
    return known;
  }

  async #proveTogether(proven: readonly ProvenGroup[]): Promise<boolean> {
    const delta = proven.map((each) => each.delta).reduce(mergeChanges, noChange);
    const gone = proven.flatMap((each) => [...each.gone.values()]);
    await yieldToEventLoop(this.#signal);
    const verdict = await verifyJointly(this.#problem, gone, delta, this.#signal);
    if (verdict.kind !== 'fixes') return false;
    const split = splitDelta(this.#problem, delta);
    if (split.kind !== 'parts') return false;
    for (const { document, delta: own } of split.parts) {
      const edits = proven.filter((each) => each.document === document).flatMap((each) => each.edits);
      const { isTurtle } = document;
      const isSo = !isTurtle
        ? await libraryEditsState(document, edits, own)
        : statesExactly(document, edits, own);
      if (!isSo) return false;
    }
    return true;
  }

  /** Whether some verdict may depend on the changes of both groups. */
  mayConcern(a: RepairGroup, b: RepairGroup): boolean {
    return a.some((i) => b.some((j) => meet(this.#affected[i]!(), this.#affected[j]!())));
  }

  async #prove(group: RepairGroup): Promise<ProvenGroup | FailedGroup> {
    const needsOthers = {
      kind: 'failed',
      group,
      canBeHelped: true,
      why: 'Its repair works only after others. Apply those, then run the command again.',
    } as const;
    const delta = group.map((i) => this.#deltas[i]!).reduce(mergeChanges, noChange);
    if (changeSize(delta) === 0 || this.#refersToOthersBlankNodes(delta)) return needsOthers;
    await yieldToEventLoop(this.#signal);
    const verdict = await verifyJointly(this.#problem, this.#asked(group), delta, this.#signal);
    if (verdict.kind !== 'fixes') return needsOthers;
    const [edits, ...others] = verdict.edits;
    if (edits === undefined) return needsOthers;
    if (others.length > 0) {
      const why = 'Its repair changes several files. Ask about this result on its own.';
      return { kind: 'failed', group, canBeHelped: false, why };
    }
    const fixed = [...this.#asked(group), ...this.#allOf(verdict.alsoFixes)];
    const gone = new Map(fixed.map((violation) => [violationKey(violation), violation]));
    return gone.size === 0 ? needsOthers : { kind: 'proven', group, delta, ...edits, gone };
  }

  /** The given results that no other target yields as well. */
  #allOf(violations: readonly Violation[]): readonly Violation[] {
    const own = countedByKey(violations);
    return violations.filter((violation) => {
      const key = violationKey(violation);
      return own.get(key) === this.#counts().get(key);
    });
  }

  /** The results of a group that exist before all repairs. */
  #asked(group: RepairGroup): readonly Violation[] {
    return group.flatMap((i) => this.#violations.get(this.#repaired[i]!.placed.key) ?? []);
  }

  /** Whether a change refers to blank nodes that only other repairs create. */
  #refersToOthersBlankNodes({ added }: GraphDelta): boolean {
    const { dataGraph } = this.#problem.recorded.input;
    return added
      .flatMap(({ subject, object }) => [subject, object])
      .some(
        (node) =>
          terms.isBlank(node) &&
          !isNewBlankNode(node) &&
          dataGraph.outgoing(node).length === 0 &&
          dataGraph.incoming(node).length === 0,
      );
  }
}

function countedByKey(violations: readonly Violation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const violation of violations) {
    const key = violationKey(violation);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The focus nodes, each for a root shape, whose results a change may affect; undefined when it may affect any. */
function affectedBy({ recorded }: RepairProblem, delta: GraphDelta): ReadonlySet<number> | undefined {
  const { input, classes } = recorded;
  if (changesClasses(delta) || mayChangeQueries(input.shapes, delta)) return undefined;
  const change = { before: input.dataGraph, delta, classesBefore: classes, classesAfter: classes };
  const focuses = affectedFocuses(change, input.shapes, input.shapes.roots);
  return new Set(focuses.map(({ shape, node }) => pairKey(shape.id, node)));
}

function meet(a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean {
  return a === undefined || b === undefined || [...a].some((key) => b.has(key));
}
