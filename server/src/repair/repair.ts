import type { EditPlanOptions, PlannedEdit } from '../rdf/edits/planEdits.ts';
import type { Graph, GraphDelta } from '../rdf/graph.ts';
import type { TermId, Triple } from '../rdf/terms.ts';
import type { RdfVersion, TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import type { RecordedValidation } from '../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../shacl/model/violation.ts';
import type { TermPrinter } from '../shacl/model/words.ts';
import type { EvidenceItem } from './drafts/evidence.ts';

/** A violation to repair, with everything that a source of repairs may use. */
export interface RepairProblem extends RepairableUnit {
  readonly violation: Violation;
}

/** What can be changed, and the means to check a change. */
export interface RepairableUnit {
  /** The unchanged graphs of the unit and all their results, with which a repair is compared. */
  readonly recorded: RecordedValidation;
  /** The data files of the unit, starting with the edited one. Only these are changed. */
  readonly documents: readonly TurtleDocument[];
  /** The context files of the unit, which are read but never changed. */
  readonly context: readonly { readonly uri: string; readonly graph: Graph }[];
  /** Prints terms for titles and evidence, with the prefixes of the edited file. */
  readonly term: TermPrinter;
  /** Whether edits may declare prefixes; true by default. */
  readonly declaresPrefixes?: boolean;
  /**
   * Missing knowledge on which results may rest, as sentences; undefined when nothing is missing. Otherwise, violations
   * that more triples could resolve may not be violations.
   */
  readonly unknown?: string | undefined;
  /** Where statements about new subjects go; by default after statements about similar subjects. */
  readonly newStatements?: EditPlanOptions['newStatements'];
  /** The version of RDF for files; 1.2 by default. */
  readonly rdf?: RdfVersion;
}

/** A proposal that is not proven yet. */
export interface ProposedRepair {
  /** The change in the file's own words: "Add ex:Building_1 as brick:isPartOf of ex:Room_2". */
  readonly title: string;
  /** A SPARQL Update of INSERT DATA and DELETE DATA; existing blank nodes are given by their skolem IRIs. */
  readonly update: string;
  /** The effect of the update on the unchanged data, if known. */
  readonly change?: GraphDelta;
  readonly origin: Origin;
  readonly support: Support;
  /** The reason for this repair, on one line: "implied by brick:isPointOf (owl:inverseOf)". */
  readonly evidence: string | undefined;
  /** The reasons for and against it, as they are counted in the score. */
  readonly reasons: readonly EvidenceItem[];
  /** How likely it is to be what was meant, in log-odds against "none of those that were found". */
  readonly score: number;
  /** Inserted terms that are placeholders for values only the user can know. */
  readonly placeholders: readonly TermId[];
}

/** The source of a proposal: the search of this program, or a language model, given by its id. */
export type Origin = 'symbolic' | `model:${string}`;

/**
 * Why a proposal is believed, strongest first: the author of the shapes suggests it; the graph or the shape implies it;
 * the rest of the data supports it; it is one of few possibilities; it is a placeholder for what only the user can
 * know; it removes a value; it takes the node out of the shape's target.
 */
export type Support =
  | 'authored'
  | 'implied'
  | 'attested'
  | 'plausible'
  | 'placeholder'
  | 'removal'
  | 'retargeting';

/** Proposes repairs. May include rejected ones that cannot even be tried. */
export interface RepairSource<
  Proposal extends ProposedRepair | RejectedRepair = ProposedRepair | RejectedRepair,
> {
  readonly name: string;
  /**
   * Proposes repairs, best first, including ones that will not hold. A source may omit repairs that are weaker than the
   * best when only the strongest are requested.
   *
   * @returns true when a limit ended the search, so that there may be more.
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

/** The effect of a successful repair on the graph and its results. */
export interface Effect {
  readonly delta: GraphDelta;
  /** Other violations that it removes. */
  readonly alsoFixes: readonly Violation[];
  /** True when it merely takes the focus node out of the shape's target. */
  readonly degenerate: boolean;
  readonly needsInput: boolean;
}

/** The outcome of applying a proposal to a copy. Only `fixes` may be offered. */
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

/** A repair that holds on the graph. Whether the text can express it is not known yet. */
export interface SoundRepair {
  readonly repair: ProposedRepair;
  readonly verdict: Effect;
}

/** The certainty that a repair is what was meant. */
export type Certainty = 'certain' | 'likely' | 'possible' | 'needsInput';

/** A repair beside the others for the same result. */
export type Ranked<R extends SoundRepair = SoundRepair> = R & {
  /** From 0 to 1. Those of all repairs of a result, and of none of them, add up to 1. */
  readonly likelihood: number;
  readonly certainty: Certainty;
};

/** Why no certain or likely repair of a result is known, and the remedies. */
export interface Uncertainty {
  /** What was searched for and not found, in one sentence. */
  readonly why: string;
  /** General advice, in one sentence. */
  readonly advice?: string;
  /** Set where it is not known whether there is anything to repair. */
  readonly isOpen?: true;
  /** The most helpful first. */
  readonly remedies: readonly RepairRemedy[];
}

/** What people can do where no repair is certain or likely. */
export type RepairRemedy =
  /** Link a file that describes the nodes, or instances of the class. */
  | {
      readonly kind: 'link';
      readonly nodes: readonly TermId[];
      readonly instancesOf: TermId | undefined;
    }
  /** Write another value, or class, in place of the object of a statement of a data file. */
  | { readonly kind: 'fillIn'; readonly statement: Triple }
  /** Choose between repairs that are equally likely, which are given by their updates. */
  | { readonly kind: 'choose'; readonly between: readonly string[] }
  /** Change a file that no repair changes, because it is context. */
  | { readonly kind: 'openContext'; readonly uri: string; readonly node: TermId }
  /** Look at what the shape asks. */
  | { readonly kind: 'openShape' };

/** The reason and the advice, as printed. */
export function uncertaintyText({ why, advice }: Uncertainty): string {
  return advice === undefined ? why : `${why} ${advice}`;
}

/** The repair that was chosen for a result. */
export interface AcceptedRepair {
  readonly problem: RepairProblem;
  readonly chosen: Ranked;
}

export interface VerifiedRepair extends SoundRepair {
  readonly verdict: Extract<Verdict, { readonly kind: 'fixes' }>;
}

/** A proposal that failed. */
export interface RejectedRepair {
  readonly repair: ProposedRepair;
  readonly verdict: FailedVerdict;
}
