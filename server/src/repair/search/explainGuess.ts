import { andList, orList } from '../../base/wordSearch.ts';
import { hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { pathInWords } from '../../shacl/model/path.ts';
import type { ConstraintKind } from '../../shacl/model/shape.ts';
import { explainRequirement } from '../../shacl/results/explain.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { ClauseNames } from '../components/component.ts';
import { repairOf } from '../components/index.ts';
import type { Ranked, RepairProblem, RepairRemedy, SoundRepair, Uncertainty } from '../repair.ts';
import { nearlyEqual } from '../scorecard/weights.ts';
import { shortText } from './changeTitle.ts';
import {
  type SoughtElsewhere,
  undescribedNodes,
  unknownClasses,
  unknownInstances,
} from './soughtElsewhere.ts';

/**
 * Why the repairs that were found are guesses or placeholders, and what would help.
 *
 * @param first the likeliest of `real`, which is neither certain nor likely.
 */
export function explainGuess(
  problem: RepairProblem,
  first: Ranked<SoundRepair>,
  real: readonly Ranked<SoundRepair>[],
): Uncertainty {
  const undescribed = undescribedNodes(problem);
  const classes = undescribed === undefined ? unknownClasses(problem) : undefined;
  const elsewhere = undescribed ?? classes;
  const rivals = rivalsOf(first, real);
  const instances = elsewhere === undefined && isMissing(problem) ? unknownInstances(problem) : undefined;
  const sentence =
    (undescribed && notDescribed(undescribed.nodes, problem)) ??
    (classes && ofUnknownClass(classes.nodes, problem)) ??
    (rivals.length > 1 ? undecided(rivals, problem) : undefined) ??
    (instances && noInstances(instances, problem)) ??
    unknownOf(problem);
  const kind = first.verdict.needsInput ? 'Fill it in' : 'You decide';
  const link = elsewhere ?? instances;
  const choice: readonly RepairRemedy[] =
    rivals.length > 1 ? [{ kind: 'choose', between: rivals.map(({ repair }) => repair.update) }] : [];
  const asksForInput = real.some(({ verdict }) => verdict.needsInput);
  const remedies = [...(link ? [link] : []), ...choice, ...(asksForInput ? [] : valueToFillIn(problem))];
  return {
    why: `${kind}: ${sentence}.`,
    remedies: remedies.length > 0 ? remedies : [{ kind: 'openShape' }],
  };
}

const maxRivals = 5;

/** The repairs that are about as likely as the first one, with it. */
function rivalsOf(
  first: Ranked<SoundRepair>,
  real: readonly Ranked<SoundRepair>[],
): readonly Ranked<SoundRepair>[] {
  if (first.verdict.needsInput) return [];
  return real
    .filter(({ likelihood, verdict }) => !verdict.needsInput && likelihood >= nearlyEqual * first.likelihood)
    .slice(0, maxRivals);
}

function notDescribed(nodes: readonly TermId[], { term }: RepairProblem): string {
  return `no linked file describes ${andList(nodes.map(term))}`;
}

/** The value has a class, and whether that is a kind of the one that is asked for stands in no file. */
function ofUnknownClass(classes: readonly TermId[], { violation, term }: RepairProblem): string {
  const { constraint, value } = violation;
  const own = andList(classes.map(term));
  if (constraint.kind !== 'class' || value === undefined) return `no linked file describes ${own}`;
  const node = terms.isBlank(value) ? 'the blank node' : shortText(term(value));
  const kind = classes.length === 1 ? 'is a kind' : 'are kinds';
  return `${node} is ${own}, and no linked file says whether ${classes.length === 1 ? 'that' : 'these'} ${kind} of ${term(constraint.class)}`;
}

function noInstances({ instancesOf }: SoughtElsewhere, { term }: RepairProblem): string {
  return `no linked file has an instance of ${term(instancesOf!)}`;
}

/** Names what the rivals put in place, or take away. */
function undecided(rivals: readonly Ranked<SoundRepair>[], { term }: RepairProblem): string {
  const added = rivals.map(({ verdict: { delta } }) => delta.added.map(({ object }) => object));
  if (added.every((objects) => objects.length === 1) && new Set(added.flat()).size === rivals.length) {
    return `the files don't say whether ${orList(added.flat().map((each) => shortText(term(each))))} is meant`;
  }
  const removed = rivals.map(({ verdict: { delta } }) => delta.removed.map(({ object }) => object));
  const isRemoval = added.every((objects) => objects.length === 0);
  if (isRemoval && removed.every((objects) => objects.length === 1) && new Set(removed.flat()).size > 1) {
    return `the files don't say which of ${andList(removed.flat().map((each) => shortText(term(each))))} is wrong`;
  }
  const statements = new Map(
    rivals.flatMap(({ verdict: { delta } }) => delta.removed.map((triple) => [tripleKey(triple), triple])),
  );
  const isExchange = rivals.every(({ verdict: { delta } }) => delta.removed.length === 1);
  if (isExchange && statements.size > 1 && statements.size <= maxStatements) {
    const printed = [...statements.values()].map((triple) => inWords(triple, term));
    return `one of these statements is wrong, and the files don't say which: ${andList(printed)}`;
  }
  return `the files support ${rivals.length} repairs about equally`;
}

const maxStatements = 3;

function inWords({ subject, predicate, object }: Triple, term: RepairProblem['term']): string {
  const name = (id: TermId) => (terms.isBlank(id) ? '[ … ]' : shortText(term(id)));
  return [subject, predicate, object].map(name).join(' ');
}

/** Whether a value is missing, rather than wrong. */
function isMissing({ violation: { constraint } }: RepairProblem): boolean {
  return constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount';
}

/** Constraints by which a value has to conform to a shape as a whole. */
const ofWhole: ReadonlySet<ConstraintKind> = new Set(['node', 'and', 'property']);

/** What nobody knows about a result, as a clause. */
export function unknownOf(problem: RepairProblem): string {
  const { constraint, details } = problem.violation;
  // What a node lacks to conform to a shape is what the only result inside says.
  const [inner, ...more] = details;
  if (inner !== undefined && more.length === 0 && ofWhole.has(constraint.kind)) {
    return unknownOf({ ...problem, violation: inner });
  }
  return repairOf(constraint).unknown(constraint, namesOf(problem));
}

function namesOf({ violation, recorded, term }: RepairProblem): ClauseNames {
  const { focusNode, path, value, constraint } = violation;
  const name = (id: TermId) => (terms.isBlank(id) ? 'the blank node' : shortText(term(id)));
  const node = name(focusNode);
  const printed = value === undefined ? node : name(value);
  return {
    term,
    node,
    path: path === undefined ? node : `${pathInWords(path, term)} of ${node}`,
    value: printed,
    isLiteral: terms.isLiteral(value ?? focusNode),
    required: explainRequirement(constraint, printed, recorded.input.shapes, term).replace(/\.$/, ''),
  };
}

/** Offers to write another value in place of the one that is wrong, where a data file states it. */
export function valueToFillIn({ violation, recorded }: RepairProblem): readonly RepairRemedy[] {
  const { value, path, focusNode } = violation;
  if (value === undefined || path?.kind !== 'predicate') return [];
  return toFillIn({ subject: focusNode, predicate: path.predicate, object: value }, recorded.input);
}

/** Offers to write another object in a statement, if it is one of a data file. */
export function toFillIn(
  statement: Triple,
  { reportedGraph }: Pick<ValidationInput, 'reportedGraph'>,
): readonly RepairRemedy[] {
  if (terms.isBlank(statement.object) || !hasTriple(reportedGraph, statement)) return [];
  return [{ kind: 'fillIn', statement }];
}
