import { describe, expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { sh } from '../rdf/vocab.ts';
import { check, graphOf, print, printViolation, unitOf, validate } from '../testing/shaclCheck.ts';
import { constraintKey, createEvaluator } from './evaluator.ts';
import { planInTime } from './firstLook.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import type { Constraint } from './model/shape.ts';
import { type ValidationFindings, violationKey } from './model/violation.ts';
import { readShapes } from './shapesGraph/readShapes.ts';
import { Allowance, WorkIsOver } from './watch.ts';

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);

describe('targets', () => {
  test('are nodes, instances, subjects and objects, each once', () => {
    const shapes = readShapes(
      graphOf(`ex:S sh:targetNode ex:a, 5 ; sh:targetClass ex:C ; sh:targetSubjectsOf ex:p ; sh:targetObjectsOf ex:p .
               ex:I a rdfs:Class, sh:NodeShape .`),
    );
    const data = graphOf(
      'ex:a a ex:C ; ex:p ex:b, "x" . ex:c a ex:D . ex:D rdfs:subClassOf ex:C . ex:i a ex:I .',
    );
    const evaluator = createEvaluator(shapes, data, data);
    const [shape, implicit] = shapes.roots;
    const targets = evaluator.targets(shape!);
    expect(targets.map(print)).toEqual(['ex:a', '"5"', 'ex:c', 'ex:b', '"x"']);
    expect(targets.every((node) => evaluator.isTarget(shape!, node))).toBe(true);
    expect(evaluator.isTarget(shape!, ex('i'))).toBe(false);
    expect(evaluator.targets(implicit!).map(print)).toEqual(['ex:i']);
  });

  test('are nodes of the data that conform to a shape (sh:targetWhere)', async () => {
    const adults =
      'sh:targetWhere [ sh:class ex:Person ; sh:property [ sh:path ex:age ; sh:minCount 1 ; sh:minInclusive 18 ] ]';
    const data = 'ex:a a ex:Person ; ex:age 18 . ex:b a ex:Person ; ex:age 17 . ex:c ex:age 20 .';
    await check(`ex:S ${adults} ; sh:property [ sh:path ex:vote ; sh:minCount 1 ] .`, data, [
      'ex:a ex:vote minCount',
    ]);
    await check('ex:S sh:targetWhere [ sh:nodeKind sh:Literal ] ; sh:maxInclusive 18 .', data, [
      '"20" "20" maxInclusive',
    ]);
    await check(
      'ex:S sh:targetWhere [ sh:property [ sh:path ex:age ; sh:minCount 1 ] ] ; sh:nodeKind sh:Literal .',
      'ex:a ex:age 1 . ex:b ex:p 1 . ex:d sh:incomplete true .',
      ['ex:a ex:a nodeKind', 'ex:d ex:d nodeKind'],
    );
  });

  test('are nodes that the data state to conform to a shape (sh:shape)', async () => {
    const shapes = 'ex:S a sh:NodeShape ; sh:class ex:C . ex:P sh:path ex:p ; sh:maxCount 0 .';
    await check(shapes, 'ex:a sh:shape ex:S . ex:b sh:shape ex:P ; ex:p 1 . ex:c sh:shape ex:Other .', [
      'ex:a ex:a class',
      'ex:b ex:p maxCount',
    ]);
  });

  test('may be told from other nodes, and validated one by one', () => {
    const shapes = readShapes(graphOf('ex:S sh:targetClass ex:C ; sh:nodeKind sh:Literal .'));
    const data = graphOf('ex:a a ex:C . ex:b a ex:C .');
    const [shape] = shapes.roots;
    const evaluator = createEvaluator(shapes, data, data);
    const violations = [ex('b'), ex('c')]
      .filter((node) => evaluator.isTarget(shape!, node))
      .flatMap((node) => evaluator.validateNode(node, shape!.id));
    expect(violations.map(printViolation)).toEqual(['ex:b ex:b nodeKind']);
  });
});

