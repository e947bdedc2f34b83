import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl, rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { componentByParameter } from '../components/index.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { NotChecked } from '../model/violation.ts';
import { shortForm } from '../model/words.ts';
import type { ReferenceLimits } from './referenceLimits.ts';

/** The shapes graph that rdf-validate-shacl gets, and what was removed from it. */
export interface ReferenceShapes {
  readonly graph: Graph;
  readonly notChecked: readonly NotChecked[];
  /** The constraints that were replaced by auxiliary shapes, by the auxiliary shape. */
  readonly auxiliary: ReadonlyMap<TermId, Constraint>;
}

/** The engine ignores these or stops at them. The shapes graph already lists them as not checked. */
const removedPredicates = new Set<TermId>([
  owl.imports,
  sh.sparql,
  sh.js,
  sh.rule,
  sh.target,
  rdfs.subClassOf,
]);

/**
 * Removes from the shapes graph what the engine cannot check. Everything else is left as written, so that the engine
 * reads the shapes independently.
 */
export function referenceShapes(shapes: ShapesGraph, limits: ReferenceLimits): ReferenceShapes {
  const notChecked: NotChecked[] = [];
  const kept = new OrderedTripleSet();
  const unreadable = new Set<TermId>();
  const added: Triple[] = [];
  const auxiliary = new Map<TermId, Constraint>();

  const takeOut = (shape: Shape, constraint: Constraint, why: string) =>
    notChecked.push({
      reason: `rdf-validate-shacl does not check ${shortForm(constraint.parameter)} of ${shortForm(shape.id)}: ${why}.`,
      shape: shape.id,
      component: constraint.component,
    });

  for (const shape of shapes.shapes) {
    const whyNone = limits.ofShape(shape);
    if (whyNone !== undefined) unreadable.add(shape.id);
    for (const constraint of shape.constraints) {
      const why = whyNone ?? limits.ofConstraint(constraint, shape);
      if (why !== undefined) takeOut(shape, constraint, why);
      else if (constraint.kind === 'and' && shape.kind === 'property') {
        added.push(...rewriteAnd(constraint, auxiliary));
      } else kept.add(constraint.shape, constraint.parameter, constraint.parameterValue);
    }
    if (shape.targets.some((target) => target.kind === 'class' && target.class === shape.id)) {
      added.push({ subject: shape.id, predicate: rdf.type, object: rdfs.Class });
    }
  }

  const isKept = ({ subject, predicate, object }: Triple) => {
    if (removedPredicates.has(predicate)) return false;
    if (predicate === sh.path) return shapes.get(subject) !== undefined && !unreadable.has(subject);
    return !componentByParameter.has(predicate) || kept.has(subject, predicate, object);
  };
  const triples = [...shapes.graph.triples()].filter(isKept);
  return { graph: new IndexedGraph([...triples, ...added]), notChecked, auxiliary };
}

/**
 * For sh:and on a property shape, the engine checks all values together and reports each of them. A sh:node that refers
 * to an auxiliary shape with the sh:and requires the same of each value separately.
 */
function rewriteAnd(constraint: Constraint, auxiliary: Map<TermId, Constraint>): readonly Triple[] {
  const { shape, parameter, parameterValue } = constraint;
  const node = terms.blankNode(`auxiliary shape of ${shape} for ${parameterValue}`);
  auxiliary.set(node, constraint);
  return [
    { subject: shape, predicate: sh.node, object: node },
    { subject: node, predicate: parameter, object: parameterValue },
  ];
}
