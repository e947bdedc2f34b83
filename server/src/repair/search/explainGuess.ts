import { andList, orList } from '../../base/wordSearch.ts';
import { hasTriple } from '../../rdf/graph.ts';
import { mayBeSubclass } from '../../rdf/publishedVocabularies.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { allowedKinds } from '../../shacl/components/valueType.ts';
import { isNowhereSubject, isOfDescribedVocabulary, isUndescribed } from '../../shacl/describedNodes.ts';
import { pathInWords } from '../../shacl/model/path.ts';
import type { ConstraintKind } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { explainRequirement } from '../../shacl/results/explain.ts';
import { restsOn } from '../../shacl/results/restsOn.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { ClauseNames } from '../components/component.ts';
import { repairOf } from '../components/index.ts';
import { attachmentPoints } from '../drafts/attachmentPoints.ts';
import { type Draft, firstDraft } from '../drafts/draft.ts';
import { constraintsOfKind, requirementsAt } from '../drafts/requirements.ts';
import { labelsOf } from '../evidence/nearestNames.ts';
import type { Ranked, RepairProblem, RepairRemedy, SoundRepair, Uncertainty } from '../repair.ts';
import { nearlyEqual } from '../scorecard/scorecard.ts';
import { impliedValues } from '../values/existingValues.ts';
import { shortText } from './changeTitle.ts';

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
    onlyShapesSay(problem) ??
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

/** The value has a class, and no file states whether that is a subclass of the required one. */
function ofUnknownClass(classes: readonly TermId[], { violation, term }: RepairProblem): string {
  const { constraint, value } = violation;
  const own = andList(classes.map(term));
  if (constraint.kind !== 'class' || value === undefined) return `no linked file describes ${own}`;
  const node = terms.isBlank(value) ? 'the blank node' : shortText(term(value));
  const kind = classes.length === 1 ? 'is a kind' : 'are kinds';
  return `${node} is ${own}, and no linked file says whether ${classes.length === 1 ? 'that' : 'these'} ${kind} of ${term(constraint.class)}`;
}

/** The class of the value is in the shapes, which are not data: the file has to be linked as an ontology as well. */
export function onlyShapesSay({ violation, recorded, term }: RepairProblem): string | undefined {
  const { constraint, value } = violation;
  if (constraint.kind !== 'class' || value === undefined) return undefined;
  if (!recorded.input.shapes.graph.has(value, rdf.type, constraint.class)) return undefined;
  return `only the shapes say that ${term(value)} is an instance of ${term(constraint.class)}, and what shapes files say is not data; link that file as context, too`;
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
  return `${rivals.length} repairs are about equally likely, and the files don't say which is meant`;
}

const maxStatements = 3;

function inWords({ subject, predicate, object }: Triple, term: RepairProblem['term']): string {
  const name = (id: TermId) => (terms.isBlank(id) ? '[ … ]' : shortText(term(id)));
  return [subject, predicate, object].map(name).join(' ');
}

/** Whether a value is missing, rather than wrong. */
export function isMissing({ violation: { constraint } }: RepairProblem): boolean {
  return constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount';
}

/** Constraints by which a value has to conform to a shape as a whole. */
const ofWhole: ReadonlySet<ConstraintKind> = new Set(['node', 'and', 'property']);

/** The unknown about a result, as a clause. */
export function unknownOf(problem: RepairProblem): string {
  const { constraint, details } = problem.violation;
  // The only inner result shows what a node lacks to conform to a shape.
  const [inner, ...more] = details;
  if (inner !== undefined && more.length === 0 && ofWhole.has(constraint.kind)) {
    return unknownOf({ ...problem, violation: inner });
  }
  const names = namesOf(problem);
  return (
    lackingOf(problem, names) ?? brokenInside(problem) ?? repairOf(constraint).unknown(constraint, names)
  );
}

/** The requirements of the inner results, where a value has to conform to a shape as a whole. Details may be incomplete. */
function brokenInside(problem: RepairProblem): string | undefined {
  const { constraint, details } = problem.violation;
  if (!ofWhole.has(constraint.kind)) return undefined;
  const all = [...new Set(details.map((each) => requirementOf(each, problem).required.replace(/\.$/, '')))];
  if (all.length < 2) return undefined;
  const told = all.slice(0, maxStatements);
  const more = all.length - told.length;
  return `${[...told, ...(more > 0 ? [`${more} more`] : [])].join('; ')}. The files don't say what was meant`;
}