describe('a result', () => {
  const first = async (shapes: string, data: string) =>
    (await validate(unitOf({ shapes, data }))).violations[0]!;

  test('names the target it was found from', async () => {
    const violation = await first(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:property [ sh:path ex:q ; sh:minCount 1 ] ] .',
      'ex:a ex:p ex:b .',
    );
    expect([violation.focusNode, violation.rootFocusNode, violation.rootShape].map(print)).toEqual([
      'ex:b',
      'ex:a',
      'ex:S',
    ]);
  });

  test('has the severity of its shape, also one of its own', async () => {
    const severity = async (text: string) =>
      (await first(`ex:S sh:targetNode ex:a ; sh:nodeKind sh:Literal ${text} .`, '')).severity;
    expect(await severity('')).toBe(sh.Violation);
    expect(await severity('; sh:severity sh:Info')).toBe(sh.Info);
    expect(await severity('; sh:severity ex:Hint')).toBe(ex('Hint'));
  });

  test('has the message of its shape with what it refers to filled in', async () => {
    const violation = await first(
      `ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ;
         sh:message "{$this} has {?value} for {$PATH}, not {?datatype}; {$unknown}"@en, "falsch"@de ] .`,
      'ex:a ex:p "x" .',
    );
    expect(violation.messages.map((id) => [terms.value(id), terms.language(id)])).toEqual([
      ['a has "x" for p, not xsd:integer; {$unknown}', 'en'],
      ['falsch', 'de'],
    ]);
  });

  test('prints terms as its reader wants them', async () => {
    const unit = unitOf({ shapes: 'ex:S sh:targetNode ex:a ; sh:class ex:C .', data: '' });
    const { violations } = await validate(unit, builtinValidator({ term: (id) => `«${print(id)}»` }));
    expect(terms.value(violations[0]!.messages[0]!)).toBe('«ex:a» is not an instance of «ex:C»');
  });

  test('of a closed shape has the predicate as its path', () =>
    check(
      'ex:S sh:targetNode ex:a ; sh:closed true ; sh:ignoredProperties ( ex:q ) ; sh:property [ sh:path ex:p ] , [ sh:path ( ex:r ) ] .',
      'ex:a ex:p 1 ; ex:q 2 ; ex:r 3 .',
      ['ex:a ex:r "3" closed'],
    ));

  test('has no more details than people can read', async () => {
    const shapes = `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `ex:S${i} sh:node ex:S${i + 1} .`).join(' ')}
      ex:S0 sh:targetNode ex:a . ex:S8 sh:in () .`;
    const depth = (violation: { readonly details: readonly unknown[] } | undefined): number =>
      violation ? 1 + depth(violation.details[0] as typeof violation) : 0;
    expect(depth(await first(shapes, ''))).toBe(5);
    const wide = `ex:S sh:targetNode ex:a ; sh:node [ ${Array.from({ length: 300 }, (_, i) => `sh:hasValue ${i}`).join(' ; ')} ] .`;
    expect((await first(wide, '')).details).toHaveLength(100);
    const others = Array.from({ length: 300 }, (_, i) => `[ sh:hasValue ${i} ]`).join(' ');
    const choice = `ex:S sh:targetNode ex:a, ex:b ; sh:or ( ${others} ) .`;
    const { violations } = await validate(unitOf({ shapes: choice, data: '' }));
    expect(violations.map(({ details }) => details.length)).toEqual([100, 100]);
  });
});

test('deactivated shapes accept everything, wherever they are used', () =>
  check(
    `ex:Off sh:deactivated true ; sh:targetNode ex:a ; sh:in () .
     ex:S sh:targetNode ex:a ; sh:node ex:Off ; sh:property ex:OffProperty ; sh:not ex:Off .
     ex:OffProperty sh:deactivated true ; sh:path ex:p ; sh:minCount 1 .`,
    '',
    ['ex:a ex:a not'],
  ));

