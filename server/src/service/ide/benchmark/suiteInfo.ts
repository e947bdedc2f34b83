import { yieldToEventLoop } from '../../../base/abort.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import { locateConstraint } from '../../../shacl/results/locate.ts';
import { mistakeTitle } from '../../../vio/mistakes/operators/index.ts';
import type { CaseJson, SuiteJson } from '../../../vio/suite/format.ts';
import type { LoadedSuite } from '../../../vio/suite/readSuite.ts';
import type { UncoveredReason, VioSuite } from '../../../vio/vioCase.ts';
import type { FilePlace } from '../analysis.ts';
import type { ConstraintDescriptions, SuiteTerms } from './constraintDescriptions.ts';

/** A suite of violations for display: terms are printed. */
export interface SuiteInfo {
  /** suite.json. */
  readonly description: SuiteJson;
  readonly constraints: readonly ConstraintInSuite[];
  readonly cases: readonly SuiteCase[];
}

/** A constraint that a suite should violate. */
export interface ConstraintInSuite {
  readonly key: string;
  /** The name of the shape. A shape without a name is described by the shape that contains it and its path. */
  readonly shape: string;
  /** The parameter that identifies the component, for example sh:minCount. */
  readonly component: string;
  /** The value of the parameter. */
  readonly value: string;
  /** Why no case covers it; undefined when one does. */
  readonly uncovered: UncoveredExplanation | undefined;
  /** Where it is declared, if that file is still the one from which the suite was generated. */
  readonly place: FilePlace | undefined;
}

export interface UncoveredExplanation {
  /** A code, for example NO_FOCUS. */
  readonly reason: string;
  /** What the code means here. */
  readonly explanation: string | undefined;
  /** What to do about it. */
  readonly remedy: string | undefined;
}

/** A summary of a case. Constraints are given as indexes into the list of constraints. */
export interface SuiteCase {
  readonly id: string;
  /** The kind of mistake, such as `misspelt class`; undefined for a violation that was derived from the shapes. */
  readonly mistake: string | undefined;
  /** The violated constraints. */
  readonly violated: readonly number[];
  /** The constraints that the case exercises: violated ones, those on the way to them, and those below sh:not. */
  readonly covered: readonly number[];
  /** The nodes at which the constraints are violated. */
  readonly focusNodes: readonly string[];
  /** How many results the changed graph has that the original lacks. */
  readonly alpha: number;
  readonly removed: number;
  readonly added: number;
  /** Whether a smallest repair restores the graph; null if not determined. */
  readonly recoverable: boolean | null;
  /** Whether the two engines disagree about it. */
  readonly isFragile: boolean;
}

/**
 * Describes a suite for display.
 *
 * @param placeOf finds where a constraint is declared now.
 */
export async function suiteInfo(
  { description, coverage, cases }: LoadedSuite,
  {
    terms,
    shapes,
    placeOf,
  }: {
    readonly terms: SuiteTerms;
    readonly shapes: ConstraintDescriptions;
    readonly placeOf: (constraintKey: string) => FilePlace | undefined;
  },
  signal: AbortSignal,
): Promise<SuiteInfo> {
  const constraints = coverage.constraints.map((each): ConstraintInSuite => {
    const { constraintKey: key, reason = 'BUDGET', explanation, status } = each;
    return {
      key,
      ...described(shapes.constraint(key), each, { terms, shapes }),
      uncovered:
        status === 'covered' || status === 'satisfied'
          ? undefined
          : { reason, explanation, remedy: remedyFor(reason) },
      place: placeOf(key),
    };
  });
  const places = new Map(coverage.constraints.map(({ constraintKey }, place) => [constraintKey, place]));
  const short: SuiteCase[] = [];
  for (const { json } of cases) {
    await yieldToEventLoop(signal);
    short.push(shortCase(json, places, terms));
  }
  return { description, constraints, cases: short };
}

