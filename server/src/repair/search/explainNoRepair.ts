import { hasTriple } from '../../rdf/graph.ts';
import { mayBeSubclass } from '../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { componentByIri } from '../../shacl/components/index.ts';
import {
  isNowhereSubject,
  isOfDescribedVocabulary,
  isUndescribed,
  misnamedAdvice,
} from '../../shacl/describedNodes.ts';
import { traceOf } from '../../shacl/incremental/trace.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { isJudgedByTermAlone } from '../drafts/goal.ts';
import { decodedFileName } from '../proof/splitDelta.ts';
import type { ProposedRepair, RepairProblem, Uncertainty, Verdict } from '../repair.ts';
import {
  isMissing,
  onlyShapesSay,
  refusedValue,
  remedyToFillIn,
  requirementOf,
  undescribedNodes,
  unknownClasses,
  unknownInstances,
  unknownOf,
  valueToFillIn,
} from './explainGuess.ts';

/** What a search found for a result without a repair that improves the data. */
export interface FutileSearch {
  readonly rejected: readonly { readonly repair: ProposedRepair; readonly verdict: Verdict }[];
  /** Whether a limit ended the search. */
  readonly isCutShort: boolean;
  /** Whether something is offered that merely takes the node out of its target. */
  readonly leavesTarget: boolean;
}

/** Why no repair can be offered, and what would help. */
export function explainNoRepair(
  problem: RepairProblem,
  { rejected, isCutShort, leavesTarget }: FutileSearch,
): Uncertainty {
  const found =
    stated(contradiction(problem)) ??
    named(problem) ??
    stated(literalFocus(problem)) ??
    undescribed(problem) ??
    inContext(problem) ??
    impliedAndRefused(problem) ??
    failed(rejected, problem) ??
    statedInContext(problem) ??
    stated(judgedAsItIs(problem)) ??
    stated(givenUp(isCutShort)) ??
    nothingSaid(problem);
  const advice = leavesTarget ? [found.advice, onlyLeaves(problem)].filter(Boolean).join(' ') : found.advice;
  return {
    ...found,
    ...(advice !== undefined && { advice }),
    remedies: [...found.remedies, ...valueToFillIn(problem), { kind: 'openShape' }],
  };
}

/** What a reason starts with. */
const opening = 'No repair found';

function onlyLeaves({ violation, term }: RepairProblem): string {
  const name = (node: TermId, otherwise: string) => (terms.isBlank(node) ? otherwise : term(node));
  const node = name(violation.rootFocusNode, 'the blank node');
  return `All that was found takes ${node} out of the target of ${name(violation.rootShape, 'the shape')}.`;
}

/** A reason without a remedy of its own. */
function stated(why: string | undefined): Uncertainty | undefined {
  return why === undefined ? undefined : { why, remedies: [] };
}

function nothingSaid(problem: RepairProblem): Uncertainty {
  const elsewhere = undescribedNodes(problem) ?? unknownInstances(problem);
  const why = `${opening}: ${unknownOf(problem)}.`;
  return { why, remedies: elsewhere ? [elsewhere] : [] };
}

/** A shape that is listed twice is violated or satisfied by both members of the list. */
function contradiction({ violation: { constraint } }: RepairProblem): string | undefined {
  if (constraint.kind !== 'xone') return undefined;
  const { shapeRefs } = constraint;
  if (shapeRefs.some((shape) => shapeRefs.indexOf(shape) === shapeRefs.lastIndexOf(shape))) return undefined;
  return `${opening}: sh:xone lists each of its shapes twice, so nothing can conform to exactly one of them.`;
}

/** A node that the shapes name is required to be a different one, which no data can change. */
function named({ violation, recorded, term }: RepairProblem): Uncertainty | undefined {
  const { focusNode, rootFocusNode, rootShape, sourceShape, path, constraint } = violation;
  if (path !== undefined || focusNode !== rootFocusNode) return undefined;
  const isJudged = isJudgedByTermAlone(recorded.evaluator, focusNode, sourceShape, constraint);
  if (!terms.isLiteral(focusNode) && !isJudged) return undefined;
  const root = recorded.input.shapes.get(rootShape);
  const isNamed = root?.targets.some((target) => target.kind === 'node' && target.node === focusNode);
  if (!isNamed) return undefined;
  const parameter = componentByIri.get(violation.component)?.parameter ?? violation.component;
  return {
    why:
      `${opening}: ${term(focusNode)} is named by sh:targetNode in the shapes, ` +
      `and no edit of the data can make it satisfy ${term(parameter)}.`,
    advice: 'Look at the shape instead.',
    remedies: [],
  };
}

/** A literal is required to have properties: most likely the shape's target is wrong. */
function literalFocus({ violation, term }: RepairProblem): string | undefined {
  const { focusNode, path } = violation;
  if (path === undefined || !terms.isLiteral(focusNode)) return undefined;
  return `${opening}: ${term(focusNode)} is a literal, which can have no properties.`;
}

/** No file describes a value or class: most likely an ontology is not linked. */
function undescribed(problem: RepairProblem): Uncertainty | undefined {
  const { violation, recorded, term } = problem;
  const { constraint, value } = violation;
  const { input } = recorded;
  if (constraint.kind !== 'class' || value === undefined || !terms.isIri(value)) return undefined;
  const inShapes = onlyShapesSay(problem);
  if (inShapes !== undefined) return stated(`${opening}: ${inShapes}.`);
  if (isUndescribed(value, input)) {
    return {
      why: `${opening}: no linked file describes ${term(value)}, so its class is unknown.`,
      advice: linkAdvice,
      remedies: [{ kind: 'link', nodes: [value], instancesOf: undefined }],
    };
  }
  const hasInstances = input.dataGraph.subjects(rdf.type, constraint.class).length > 0;
  if (!hasInstances && isUndescribed(constraint.class, input)) {
    const why = `${opening}: no linked file describes the class ${term(constraint.class)}.`;
    const { nodes } = unknownClasses(problem) ?? { nodes: [] };
    if (nodes.length === 0 && isOfDescribedVocabulary(constraint.class, input)) {
      return { why, advice: misnamedAdvice, remedies: [] };
    }
    return {
      why,
      advice: linkAdvice,
      remedies: [{ kind: 'link', nodes: [...nodes, constraint.class], instancesOf: undefined }],
    };
  }
  return undefined;
}

