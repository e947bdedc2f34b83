import { tripleKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import { createEvaluator } from '../evaluator.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { coverageOf } from './coverage.ts';

/** The shapes of each triple of the data graph that some shape judges. */
export function judgesByTriple(input: ValidationInput): ReadonlyMap<string, ReadonlySet<TermId>> {
  const { shapes, dataGraph, classGraph } = input;
  const coverage = coverageOf(input, createEvaluator(shapes, dataGraph, classGraph));
  const judges = new Map<string, ReadonlySet<TermId>>();
  for (const triple of dataGraph.triples()) {
    const set = coverage.shapeSet(coverage.judgesOf(triple.subject, triple.predicate, triple.object));
    if (set.length === 0) continue;
    judges.set(tripleKey(triple), new Set(set.map((position) => coverage.shapes[position]!.shape.id)));
  }
  return judges;
}
