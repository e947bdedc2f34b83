import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { attachmentPoints } from '../drafts/attachmentPoints.ts';
import { type Draft, firstDraft } from '../drafts/draft.ts';
import { constraintsOfKind, requirementsAt } from '../drafts/requirements.ts';
import type { RepairProblem } from '../repair.ts';
import { impliedValues } from '../values/impliedValues.ts';

/** A value that other statements imply where one is missing, and that lacks a class which is asked for there. */
export interface RefusedValue {
  readonly value: TermId;
  /** For example: implied by brick:isPointOf (owl:inverseOf brick:hasPoint). */
  readonly evidence: string;
  readonly asked: TermId;
  /** The classes that it has instead. */
  readonly types: readonly TermId[];
}

/** The first value that is implied at the place of a result and refused for its class; undefined when there is none. */
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
export function classesAsked({ violation }: RepairProblem, draft: Draft): readonly TermId[] {
  const { constraint, focusNode, path, sourceShape } = violation;
  const isMinimum = constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount';
  if (!isMinimum || path === undefined) return [];
  const { unfolded } = requirementsAt(draft, focusNode, path, sourceShape);
  const counted =
    constraint.kind === 'qualifiedMinCount' ? draft.search.shapes.get(constraint.shapeRef) : undefined;
  return constraintsOfKind([...unfolded, ...(counted?.constraints ?? [])], 'class').map((each) => each.class);
}
