import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import { runs } from '../../testing/runs.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { entail } from '../entail.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { loadEnginesFor } from '../sparql/loadEngines.ts';
import { explainDerivation } from './explainDerivation.ts';
import { rulesOf } from './readRules.ts';
import { ruleLimits, runRules } from './ruleRun.ts';
import { entailmentBy, lines, rulesGraph } from './rules.testing.ts';

const dog = 'ex:rex a ex:Dog ; ex:parent ex:bo ; ex:name "Rex" . ex:bo ex:name "Bo" ; ex:age 9 .';

function rule(text: string): string {
  return `ex:Dogs a sh:NodeShape ; sh:targetClass ex:Dog ; sh:rule [ a sh:TripleRule ; ${text} ] .`;
}

function construct(text: string, more = ''): string {
  return `ex:Dogs a sh:NodeShape ; sh:targetClass ex:Dog ;
    sh:rule [ a sh:SPARQLRule ; sh:construct """${text}""" ${more} ] .`;
}

async function inferred(rules: string, data: string): Promise<readonly string[]> {
  const entailment = await entailmentBy(rules, data);
  expect(entailment.gaps).toEqual([]);
  return lines(entailment.inferred);
}

test('a rule with a pattern that may take forever is named, and the others run', async () => {
  const { gaps, inferred } = await entailmentBy(
    construct(
      "CONSTRUCT { $this ex:kin ?x } WHERE { $this ex:name ?x FILTER REGEX(?x, '^(?=a)(a+)+$') }",
      '; sh:name "Names"',
    ) + rule('sh:predicate ex:legs ; sh:object 4'),
    `ex:rex a ex:Dog ; ex:name "${'a'.repeat(60)}!" .`,
  );
  expect(gaps.map(({ reason }) => reason)).toEqual([
    'The rule “Names” is not run. Matching the pattern "^(?=a)(a+)+$" may take forever: it repeats a group that can match in several ways.',
  ]);
  expect(lines(inferred)).toEqual(['ex:rex ex:legs "4"']);
});

describe('all rules together have a budget', () => {
  const six = Array.from({ length: 6 }, (_, i) =>
    rule(`sh:order ${i} ; sh:predicate ex:legs${i} ; sh:object 4`),
  ).join('\n');

  /** What six rules infer, each of which takes some ms on a clock that nothing else moves, and so much of it of processors. */
  async function within(worked?: number, passed = 3000) {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      let fired = 0;
      const probe = {
        numberOf: () => 1,
        numberOfWork: () => 1,
        enter: () => {
          vi.advanceTimersByTime(passed);
          return fired++;
        },
        leave() {},
        ...(worked !== undefined && { worked: () => fired * worked }),
      };
      const { gaps, inferred } = await entailmentBy(six, dog, 'rules', { probe });
      return { inferred: lines(inferred).length, gaps: gaps.map(({ reason }) => reason) };
    } finally {
      vi.useRealTimers();
    }
  }

  test('what they inferred until it is used up stays, and all that would have to run again are named', async () => {
    const { inferred, gaps } = await within();
    expect([inferred, gaps.length]).toEqual([4, 6]);
    for (const reason of gaps) expect(reason).toContain('All rules together took longer than 11 s.');
  });

  test.each([3000, 9000])('what other work on the machine takes does not count: %s ms', async (passed) =>
    expect(await within(100, passed)).toEqual({ inferred: 6, gaps: [] }),
  );

  test('but a twelfth of the time by the clock counts in any case', async () => {
    const { inferred, gaps } = await within(100, 30_000);
    expect([inferred, gaps.length]).toEqual([5, 6]);
    for (const reason of gaps) expect(reason).toContain('All rules together took longer than 11 s.');
  });

  describe('in steps, which come first', () => {
    const data = Array.from({ length: 40 }, (_, i) => `ex:n${i} a ex:Dog ; ex:v ${i} .`).join('\n');
    const product = 'CONSTRUCT { $this ex:kin ?b } WHERE { ?a ex:v ?x . ?b ex:v ?y FILTER(?x + ?y < -1) }';
    const closures = Array.from({ length: 40 }, (_, i) => `ex:n${i} ex:p ex:n${(i + 1) % 40}`).join(' . ');
    const nested = (depth: number): string =>
      depth === 0
        ? 'sh:nodeKind sh:Literal'
        : `sh:property [ sh:path ex:p ; sh:node [ ${nested(depth - 1)} ] ]`;

    /** Why rules are left out that may take this many steps each, and as many together and one for each node. */
    async function leftOut(rules: string, steps: number) {
      const shapes = readShapes(rulesGraph(rules));
      await loadEnginesFor(shapes);
      const nothing = new IndexedGraph([]);
      const input = {
        asserted: graphOf(`${data} ${closures} .`),
        schema: nothing,
        shapes,
        classGraph: nothing,
      };
      const { failed } = runRules(rulesOf(shapes).rules, input, undefined, { ...ruleLimits, steps });
      return [...failed.values()];
    }

    test('each rule ends by its own', async () => {
      expect(await leftOut(construct(product), 20_000)).toEqual(['The query takes more than 20000 steps.']);
      expect(await leftOut(construct(product), 2_000_000)).toEqual([]);
    });

    test('with those of its conditions', async () => {
      const conditional = rule(
        `sh:predicate ex:legs ; sh:object 4 ; sh:condition [ sh:not [ sh:property [ sh:path ( ${'[ sh:zeroOrMorePath ex:p ] '.repeat(4)}) ; ${nested(40)} ] ] ]`,
      );
      expect(await leftOut(conditional, 20_000)).toEqual(['The query takes more than 20000 steps.']);
      expect(await leftOut(conditional, 20_000_000)).toEqual([]);
    });

    test.each([
      ['in them', '?a ex:v ?x . ?b ex:v ?y FILTER(?x + ?y < -1)'],
      ['in them, each of which takes few', '?a ex:v ?x FILTER(?x < -1)'],
    ])('with those of queries %s', async (_, where) => {
      const select = `"""PREFIX ex: <http://example.org/ns#> SELECT $this WHERE { $this a ex:Dog . ${where} }"""`;
      const conditional = rule(
        `sh:predicate ex:legs ; sh:object 4 ; sh:condition [ sh:sparql [ sh:select ${select} ] ]`,
      );
      expect(await leftOut(conditional, 5000)).toEqual(['The query takes more than 5000 steps.']);
      expect(await leftOut(conditional, 20_000_000)).toEqual([]);
    });
  });
});

