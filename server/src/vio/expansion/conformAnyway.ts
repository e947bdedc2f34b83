import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { type Draft, withFix } from '../../repair/drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange } from '../../repair/drafts/fix.ts';
import type { Conform } from '../../repair/drafts/goal.ts';
import { conform } from '../../repair/search/goals.ts';
import { requiredRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Violation } from '../../shacl/model/violation.ts';

/**
 * Ways to make a node conform to a shape: first those of repairs, then one that repairs avoid. The last one states that
 * the node belongs to the classes that the shape requires, whatever the node is.
 */
export const conformAnyway: Conform = function* (node, shape, draft, via) {
  yield* conform(node, shape, draft, via);
  const typing = typingFor(node, shape, draft);
  if (typing === undefined) return;
  const typed = withFix(draft, typing);
  if (typed.evaluator.conforms(node, shape)) yield typing;
  else for (const fix of conform(node, shape, typed, via)) yield combineFixes(typing, fix);
};

function typingFor(node: TermId, shape: TermId, { evaluator }: Draft): Fix | undefined {
  if (terms.isLiteral(node)) return undefined;
  const classes = new Set(missingClasses(node, evaluator.validateNode(node, shape)));
  const added = [...classes].map((object) => ({ subject: node, predicate: rdf.type, object }));
  return added.length === 0 ? undefined : fixOfChange({ added, removed: [] }, 'placeholder');
}

function missingClasses(node: TermId, results: readonly Violation[]): readonly TermId[] {
  return results.flatMap(({ constraint, value, details }) => {
    if (constraint.kind === 'class') return value === node ? [constraint.class] : [];
    return requiredRefsOf(constraint).length > 0 ? missingClasses(node, details) : [];
  });
}
