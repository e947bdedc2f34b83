import { hasTriple } from '../../rdf/graph.ts';
import { terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { componentByIri } from '../../shacl/components/index.ts';
import { isUndescribed } from '../../shacl/describedNodes.ts';
import { isJudgedByTermAlone } from '../proof/judgedByTermAlone.ts';
import { decodedFileName } from '../proof/splitDelta.ts';
import type { Repair, RepairProblem, Uncertainty, Verdict } from '../repair.ts';
import { undescribedNodes, unknownClasses, unknownInstances } from './soughtElsewhere.ts';
import { valueToFillIn } from './valueToFillIn.ts';

/** Why no repair can be offered, and what would help. */
export function explainNoRepair(
  problem: RepairProblem,
  rejected: readonly { readonly repair: Repair; readonly verdict: Verdict }[],
  isCutShort: boolean,
): Uncertainty {
  const found =
    stated(contradiction(problem)) ??
    named(problem) ??
    stated(literalFocus(problem)) ??
    undescribed(problem) ??
    inContext(problem) ??
    stated(failed(rejected, problem, isCutShort)) ??
    statedInContext(problem) ??
    stated(judgedAsItIs(problem)) ??
    stated(givenUp(isCutShort)) ??
    nothingSaid(problem);
  return { ...found, remedies: [...found.remedies, ...valueToFillIn(problem), { kind: 'openShape' }] };
}

/** A reason without a remedy of its own. */
function stated(why: string | undefined): Uncertainty | undefined {
  return why === undefined ? undefined : { why, remedies: [] };
}

function nothingSaid(problem: RepairProblem): Uncertainty {
  const elsewhere = undescribedNodes(problem) ?? unknownInstances(problem);
  const why = 'No repair found: nothing in the linked files says what belongs here.';
  return { why, remedies: elsewhere ? [elsewhere] : [] };
}

/** What holds for shapes that are listed twice holds for two members of the list. */
function contradiction({ violation: { constraint } }: RepairProblem): string | undefined {
  if (constraint.kind !== 'xone') return undefined;
  const { shapeRefs } = constraint;
  if (shapeRefs.some((shape) => shapeRefs.indexOf(shape) === shapeRefs.lastIndexOf(shape))) return undefined;
  return 'No repair found: sh:xone lists each of its shapes twice, so nothing can conform to exactly one of them.';
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
      `No repair found: ${term(focusNode)} is named by sh:targetNode in the shapes, ` +
      `and no edit of the data can make it satisfy ${term(parameter)}.`,
    advice: 'Look at the shape instead.',
    remedies: [],
  };
}

/** A literal is required to have properties: most likely the shape's target is wrong. */
function literalFocus({ violation, term }: RepairProblem): string | undefined {
  const { focusNode, path } = violation;
  if (path === undefined || !terms.isLiteral(focusNode)) return undefined;
  return `No repair found: ${term(focusNode)} is a literal, which can have no properties.`;
}

/** No file describes a value or class: most likely an ontology is not linked. */
function undescribed(problem: RepairProblem): Uncertainty | undefined {
  const { violation, recorded, term } = problem;
  const { constraint, value } = violation;
  const { input } = recorded;
  if (constraint.kind !== 'class' || value === undefined || !terms.isIri(value)) return undefined;
  if (isUndescribed(value, input)) {
    return {
      why: `No repair found: no linked file describes ${term(value)}, so its class is unknown.`,
      advice: linkAdvice,
      remedies: [{ kind: 'link', nodes: [value], instancesOf: undefined }],
    };
  }
  const hasInstances = input.dataGraph.subjects(rdf.type, constraint.class).length > 0;
  if (!hasInstances && isUndescribed(constraint.class, input)) {
    const { nodes } = unknownClasses(problem) ?? { nodes: [] };
    return {
      why: `No repair found: no linked file describes the class ${term(constraint.class)}.`,
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
        why: `No repair found: ${term(node)} is described only in ${decodedFileName(file.uri)}, which is context and not changed.`,
        remedies: [{ kind: 'openContext', uri: file.uri, node }],
      };
    }
  }
  return undefined;
}

function failed(
  rejected: readonly { readonly repair: Repair; readonly verdict: Verdict }[],
  { term }: RepairProblem,
  isCutShort: boolean,
): string | undefined {
  const [first] = rejected;
  if (first === undefined) return undefined;
  const rest = rejected.length === 1 ? '' : ` ${rejected.length - 1} more failed, too.`;
  const others = isCutShort ? `${rest} The search was given up there: there are too many ways to try.` : rest;
  return `No repair found. Tried: ${first.repair.title}, which ${outcome(first.verdict, term)}${others}`;
}

/** The result depends on statements of context, but repairs change data files only. */
function statedInContext({ violation, recorded, context }: RepairProblem): Uncertainty | undefined {
  const { focusNode, sourceShape, constraint } = violation;
  const { reportedGraph } = recorded.input;
  const { triples } = recorded.evaluator.trace(focusNode, sourceShape, constraint);
  for (const triple of triples) {
    if (hasTriple(reportedGraph, triple)) continue;
    const file = context.find(({ graph }) => hasTriple(graph, triple));
    if (file) {
      return {
        why: `No repair found: the result rests on what ${decodedFileName(file.uri)} states, which is context and not changed.`,
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
  return `No repair found: ${term(parameter)} asks what ${node} is, and nothing that is said about it can change that.`;
}

function givenUp(isCutShort: boolean): string | undefined {
  return isCutShort
    ? 'No repair found: the search was given up, because the shapes ask for more than one repair may change.'
    : undefined;
}

function outcome(verdict: Verdict, term: RepairProblem['term']): string {
  switch (verdict.kind) {
    case 'fixes':
      return 'works.';
    case 'keepsViolation':
      return 'does not help.';
    case 'introduces': {
      const [result] = verdict.results;
      const parameter = result && (componentByIri.get(result.component)?.parameter ?? result.component);
      return parameter === undefined
        ? 'would break something else.'
        : `would break ${term(parameter)} at ${term(result!.focusNode)}.`;
    }
    case 'notExpressible':
    case 'invalidUpdate':
      return `cannot be made: ${verdict.reason}`;
  }
}
