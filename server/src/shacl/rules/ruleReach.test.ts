import { beforeAll, expect, test } from 'vitest';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { rulesOf } from './readRules.ts';
import { affectedNodes } from './ruleReach.ts';
import { rulesGraph } from './rules.testing.ts';

beforeAll(() => loadQueryEngine());

/** The focus nodes for which the only rule of a shape fires again when triples come. */
function affected(rule: string, added: string): readonly string[] | 'all' {
  const shapes = readShapes(
    rulesGraph(`ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:rule ${rule} .
      ex:HasX sh:property [ sh:path ex:x ; sh:node ex:HasY ] . ex:HasY sh:property [ sh:path ex:y ; sh:minCount 1 ] .
      ex:Other sh:property [ sh:path ex:z ; sh:minCount 1 ] .`),
  );
  const graph = graphOf(`ex:a ex:x ex:b . ${added}`);
  const triples = [...graphOf(added).triples()];
  const [only] = rulesOf(shapes).rules;
  const found = affectedNodes(only!, triples, graph, { shapes, classes: new ClassHierarchy(graph) });
  return found === 'all' ? 'all' : [...found].map(print);
}

const construct = (text: string) => `[ a sh:SPARQLRule ; sh:construct "CONSTRUCT ${text}" ]`;

const turned = construct('{ ?o ?p $this } WHERE { $this ?p ?o . ?p a ex:Symmetric }');
const named = construct('{ $this a ex:D } WHERE { $this ex:x/^ex:q ex:e }');
const byPath = construct('{ $this a ex:D } WHERE { $this a/ex:sub* ex:D }');

test.each([
  ['a type that the query does not name', turned, 'ex:n a ex:Room .', ['ex:n']],
  ['the type that it names', turned, 'ex:x a ex:Symmetric .', ['ex:x', 'ex:a']],
  ['the named end of a path, by its last step', named, 'ex:e ex:q ex:b .', ['ex:a']],
  ['another node in its place', named, 'ex:n ex:q ex:b .', []],
  ['a step that does not reach the named end', named, 'ex:n ex:x ex:e .', ['ex:n']],
  ['a type that may lead on to the named one', byPath, 'ex:n a ex:Room .', ['ex:n']],
])('a rule fires again where a triple may match its patterns: %s', (_, rule, added, nodes) =>
  expect(affected(rule, added)).toEqual(nodes),
);

const conditional = '[ a sh:TripleRule ; sh:predicate ex:r ; sh:object ex:o ; sh:condition ex:HasX ]';

test.each([
  ['a property of a shape that the condition refers to', 'ex:b ex:y ex:c .', ['ex:a']],
  ['a property that only other shapes look at', 'ex:b ex:z ex:c .', []],
])('a rule with a condition fires again where that may change: %s', (_, added, nodes) =>
  expect(affected(conditional, added)).toEqual(nodes),
);