describe('a triple rule', () => {
  const cases: readonly (readonly [name: string, rule: string, expected: readonly string[]])[] = [
    ['with constants', 'sh:subject sh:this ; sh:predicate ex:legs ; sh:object 4', ['ex:rex ex:legs "4"']],
    [
      'without a subject is about the focus node',
      'sh:predicate ex:legs ; sh:object 4',
      ['ex:rex ex:legs "4"'],
    ],
    [
      'with a path',
      'sh:predicate ex:parentName ; sh:object [ sh:path ( ex:parent ex:name ) ]',
      ['ex:rex ex:parentName "Bo"'],
    ],
    [
      'with a path from other nodes',
      'sh:subject [ sh:path ex:parent ] ; sh:predicate ex:pupName ; sh:object [ sh:path ex:name ; sh:nodes sh:this ]',
      ['ex:bo ex:pupName "Rex"'],
    ],
    [
      'with filtered nodes',
      `sh:predicate ex:oldParent ; sh:object [ sh:nodes [ sh:path ex:parent ] ;
        sh:filterShape [ sh:property [ sh:path ex:age ; sh:minInclusive 5 ] ] ]`,
      ['ex:rex ex:oldParent ex:bo'],
    ],
    [
      'with the union of nodes',
      'sh:predicate ex:kin ; sh:object [ sh:union ( sh:this [ sh:path ex:parent ] ex:rex ) ]',
      ['ex:rex ex:kin ex:bo', 'ex:rex ex:kin ex:rex'],
    ],
    [
      'with the intersection of nodes',
      'sh:predicate ex:kin ; sh:object [ sh:intersection ( [ sh:union ( ex:bo ex:al ) ] [ sh:path ex:parent ] ) ]',
      ['ex:rex ex:kin ex:bo'],
    ],
    [
      'with the difference of nodes',
      'sh:predicate ex:kin ; sh:object [ sh:nodes [ sh:union ( ex:bo ex:al ) ] ; sh:minus [ sh:path ex:parent ] ]',
      ['ex:rex ex:kin ex:al'],
    ],
    [
      'with a count',
      'sh:predicate ex:parents ; sh:object [ sh:count [ sh:path ex:parent ] ]',
      ['ex:rex ex:parents "1"'],
    ],
    [
      'with a choice',
      `sh:predicate ex:kind ; sh:object [ sh:if [ sh:exists [ sh:path ex:parent ] ] ; sh:then "pup" ; sh:else "stray" ]`,
      ['ex:rex ex:kind "pup"'],
    ],
    ['infers nothing that is no triple', 'sh:subject "Rex" ; sh:predicate ex:legs ; sh:object 4', []],
    ['infers nothing that is stated', 'sh:predicate ex:name ; sh:object "Rex"', []],
    [
      'fires for nodes that conform to its conditions',
      'sh:predicate ex:legs ; sh:object 4 ; sh:condition [ sh:property [ sh:path ex:age ; sh:minCount 1 ] ]',
      [],
    ],
    ['does not fire when it is deactivated', 'sh:predicate ex:legs ; sh:object 4 ; sh:deactivated true', []],
  ];

  test.each(cases)('%s', async (_, text, expected) =>
    expect(await inferred(rule(text), dog)).toEqual(expected),
  );
});

