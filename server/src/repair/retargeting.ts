import type { TermId } from '../rdf/terms.ts';
import { targetingTriples } from '../shacl/targets.ts';
import type { Violation } from '../shacl/violation.ts';
import { type Draft, isEditable } from './draft.ts';
import { type Fix, knownFix } from './fix.ts';

/**
 * Takes the root focus node out of the targets of its shape, by dropping the types or triples that make it one. It
 * makes results go away without making the data any better, so it is the last thing to propose. Where that takes more
 * than `maxEdits` it is not worth a look.
 */
export function* retargeting(
  { rootShape, rootFocusNode }: Violation,
  draft: Draft,
  maxEdits: number,
): Iterable<Fix> {
  const { graph, scene } = draft;
  const targets = scene.shapes.get(rootShape)?.targets ?? [];
  const subclasses = (id: TermId) => scene.classes.subclasses(id);
  const triples = targets.flatMap((target) => targetingTriples(target, rootFocusNode, graph, subclasses));
  if (triples.length === 0 || triples.length > maxEdits) return;
  if (!triples.every((triple) => isEditable(draft, triple))) return;
  yield knownFix({ added: [], removed: triples }, 'retargeting');
}
