import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { termPrinter } from '../../ide/termPrinter.ts';
import { IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { namespaces } from '../../rdf/vocab.ts';
import type { RepairProblem } from '../../repair/repair.ts';
import { createEvaluator } from '../../shacl/evaluator.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import { violationKey } from '../../shacl/results/violation.ts';
import { readShapes } from '../../shacl/shapesGraph/shapesGraph.ts';
import { problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { print } from '../../testing/shaclCheck.ts';
import { describeShared } from '../../testing/shared.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { type ContextOptions, contextsOf } from './contexts.ts';
import { type Strategy, strategies } from './strategy.ts';
import { wholeText } from './turtleText.ts';

/** The context for the first result of a unit: shapes, then data, then what is left out. */
async function context(fixture: string, strategy: Strategy, options?: ContextOptions): Promise<string> {
  const [problem] = await problemsOf(readUnit(fixture));
  const { shapes, data, noPositiveExample } = contextsOf(problem!, strategy, options);
  return [
    shapes.text.body,
    ...shapes.leftOut.map((each) => `! ${each}`),
    '---',
    data.text.body,
    ...data.leftOut.map((each) => `! ${each}`),
    ...(noPositiveExample ? ['! no positive example'] : []),
  ].join('\n');
}

describeShared('the running example of the paper', '../golden/paper-example.json', (file) => {
  const golden = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly namespaces: Readonly<Record<string, string>>;
    readonly shapes: string;
    readonly data: string;
    readonly leaves: readonly { readonly id: string; readonly delete: string[]; readonly insert: string[] }[];
  };

  /** The result of a paper after a violating edit of the example. */
  async function problem(leaf: string, paper: string): Promise<RepairProblem> {
    const edit = golden.leaves.find(({ id }) => id === leaf)!;
    const parse = (text: string) => new TurtleDocument('file:///edit.ttl', 1, text).graph.triples();
    const before = new TurtleDocument('file:///data.ttl', 1, golden.data);
    const dataGraph = new IndexedGraph(
      new OverlayGraph(before.graph, {
        removed: [...parse(edit.delete.join('\n'))],
        added: [...parse(edit.insert.join('\n'))],
      }).triples(),
    );
    const shapesDocument = new TurtleDocument('file:///shapes.ttl', 1, golden.shapes);
    const shapes = readShapes(shapesDocument.graph);
    const recorded = await recordValidation({
      dataGraph,
      reportedGraph: dataGraph,
      classGraph: dataGraph,
      shapes,
    });
    const violation = recorded.result.violations.find(({ focusNode }) => print(focusNode) === `ex:${paper}`)!;
    const term = termPrinter([shapesDocument.prefixes]);
    return { violation, recorded, documents: [before], context: [], term };
  }

  const shapesPrefixes = new Map([['', golden.namespaces.shapes!]]);
  const counts = (of: RepairProblem, strategy: Strategy) => {
    const { shapes, data, noPositiveExample } = contextsOf(of, strategy, { shapesPrefixes });
    return [shapes.triples.length, data.triples.length, noPositiveExample];
  };

  test('after E1 shows seven triples of shapes and nine of data, and has no positive example', async () => {
    const e1 = await problem('L6', 'PaperABC');
    const { shapes, data } = contextsOf(e1, 'SF', { shapesPrefixes });
    expect([wholeText(shapes.text), wholeText(data.text)].join('\n---\n')).toMatchInlineSnapshot(`
      "@prefix : <http://example.org/shapes#> .
      @prefix ex: <http://example.org/ns#> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .

      :ReviewedByShape a sh:PropertyShape ;
        sh:path ex:reviewedBy ;
        sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape :ReviewerShape .
      :ReviewerShape a sh:NodeShape ;
        sh:class ex:CommitteeMember, ex:Professor .
      ---
      @prefix ex: <http://example.org/ns#> .

      ex:PaperABC a ex:Paper ;
        ex:reviewedBy ex:Alice, ex:Clark .
      ex:Alice a ex:Professor .
      ex:Bob a ex:CommitteeMember, ex:Professor .
      ex:Clark a ex:Student .
      ex:Dan a ex:CommitteeMember, ex:Professor ."
    `);
    expect(strategies.map((strategy) => [strategy, ...counts(e1, strategy)])).toEqual([
      ['MG', 12, 12, false],
      ['MF', 12, 9, false],
      ['MF+', 12, 9, true],
      ['SG', 7, 12, false],
      ['SF', 7, 9, false],
      ['SF+', 7, 9, true],
      ['SnG', 7, 12, false],
      ['SnF', 7, 9, false],
      ['SnF+', 7, 9, true],
    ]);
    expect(counts(await problem('L6', 'PaperA'), 'SF')).toEqual([7, 7, false]);
  });

  test('after E2 differs in the class that Alice has', async () => {
    const { data } = contextsOf(await problem('L5', 'PaperABC'), 'SF+');
    expect(data.triples).toHaveLength(9);
    expect(data.text.body).toContain('ex:Alice a ex:CommitteeMember .');
  });

  test('after E3 shows fifteen triples, and seventeen with the other paper', async () => {
    const e3 = await problem('L13', 'PaperABC');
    expect(counts(e3, 'SF')).toEqual([7, 15, false]);
    expect(counts(e3, 'SF+')).toEqual([7, 17, false]);
    expect(counts(e3, 'SG')).toEqual([7, 18, false]);
    const { shapes, data } = contextsOf(e3, 'SF+', { shapesPrefixes });
    expect(shapes.text.body).toContain('sh:qualifiedMaxCount 3');
    expect(shapes.text.body).not.toContain('sh:qualifiedMinCount');
    expect(data.text.body).toContain('ex:PaperA a ex:Paper ;\n  ex:reviewedBy ex:Alice .');
  });

  test('the triples of F give the same result under those of S', async () => {
    for (const [leaf, paper] of [
      ['L6', 'PaperABC'],
      ['L6', 'PaperA'],
      ['L13', 'PaperABC'],
    ] as const) {
      const of = await problem(leaf, paper);
      const { shapes, data } = contextsOf(of, 'SF');
      const graph = new IndexedGraph(data.triples);
      const alone = createEvaluator(readShapes(new IndexedGraph(shapes.triples)), graph, graph);
      const { focusNode, sourceShape } = of.violation;
      expect(alone.validateNode(focusNode, sourceShape).map(violationKey)).toEqual([
        violationKey(of.violation),
      ]);
    }
  });
});

const rooms = `
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> . @prefix sh: <${namespaces.sh}> . @prefix rdfs: <${namespaces.rdfs}> .
@prefix rdf: <${namespaces.rdf}> .
ex:RoomShape a sh:NodeShape, rdfs:Class ; sh:targetClass ex:Room ; sh:name "Room" ;
  sh:property [ sh:path [ sh:inversePath ex:hasPart ] ; sh:minCount 1 ; sh:class ex:Building ; sh:message "no building" ] ;
  sh:property [ sh:path ( ex:at ex:level ) ; sh:in ( 1 2 ) ; sh:description "level" ] .
ex:Building rdfs:label "Building"@en, "Gebäude"@de ; rdfs:comment "has rooms" .
ex:Room rdfs:label "Room" .
#- /context.ttl
ex:Hospital rdfs:subClassOf ex:Building .
`;

describe('contexts', () => {
  test('of S have the type, the path and the parameters of the violated constraint', async () => {
    const data = `#- /data.ttl
ex:r a ex:Room ; ex:at [ ex:level 3 ] .
ex:h a ex:Hospital ; ex:hasPart ex:r, ex:q . ex:q a ex:Room ; ex:at [ ex:level 1 ] .${rooms}`;
    expect(await context(data, 'SF+')).toMatchInlineSnapshot(`
      "[] sh:in ( 1 2 ) ;
        sh:path ( ex:at ex:level ) .
      ---
      ex:r a ex:Room ;
        ex:at <urn:x-bnode:d10k5u4uS1lcrpzgN0> .
      ex:q a ex:Room ;
        ex:at <urn:x-bnode:d10k5u4uS1m6qj2dN0> .
      <urn:x-bnode:d10k5u4uS1lcrpzgN0> ex:level 3 .
      <urn:x-bnode:d10k5u4uS1m6qj2dN0> ex:level 1 ."
    `);
    expect(await context(data, 'MF')).toMatchInlineSnapshot(`
      "ex:RoomShape a rdfs:Class, sh:NodeShape ;
        sh:property [ sh:class ex:Building ;
          sh:minCount 1 ;
          sh:path [ sh:inversePath ex:hasPart ] ], [ sh:in ( 1 2 ) ;
          sh:path ( ex:at ex:level ) ] ;
        sh:targetClass ex:Room .
      ---
      ex:r a ex:Room ;
        ex:at <urn:x-bnode:d10k5u4uS1lcrpzgN0> .
      ex:Hospital rdfs:subClassOf ex:Building .
      ex:h a ex:Hospital ;
        ex:hasPart ex:r .
      <urn:x-bnode:d10k5u4uS1lcrpzgN0> ex:level 3 ."
    `);
  });

  test('of Sn say what classes are, in English', async () => {
    const data = `#- /data.ttl
ex:h a ex:School ; ex:hasPart ex:r . ex:r a ex:Room .
ex:g a ex:Hospital ; ex:hasPart ex:s . ex:s a ex:Room .${rooms}`;
    expect(await context(data, 'SnF+')).toMatchInlineSnapshot(`
      "[] sh:class ex:Building ;
        sh:path [ sh:inversePath ex:hasPart ] .
      ex:Building rdfs:comment "has rooms" ;
        rdfs:label "Building"@en .
      ---
      ex:r a ex:Room .
      ex:Hospital rdfs:subClassOf ex:Building .
      ex:g a ex:Hospital ;
        ex:hasPart ex:s .
      ex:h a ex:School ;
        ex:hasPart ex:r .
      ex:s a ex:Room ."
    `);
  });

  test('tell the way from the root focus node to a nested one, and what a closed shape allows', async () => {
    expect(
      await context(
        `#- /data.ttl
ex:r a ex:Room ; ex:sensor ex:s ; ex:note "n" . ex:s ex:unit ex:m ; ex:vendor "v" .
ex:t a ex:Room ; ex:sensor ex:u . ex:u ex:unit ex:m .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:sensor ; sh:property [ sh:path ex:vendor ; sh:maxCount 0 ] ] .
`,
        'SF+',
      ),
    ).toMatchInlineSnapshot(`
      "[] sh:maxCount 0 ;
        sh:path ex:vendor .
      ---
      ex:s ex:vendor "v" .
      ex:r a ex:Room ;
        ex:sensor ex:s .
      ! no positive example"
    `);
    expect(
      await context(
        `#- /data.ttl
ex:r a ex:Room ; ex:sensor ex:s ; ex:note "n" .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:sensor ; sh:minCount 1 ] .
`,
        'SF',
      ),
    ).toMatchInlineSnapshot(`
      "ex:RoomShape a sh:NodeShape ;
        sh:closed true ;
        sh:ignoredProperties ( rdf:type ) ;
        sh:property [ sh:path ex:sensor ] .
      ---
      ex:r a ex:Room ;
        ex:note "n" ;
        ex:sensor ex:s ."
    `);
  });

  test('say what is left out', async () => {
    const nodes = Array.from({ length: 7 }, (_, i) => `ex:n${i} a ex:Person .`).join('\n');
    const fixture = `#- /data.ttl
ex:p a ex:Paper ; ex:by ex:x . ex:x ex:knows ex:n6 . ex:n6 ex:knows ex:n5 .
${nodes}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:by ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Person ] ] .
`;
    expect(await context(fixture, 'SF', { maxConforming: 3 })).toMatchInlineSnapshot(`
      "[] sh:path ex:by ;
        sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape [ sh:class ex:Person ] .
      ---
      ex:p a ex:Paper ;
        ex:by ex:x .
      ex:n0 a ex:Person .
      ex:n5 a ex:Person .
      ex:n6 a ex:Person .
      ! At least 4 more nodes of the data conform to [ … ]; only the nearest are shown."
    `);
    expect(await context(fixture, 'SG', { maxTriples: 3 })).toMatchInlineSnapshot(`
      "[] sh:path ex:by ;
        sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape [] .
      ! 1 of 4 triples of the shapes are left out.
      ---
      ex:p a ex:Paper ;
        ex:by ex:x .
      ex:n6 a ex:Person .
      ! 8 of 11 triples of the data are left out."
    `);
  });

  test('are the same text for the same graph, whatever its order', async () => {
    const statements = [
      'ex:r a ex:Room ; ex:at [ ex:level 3 ] ; ex:b 2, 1 ; ex:a "x"@en .',
      'ex:h a ex:Hospital ; ex:hasPart ex:r .',
      'ex:z ex:p <http://elsewhere.org/q?x> .',
    ];
    const texts = [statements, statements.toReversed()].map((order) =>
      context(`#- /data.ttl\n${order.join('\n')}${rooms}`, 'SG'),
    );
    expect(await texts[0]).toBe(await texts[1]);
    expect(await texts[0]).toContain('<urn:x-bnode:');
  });
});
