import { expect, test } from 'vitest';
import type { GraphDelta } from '../../../server/src/rdf/graph.ts';
import { terms } from '../../../server/src/rdf/terms.ts';
import { rdf, rdfs, sh } from '../../../server/src/rdf/vocab.ts';
import { changeSize } from '../../../server/src/repair/drafts/change.ts';
import { printUpdate } from '../../../server/src/sparql/updateText.ts';
import { runs } from '../../../server/src/testing/runs.ts';
import { randomCases } from '../../optimality/cases.ts';
import { describeClingo } from '../clingo.testing.ts';
import { isRepair } from '../isRepair.ts';
import { keepsTargets } from '../keepsTargets.ts';
import type { Question } from '../question.ts';
import { Refusal } from '../refusal.ts';
import { domainOf } from './domain.ts';
import { translatedShapes } from './fragment.ts';
import { defaultOptions, NoRepair, optimalRepair } from './optimalRepair.ts';

/** The size of the smallest repair; Infinity if there is none, undefined if that is not known. */
async function smallestSize(question: Question): Promise<number | undefined> {
  try {
    return changeSize(await optimalRepair(question, { ...defaultOptions, seconds: 30 }));
  } catch (error) {
    if (error instanceof NoRepair) return Number.POSITIVE_INFINITY;
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** All changes of one triple, with the terms and the properties of graph and shapes. */
function* singleChanges({ recorded }: Question): Iterable<GraphDelta> {
  const { dataGraph, shapes } = recorded.input;
  for (const triple of dataGraph.triples())
    if (triple.predicate !== rdfs.subClassOf) yield { added: [], removed: [triple] };
  const translated = translatedShapes(recorded);
  const domain = domainOf(dataGraph, translated, recorded.evaluator, { nodes: 1 }).all;
  const paths = shapes.graph.withPredicate(sh.path).map(({ object }) => object);
  const predicates = new Set([
    rdf.type,
    ...paths,
    ...[...dataGraph.triples()].map(({ predicate }) => predicate),
  ]);
  for (const subject of domain) {
    if (terms.isLiteral(subject)) continue;
    for (const predicate of predicates) {
      if (!terms.isIri(predicate) || predicate === rdfs.subClassOf) continue;
      for (const object of domain)
        if (!dataGraph.has(subject, predicate, object))
          yield { added: [{ subject, predicate, object }], removed: [] };
    }
  }
}

describeClingo('the smallest repair of random graphs', () => {
  test('has one change exactly where one of all possible changes is a repair', {
    timeout: 600_000,
  }, async () => {
    let judged = 0;
    for await (const { task } of randomCases(runs(500))) {
      const { recorded, violation: asked } = task.problem;
      const question = { recorded, results: task.results, asked };
      const size = await smallestSize(question);
      // Where it has one change, that one was validated already.
      if (size === undefined || size === 1) continue;
      judged++;
      for (const change of singleChanges(question)) {
        if (!(await isRepair(question, change)) || !(await keepsTargets(question, change, recorded)))
          continue;
        expect.fail(
          `${printUpdate(change)} repairs, but the smallest repair is said to have ${size} changes`,
        );
      }
    }
    expect(judged).toBeGreaterThan(runs(10));
  });
});
