import type { TermId, Triple } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import type { Target } from '../shacl/shape.ts';
import type { Violation } from '../shacl/violation.ts';
import { type Draft, isEditable } from './draft.ts';
import { type Fix, knownFix } from './fix.ts';

/**
 * Takes the root focus node out of the targets of its shape, by dropping the types or triples that make it one. It
 * makes results go away without making the data any better, so it is the last thing to propose.
 */
export function* retargeting({ rootShape, rootFocusNode }: Violation, draft: Draft): Iterable<Fix> {
  const shape = draft.scene.shapes.get(rootShape);
  const triples = shape?.targets.flatMap((target) => targetingTriples(target, rootFocusNode, draft)) ?? [];
  if (triples.length === 0 || !triples.every((triple) => isEditable(draft, triple))) return;
  yield knownFix({ added: [], removed: triples }, 'retargeting');
}

function targetingTriples(target: Target, node: TermId, { graph, scene }: Draft): readonly Triple[] {
  switch (target.kind) {
    case 'node':
      return [];
    case 'class': {
      const classes = scene.classes.subclasses(target.class);
      const types = graph.objects(node, rdf.type).filter((type) => classes.has(type));
      return types.map((type) => ({ subject: node, predicate: rdf.type, object: type }));
    }
    case 'subjectsOf':
      return graph
        .objects(node, target.predicate)
        .map((object) => ({ subject: node, predicate: target.predicate, object }));
    case 'objectsOf':
      return graph
        .subjects(target.predicate, node)
        .map((subject) => ({ subject, predicate: target.predicate, object: node }));
  }
}
