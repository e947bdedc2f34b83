import type { PlannedEdit, PlanOptions } from '../edits/planEdits.ts';
import type { Graph, GraphDelta } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import type { RecordedValidation } from '../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../shacl/results/violation.ts';
import type { TermPrinter } from '../shacl/results/words.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** A violation to repair, with all that a source of repairs may look at. */
export interface RepairProblem extends RepairableUnit {
  readonly violation: Violation;
}

/** What can be changed, and what a change is checked with. */
export interface RepairableUnit {
  /** The graphs of the unit as they are, and all their results: what a repair is compared with. */
  readonly recorded: RecordedValidation;
  /** The data files of the unit, first the one that is being edited. Repairs change these only. */
  readonly documents: readonly TurtleDocument[];
  /** The context files of the unit: looked at, never changed. */
  readonly context: readonly { readonly uri: string; readonly graph: Graph }[];
  /** How titles and evidence print terms: with the prefixes of the edited file. */
  readonly term: TermPrinter;
  /** Whether edits may declare prefixes; unless told otherwise they may. */
  readonly declaresPrefixes?: boolean;
  /** Where statements about new subjects go; beside what is of their kind, unless told otherwise. */
  readonly newStatements?: PlanOptions['newStatements'];
}

/** A proposal, not yet proven. */
export interface Repair {
  /** What changes, in the file's own words: "Add ex:Building_1 as brick:isPartOf of ex:Room_2". */
  readonly title: string;
  /** A SPARQL Update of INSERT DATA and DELETE DATA; existing blank nodes by their skolem IRIs. */
  readonly update: string;
  /** What the update does to the data as they are, where that is known already. */
  readonly change?: GraphDelta;
  readonly origin: Origin;
  readonly support: Support;
  /** Why this one, in one line: "implied by brick:isPointOf (owl:inverseOf)". */
  readonly evidence: string | undefined;
  /** Inserted terms that stand for what only the user can know. */
  readonly placeholders: readonly TermId[];
}

/** Who proposes: the search of this program, or a language model by its id. */
export type Origin = 'symbolic' | `model:${string}`;

/**
 * Why a proposal is believed, strongest first: the author of the shapes suggests it; the graph or the shape implies it; the rest of the data speaks for
 * it; it is one of few possibilities; it holds the place of what only the user can know; it drops a value; it
 * takes the node out of the shape's target.
 */
export type Support =
  | 'authored'
  | 'implied'
  | 'attested'
  | 'plausible'
  | 'placeholder'
  | 'removal'
  | 'retargeting';

/** Proposes repairs, and those that cannot even be tried where it knows of some. */
export interface RepairSource<Proposal extends Repair | RejectedRepair = Repair | RejectedRepair> {
  readonly name: string;
  /**
   * Proposes repairs, best first, also ones that will not stand up. A source may leave out what is weaker than the
   * best where only the strongest are asked for.
   *
   * @returns true when a bound ended the search, so that there may be more.
   */
  propose(
    problem: RepairProblem,
    signal: AbortSignal,
    options?: ProposeOptions,
  ): AsyncGenerator<Proposal, boolean, void>;
}

export interface ProposeOptions {
  readonly strongestOnly?: boolean;
}

/** What a repair that holds does to the graph and its results. */
export interface Effect {
  readonly delta: GraphDelta;
  /** Other violations that go away with it. */
  readonly alsoFixes: readonly Violation[];
  /** True when it merely takes the focus node out of the shape's target. */
  readonly degenerate: boolean;
  readonly needsInput: boolean;
}

/** What came of applying a proposal to a copy. Only `fixes` may be offered. */
export type Verdict =
  | (Effect & { readonly kind: 'fixes'; readonly edits: readonly DocumentEdits[] })
  | FailedVerdict;

export type FailedVerdict =
  | { readonly kind: 'keepsViolation' }
  | { readonly kind: 'introduces'; readonly results: readonly Violation[] }
  | { readonly kind: 'notExpressible'; readonly reason: string }
  | { readonly kind: 'invalidUpdate'; readonly reason: string };

export interface DocumentEdits {
  readonly document: TurtleDocument;
  readonly edits: readonly PlannedEdit[];
}

/** A repair that holds on the graph. Whether the text can say so is another question. */
export interface SoundRepair {
  readonly repair: Repair;
  readonly verdict: Effect;
}

/** The repair that was chosen for a result. */
export interface AcceptedRepair {
  readonly problem: RepairProblem;
  readonly chosen: SoundRepair;
}

export interface VerifiedRepair extends SoundRepair {
  readonly verdict: Extract<Verdict, { readonly kind: 'fixes' }>;
}

/** A proposal that does not stand up. */
export interface RejectedRepair {
  readonly repair: Repair;
  readonly verdict: FailedVerdict;
}
