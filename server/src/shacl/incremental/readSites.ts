import { memoized } from '../../base/memoized.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { componentOf } from '../components/index.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import { invert, type Path } from '../model/path.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { linksOf, wayBack } from '../paths/pathLinks.ts';

/**
 * Where the evaluation of shapes reads the data. The shapes alone determine which triples a verdict depends on: a shape
 * reads along its path from the focus node, a class constraint reads the types of the values, and so on. So nothing
 * needs to be recorded during validation. To find the verdicts that read a triple, affected.ts walks the paths
 * backwards; to find the triples of a verdict, trace.ts walks them forwards.
 */
export interface ReadSites {
  /** The sites that read triples with this predicate. */
  of(predicate: TermId): readonly ReadSite[];
  /** The sites of class constraints, which also read rdfs:subClassOf. */
  readonly classSites: readonly ClassSite[];
  /** The shapes that judge nodes by this shape, and where they find the nodes. */
  references(shape: TermId): readonly Reference[];
}

/** A place in a shape that reads triples of one predicate, or of all predicates. */
export interface ReadSite {
  readonly shape: TermId;
  /** The end of the triple from which the shape reads it. */
  readonly from: 'subject' | 'object';
  /** The path from that end back to the focus nodes of the shape; undefined when that end is the focus node. */
  readonly back: Path | undefined;
  /** When set, only triples whose object is this class or a subclass of it matter. */
  readonly class?: TermId;
}

/** The site of a class constraint. */
export type ClassSite = ReadSite & { readonly class: TermId };

/** A shape that judges its value nodes by another shape. */
export interface Reference {
  readonly shape: TermId;
  /** The path from a value node back to the focus nodes; undefined when they are the same node. */
  readonly back: Path | undefined;
}

/** The read sites of all shapes; the same object for the same shapes. */
export const readSitesOf: (shapes: Pick<ShapesGraph, 'shapes'>) => ReadSites = memoized(({ shapes }) =>
  readSites(shapes),
);

/** The read sites of some shapes. */
export function readSites(shapes: readonly Shape[]): ReadSites {
  const byPredicate = new Map<TermId, ReadSite[]>();
  const ofEvery: ReadSite[] = [];
  const classSites: ClassSite[] = [];
  const references = new Map<TermId, Reference[]>();
  for (const shape of shapes) {
    const back = shape.path && invert(shape.path);
    for (const { predicate, ...step } of shape.path ? stepsOf(shape.path) : []) {
      add(byPredicate, predicate, { shape: shape.id, ...step });
    }
    for (const constraint of shape.constraints) {
      if (componentOf(constraint).excusedBy !== 'none') {
        add(byPredicate, sh.incomplete, { shape: shape.id, from: 'subject', back });
        if (back !== undefined) {
          add(byPredicate, sh.incomplete, { shape: shape.id, from: 'subject', back: undefined });
        }
      }
      for (const ref of shapeRefsOf(constraint)) add(references, ref, { shape: shape.id, back });
      const reads = componentOf(constraint).reads(constraint);
      switch (reads.kind) {
        case 'types': {
          const site: ClassSite = { shape: shape.id, from: 'subject', back, class: reads.class };
          add(byPredicate, rdf.type, site);
          classSites.push(site);
          break;
        }
        case 'statements':
          ofEvery.push({ shape: shape.id, from: 'subject', back });
          break;
        case 'property':
          add(byPredicate, reads.property, { shape: shape.id, from: 'subject', back: undefined });
          break;
        case 'terms':
        case 'languages':
        case 'nothing':
        // What queries read is not followed back; they are asked again (sparql/queryVerdicts.ts).
        case 'query':
          break;
      }
    }
  }
  return {
    of: (predicate) => [...(byPredicate.get(predicate) ?? []), ...ofEvery],
    classSites,
    references: (shape) => references.get(shape) ?? [],
  };
}

/** A single step of a path. */
interface Step extends Omit<ReadSite, 'shape'> {
  readonly predicate: TermId;
}

/** The single steps of a path, with the path from each back to the start. */
function stepsOf(path: Path): readonly Step[] {
  return linksOf(path).map(({ predicate, isInverse, before }) => ({
    predicate,
    from: isInverse ? 'object' : 'subject',
    back: wayBack(before),
  }));
}

function add<T>(lists: Map<TermId, T[]>, key: TermId, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