/** The place of a result, and its requirement there, as a sentence. */
export function requirementOf(
  { constraint, focusNode, path, value }: Violation,
  { term, recorded }: RepairProblem,
): { readonly place: string; readonly required: string } {
  const name = (node: TermId) => (terms.isBlank(node) ? 'the blank node' : shortText(term(node)));
  const place = path === undefined ? name(focusNode) : `${pathInWords(path, term)} of ${name(focusNode)}`;
  const { shapes } = recorded.input;
  const subject = value === undefined ? place : name(value);
  return { place, required: explainRequirement(constraint, subject, shapes, term) };
}

/**
 * What a value lacks to conform to one of some shapes ("ex:a needs foaf:name or foaf:familyName, and …"), or to all.
 * Undefined where an inner result can't be described so briefly, or where its shape is not known.
 */
function lackingOf(
  { violation, recorded, term }: RepairProblem,
  { value: printed, isLiteral }: ClauseNames,
): string | undefined {
  const { constraint, details, focusNode, value = focusNode } = violation;
  const choices = constraint.kind === 'or' || constraint.kind === 'xone' ? constraint.shapeRefs : undefined;
  if (details.length === 0 || (choices === undefined && !ofWhole.has(constraint.kind))) return undefined;
  const { graph } = recorded.input.shapes;
  const needs = new Map<TermId, Set<string>>();
  for (const detail of details) {
    const { sourceShape } = detail;
    const need = detail.focusNode === value ? needOf(detail, term, isLiteral) : undefined;
    const [branch, ...others] = choices?.filter(
      (shape) => shape === sourceShape || graph.has(shape, sh.property, sourceShape),
    ) ?? [constraint.shape];
    if (need === undefined || branch === undefined || others.length > 0) return undefined;
    needs.set(branch, (needs.get(branch) ?? new Set()).add(need));
  }
  const all = alternatives([...needs.values()].map((each) => [...each]));
  if (choices === undefined) return `${printed} lacks ${all}, which no file gives`;
  // A shape without a result is one to which the value conforms.
  if (needs.size < choices.length) return undefined;
  return isLiteral
    ? `${all} is needed, and ${printed} is not that`
    : `${printed} needs ${all}, and the files don't say which`;
}

/** `a, or both b and c`; the comma and "both" only where an alternative has several parts. */
function alternatives(all: readonly (readonly string[])[]): string {
  const isPlain = all.length < 2 || all.every(({ length }) => length < 2);
  if (isPlain) return orList(all.map(andList));
  return all
    .map((parts) => `${parts.length < 2 ? '' : parts.length === 2 ? 'both ' : 'all of '}${andList(parts)}`)
    .join(', or ');
}

/** The requirement of a result, as an object of "needs". */
function needOf(
  { constraint, path }: Violation,
  term: RepairProblem['term'],
  ofLiteral: boolean,
): string | undefined {
  if (path === undefined) {
    if (constraint.kind === 'datatype') return term(constraint.datatype);
    if (constraint.kind === 'nodeKind')
      return ofLiteral && allowedKinds(constraint.nodeKind).includes('iri') ? 'an IRI' : undefined;
    if (constraint.kind !== 'class') return undefined;
    return `${ofLiteral ? 'an instance of' : 'the type'} ${term(constraint.class)}`;
  }
  const words = pathInWords(path, term);
  if (constraint.kind === 'hasValue') return `${words} ${term(constraint.value)}`;
  return constraint.kind === 'minCount' && constraint.count === 1 ? words : undefined;
}

function namesOf({ violation, recorded, term }: RepairProblem): ClauseNames {
  const { focusNode, path, value, constraint } = violation;
  const name = (id: TermId) => (terms.isBlank(id) ? 'the blank node' : shortText(term(id)));
  const node = name(focusNode);
  const printed = value === undefined ? node : name(value);
  return {
    term,
    labels: (each) => labelsOf(recorded.input.dataGraph, each),
    node,
    path: path === undefined ? node : `${pathInWords(path, term)} of ${node}`,
    property: violation.resultPath,
    value: printed,
    valueTerm: value ?? focusNode,
    isLiteral: terms.isLiteral(value ?? focusNode),
    required: explainRequirement(constraint, printed, recorded.input.shapes, term).replace(/\.$/, ''),
  };
}

/** Offers to write another value in place of the one that is wrong, where a data file states it. */
export function valueToFillIn({ violation, recorded }: RepairProblem): readonly RepairRemedy[] {
  const { value, path, focusNode } = violation;
  if (value === undefined || path?.kind !== 'predicate') return [];
  return remedyToFillIn({ subject: focusNode, predicate: path.predicate, object: value }, recorded.input);
}

