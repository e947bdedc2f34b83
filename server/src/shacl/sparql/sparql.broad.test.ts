import { describe, expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { block } from '../../testing/fixture.ts';
import { printViolation, unitOf, validate } from '../../testing/shaclCheck.ts';

const prefixes = `
  ex:Ontology a owl:Ontology ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .`;

/** The results of shapes, with their messages, and what was not checked. */
async function results(shapes: string, data: string): Promise<readonly string[]> {
  const { violations, notChecked } = await validate(unitOf({ shapes: prefixes + shapes, data }));
  return [
    ...violations.map((violation) => {
      const messages = violation.messages.map((message) => terms.value(message)).join(' / ');
      return `${printViolation(violation)}: ${messages}`;
    }),
    ...notChecked.map(({ reason }) => `not checked: ${reason}`),
  ].toSorted();
}

describe('sh:sparql', () => {
  test('each solution is a result, with its value and path', async () => {
    expect(
      await results(
        block`
          ex:S sh:targetClass ex:C ; sh:sparql [
            sh:select "SELECT $this ?path ?value { $this ?path ?value FILTER(?value = 1) }" ] .
        `,
        'ex:a a ex:C ; ex:p 1 ; ex:q 1, 2 . ex:b a ex:C ; ex:p 2 .',
      ),
    ).toEqual([
      'ex:a ex:p "1" sPARQL: a does not meet a SPARQL constraint (?path is p, ?value is 1)',
      'ex:a ex:q "1" sPARQL: a does not meet a SPARQL constraint (?path is q, ?value is 1)',
    ]);
  });

  test('messages have the variables of the solution, the one that is selected comes first', async () => {
    const shapes = (select: string) => block`
      ex:S sh:targetNode ex:a ; sh:message "by the shape" ; sh:sparql [
        sh:message "{$this} has {?n} and {?n2}" ; sh:select "${select}" ] .
    `;
    const data = 'ex:a ex:p 1 .';
    expect(await results(shapes('SELECT $this ?n { $this ex:p ?n }'), data)).toEqual([
      'ex:a ex:a sPARQL: a has 1 and {?n2}',
    ]);
    expect(
      await results(shapes("SELECT $this ?message { $this ex:p ?n BIND('selected' AS ?message) }"), data),
    ).toEqual(['ex:a ex:a sPARQL: selected']);
    expect(
      await results(
        shapes('SELECT $this ?n { $this ex:p ?n }').replace('sh:message "{', 'ex:message "{'),
        data,
      ),
    ).toEqual(['ex:a ex:a sPARQL: by the shape']);
  });

  test('on a property shape the path stands for $PATH, and the focus node is no value', async () => {
    const shapes = block`
      ex:S sh:targetNode ex:a ; sh:property [ sh:path ( ex:p [ sh:inversePath ex:q ] ) ;
        sh:sparql [ sh:select "SELECT $this ?value { $this $PATH ?value }" ] ] ,
        [ sh:path ex:r ; sh:sparql [ sh:select "SELECT $this { FILTER NOT EXISTS { $this $PATH ?value } }" ] ] .
    `;
    expect(await results(shapes, 'ex:a ex:p ex:b . ex:c ex:q ex:b .')).toEqual([
      'ex:a ex:p/(^ex:q) ex:c sPARQL: p / inverse q of a does not meet a SPARQL constraint: c',
      'ex:a ex:r sPARQL: r of a does not meet a SPARQL constraint',
    ]);
  });

  test('is off when it is deactivated, and has a severity of its own', async () => {
    const input = unitOf({
      shapes: block`
        ex:S sh:targetNode ex:a ; sh:sparql
          [ sh:deactivated true ; sh:select "SELECT $this {}" ] ,
          [ sh:severity sh:Warning ; sh:select "SELECT $this { FILTER(isIRI($this)) }" ] .
      `,
      data: '',
    });
    const { violations } = await validate(input);
    expect(violations.map(({ severity }) => terms.value(severity).replace(/.*#/, ''))).toEqual(['Warning']);
  });

  test.each([
    ['no query', '', 'sh:sparql of S is not checked: It has no sh:select.'],
    ['a query for everything', 'sh:select "SELECT * {"', 'This is not a SPARQL query'],
    ['$this is not selected', 'sh:select "SELECT ?x { $this ?p ?x }"', 'The query does not select $this'],
    ['an ASK query', 'sh:select "ASK {}"', 'This is an ASK query, where sh:select needs a SELECT query.'],
    [
      'an unknown function',
      'sh:select "SELECT $this { FILTER(ex:f($this)) }"',
      'The function <http://example.org/ns#f> is not known.',
    ],
    ['MINUS', 'sh:select "SELECT $this { $this ?p ?o MINUS { $this ?p 1 } }"', 'SHACL does not allow MINUS'],
    [
      'a failure',
      'sh:select "SELECT $this ?failure { BIND(true AS ?failure) }"',
      'The query reports a failure',
    ],
  ])('is not checked: %s', async (_, query, reason) => {
    const found = await results(`ex:S sh:targetNode ex:a ; sh:class ex:C ; sh:sparql [ ${query} ] .`, '');
    expect(found).toEqual(['ex:a ex:a class: a is not an instance of C', expect.stringContaining(reason)]);
  });
});

describe('constraint components of the shapes', () => {
  const component = (validators: string) => block`
    ex:Longer a sh:ConstraintComponent ; sh:labelTemplate "Longer than {$least}" ;
      sh:parameter [ sh:path ex:least ] , [ sh:path ex:unless ; sh:optional true ] ; ${validators} .
  `;
  const ask = 'sh:ask "ASK { FILTER(STRLEN(STR($value)) > $least || $value = COALESCE($unless, false)) }"';

  test('ask about each value', async () => {
    const shapes = `${component(`sh:validator [ ${ask} ; sh:message "{$value} is at most {$least} long" ]`)}
      ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; ex:least 2 ] , [ sh:path ex:q ; ex:least 2 ; ex:unless "a" ] .`;
    expect(await results(shapes, 'ex:a ex:p "a", "abc" ; ex:q "a", "b" .')).toEqual([
      'ex:a ex:p "a" http://example.org/ns#Longer: "a" is at most 2 long',
      'ex:a ex:q "b" http://example.org/ns#Longer: "b" is at most 2 long',
    ]);
  });

  test('select from the focus node, by kind of shape', async () => {
    const shapes = `${component(`
      sh:nodeValidator [ sh:select "SELECT $this { $this ex:p ?value FILTER(STRLEN(?value) <= $least) }" ] ;
      sh:propertyValidator [ sh:select "SELECT $this ?value { $this $PATH ?value FILTER(STRLEN(?value) <= $least) }" ]`)}
      ex:S sh:targetNode ex:a ; ex:least 1 ; sh:property [ sh:path ex:q ; ex:least 2 ] .`;
    expect(await results(shapes, 'ex:a ex:p "a" ; ex:q "ab", "abc" .')).toEqual([
      'ex:a ex:a http://example.org/ns#Longer: a does not meet the constraint Longer',
      'ex:a ex:q "ab" http://example.org/ns#Longer: q of a does not meet the constraint Longer: "ab"',
    ]);
  });

  test('are left out without the value that they require, and named without a validator', async () => {
    const shapes = `${component('sh:propertyValidator [ sh:select "SELECT $this {}" ]')}
      ex:S sh:targetNode ex:a ; ex:unless "a" . ex:T sh:targetNode ex:a ; ex:least 1 .`;
    expect(await results(shapes, '')).toEqual([
      'not checked: T: The constraint component Longer has no validator in SPARQL and is not evaluated.',
    ]);
  });
});

describe('targets', () => {
  const closed = 'sh:nodeKind sh:Literal';

  test('are what a query selects', async () => {
    const shapes = `ex:S ${closed} ; sh:target [ a sh:SPARQLTarget ; sh:select "SELECT ?this { ?this ex:p 1 }" ] .
      ex:T ${closed} ; sh:targetNode [ sh:select "SELECT ?x { ?x ex:p 2 }" ] .`;
    expect(await results(shapes, 'ex:a ex:p 1 . ex:b ex:p 2 . ex:c ex:p 3 .')).toEqual([
      'ex:a ex:a nodeKind: a is not a literal',
      'ex:b ex:b nodeKind: b is not a literal',
    ]);
  });

  test('of a target type have its parameters', async () => {
    const shapes = `ex:With a sh:SPARQLTargetType ; sh:parameter [ sh:path ex:number ] ;
        sh:select "SELECT ?this { ?this ex:p $number }" .
      ex:S ${closed} ; sh:target [ a ex:With ; ex:number 2 ] .`;
    expect(await results(shapes, 'ex:a ex:p 1 . ex:b ex:p 2 .')).toEqual([
      'ex:b ex:b nodeKind: b is not a literal',
    ]);
  });

  test('that cannot be evaluated leave the verdict open for any node', async () => {
    const shapes = `ex:S ${closed} ; sh:target [ sh:select "SELECT ?this { SERVICE <urn:x> { ?this ?p ?o } }" ] .`;
    const { notChecked } = await validate(unitOf({ shapes, data: '' }));
    expect(notChecked).toMatchObject([{ concerns: 'anyNode' }]);
  });

  test('with a pattern that may take forever are left out before it is matched', async () => {
    const shapes = `ex:S ${closed} ; sh:target [ sh:select
      "SELECT ?this { ?this ex:p ?text FILTER (REGEX(?text, '^(a+)+$') || REPLACE(?text, '(a|aa)+b', '') = '') }" ] .`;
    const notCheckedWith = async (text: string) =>
      (await validate(unitOf({ shapes: prefixes + shapes, data: `ex:a ex:p "${text}" .` }))).notChecked;
    expect(await notCheckedWith(`${'a'.repeat(19)}!`)).toEqual([]);
    expect(await notCheckedWith(`${'a'.repeat(60)}!`)).toMatchObject([
      {
        reason:
          'sh:target of S selects nothing: Matching the pattern "(a|aa)+b" may take forever: it repeats a group that can match in several ways.',
      },
    ]);
  });
});

describe('node expressions of SHACL 1.2', () => {
  const prefixesOfFunctions = '@prefix shnex: <http://www.w3.org/ns/shacl-node-expr#> .';
  const sparql = (name: string) => `<http://www.w3.org/ns/sparql#${name}>`;

  test('sh:expression compares values, each with each, and wants true for all', async () => {
    const shapes = `ex:S sh:targetClass ex:C ; sh:expression [ ${sparql('less-than')} ( [ sh:path ex:from ] [ sh:path ex:to ] ) ] .`;
    expect(
      await results(
        shapes,
        'ex:a a ex:C ; ex:from 1 ; ex:to 2, 3 . ex:b a ex:C ; ex:from 1, 3 ; ex:to 2 . ex:c a ex:C ; ex:from 1 .',
      ),
    ).toEqual([
      'ex:b ex:b expression: b does not meet the expression (from < to)',
      'ex:c ex:c expression: c does not meet the expression (from < to)',
    ]);
  });

  test('values that a function is not for yield nothing, and one that yields true is enough', async () => {
    const shapes = `ex:S sh:targetClass ex:C ; sh:expression [ ${sparql('less-than')} ( [ sh:path ex:from ] [ sh:path ex:to ] ) ] .
      ex:T sh:targetClass ex:C ; sh:expression [ sh:if [ ${sparql('isLiteral')} ( [ sh:path ex:from ] ) ] ; sh:then true ; sh:else false ] .`;
    expect(
      await results(
        shapes,
        'ex:a a ex:C ; ex:from 1, ex:x ; ex:to 2 . ex:b a ex:C ; ex:from ex:x ; ex:to 2 .',
      ),
    ).toEqual([
      'ex:b ex:b expression: b does not meet the expression (from < to)',
      'ex:b ex:b expression: b does not meet the expression true if ISLITERAL(from), otherwise false',
    ]);
  });

  test('a value is the variable "value"', async () => {
    const shapes = `ex:S sh:targetNode ex:a ; sh:path ex:p ;
      sh:expression [ ${sparql('isIRI')} ( [ <http://www.w3.org/ns/shacl-node-expr#var> "value" ] ) ] .`;
    expect(await results(shapes, 'ex:a ex:p ex:b, 1 .')).toEqual([
      'ex:a ex:p "1" expression: p of a does not meet the expression ISIRI(the node): 1',
    ]);
  });

  test('sh:expression of a property shape is about each value', async () => {
    const shapes = `ex:S sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:expression
      [ sh:if [ sh:exists [ sh:path ex:q ] ] ; sh:then [ ${sparql('greater-than')} ( [ sh:path ex:q ] 5 ) ] ; sh:else true ] ] .`;
    expect(
      await results(
        shapes,
        'ex:a a ex:C ; ex:p ex:v, ex:w, ex:x . ex:v ex:q 4 . ex:w ex:q 6 . ex:y ex:q 1 .',
      ),
    ).toEqual([
      'ex:a ex:p ex:v expression: p of a does not meet the expression (q > 5) if there is a value of q, otherwise true: v',
    ]);
  });

  test.each([
    ['less-than-or-equal', 'sh:count [ sh:path ex:p ]', '1', ['ex:b', 'ex:c']],
    ['less-than-or-equal', 'sh:sum [ sh:path ex:p ]', '5', ['ex:b', 'ex:c']],
    ['greater-than', 'sh:min [ sh:path ( ex:q ex:p ) ]', '2', ['ex:a', 'ex:b', 'ex:c']],
    ['equals', 'sh:max [ sh:path ex:p ]', '5', ['ex:a', 'ex:b']],
    ['equals', 'sh:count [ sh:instancesOf ex:D ]', '2', []],
    ['equals', 'sh:count [ sh:union ( [ sh:path ex:p ] [ sh:path ex:q ] 4 ) ]', '2', ['ex:a', 'ex:c']],
    ['equals', 'sh:count [ sh:intersection ( [ sh:path ex:p ] ( 2 5 ) ) ]', '1', ['ex:a']],
    ['equals', 'sh:count [ shnex:remove 4 ; sh:nodes [ sh:path ex:p ] ]', '1', ['ex:a', 'ex:c']],
    ['equals', 'sh:sum [ sh:minus ( 1 2 ) ; sh:nodes [ sh:path ex:p ] ]', '4', ['ex:c']],
    ['greater-than', 'sh:max [ shnex:concat ( [ sh:path ex:p ] 3 ) ]', '3', []],
    ['equals', 'sh:count [ sh:distinct ( 1 1 [ sh:path ex:p ] ) ]', '2', ['ex:b']],
    ['equals', 'sh:count [ sh:path ex:p ; sh:nodes [ sh:instancesOf ex:C ] ]', '4', []],
    ['equals', 'sh:count [ sh:union ( [ sh:union () ] [ sh:path ex:p ] ) ]', '1', ['ex:b', 'ex:c']],
    ['equals', 'sh:count [ sh:union () ]', '0', []],
    ['equals', 'sh:count [ sh:union ( sh:this [ sh:path ex:p ] ) ]', '3', ['ex:a']],
    [
      'equals',
      'sh:count [ sh:remove sh:this ; sh:nodes [ sh:path [ sh:zeroOrOnePath ex:p ] ] ]',
      '2',
      ['ex:a'],
    ],
    [
      'equals',
      'sh:count [ sh:distinct [ sh:flatMap [ sh:path ex:p ] ; sh:nodes ( sh:this ex:a ) ] ]',
      '1',
      ['ex:b', 'ex:c'],
    ],
  ])('sh:expression takes aggregates: %s of %s and %s', async (name, aggregate, bound, found) => {
    const shapes = `${prefixesOfFunctions} ex:S sh:targetClass ex:C ; sh:expression [ ${sparql(name)} ( [ ${aggregate} ] ${bound} ) ] .`;
    const data = `ex:a a ex:C ; ex:p 4 . ex:b a ex:C ; ex:p 2, 4 . ex:c a ex:C ; ex:p 5, 1 .
      ex:d a ex:D . ex:e a ex:E . ex:E <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:D .`;
    expect((await results(shapes, data)).map((each) => each.split(' ')[0])).toEqual(found);
  });

  test.each([
    ['shnex:instancesOf ex:C', ['ex:a', 'ex:b']],
    ['shnex:pathValues ex:p ; shnex:nodes ex:a', ['ex:b', 'ex:x']],
    ['shnex:pathValues ex:p ; shnex:nodes [ shnex:instancesOf ex:C ]', ['ex:b', 'ex:c', 'ex:x']],
    ['shnex:pathValues [ sh:inversePath ex:p ] ; shnex:nodes ( ex:b ex:c )', ['ex:a', 'ex:b']],
    ['shnex:concat ( ex:x [ shnex:instancesOf ex:C ] )', ['ex:a', 'ex:b', 'ex:x']],
    [
      'shnex:intersection ( [ shnex:instancesOf ex:C ] [ shnex:pathValues ex:p ; shnex:nodes ex:a ] )',
      ['ex:b'],
    ],
    ['shnex:remove ex:a ; shnex:nodes [ shnex:instancesOf ex:C ]', ['ex:b']],
    ['shnex:distinct ( ex:c ex:c )', ['ex:c']],
    ['shnex:instancesOf ex:Nothing', []],
    // The empty list is a constant, as in W3C's test list-empty; a set of no members has no nodes.
    ['shnex:union ( () ex:a )', ['ex:a', 'rdf:nil']],
    ['shnex:pathValues ex:p ; shnex:nodes ()', ['ex:y']],
    ['shnex:union ()', []],
    ['shnex:union ( [ shnex:union () ] ex:a )', ['ex:a']],
    ['shnex:intersection ( [ shnex:union () ] [ shnex:instancesOf ex:C ] )', []],
    ['shnex:remove [ shnex:union () ] ; shnex:nodes [ shnex:instancesOf ex:C ]', ['ex:a', 'ex:b']],
    ['shnex:remove ex:a ; shnex:nodes [ shnex:union () ]', []],
    ['shnex:pathValues ex:p ; shnex:nodes [ shnex:union () ]', []],
    ['shnex:pathValues ex:p ; shnex:nodes [ shnex:var "other" ]', []],
    ['shnex:instancesOf [ shnex:pathValues ex:none ; shnex:nodes ex:a ]', []],
    // Without a step, a path leads to where it starts, whether or not the data have it.
    ['shnex:pathValues [ sh:zeroOrOnePath ex:p ] ; shnex:nodes ( ex:b ex:new )', ['ex:b', 'ex:c', 'ex:new']],
    ['shnex:pathValues [ sh:zeroOrMorePath ex:p ] ; shnex:nodes [ shnex:union ( ex:new ) ]', ['ex:new']],
    ['shnex:pathValues [ sh:zeroOrOnePath ex:p ] ; shnex:nodes ex:new', ['ex:new']],
    ['shnex:flatMap [ shnex:pathValues ex:p ] ; shnex:nodes ( ex:a ex:b )', ['ex:b', 'ex:c', 'ex:x']],
    [
      'shnex:flatMap [ shnex:pathValues ex:p ; shnex:nodes sh:this ] ; shnex:nodes [ shnex:instancesOf ex:C ]',
      ['ex:b', 'ex:c', 'ex:x'],
    ],
    ['shnex:flatMap ex:q ; shnex:nodes ( ex:a ex:b )', ['ex:q']],
    ['shnex:flatMap ex:q ; shnex:nodes [ shnex:instancesOf ex:Nothing ]', []],
    ['shnex:flatMap sh:this ; shnex:nodes ( ex:a ex:new )', ['ex:a', 'ex:new']],
    ['shnex:flatMap [ shnex:var "focusNode" ] ; shnex:nodes [ shnex:instancesOf ex:C ]', ['ex:a', 'ex:b']],
    [
      'shnex:flatMap [ shnex:pathValues [ sh:zeroOrOnePath ex:p ] ] ; shnex:nodes ( ex:b ex:new )',
      ['ex:b', 'ex:c', 'ex:new'],
    ],
    [
      'shnex:flatMap [ shnex:union ( [ shnex:pathValues ex:p ] [ shnex:pathValues [ sh:inversePath ex:p ] ] ) ] ; shnex:nodes ( ex:b )',
      ['ex:a', 'ex:c'],
    ],
    // Of each node by itself: ex:b is a value of ex:a, but none of its own.
    [
      'shnex:flatMap [ shnex:remove sh:this ; shnex:nodes [ shnex:pathValues [ sh:zeroOrOnePath ex:p ] ] ] ; shnex:nodes ( ex:a ex:b )',
      ['ex:b', 'ex:c', 'ex:x'],
    ],
    [
      'shnex:flatMap [ shnex:intersection ( sh:this [ shnex:pathValues ex:p ] ) ] ; shnex:nodes ( ex:a ex:b )',
      [],
    ],
    [
      'shnex:flatMap [ shnex:flatMap [ shnex:pathValues ex:p ] ; shnex:nodes [ shnex:pathValues ex:p ] ] ; shnex:nodes ( ex:a )',
      ['ex:c'],
    ],
  ])('sh:targetNode takes what yields nodes: %s', async (expression, targets) => {
    const shapes = `${prefixesOfFunctions} ex:S sh:nodeKind sh:Literal ; sh:targetNode [ ${expression} ] .`;
    const data =
      'ex:a a ex:C ; ex:p ex:b, ex:x . ex:b a ex:C ; ex:p ex:c . () a ex:D ; ex:p ex:y . ex:z a () .';
    expect(await results(shapes, data)).toEqual(
      targets.map((each) => `${each} ${each} nodeKind: ${each.replace('ex:', '')} is not a literal`),
    );
  });

  const estonia = 'sh:property [ sh:path ex:in ; sh:hasValue ex:Estonia ]';
  const oneName = 'sh:property [ sh:path ex:name ; sh:minCount 1 ]';
  test.each([
    // The first example of SHACL 1.2 Node Expressions.
    [`shnex:filterShape [ ${estonia} ] ; shnex:nodes [ shnex:instancesOf ex:C ]`, ['ex:a', 'ex:d']],
    ['shnex:filterShape ex:Named ; shnex:nodes [ shnex:instancesOf ex:C ]', ['ex:b', 'ex:d']],
    [
      `shnex:filterShape ex:Named ; shnex:nodes [ shnex:filterShape [ ${estonia} ] ; shnex:nodes [ shnex:instancesOf ex:C ] ]`,
      ['ex:d'],
    ],
    [`shnex:filterShape [ ${estonia} ] ; shnex:nodes [ shnex:pathValues ex:p ; shnex:nodes ex:b ]`, ['ex:a']],
    [
      `shnex:filterShape [ ${estonia} ] ; shnex:nodes [ shnex:remove ex:d ; shnex:nodes [ shnex:instancesOf ex:C ] ]`,
      ['ex:a'],
    ],
    [
      `shnex:filterShape [ ${estonia} ] ; shnex:nodes [ shnex:flatMap [ shnex:pathValues [ sh:zeroOrOnePath ex:p ] ] ; shnex:nodes ( ex:b ex:d ) ]`,
      ['ex:a', 'ex:d'],
    ],
    [`shnex:filterShape [ ${estonia} ] ; shnex:nodes ( ex:a ex:b ex:e )`, ['ex:a', 'ex:e']],
    [`shnex:filterShape [ ${estonia} ] ; shnex:nodes [ shnex:if true ; shnex:then ex:e ]`, ['ex:e']],
    [`shnex:distinct [ shnex:nodesMatching [ ${estonia} ; ${oneName} ] ]`, ['ex:d']],
    [`shnex:filterShape [ ${oneName} ] ; shnex:nodes [ shnex:nodesMatching [ ${estonia} ] ]`, ['ex:d']],
    ['shnex:filterShape ex:Named ; shnex:nodes [ shnex:instancesOf ex:Nothing ]', []],
    // Constants need not be in the data, as with sh:targetNode.
    ['shnex:filterShape [ sh:nodeKind sh:IRI ] ; shnex:nodes ( ex:absent "text" )', ['ex:absent']],
  ])('sh:targetNode takes the nodes that conform to a shape: %s', async (expression, targets) => {
    const shapes = `${prefixesOfFunctions} ex:S sh:nodeKind sh:Literal ; sh:targetNode [ ${expression} ] .
      ex:Named sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
    const data = `ex:a a ex:C ; ex:in ex:Estonia . ex:b a ex:C ; ex:in ex:Latvia ; ex:name "b" ; ex:p ex:a, ex:c .
      ex:c ex:in ex:Latvia . ex:d a ex:C ; ex:in ex:Estonia ; ex:name "d" . ex:e ex:in ex:Estonia .
      ex:f ex:in ex:Estonia ; ex:name "f" ; sh:incomplete true .`;
    const found = targets.concat(expression.includes('nodesMatching') ? ['ex:f'] : []);
    expect(await results(shapes, data)).toEqual(
      found.map((each) => `${each} ${each} nodeKind: ${each.replace('ex:', '')} is not a literal`),
    );
  });

  test('sh:targetNode takes hundreds of constants for shnex:flatMap, until the query for them is too long', async () => {
    const targets = (count: number) => {
      const nodes = Array.from({ length: count }, (_, i) => `<http://example.org/a/long/name/of/node/${i}>`);
      const expression = `shnex:flatMap [ shnex:pathValues ex:p ] ; shnex:nodes ( ${nodes.join(' ')} )`;
      const shapes = `${prefixesOfFunctions} ex:S sh:nodeKind sh:Literal ; sh:targetNode [ ${expression} ] .`;
      return results(shapes, `${nodes.at(-1)} ex:p ex:b .`);
    };
    for (const count of [121, 400])
      expect(await targets(count)).toEqual(['ex:b ex:b nodeKind: b is not a literal']);
    expect(await targets(1000)).toEqual([
      'not checked: sh:targetNode of S is left out: The node expression is not evaluated: the query for the nodes of shnex:flatMap has more than 250 groups or 20000 characters: name fewer nodes, or nest less.',
    ]);
  });

  test.each([
    ['sh:intersection ( sh:this ex:b )', 'there is any of what the node and b have in common'],
    ['sh:union ( ex:b [ sh:path ex:q ] )', 'there is any of b and q', 'sh:not'],
    ['sh:path ex:q', 'there is a value of q'],
  ])('sh:exists is told in words: %s', async (expression, words, isNot = '') => {
    const exists = `[ sh:exists [ ${expression} ] ]`;
    const asked = isNot === '' ? exists : `[ ${sparql('logical-not')} ( ${exists} ) ]`;
    const shapes = `${prefixesOfFunctions} ex:S sh:targetNode ex:a ; sh:expression ${asked} .`;
    const [result] = await results(shapes, 'ex:a ex:p 1 .');
    expect(result).toContain(words);
  });

  const onlyNodes =
    'where any number of nodes is asked for, as in targets and sets, only paths, instances and sets of these are.';
  test.each([
    ['shnex:pathValues ex:p', 'there is no focus node in the body of a function or in a target.'],
    ['shnex:findFirst ex:T ; shnex:nodes ex:a', onlyNodes],
    ['shnex:filterShape "a" ; shnex:nodes ex:a', '"a" is not a shape.'],
    ['shnex:flatMap [ shnex:if true ; shnex:then ex:a ] ; shnex:nodes ex:a', onlyNodes],
    ['shnex:flatMap [ shnex:pathValues ex:p ]', 'shnex:flatMap has no shnex:nodes.'],
    ['shnex:flatMap [ shnex:filterShape ex:T ; shnex:nodes sh:this ] ; shnex:nodes ex:a', onlyNodes],
    ['shnex:union ( sh:this )', 'there is no focus node in the body of a function or in a target.'],
    ['shnex:union ( [ shnex:orderBy ex:p ] )', onlyNodes],
  ])('targets of other expressions leave the verdict open: %s', async (expression, why) => {
    const shapes = `${prefixesOfFunctions} ex:S sh:nodeKind sh:Literal ; sh:targetNode [ ${expression} ] .`;
    expect(await results(shapes, 'ex:a ex:p ex:b .')).toEqual([
      `not checked: sh:targetNode of S is left out: The node expression is not evaluated: ${why}`,
    ]);
  });

  test('the message of a node expression is that of its results', async () => {
    const shapes = `ex:S sh:targetClass ex:C ; sh:expression
      [ ${sparql('less-than')} ( [ sh:path ex:p ] 3 ) ; sh:message "Less than three, please" ] .`;
    expect(await results(shapes, 'ex:a a ex:C ; ex:p 1 . ex:b a ex:C ; ex:p 5 .')).toEqual([
      'ex:b ex:b expression: Less than three, please',
    ]);
  });

  test('a function whose body is a node expression is called by queries, with its arguments', async () => {
    const shapes = `${prefixesOfFunctions} ex:sizeOf a sh:ListParameterExpressionFunction ; sh:parameter [ sh:path shnex:arg0 ] , [ sh:path shnex:arg1 ] ;
        sh:bodyExpression [ ${sparql('plus')} ( [ shnex:count [ shnex:pathValues ex:p ; shnex:focusNode [ shnex:arg 0 ] ] ] [ shnex:arg 1 ] ) ] .
      ex:Bad a sh:ListParameterExpressionFunction ; sh:bodyExpression [ shnex:pathValues ex:p ] .
      ex:S sh:targetClass ex:C ; sh:expression [ ${sparql('less-than')} ( [ ex:sizeOf ( sh:this 10 ) ] 12 ) ] .
      ex:T sh:targetClass ex:C ; sh:expression [ ex:Bad () ] .`;
    expect(await results(shapes, 'ex:a a ex:C ; ex:p 1 . ex:b a ex:C ; ex:p 1, 2 .')).toEqual([
      'ex:b ex:b expression: b does not meet the expression (sizeOf(the node, 10) < 12)',
      "not checked: sh:expression of T is not checked: The function <http://example.org/ns#Bad> can't be called: The node expression of its body is not evaluated: there is no focus node in the body of a function or in a target.",
    ]);
  });

  test('what no query says is not checked, and leaves the verdict open', async () => {
    expect(
      await results(
        `ex:S sh:targetNode ex:a ; sh:expression [ sh:count ( 1 1 ) ], [ sh:count [ sh:filterShape ex:T ] ] ; sh:nodeByExpression [ sh:findFirst ex:T ] . ex:T sh:class ex:C .`,
        'ex:a ex:p 1 .',
      ),
    ).toEqual([
      'not checked: S: The node expression is not evaluated: aggregates are for paths, instances and sets of these.',
      'not checked: S: The node expression is not evaluated: sh:count of what may come several times is not. shnex:distinct or shnex:union has each once.',
      `not checked: S: The node expression is not evaluated: ${onlyNodes}`,
    ]);
  });

  test('sh:nodeByExpression with a shape judges as sh:node does, in the name of its own component', async () => {
    expect(
      await results(
        'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:nodeByExpression ex:T ] . ex:T sh:class ex:C .',
        'ex:a ex:p ex:b, ex:c . ex:c a ex:C .',
      ),
    ).toEqual(['ex:a ex:p ex:b nodeByExpression: p of a does not conform to T: b']);
  });

  test.each([
    ['[ sh:path ex:shape ]', ['ex:b of ex:T', 'ex:d of ex:T', 'ex:d of ex:U']],
    ['[ sh:path ( ex:set ex:shape ) ]', ['ex:c of ex:T']],
    ['( ex:T ex:U )', ['ex:a of ex:U', 'ex:b of ex:T', 'ex:c of ex:T', 'ex:d of ex:T', 'ex:d of ex:U']],
    [
      '[ sh:if [ sh:exists [ sh:path ex:set ] ] ; sh:then ex:T ; sh:else [ sh:path ex:shape ] ]',
      ['ex:b of ex:T', 'ex:c of ex:T', 'ex:d of ex:T', 'ex:d of ex:U'],
    ],
    ['[ sh:remove ex:T ; sh:nodes [ sh:path ex:shape ] ]', ['ex:d of ex:U']],
    ['[ sh:path ex:none ]', []],
  ])('sh:nodeByExpression judges by each shape that is yielded: %s', async (expression, found) => {
    const shapes = `ex:S sh:targetNode ex:x ; sh:property [ sh:path ex:p ; sh:nodeByExpression ${expression} ] .
      ex:T sh:class ex:C . ex:U sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
    const data = `ex:x ex:p ex:a, ex:b, ex:c, ex:d . ex:a a ex:C ; ex:shape ex:T . ex:b ex:shape ex:T ; ex:name "b" .
      ex:c ex:set ex:e ; ex:name "c" . ex:e ex:shape ex:T . ex:d ex:shape ex:T, ex:U .`;
    const said = await results(shapes, data);
    expect(
      said.map((each) =>
        each.replace(/^ex:x ex:p (\S+) .* to (\w), which a node expression yields: .*$/, '$1 of ex:$2'),
      ),
    ).toEqual(found);
  });

  test.each([
    [
      '[ sh:path ex:shape ]',
      'for b and 1 other value, the node expression yields what is no named node shape',
    ],
    [
      '[ sh:if [ sh:exists [ sh:path ex:shape ] ] ; sh:else ( ex:T ex:P ) ]',
      'for d, the node expression yields',
    ],
    ['( ex:T )', undefined],
  ])(
    'what sh:nodeByExpression yields and is no named node shape is not checked: %s',
    async (expression, why) => {
      const shapes = `ex:S sh:targetNode ex:a, ex:b, ex:c, ex:d ; sh:nodeByExpression ${expression} .
      ex:T sh:nodeKind sh:IRI . ex:P sh:path ex:p ; sh:maxCount 1 .`;
      const data = 'ex:a ex:shape ex:T . ex:b ex:shape ex:Missing, ex:T . ex:c ex:shape ex:P . ex:d ex:p 1 .';
      expect(await results(shapes, data)).toEqual(
        why === undefined
          ? []
          : [expect.stringContaining(`not checked: sh:nodeByExpression of S is not checked: ${why}`)],
      );
    },
  );

  test('sh:nodeByExpression is not checked where no file has another node shape that it could yield', async () => {
    expect(
      await results('ex:S sh:targetNode ex:a ; sh:nodeByExpression [ sh:path ex:shape ] .', 'ex:a ex:p 1 .'),
    ).toEqual([
      'not checked: S: The linked files have no other named node shape that the expression could yield.',
    ]);
  });

  test('shapes of which a node expression may yield one that leads back are checked all the same', async () => {
    const shapes = `ex:S sh:targetClass ex:C ; sh:nodeByExpression [ sh:path ex:shape ] .
      ex:T sh:not [ sh:path ex:p ; sh:node ex:S ; sh:minCount 1 ] . ex:U sh:class ex:D .`;
    const found = await results(shapes, 'ex:a a ex:C ; ex:shape ex:U ; ex:p ex:b . ex:b ex:p 1 .');
    expect(found.filter((each) => each.startsWith('ex:'))).toEqual([
      'ex:a ex:a nodeByExpression: a does not conform to U, which a node expression yields',
    ]);
    expect(found.filter((each) => each.startsWith('not checked'))).toEqual([
      'not checked: S: sh:nodeByExpression leads back to its own shape where the node expression yields T, so that conforming would depend on not conforming. SHACL gives this no meaning; the constraint is not checked.',
    ]);
  });
});