describe('a SPARQL rule', () => {
  test('is asked for each focus node', async () =>
    expect(
      await inferred(
        construct('CONSTRUCT { ?p ex:pup $this } WHERE { $this ex:parent ?p }'),
        `${dog} ex:cat ex:parent ex:tom .`,
      ),
    ).toEqual(['ex:bo ex:pup ex:rex']));

  test('fires again for what it has inferred', async () =>
    expect(
      await inferred(
        construct('CONSTRUCT { $this ex:line ?a } WHERE { $this ex:parent/ex:line? ?a }'),
        'ex:a a ex:Dog ; ex:parent ex:b . ex:b a ex:Dog ; ex:parent ex:c . ex:c a ex:Dog ; ex:parent ex:d .',
      ),
    ).toEqual([
      'ex:a ex:line ex:b',
      'ex:a ex:line ex:c',
      'ex:a ex:line ex:d',
      'ex:b ex:line ex:c',
      'ex:b ex:line ex:d',
      'ex:c ex:line ex:d',
    ]));

  test('makes focus nodes of others', async () =>
    expect(
      await inferred(
        construct('CONSTRUCT { ?p a ex:Dog } WHERE { $this ex:parent ?p }'),
        'ex:a a ex:Dog ; ex:parent ex:b . ex:b ex:parent ex:c .',
      ),
    ).toEqual(['ex:b a ex:Dog', 'ex:c a ex:Dog']));

  test('makes one blank node for each solution, however often it fires', async () => {
    const entailment = await entailmentBy(
      construct('CONSTRUCT { $this ex:owner [ ex:of ?p ] } WHERE { $this ex:parent ?p }'),
      'ex:a a ex:Dog ; ex:parent ex:b, ex:c .',
    );
    expect(lines(entailment.inferred)).toEqual([
      '[] ex:of ex:b',
      '[] ex:of ex:c',
      'ex:a ex:owner []',
      'ex:a ex:owner []',
    ]);
  });

  test('whose query is wrong is named, and others are run', async () => {
    const entailment = await entailmentBy(
      `${construct('CONSTRUCT { $this ex:p } WHERE {}', '; sh:name "Broken"')}
       ex:Dogs sh:rule [ a sh:TripleRule ; sh:predicate ex:legs ; sh:object 4 ] .`,
      dog,
    );
    expect(lines(entailment.inferred)).toEqual(['ex:rex ex:legs "4"']);
    expect(entailment.gaps.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The rule “Broken” is not run\. This is not a SPARQL query: line 1, column/),
    ]);
  });
});

test('rules of one order see the same triples, those of a higher order what the others inferred', async () => {
  const rules = (first: number, second: number) => `ex:Dogs a sh:NodeShape ; sh:targetClass ex:Dog ;
    sh:rule [ a sh:SPARQLRule ; sh:order ${first} ; sh:construct "CONSTRUCT { $this ex:p true } WHERE { FILTER NOT EXISTS { $this ex:q true } }" ] ,
      [ a sh:SPARQLRule ; sh:order ${second} ; sh:construct "CONSTRUCT { $this ex:q true } WHERE { FILTER NOT EXISTS { $this ex:p true } }" ] .`;
  const data = 'ex:a a ex:Dog .';
  expect(await inferred(rules(0, 0), data)).toEqual(['ex:a ex:p "true"', 'ex:a ex:q "true"']);
  expect(await inferred(rules(0, 1), data)).toEqual(['ex:a ex:p "true"']);
  expect(await inferred(rules(1, 0), data)).toEqual(['ex:a ex:q "true"']);
});