function shortCase(json: CaseJson, places: ReadonlyMap<string, number>, terms: SuiteTerms): SuiteCase {
  const { id, factors, covered, satisfied = [], alpha, stats, crossCheck } = json;
  const placesOf = (keys: readonly string[]) => [
    ...new Set(keys.map((key) => places.get(key)).filter((place) => place !== undefined)),
  ];
  return {
    id,
    mistake: json.operator === undefined ? undefined : mistakeTitle(json.operator),
    violated: placesOf(factors.map(({ constraintKey }) => constraintKey)),
    covered: placesOf([...covered, ...satisfied]),
    focusNodes: [...new Set(factors.map(({ focus }) => terms.printed(focus)))],
    alpha,
    removed: json.delete.length,
    added: json.insert.length,
    recoverable: stats.recoverable,
    isFragile: crossCheck === 'differs',
  };
}

/** The description of a constraint; from coverage.json when manifest.ttl has no such constraint. */
function described(
  constraint: Constraint | undefined,
  { shape, component }: { readonly shape: string; readonly component: string },
  { terms, shapes }: { readonly terms: SuiteTerms; readonly shapes: ConstraintDescriptions },
): Pick<ConstraintInSuite, 'shape' | 'component' | 'value'> {
  return constraint
    ? shapes.described(constraint)
    : { shape: terms.printed(shape), component: terms.printed(component), value: '' };
}

/** The remedies for a constraint that no case covers, one sentence for each reason. docs/benchmarks.md lists them. */
const remedies: Readonly<Record<UncoveredReason, string>> = {
  NO_FOCUS: 'Add data that it targets, or correct the target.',
  NO_VALUES: 'Add values to the data, or correct the path.',
  VACUOUS: 'Remove it, or correct it.',
  SELF_TARGET: 'Give the shape another target, or remove the constraint.',
  IMMUTABLE_TARGET: 'Target the node by its class or a property, or check by hand what sh:targetNode names.',
  UNREACHABLE: 'Give a target to a shape that leads to it, or remove it.',
  RECURSIVE: 'Break the cycle if these constraints should be covered.',
  UNSUPPORTED_COMPONENT: 'Express it with constraint components of SHACL Core as well.',
  UNSUPPORTED_TARGET: 'Use a target of SHACL Core as well.',
  DEACTIVATED: 'Activate the shape, or remove it.',
  NO_WITNESS: 'Add a node to the data that could serve as one more value.',
  UNLIKELY: 'Give a node of the data such a property, or generate with --unlikely.',
  NOT_DETACHABLE: 'Move the statements that satisfy it into the data file.',
  FRAGILE: 'Look at its cases, which the two engines judge differently.',
  BUDGET: 'Try another seed, or the mode exhaustive.',
  NOT_TRIED: 'Use the mode cover, or allow more cases.',
};

export function remedyFor(reason: string): string | undefined {
  return (remedies as Readonly<Record<string, string>>)[reason];
}

/** Why a constraint has no case, at the place where it is declared. */
export interface UncoveredConstraintHint {
  readonly place: FilePlace;
  readonly reason: string;
  /** The meaning of the reason, and the remedy. */
  readonly message: string;
}

/** The constraints without a case that are declared in these shapes files. */
export function uncoveredHints(
  { coverage }: Pick<VioSuite, 'coverage'>,
  shapes: readonly TurtleDocument[],
): readonly UncoveredConstraintHint[] {
  return coverage.flatMap(({ constraint, cases, reason, explanation }) => {
    const place = cases.length === 0 ? locateConstraint(constraint, shapes) : undefined;
    if (!place || reason === undefined) return [];
    const message = [unviolated, explanation, remedyFor(reason)].filter(Boolean).join(' ');
    return [{ place: { uri: place.document.uri, range: place.range }, reason, message }];
  });
}

const unviolated = 'No case of the benchmark newly violates this.';
