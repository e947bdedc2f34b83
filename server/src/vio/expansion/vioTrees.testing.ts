import { vioProblem } from '../../testing/vios.ts';
import type { VioProblem } from '../problem.ts';
import { Expansion } from './expansion.ts';
import { Leaves } from './leaves.ts';
import { rootFactor, rootsOf } from './roots.ts';
import { ShapeOrder } from './shapeOrder.ts';

/** A problem with a team that has `members` members and needs at least `least` qualified ones. */
export function team(members: number, least: number): Promise<VioProblem> {
  const names = Array.from({ length: members }, (_, i) => `ex:m${i}`);
  return vioProblem(
    `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property ex:P .
     ex:P sh:path ex:member ; sh:qualifiedMinCount ${least} ; sh:qualifiedValueShape ex:Q .
     ex:Q a sh:NodeShape ; sh:class ex:Person ; sh:property [ sh:path ex:badge ; sh:minCount 1 ; sh:or ( [ sh:datatype xsd:string ] [ sh:nodeKind sh:IRI ] ) ] .`,
    `ex:t a ex:Team ; ex:member ${names.join(', ')} . ${names.map((name) => `${name} a ex:Person ; ex:badge "b" .`).join(' ')}`,
  );
}

/** The tree of the first constraint of the first root, with an object that counts its leaves. */
export function treeOf({ recorded }: VioProblem) {
  const order = new ShapeOrder(recorded.input.shapes);
  const leaves = new Leaves(new Expansion(order, recorded.evaluator));
  const [root] = rootsOf({ recorded, order, ontologyNodes: false });
  const [constraint, sites] = [...root!.sites][0]!;
  return { leaves, factor: rootFactor(constraint, sites) };
}
