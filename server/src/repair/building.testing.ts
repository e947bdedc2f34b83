import { readFileSync } from 'node:fs';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import type { RepairUnit } from '../testing/checkRepair.ts';

/**
 * A building whose points and feeds are stated in one direction (brick:isPointOf, brick:isFedBy) and asked for in
 * the other, beside an ontology of 54,000 triples that says that these are inverse. `folder` is the shared data
 * `brick-buildingmotif`.
 */
export function buildingUnit(folder: string): RepairUnit {
  const parse = (name: string) =>
    new TurtleDocument(`file:///${name}`, 1, readFileSync(`${folder}/${name}`, 'utf8'));
  return {
    documents: [parse('mediumOffice_brick.ttl')],
    shapes: [parse('mediumOffice_constraints.ttl')],
    context: [parse('Brick.ttl')],
  };
}
