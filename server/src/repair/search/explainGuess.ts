import { andList, orList } from '../../base/wordList.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { pathInWords } from '../../shacl/paths/path.ts';
import type { ConstraintKind, ConstraintOf } from '../../shacl/shapesGraph/shape.ts';
import type { Ranked, RepairProblem, RepairRemedy, SoundRepair, Uncertainty } from '../repair.ts';
import { nearlyEqual } from '../scorecard/weights.ts';
import { shortText } from './changeTitle.ts';
import {
  type SoughtElsewhere,
  undescribedNodes,
  unknownClasses,
  unknownInstances,
} from './soughtElsewhere.ts';
import { valueToFillIn } from './valueToFillIn.ts';

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
  const elsewhere = undescribedNodes(problem) ?? unknownClasses(problem);
  const rivals = rivalsOf(first, real);
  const instances = elsewhere === undefined && isMissing(problem) ? unknownInstances(problem) : undefined;
  const sentence =
    (elsewhere && notDescribed(elsewhere.nodes, problem)) ??
    (rivals.length > 1 ? undecided(rivals, problem) : undefined) ??
    (instances && noInstances(instances, problem)) ??
    soughtFor(problem);
  const kind = first.verdict.needsInput ? 'Needs input' : 'No repair is likely';
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

function noInstances({ instancesOf }: SoughtElsewhere, { term }: RepairProblem): string {
  return `no linked file has an instance of ${term(instancesOf!)}`;
}

/** Names what the rivals put in place, or take away. */
function undecided(rivals: readonly Ranked<SoundRepair>[], { term }: RepairProblem): string {
  const added = rivals.map(({ verdict: { delta } }) => delta.added.map(({ object }) => object));
  if (added.every((objects) => objects.length === 1) && new Set(added.flat()).size === rivals.length) {
    return `nothing in the linked files tells whether ${orList(added.flat().map((each) => shortText(term(each))))} is meant`;
  }
  const removed = rivals.map(({ verdict: { delta } }) => delta.removed.map(({ object }) => object));
  const isRemoval = added.every((objects) => objects.length === 0);
  if (isRemoval && removed.every((objects) => objects.length === 1) && new Set(removed.flat()).size > 1) {
    return `nothing in the linked files tells which of ${andList(removed.flat().map((each) => shortText(term(each))))} is wrong`;
  }
  return `${rivals.length} repairs are about as likely`;
}

/** Whether a value is missing, rather than wrong. */
function isMissing({ violation: { constraint } }: RepairProblem): boolean {
  return constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount';
}

function soughtFor(problem: RepairProblem): string {
  const { constraint } = problem.violation;
  const sentence = sought[constraint.kind] as Sought;
  return sentence(constraint, wordsOf(problem));
}

interface Words {
  readonly term: (id: TermId) => string;
  readonly node: string;
  readonly path: string;
  readonly value: string;
}

function wordsOf({ violation, term }: RepairProblem): Words {
  const { focusNode, path, value } = violation;
  const name = (id: TermId) => (terms.isBlank(id) ? 'the blank node' : shortText(term(id)));
  const node = name(focusNode);
  return {
    term,
    node,
    path: path === undefined ? node : `${pathInWords(path, term)} of ${node}`,
    value: value === undefined ? node : name(value),
  };
}

type Sought<Kind extends ConstraintKind = ConstraintKind> = (
  constraint: ConstraintOf<Kind>,
  words: Words,
) => string;

const missing = (_: unknown, { path }: Words) => `nothing in the linked files says ${path}`;
const surplus = (_: unknown, { path }: Words) =>
  `nothing in the linked files tells which value of ${path} is wrong`;
const meant = (_: unknown, { value }: Words) =>
  `nothing in the linked files tells what ${value} was meant to be`;
const lacking = (_: unknown, { value }: Words) => `nothing in the linked files says what ${value} lacks`;
const pair = ({ property }: { readonly property: TermId }, { term, path }: Words) =>
  `nothing in the linked files tells whether ${term(property)} or ${path} is wrong`;
const branch = (_: unknown, { value }: Words) =>
  `nothing in the linked files tells which of the shapes ${value} was meant to conform to`;

/** What was sought for a result of each component and not found. */
const sought: { readonly [Kind in ConstraintKind]: Sought<Kind> } = {
  class: ({ class: type }, { value, term }) =>
    `nothing in the linked files tells whether ${value} is meant, and is of class ${term(type)}`,
  datatype: ({ datatype }, { value, term }) => `${value} can't be read as ${term(datatype)} without a guess`,
  nodeKind: meant,
  minCount: missing,
  maxCount: surplus,
  minExclusive: meant,
  minInclusive: meant,
  maxExclusive: meant,
  maxInclusive: meant,
  minLength: meant,
  maxLength: meant,
  pattern: meant,
  languageIn: (_, { value }) => `nothing in the linked files tells the language of ${value}`,
  uniqueLang: surplus,
  equals: pair,
  disjoint: pair,
  lessThan: pair,
  lessThanOrEquals: pair,
  not: (_, { value }) => `nothing in the linked files tells what is wrong about ${value}`,
  and: lacking,
  or: branch,
  xone: branch,
  node: lacking,
  property: lacking,
  qualifiedMinCount: missing,
  qualifiedMaxCount: surplus,
  closed: (_, { node }) => `the shape of ${node} has no property that is named much like this one`,
  hasValue: missing,
  in: (_, { value }) => `no value that the shape allows is much like ${value}`,
  sparql: (_, { node }) =>
    `nothing in the linked files tells which of the statements about ${node} that the query matched is wrong`,
};