test('values of sibling shapes do not count where value shapes are disjoint', async () => {
  const input = unitOf({
    shapes: `ex:Hand sh:targetNode ex:hand ; sh:property ex:Thumb, ex:Finger .
      ex:Thumb sh:path ex:digit ; sh:qualifiedValueShape [ sh:class ex:Thumb ] ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true .
      ex:Finger sh:path ex:digit ; sh:qualifiedValueShape [ sh:class ex:Finger ] ; sh:qualifiedMaxCount 1 ; sh:qualifiedValueShapesDisjoint true .`,
    data: 'ex:hand ex:digit ex:a, ex:b, ex:c . ex:a a ex:Thumb, ex:Finger . ex:b a ex:Finger . ex:c a ex:Finger .',
  });
  const { violations } = await validate(input);
  expect(violations.map(printViolation)).toEqual([
    'ex:hand ex:digit qualifiedMinCount',
    'ex:hand ex:digit qualifiedMaxCount',
  ]);
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
  const digits = [ex('a'), ex('b'), ex('c')];
  expect(evaluator.countedValues(violations[1]!.constraint, digits).map(print)).toEqual(['ex:b', 'ex:c']);
});

test('a probe is told what is being evaluated', async () => {
  const input = unitOf({
    shapes: 'ex:S sh:targetNode ex:a ; sh:node [ sh:class ex:C ] ; sh:nodeKind sh:IRI .',
    data: '',
  });
  const kinds = [''];
  const seen: string[] = [];
  let current = 0;
  const probe = {
    numberOf: ({ kind }: Constraint) => kinds.push(kind) - 1,
    numberOfWork: () => 1,
    enter(number: number) {
      seen.push(`${kinds[current]}>${kinds[number]}`);
      const before = current;
      current = number;
      return before;
    },
    leave(before: number) {
      current = before;
    },
  };
  await validate(input, builtinValidator({ probe }));
  expect(current).toBe(0);
  expect(new Set(seen)).toEqual(new Set(['>node', 'node>class', '>nodeKind']));
});

test('constraints in quarantine are left out and named', async () => {
  const input = unitOf({
    shapes: 'ex:S sh:targetNode ex:a ; sh:class ex:C ; sh:nodeKind sh:Literal .',
    data: '',
  });
  const quarantined = new Set([constraintKey(input.shapes.shapes[0]!.constraints[0]!)]);
  const { violations, notChecked } = await validate(input, builtinValidator({ quarantined }));
  expect(violations.map(printViolation)).toEqual(['ex:a ex:a nodeKind']);
  expect(notChecked.map(({ reason }) => reason)).toEqual([
    'sh:class of S took too much time or memory and is left out, in an editor until it changes or the server is restarted.',
  ]);
});

