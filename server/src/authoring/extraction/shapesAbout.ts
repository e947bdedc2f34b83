import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { shapeRefsOf } from '../../shacl/shapesGraph/shapeRefs.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';

const maxTriples = 2000;

/**
 * The shapes that have instances of a class as targets, and the shapes of the classes that they refer to directly:
 * what a model needs to know to describe such an instance.
 */
export function shapesAbout(type: TermId, { shapes }: ValidationInput): readonly Triple[] {
  const first = targeting(type);
  const classes = new Set<TermId>();
  const own = closure(first, classes);
  const others = closure([...classes].flatMap(targeting), new Set());
  const all = new Map([...own, ...others].map((triple) => [tripleKey(triple), triple]));
  return [...all.values()].slice(0, maxTriples);

  function targeting(wanted: TermId): readonly TermId[] {
    return shapes.roots
      .filter(({ targets }) => targets.some((target) => target.kind === 'class' && target.class === wanted))
      .map(({ id }) => id);
  }

  function closure(start: readonly TermId[], found: Set<TermId>): readonly Triple[] {
    const triples: Triple[] = [];
    const seen = new Set(start);
    for (const node of seen) {
      for (const triple of shapes.graph.outgoing(node)) {
        triples.push(triple);
        if (terms.isBlank(triple.object)) seen.add(triple.object);
      }
      for (const constraint of shapes.get(node)?.constraints ?? []) {
        for (const ref of shapeRefsOf(constraint)) seen.add(ref);
        if (constraint.kind === 'class') found.add(constraint.class);
      }
    }
    return triples;
  }
}
