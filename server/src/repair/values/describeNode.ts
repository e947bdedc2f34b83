import type { TermId } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { requiredRefsOf } from '../../shacl/components/shapeRefs.ts';
import { type Draft, withFix } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Conform } from '../drafts/goal.ts';
import { acceptor, constraintsOfKind } from '../drafts/requirements.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';
import type { Support } from '../repair.ts';

/** The types that a node needs at a place and does not have; undefined when it needs none. */
export function missingTypes(
  node: TermId,
  { requirements }: WantedValue,
  { graph, search }: Draft,
  support: Support,
  evidence?: Evidence,
): Fix | undefined {
  const types = graph.objects(node, rdf.type);
  const missing = constraintsOfKind(requirements.unfolded, 'class')
    .map((constraint) => constraint.class)
    .filter((asked) => !types.some((type) => search.classes.subclasses(asked).has(type)));
  if (missing.length === 0) return undefined;
  const added = [...new Set(missing)].map((object) => ({ subject: node, predicate: rdf.type, object }));
  return fixOfChange({ added, removed: [] }, support, evidence);
}

/**
 * What else a node needs to satisfy all requirements at the place where the draft has it: the triples that the shapes
 * of its value ask for. Undefined when nothing helps; `emptyFix` when it lacks nothing.
 */
export function completion(
  node: TermId,
  wanted: WantedValue,
  draft: Draft,
  conform: Conform,
): Fix | undefined {
  const { focusNode, path, requirements } = wanted;
  const place = { focusNode, path, shape: undefined };
  let fix: Fix = emptyFix;
  const nodeShapes = requirements.direct.flatMap((constraint) => requiredRefsOf(constraint));
  for (const shape of [...requirements.valueShapes, ...nodeShapes]) {
    const here = withFix(draft, fix);
    if (here.evaluator.conforms(node, shape)) continue;
    const [first] = conform(node, shape, here, place);
    if (first === undefined) return undefined;
    fix = combineFixes(fix, first);
  }
  return acceptor(withFix(draft, fix), requirements)(node) ? fix : undefined;
}