describe('what takes too long at all its nodes together is left out and named', () => {
  const names = Array.from({ length: 30 }, (_, i) => `ex:n${i}`);
  const data = names.map((name) => `${name} a ex:C ; ex:p ${names.join(', ')} .`).join('\n');
  const closures = (depth: number): string =>
    depth === 0 ? 'ex:p' : `[ sh:zeroOrMorePath ( ${closures(depth - 1)} ex:p ) ]`;
  const input = (shapes: string) =>
    unitOf({
      shapes: `ex:Honest sh:targetClass ex:C ; sh:class ex:D ; sh:property [ sh:path ( ex:p ex:p ) ; sh:maxCount 1 ] .
        ${shapes}`,
      data,
    });
  /** Hardly any patience but for what each node adds. */
  const probe = { numberOf: () => 1, numberOfWork: () => 1, enter: () => 0, leave() {}, patience: 0.01 };
  const honest = names.flatMap((name) => [`${name} ${name} class`, `${name} ex:p/ex:p maxCount`]);
  const found = ({ violations }: ValidationFindings) =>
    violations
      .map(printViolation)
      .filter((each) => honest.includes(each))
      .toSorted();
  const path = closures(45);
  const steps =
    'follows a path with too many steps and is left out. Paths with fewer closures (sh:zeroOrMorePath, sh:oneOrMorePath) in one another take fewer.';
  const time =
    'took too much time for all its focus nodes together and is left out. Fewer or shorter paths in it take less time.';
  const ring = Array.from(
    { length: 500 },
    (_, i) => `ex:R${i} a sh:NodeShape ; sh:property [ sh:path ex:p ; sh:node ex:R${(i + 1) % 500} ] .`,
  );

  test.each([
    [
      'a path, at its focus nodes',
      `ex:Bomb sh:targetClass ex:C ; sh:property ex:P . ex:P sh:path ${path} ; sh:equals ex:q .`,
      `sh:equals of P ${steps}`,
    ],
    [
      'a path, inside another shape',
      `ex:Bomb sh:targetClass ex:C ; sh:node [ sh:not [ sh:property ex:P ] ] . ex:P sh:path ${path} ; sh:equals ex:q .`,
      `sh:equals of P ${steps}`,
    ],
    [
      'shapes in a ring',
      `ex:Bomb sh:targetClass ex:C ; sh:node ex:R0 ; sh:nodeKind sh:IRI . ${ring.join(' ')}`,
      `sh:node of Bomb ${time}`,
    ],
  ])('%s', async (_, shapes, reason) => {
    const bomb = input(shapes);
    const validator = builtinValidator({ probe });
    const [once, again] = [await validate(bomb, validator), await validate(bomb, validator)];
    expect(once.notChecked).toEqual(again.notChecked);
    expect(once.violations.map(violationKey)).toEqual(again.violations.map(violationKey));
    expect(once.notChecked.map((each) => each.reason)).toEqual([reason]);
    expect(found(once)).toEqual(honest.toSorted());
    expect(once.violations.map(printViolation).some((each) => each.includes('equals'))).toBe(false);
  });
});

test('a constraint with more results than can be shown is left out and named', async () => {
  const probe = { numberOf: () => 1, numberOfWork: () => 1, enter: () => 0, leave() {}, patience: 0.01 };
  const values = Array.from({ length: 1100 }, (_, i) => i);
  const found = await validate(
    unitOf({
      shapes:
        'ex:S sh:targetClass ex:C ; sh:property ex:P . ex:P sh:path ex:p ; sh:nodeKind sh:IRI ; sh:maxCount 1 .',
      data: `ex:a a ex:C ; ex:p ${values.join(', ')} . ex:b a ex:C ; ex:p 1, 2 .`,
    }),
    builtinValidator({ probe }),
  );
  expect(found.violations.map(printViolation)).toEqual(['ex:a ex:p maxCount', 'ex:b ex:p maxCount']);
  expect(found.notChecked.map(({ reason }) => reason)).toEqual([
    'sh:nodeKind of P has more results than can be shown and is left out. Either the constraint or the data of one node is probably wrong.',
  ]);
});

test.each([
  ['comparisons', 3000, 0, 'took too much time for all its focus nodes together'],
  ['results', 300, 300, 'has more results than can be shown'],
])('what compares the values of a node with each other ends by its %s', async (_, values, more, reason) => {
  const numbers = (from: number) => Array.from({ length: values }, (__, i) => from + i).join(', ');
  const probe = { numberOf: () => 1, numberOfWork: () => 1, enter: () => 0, leave() {}, patience: 10 };
  const { violations, notChecked } = await validate(
    unitOf({
      shapes:
        'ex:S sh:targetClass ex:C ; sh:property ex:P . ex:P sh:path ex:p ; sh:lessThan ex:q ; sh:maxCount 1 .',
      data: `ex:a a ex:C ; ex:p ${numbers(more)} ; ex:q ${numbers(values)} . ex:b a ex:C ; ex:p 1, 2 ; ex:q 0 .`,
    }),
    builtinValidator({ probe }),
  );
  expect(violations.map(printViolation)).toEqual(['ex:a ex:p maxCount', 'ex:b ex:p maxCount']);
  expect(notChecked.map((entry) => entry.reason)).toEqual([
    expect.stringContaining(`sh:lessThan of P ${reason}`),
  ]);
});