const linkAdvice = 'Link the ontology that describes it as context.';

/** Only context describes a focus node or value, but repairs change data files only. */
function inContext({ violation, recorded, context, term }: RepairProblem): Uncertainty | undefined {
  const { reportedGraph } = recorded.input;
  for (const node of [violation.value, violation.focusNode]) {
    if (node === undefined || terms.isLiteral(node) || reportedGraph.outgoing(node).length > 0) continue;
    const file = context.find(({ graph }) => graph.outgoing(node).length > 0);
    if (file) {
      return {
        why: `${opening}: ${term(node)} is described only in ${decodedFileName(file.uri)}, and repairs don't change context files.`,
        remedies: [{ kind: 'openContext', uri: file.uri, node }],
      };
    }
  }
  return undefined;
}

/** Other statements imply the missing value, and it is rejected for what files state about its class. */
function impliedAndRefused(problem: RepairProblem): Uncertainty | undefined {
  const { term, recorded } = problem;
  const found = refusedValue(problem);
  if (found === undefined) return undefined;
  const { value, evidence, asked, types } = found;
  const unknown = types.filter((type) => isNowhereSubject(type, recorded.input));
  const [first] = unknown;
  const lacks =
    first === undefined
      ? `is no ${term(asked)}`
      : `is no ${term(asked)}, because no linked file describes its class ${term(first)}`;
  const misnamed = unknown.filter((type) => isOfDescribedVocabulary(type, recorded.input));
  const elsewhere = unknown.filter((type) => !misnamed.includes(type) && mayBeSubclass(type, asked));
  return {
    why: `${opening}: the value would be ${term(value)} (${evidence}), which ${lacks}.`,
    ...(misnamed.length > 0 && { advice: misnamedAdvice }),
    remedies: [
      ...(elsewhere.length > 0 ? [{ kind: 'link', nodes: elsewhere, instancesOf: undefined } as const] : []),
      ...unknown.flatMap((type) =>
        remedyToFillIn({ subject: value, predicate: rdf.type, object: type }, recorded.input),
      ),
    ],
  };
}

/** What people can do where every attempted repair fails, with the results that the first of them would cause. */
function failed(
  rejected: readonly { readonly repair: ProposedRepair; readonly verdict: Verdict }[],
  problem: RepairProblem,
): Uncertainty | undefined {
  const [first] = rejected;
  if (first === undefined) return undefined;
  const { repair, verdict } = first;
  if (verdict.kind === 'notExpressible') return stated(`Only by hand: ${repair.title}. ${verdict.reason}`);
  if (verdict.kind === 'invalidUpdate') {
    return stated(`${opening}: "${repair.title}" can't be written: ${verdict.reason}`);
  }
  const advice = [
    ...(verdict.kind === 'introduces' ? [broken(repair, verdict.results[0], problem)] : []),
    // It is not useful to report that a guess of ours changes nothing; it is useful to the author of a suggestion.
    ...(verdict.kind === 'keepsViolation' && repair.support === 'authored'
      ? [`"${repair.title}" would not remove this result.`]
      : []),
    ...(isMissing(problem) ? ['Write it by hand, or link the file that states it.'] : []),
  ];
  return { ...nothingSaid(problem), ...(advice.length > 0 && { advice: advice.join(' ') }) };
}

/** Why a repair is not enough. */
function broken({ title }: ProposedRepair, result: Violation | undefined, problem: RepairProblem): string {
  if (result === undefined) return `"${title}" would break something else.`;
  const { place, required } = requirementOf(result, problem);
  return `"${title}" would bring a result at ${place}: ${required}`;
}

/** The result depends on statements of context, but repairs change data files only. */
function statedInContext({ violation, recorded, context }: RepairProblem): Uncertainty | undefined {
  const { focusNode, sourceShape, constraint } = violation;
  const { reportedGraph } = recorded.input;
  const { triples } = traceOf(recorded.evaluator.traced, focusNode, sourceShape, constraint);
  for (const triple of triples) {
    if (hasTriple(reportedGraph, triple)) continue;
    const file = context.find(({ graph }) => hasTriple(graph, triple));
    if (file) {
      return {
        why: `${opening}: the result rests on a statement in ${decodedFileName(file.uri)}, and repairs don't change context files.`,
        remedies: [{ kind: 'openContext', uri: file.uri, node: triple.subject }],
      };
    }
  }
  return undefined;
}

/** The focus node itself is unacceptable; only another node in its place would conform. */
function judgedAsItIs({ violation, recorded, term }: RepairProblem): string | undefined {
  const { focusNode, sourceShape, path, constraint, component } = violation;
  if (path !== undefined || !isJudgedByTermAlone(recorded.evaluator, focusNode, sourceShape, constraint)) {
    return undefined;
  }
  const node = terms.isBlank(focusNode) ? 'the blank node' : term(focusNode);
  const parameter = componentByIri.get(component)?.parameter ?? component;
  return `${opening}: ${term(parameter)} judges ${node} itself, and no statement about it can change that.`;
}

function givenUp(isCutShort: boolean): string | undefined {
  return isCutShort ? `${opening}: the shapes ask for more changes than one repair may make.` : undefined;
}