test('rules that never end are stopped, and the bound is named', async () => {
  const { gaps, inferred: found } = await entailmentBy(
    construct(
      'CONSTRUCT { $this ex:age ?more } WHERE { $this ex:age ?age BIND(?age + 1 AS ?more) }',
      '; sh:name "Grow"',
    ),
    'ex:a a ex:Dog ; ex:age 1 .',
  );
  expect(found.size).toBe(200);
  expect(gaps.map(({ reason }) => reason)).toEqual([
    'The rules were stopped before they had inferred everything: after 200 iterations the rule “Grow” still inferred something new.',
  ]);
});

test('with RDFS, rules apply to what follows from schemas, and schemas to what rules infer', async () => {
  const entailment = await entailmentBy(
    `${rule('sh:predicate ex:knows ; sh:object [ sh:path ex:parent ]')} ex:knows rdfs:range ex:Friend .
     ex:chases rdfs:domain ex:Dog .`,
    'ex:rex ex:chases ex:tom ; ex:parent ex:bo .',
    'rules+rdfs',
  );
  expect(lines(entailment.inferred)).toEqual([
    'ex:bo a ex:Friend',
    'ex:rex a ex:Dog',
    'ex:rex ex:knows ex:bo',
  ]);
  const [triple] = graphOf('ex:bo a ex:Friend .').triples();
  expect(entailment.derivation(triple!)?.map((step) => step.kind)).toEqual(['schema', 'rule', 'schema']);
});

describe('why a triple holds', () => {
  async function why(rules: string, data: string, about: string): Promise<string | undefined> {
    const entailment = await entailmentBy(rules, data);
    const [triple] = graphOf(about).triples();
    const steps = entailment.derivation(triple!);
    return steps && explainDerivation(steps, print, rulesGraph(rules));
  }

  test('is told with the rule and what it matched', async () =>
    expect(
      await why(
        rule('sh:name "Names" ; sh:predicate ex:parentName ; sh:object [ sh:path ( ex:parent ex:name ) ]'),
        dog,
        'ex:rex ex:parentName "Bo" .',
      ),
    ).toBe(
      'ex:rex ex:parentName "Bo" is inferred by the rule “Names” from ex:rex ex:parent ex:bo, ex:bo ex:name "Bo" and ex:rex a ex:Dog.',
    ));

  test('is told with the triples of the solution, although the query no longer holds', async () =>
    expect(
      await why(
        construct(
          'CONSTRUCT { $this ex:kin ?k } WHERE { $this ex:parent/ex:sibling ?k . FILTER NOT EXISTS { $this ex:kin ?any } }',
          '; sh:name "Kin"',
        ),
        'ex:a a ex:Dog ; ex:parent ex:b . ex:b ex:sibling ex:c .',
        'ex:a ex:kin ex:c .',
      ),
    ).toBe(
      'ex:a ex:kin ex:c is inferred by the rule “Kin” from ex:a ex:parent ex:b, ex:b ex:sibling ex:c and ex:a a ex:Dog.',
    ));

  test('leads down to what files state', async () => {
    const entailment = await entailmentBy(
      construct('CONSTRUCT { $this ex:line ?a } WHERE { $this ex:parent/ex:line? ?a }'),
      'ex:a a ex:Dog ; ex:parent ex:b . ex:b a ex:Dog ; ex:parent ex:c .',
    );
    const [triple] = graphOf('ex:a ex:line ex:c .').triples();
    expect(entailment.derivation(triple!)?.map(({ conclusion }) => print(conclusion.subject))).toEqual([
      'ex:b',
      'ex:a',
    ]);
  });

  test('is not told for what is stated, or follows from another part of the data only', async () => {
    const rules = rule('sh:predicate ex:legs ; sh:object 4');
    expect(await why(rules, dog, 'ex:rex ex:name "Rex" .')).toBeUndefined();
    const entailment = await entailmentBy(rules, dog);
    const [triple] = graphOf('ex:rex ex:legs 4 .').triples();
    expect(entailment.derivation(triple!, graphOf('ex:bo ex:age 9 .'))).toBeUndefined();
  });
});