test('a probe may end a path that takes long', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `ex:n${i}`);
  const reason = new Error('long enough');
  const probe = {
    numberOf: () => 1,
    numberOfWork: () => 1,
    enter: () => 0,
    leave() {},
    walked() {
      throw reason;
    },
  };
  const validated = (path: string) =>
    validate(
      unitOf({
        shapes: `ex:S sh:targetNode ex:n0 ; sh:property [ sh:path ${path} ; sh:class ex:C ] .`,
        data: names.map((name) => `${name} ex:p ${names.join(', ')} .`).join('\n'),
      }),
      builtinValidator({ probe }),
    );
  const nested = Array.from({ length: 30 }).reduce<string>(
    (path) => `[ sh:zeroOrMorePath ( ${path} ex:p ) ]`,
    'ex:p',
  );
  await expect(validated(nested)).rejects.toBe(reason);
  expect((await validated('( ex:p ex:p )')).violations).toHaveLength(30);
});

test('validation ends with the reason of its signal', async () => {
  const input = unitOf({ shapes: 'ex:S sh:targetNode ex:a ; sh:class ex:C .', data: '' });
  const reason = new Error('newer input');
  const validation = builtinValidator().validate(input, AbortSignal.abort(reason));
  await expect(validation).rejects.toBe(reason);
});

describe('a validation that has to end', () => {
  const shapes = `ex:Costly sh:targetNode ex:a ; sh:node [ sh:class ex:C ] ; sh:property [ sh:path [ sh:zeroOrMorePath ex:p ] ; sh:class ex:C ] .
    ex:Sought sh:targetWhere [ sh:class ex:C ] ; sh:class ex:D .
    ex:Query sh:targetNode ex:a ; sh:sparql [ sh:select "SELECT $this { $this ?p ?o }" ] .
    ex:Circle sh:targetNode ex:a ; sh:node ex:Circle .
    ex:Cheap sh:targetNode ex:a, ex:b ; sh:class ex:C .`;

  test('judges first what seems cheap, and tells the results as any other', async () => {
    const { shapes: graph } = unitOf({ shapes, data: '' });
    const allowance = new Allowance({});
    const plan = planInTime(graph, allowance, { deadline: 5000 });
    const named = plan.groups.map((group) => group.map(({ id }) => print(id)));
    expect(named).toEqual([['ex:Cheap', 'ex:Costly', 'ex:Query', 'ex:Circle'], ['ex:Sought']]);
    const input = unitOf({ shapes, data: 'ex:a ex:p ex:b .' });
    const deadline = performance.now() + 1e6;
    const { signal } = new AbortController();
    const [inTime, before] = [
      await builtinValidator({ deadline }).validate(input, signal),
      await builtinValidator().validate(input, signal),
    ];
    expect(inTime.violations.map(printViolation)).toEqual(before.violations.map(printViolation));
  });

  test('leaves time to write the results', () => {
    const allowance = new Allowance({});
    const { watch } = planInTime(unitOf({ shapes, data: '' }).shapes, allowance, { deadline: 5000 });
    const deadline = watch.deadline as () => number;
    expect(deadline()).toBe(5000);
    const spent = { ms: 0, nodes: 1, judged: 0, results: 20_000, since: undefined, of: new Map() };
    allowance.spent.set(ex('Cheap'), spent);
    expect(deadline()).toBe(3000);
  });

  test('ends even in the middle of a node', () => {
    const { shapes: graph, dataGraph, classGraph } = unitOf({ shapes, data: '' });
    const allowance = new Allowance({});
    const evaluator = createEvaluator(graph, dataGraph, classGraph, { allowance });
    expect(evaluator.validateNode(ex('a'), ex('Costly'))).toHaveLength(2);
    allowance.deadline = 1;
    expect(() => evaluator.validateNode(ex('a'), ex('Costly'))).toThrow(WorkIsOver);
  });
});
