import type { PlannedEdit } from '../edits/planEdits.ts';
import type { GraphDelta } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import type { Violation } from '../shacl/violation.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** A violation to repair, with all that a source of repairs may look at. */
export interface RepairProblem {
  readonly violation: Violation;
  readonly input: ValidationInput;
  /** The data files of the unit, first the one that is being edited. Repairs change these only. */
  readonly documents: readonly TurtleDocument[];
}

/** A proposal, not yet proven. */
export interface Repair {
  /** What changes, in the file's own words: "Add ex:Building_1 as brick:isPartOf of ex:Room_2". */
  readonly title: string;
  /** A SPARQL Update of INSERT DATA and DELETE DATA; existing blank nodes by their skolem IRIs. */
  readonly update: string;
  readonly origin: 'symbolic';
  /** Why this one, in one line: "implied by brick:isPointOf (owl:inverseOf)". */
  readonly evidence: string | undefined;
  /** Inserted terms that stand for what only the user can know. */
  readonly placeholders: readonly TermId[];
}

/** Proposes repairs, best first. */
export interface RepairSource {
  readonly name: string;
  propose(problem: RepairProblem, signal: AbortSignal): AsyncIterable<Repair>;
}

/** What came of applying a proposal to a copy. Only `fixes` may be offered. */
export type Verdict =
  | {
      readonly kind: 'fixes';
      readonly delta: GraphDelta;
      readonly edits: readonly DocumentEdits[];
      /** Other violations that go away with it. */
      readonly alsoFixes: readonly Violation[];
      /** True when it merely takes the focus node out of the shape's target. */
      readonly degenerate: boolean;
      readonly needsInput: boolean;
    }
  | { readonly kind: 'keepsViolation' }
  | { readonly kind: 'introduces'; readonly results: readonly Violation[] }
  | { readonly kind: 'notExpressible'; readonly reason: string }
  | { readonly kind: 'invalidUpdate'; readonly reason: string };

export interface DocumentEdits {
  readonly document: TurtleDocument;
  readonly edits: readonly PlannedEdit[];
}

export interface VerifiedRepair {
  readonly repair: Repair;
  readonly verdict: Extract<Verdict, { readonly kind: 'fixes' }>;
}
