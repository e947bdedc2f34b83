import { isDeclaredClass } from '../../../rdf/schemaTypes.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { RepairableUnit } from '../../../repair/repair.ts';

/** A class for which sample data can be generated. */
export interface SampledClass {
  readonly class: TermId;
  /** The number of shapes that have it as a target. */
  readonly shapes: number;
  /** The number of instances in the data, without those of subclasses. */
  readonly instances: number;
}

/**
 * The classes that shapes of the unit are about. Those of a term come first: the term itself, or the classes of the
 * node that it names.
 *
 * @param near the term that the user is looking at.
 */
export function sampleClasses({ recorded }: RepairableUnit, near?: TermId): readonly SampledClass[] {
  const { shapes, dataGraph } = recorded.input;
  const counts = new Map<TermId, number>();
  for (const { targets } of shapes.roots) {
    for (const target of targets) {
      if (target.kind === 'class') counts.set(target.class, (counts.get(target.class) ?? 0) + 1);
    }
  }
  const first = new Set(near === undefined ? [] : [near, ...dataGraph.objects(near, rdf.type)]);
  if (near !== undefined && isDeclaredClass(near, recorded.input.classGraph) && !counts.has(near))
    counts.set(near, 0);
  return [...counts]
    .filter(([type]) => terms.isIri(type))
    .map(([type, count]) => ({
      class: type,
      shapes: count,
      instances: dataGraph.subjects(rdf.type, type).length,
    }))
    .sort((a, b) => Number(first.has(b.class)) - Number(first.has(a.class)));
}
