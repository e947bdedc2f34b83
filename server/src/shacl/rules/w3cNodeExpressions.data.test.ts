import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import { describeShared } from '../../testing/shared.ts';
import { decides, shacl12Suite } from '../../testing/w3cTests.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { createEvaluator } from '../evaluator.ts';
import { isTrue, readList } from '../model/reading.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { loadQueryEngine, unwatchedQueryBudget } from '../sparql/queryEngine.ts';
import { nodesOf, readExpression } from './nodeExpression.ts';

/** Tests that are known to fail, with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {
  ...failing('nothing but the focus node is ever bound to a variable', 'var-bound'),
  ...failing('the test expects another lexical form of the same number', 'sum-totalRevenue'),
  ...failingInSparql(
    'the test expects another lexical form of the same number',
    ...['ceil-example', 'divide-example', 'floor-example', 'round-example', 'seconds-example'],
  ),
};

function failing(why: string, ...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`shnex/${name}`, why]));
}

function failingInSparql(why: string, ...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`shnex-sparql/${name}`, why]));
}

const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
const sht = (name: string) => terms.iri(`http://www.w3.org/ns/shacl-test#${name}`);

describeShared('W3C SHACL 1.2 Node Expressions', 'w3c-shacl12-tests/tests/node-expr', (folder) => {
  const cases = ['shnex', 'shnex-sparql'].flatMap((part) =>
    readdirSync(`${folder}/${part}`)
      .filter((file) => file.endsWith('.ttl'))
      .flatMap((file) => {
        const path = `${folder}/${part}/${file}`;
        const { graph } = new TurtleDocument(pathToFileURL(path).href, 1, readFileSync(path, 'utf8'));
        return graph
          .withPredicate(mf('entries'))
          .flatMap(({ object }) => readList(graph, object) ?? [])
          .map((entry) => ({ graph, entry, name: `${part}/${terms.value(entry).split('/').at(-1)!}` }));
      }),
  );

  test('is complete', () => expect(cases).toHaveLength(143));

  for (const { graph, entry, name } of cases) {
    const why = expectedFailures[name];
    test(
      why ? `${name} (fails: ${why})` : name,
      decides(`${shacl12Suite}node-expr/${name}`, !why),
      async () => {
        await loadQueryEngine(graph);
        const [action] = graph.objects(entry, mf('action'));
        const found = evaluated(graph, action!);
        const wanted = (readList(graph, graph.objects(entry, mf('result'))[0]!) ?? []).map(termToNTriples);
        const inOrder = (nodes: readonly string[]) =>
          graph.objects(action!, sht('ignoreOrder')).some(isTrue) ? nodes.toSorted() : nodes;
        const outcome = typeof found === 'string' ? found : inOrder(found);
        if (why) expect(outcome).not.toEqual(inOrder(wanted));
        else expect(outcome).toEqual(inOrder(wanted));
      },
    );
  }
});

/** What the expression of a test yields, or why it is not evaluated. */
function evaluated(graph: TurtleDocument['graph'], action: TermId): readonly string[] | string {
  const expression = readExpression(graph, graph.objects(action, sht('nodeExpr'))[0]!);
  if (typeof expression === 'string') return expression;
  const [focus = terms.iri('http://example.org/nothing')] = graph.objects(action, sht('focusNode'));
  const evaluator = createEvaluator(readShapes(graph), graph, graph);
  const classes = new ClassHierarchy(graph);
  const spending = new SpentBudget(unwatchedQueryBudget);
  const nodes = nodesOf(expression, focus, {
    graph,
    subclasses: (id) => classes.subclasses(id),
    conforms: (node, shape) => evaluator.conforms(node, shape),
    ask: (query, input) => query.evaluate({ graph }, input, spending),
  });
  return nodes.map(termToNTriples);
}