/** Offers to write another object in a statement, if it is one of a data file. */
export function remedyToFillIn(
  statement: Triple,
  { reportedGraph }: Pick<ValidationInput, 'reportedGraph'>,
): readonly RepairRemedy[] {
  if (terms.isBlank(statement.object) || !hasTriple(reportedGraph, statement)) return [];
  return [{ kind: 'fillIn', statement }];
}

/** A value that other statements imply where one is missing, and that lacks a class that is required there. */
export interface RefusedValue {
  readonly value: TermId;
  /** For example: implied by brick:isPointOf (owl:inverseOf brick:hasPoint). */
  readonly evidence: string;
  readonly asked: TermId;
  /** The classes that it has instead. */
  readonly types: readonly TermId[];
}

/** The first value that is implied at the place of a result and rejected for its class; undefined when there is none. */
export function refusedValue(problem: RepairProblem): RefusedValue | undefined {
  const { focusNode, path } = problem.violation;
  if (path === undefined) return undefined;
  const draft = firstDraft(problem);
  const asked = classesAsked(problem, draft);
  const { graph, search } = draft;
  const there = asked.length === 0 ? [] : draft.evaluator.values(focusNode, path);
  for (const step of asked.length === 0 ? [] : attachmentPoints(graph, focusNode, path)) {
    for (const { value, evidence } of impliedValues(graph, step, search.term, search.input.classGraph)) {
      if (there.includes(value)) continue;
      const types = terms.isLiteral(value) ? [] : graph.objects(value, rdf.type);
      const lacking = asked.find((type) => !types.some((each) => search.classes.subclasses(type).has(each)));
      if (lacking !== undefined) return { value, evidence, asked: lacking, types };
    }
  }
  return undefined;
}

/** The classes of values that are missing; none where nothing is missing. */
function classesAsked({ violation }: RepairProblem, draft: Draft): readonly TermId[] {
  const { constraint, focusNode, path, sourceShape } = violation;
  const isMinimum = constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount';
  if (!isMinimum || path === undefined) return [];
  const { unfolded } = requirementsAt(draft, focusNode, path, sourceShape);
  const counted =
    constraint.kind === 'qualifiedMinCount' ? draft.search.shapes.get(constraint.shapeRef) : undefined;
  return constraintsOfKind([...unfolded, ...(counted?.constraints ?? [])], 'class').map((each) => each.class);
}

/** What a file that is not linked may state about a result. */
type SoughtElsewhere = Extract<RepairRemedy, { readonly kind: 'link' }>;

/** Most results rest on one or two nodes. */
const maxNodes = 5;

/** The nodes without a description on which a result rests; undefined when there are none. */
export function undescribedNodes({ violation, recorded }: RepairProblem): SoughtElsewhere | undefined {
  const { input, evaluator } = recorded;
  const isMissing = (node: TermId) => isUndescribed(node, input);
  const unit = { graph: input.dataGraph, evaluator, isMissing };
  const nodes = evaluator.attributeTo(violation.constraint, () => restsOn(violation, unit));
  return nodes.size === 0 ? undefined : linkFor([...nodes]);
}

/**
 * The classes that no file describes of a node that has to be an instance of another class: they may be subclasses of it.
 */
export function unknownClasses({ violation, recorded }: RepairProblem): SoughtElsewhere | undefined {
  const { constraint, value } = violation;
  if (constraint.kind !== 'class' || value === undefined) return undefined;
  const { input } = recorded;
  const types = input.dataGraph
    .objects(value, rdf.type)
    .filter(
      (type) =>
        isNowhereSubject(type, input) &&
        mayBeSubclass(type, constraint.class) &&
        !isOfDescribedVocabulary(type, input),
    );
  return types.length === 0 ? undefined : linkFor(types);
}

/** The class of the values that are missing, if no node of the unit is an instance of it. */
export function unknownInstances(problem: RepairProblem): SoughtElsewhere | undefined {
  const draft = firstDraft(problem);
  const [asked] = classesAsked(problem, draft);
  if (asked === undefined) return undefined;
  const types = draft.search.classes.subclasses(asked);
  const isKnown = [...types].some((type) => draft.graph.subjects(rdf.type, type).length > 0);
  return isKnown ? undefined : { kind: 'link', nodes: [], instancesOf: asked };
}

function linkFor(nodes: readonly TermId[]): SoughtElsewhere {
  return { kind: 'link', nodes: nodes.slice(0, maxNodes), instancesOf: undefined };
}
