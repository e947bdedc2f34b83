import { expect, test } from 'vitest';
import { entail } from '../shacl/entail.ts';
import { shortForm } from '../shacl/model/words.ts';
import { unitOf } from '../testing/shaclCheck.ts';
import { generated, problemOf, vioProblem } from '../testing/vios.ts';
import { referenceCrossCheck } from './cases/crossCheck.ts';

const prefixes = 'PREFIX ex: <http://example.org/ns#>';
const { signal } = new AbortController();

/** The cases of a run, with what was covered or why not. */
async function suiteOf(shapes: string, data: string, inference: 'none' | 'rules' = 'none') {
  const unit = unitOf({ shapes, data });
  const { dataGraph: asserted, classGraph } = unit;
  const entailment =
    inference === 'none'
      ? undefined
      : await entail({ asserted, schema: classGraph, shapes: unit.shapes, classGraph }, 'rules');
  const problem = await problemOf(entailment ? { ...unit, dataGraph: entailment.graph, entailment } : unit);
  const { check } = await referenceCrossCheck(problem, signal);
  const { cases, coverage } = await generated(problem, {}, { crossCheck: check });
  return {
    cases: cases.map(({ change: { added, removed }, crossCheck }) => [
      ...removed.map((t) => `- ${[t.subject, t.predicate, t.object].map(shortForm).join(' ')}`),
      ...added.map((t) => `+ ${[t.subject, t.predicate, t.object].map(shortForm).join(' ')}`),
      crossCheck?.kind === 'notCompared' ? `not compared: ${crossCheck.reason}` : crossCheck?.kind,
    ]),
    coverage: coverage.map(
      ({ constraint, reason = 'covered' }) => `${shortForm(constraint.parameter)} ${reason}`,
    ),
  };
}

const notCompared =
  'not compared: rdf-validate-shacl does not check sh:sparql of RoomShape: it does not evaluate SPARQL.';

const rooms = (where: string, more = '') => `
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; ${more}
    sh:sparql [ sh:select "${prefixes} SELECT $this { ${where} }" ] .`;

test('a query is violated, and the second engine says why it has no opinion', async () => {
  expect(
    await suiteOf(rooms('FILTER NOT EXISTS { $this ex:floor ?floor }'), 'ex:r a ex:Room ; ex:floor 1 .'),
  ).toEqual({
    cases: [['- r floor 1', notCompared]],
    coverage: ['sh:sparql covered'],
  });
});

test('of what a rule infers, a statement that it follows from is taken away', async () => {
  const rule =
    'sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:level ; sh:object [ sh:path ex:floor ] ] ;';
  const shapes = rooms('FILTER NOT EXISTS { $this ex:level ?level }', rule);
  expect(await suiteOf(shapes, 'ex:r a ex:Room ; ex:floor 1 .', 'rules')).toEqual({
    cases: [['- r floor 1', notCompared]],
    coverage: ['sh:sparql covered'],
  });
});

test('a query that nothing makes find anything has a reason', async () => {
  const shapes = rooms('$this ex:floor ?floor . FILTER (?floor > 3 && ?floor < 2)');
  expect(await suiteOf(shapes, 'ex:r a ex:Room ; ex:floor 1 .')).toEqual({
    cases: [],
    coverage: ['sh:sparql NO_WITNESS'],
  });
});

test('a query that is not evaluated is named', async () => {
  expect(await suiteOf(rooms('SERVICE ex:s { $this ex:floor ?floor }'), 'ex:r a ex:Room .')).toEqual({
    cases: [],
    coverage: ['sh:sparql UNSUPPORTED_COMPONENT'],
  });
});

test('a query whose focus nodes only ontologies describe has none in the data', async () => {
  const shapes = rooms('FILTER NOT EXISTS { $this ex:comment ?comment }');
  const problem = await vioProblem(shapes, 'ex:r a ex:Hall .', 'ex:kind a ex:Room ; ex:comment "any room" .');
  const { coverage } = await generated(problem);
  expect(coverage.map(({ reason, explanation }) => [reason, explanation])).toEqual([
    ['NO_FOCUS', 'All of its focus nodes are described by ontologies only, and none by the data.'],
  ]);
});