describe('sh:values of SHACL 1.2', () => {
  const area = `ex:Rooms a sh:NodeShape ; sh:targetClass ex:Room ; sh:property ex:Area .
    ex:Area sh:path ex:area ; sh:values [ sparql:multiply ( [ shnex:pathValues ex:width ] [ shnex:pathValues ex:depth ] ) ] .`;
  const prefixes =
    '@prefix sparql: <http://www.w3.org/ns/sparql#> . @prefix shnex: <http://www.w3.org/ns/shacl-node-expr#> .';
  const room = 'ex:r a ex:Room ; ex:width 4 ; ex:depth 5 .';

  const derived = async (shapes: string, data: string, regime?: 'none' | 'rdfs+inverse') => {
    const found = (await entailmentBy(`${prefixes} ${shapes}`, data, regime ?? 'none'))!;
    expect(found.gaps).toEqual([]);
    return lines(found.inferred);
  };

  test.each<readonly [name: string, shapes: string, data: string, expected: readonly string[]]>([
    ['for the targets of a shape that has the property shape', area, room, ['ex:r ex:area "20"']],
    [
      'for its own targets, by a query',
      `ex:Name sh:targetClass ex:Room ; sh:path ex:name ;
        sh:values [ sh:select "SELECT ?n WHERE { $this ex:no ?no BIND(CONCAT('Room ', ?no) AS ?n) }" ] .`,
      'ex:r a ex:Room ; ex:no "1", "2" .',
      ['ex:r ex:name "Room 1"', 'ex:r ex:name "Room 2"'],
    ],
    [
      'by an expression of SPARQL',
      'ex:L sh:targetClass ex:Room ; sh:path ex:l ; sh:values [ sh:sparqlExpr "STRLEN(STR($this))" ] .',
      'ex:r a ex:Room .',
      ['ex:r ex:l "23"'],
    ],
    [
      'for nodes that shapes lead to, each from itself',
      `ex:Floors sh:targetClass ex:Floor ; sh:property [ sh:path ex:room ; sh:node ex:R ] .
       ex:R sh:or ( [ sh:property ex:Area ] [ sh:nodeKind sh:IRI ] ) . ${area.slice(area.indexOf('ex:Area sh:path'))}`,
      'ex:f a ex:Floor ; ex:room ex:r, ex:s . ex:r ex:width 4 ; ex:depth 5 . ex:s ex:width 2 ; ex:depth 3 .',
      ['ex:r ex:area "20"', 'ex:s ex:area "6"'],
    ],
    [
      'from one another, as far as they follow',
      `${area} ex:Price sh:targetClass ex:Room ; sh:path ex:price ;
        sh:values [ sparql:plus ( [ shnex:pathValues ex:area ] 100 ) ] .`,
      room,
      ['ex:r ex:area "20"', 'ex:r ex:price "120"'],
    ],
    ['not for a shape that is deactivated', `${area} ex:Area sh:deactivated true .`, room, []],
    ['not where rules alone would be run', `${area} ${rule('sh:predicate ex:legs ; sh:object 4')}`, dog, []],
  ])('derives values %s', async (_, shapes, data, expected) =>
    expect(await derived(shapes, data)).toEqual(expected),
  );

  test('follows after owl:inverseOf where that is asked for', async () =>
    expect(
      await derived(
        'ex:N sh:targetClass ex:Room ; sh:path ex:doors ; sh:values [ shnex:count [ shnex:pathValues ex:door ] ] .',
        'ex:door owl:inverseOf ex:doorOf . ex:x ex:doorOf ex:r . ex:r a ex:Room .',
        'rdfs+inverse',
      ),
    ).toContain('ex:r ex:doors "1"'));

  test('is explained, and told apart from what rules infer', async () => {
    const rules = `${prefixes} ${area} ${construct('CONSTRUCT { $this ex:big true } WHERE { $this ex:area ?a FILTER(?a > 10) }').replaceAll('ex:Dog', 'ex:Room')}`;
    const found = await entailmentBy(rules, room);
    const [value, inferredValue] = ['ex:r ex:area 20 .', 'ex:r ex:big true .'].map(
      (text) => [...graphOf(text).triples()][0]!,
    );
    expect([value!, inferredValue!].map((each) => found.isDerivedValue(each))).toEqual([true, false]);
    expect(explainDerivation(found.derivation(value!)!, print, rulesGraph(rules))).toBe(
      'ex:r ex:area "20" is inferred by sh:values of ex:area from ex:r ex:width "4", ex:r ex:depth "5" and ex:r a ex:Room.',
    );
  });

  test.each([
    [
      'an expression that is not known',
      'ex:Area sh:targetClass ex:Room ; sh:path ex:area ; sh:values [ ex:what ex:ever ] .',
      'sh:values of area is not evaluated. The blank node is not a supported node expression.',
    ],
    [
      'nodes that shapes in a circle lead to',
      `ex:P sh:targetClass ex:Room ; sh:property [ sh:path ex:next ; sh:node ex:P ] , ex:Area . ${area.slice(area.indexOf('ex:Area sh:path'))}`,
      'sh:values of area is not evaluated. Values are derived for only some of the nodes that it judges: shapes that refer to one another in a circle lead to it.',
    ],
    [
      'members of lists',
      `ex:P sh:targetClass ex:Room ; sh:memberShape [ sh:property ex:Area ] . ${area.slice(area.indexOf('ex:Area sh:path'))}`,
      'sh:values of area is not evaluated. Values are derived for only some of the nodes that it judges: members of lists or reifiers are judged by it.',
    ],
    [
      'ways that fork and meet again, which double each time',
      `ex:S0 sh:targetClass ex:Room . ex:S40 sh:property ex:Area . ${area.slice(area.indexOf('ex:Area sh:path'))}
        ${Array.from({ length: 40 }, (_, i) => `ex:S${i} sh:node ex:A${i} , ex:B${i} . ex:A${i} sh:node ex:S${i + 1} . ex:B${i} sh:node ex:S${i + 1} .`).join(' ')}`,
      'sh:values of area is not evaluated. Values are derived for only some of the nodes that it judges: too many ways lead to it.',
    ],
    [
      'a query that is none, once for all ways and layers',
      `ex:P sh:targetClass ex:Room ; sh:property ex:Area , [ sh:path ex:next ; sh:property ex:Area ] .
        ex:Area sh:path ex:area ; sh:values [ sh:select "SELECT ?x WHERE {" ] . ${rule('sh:predicate ex:legs ; sh:object 4')}`,
      "sh:values of area is not evaluated. The query could not be evaluated: A query of a node expression can't be called: This is not a SPARQL query: the text ends too early.",
    ],
  ])('says why less is derived: %s', async (_, shapes, reason) =>
    expect(
      (await entailmentBy(`${prefixes} ${shapes}`, room, 'none')).gaps.map((each) => each.reason),
    ).toEqual([reason]),
  );

  test('after any changes, what is derived is that of the changed graph from scratch', async () => {
    const nodes = ['a', 'b', 'c'].map((each) => terms.iri(`http://example.org/ns#${each}`));
    const numbers = ['1', '2'].map((each) => terms.literal(each, xsd.integer));
    const [width, depth, roomOf] = ['width', 'depth', 'room'].map((each) =>
      terms.iri(`http://example.org/ns#${each}`),
    );
    const triple = fc.oneof(
      fc.record({
        subject: fc.constantFrom(...nodes),
        predicate: fc.constantFrom(width!, depth!),
        object: fc.constantFrom(...numbers),
      }),
      fc.record({
        subject: fc.constantFrom(...nodes),
        predicate: fc.constant(roomOf!),
        object: fc.constantFrom(...nodes),
      }),
    );
    const shapes = readShapes(
      rulesGraph(`${prefixes} ${area} ex:F sh:targetSubjectsOf ex:room ; sh:property [ sh:path ex:room ; sh:property ex:Area ] .
        ex:Sum sh:targetSubjectsOf ex:room ; sh:path ex:total ; sh:values [ shnex:sum [ shnex:pathValues ( ex:room ex:area ) ] ] .
        ex:Q sh:targetSubjectsOf ex:width ; sh:path ex:q ; sh:values [ sh:select "SELECT ?w WHERE { ?x ex:room $this ; ex:total ?w }" ] .`),
    );
    const of = async (asserted: Graph) =>
      (await entail({ asserted, schema: shapes.graph, shapes, classGraph: asserted }, 'none'))!;
    const delta = fc.record({
      added: fc.array(triple, { maxLength: 2 }),
      removed: fc.array(triple, { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(triple, { maxLength: 8 }),
        fc.array(delta, { maxLength: 4 }),
        async (data, deltas) => {
          let current = await of(new IndexedGraph(data));
          for (const each of deltas) {
            const after = new OverlayGraph(current.asserted, each);
            current = current.changed(after, each, shapes, after);
            expect(lines(current.inferred)).toEqual(lines((await of(after)).inferred));
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
