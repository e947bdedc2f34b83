import { expect, test } from 'vitest';
import { check, unitOf, validate } from '../testing/shaclCheck.ts';
import { referenceValidator } from './reference/referenceEngine.ts';

const shapes = `
  ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .`;

test('a value that the data declare incomplete may be an instance of any class', () =>
  check(shapes, 'ex:a ex:unit ex:m, ex:k . ex:m sh:incomplete true .', ['ex:a ex:unit ex:k class']));

test('a declaration in a shapes file counts as well', () =>
  check(
    `${shapes} [] sh:incompleteURIStart "http://example.org/ns#m"^^xsd:anyURI .`,
    'ex:a ex:unit ex:m, ex:k .',
    ['ex:a ex:unit ex:k class'],
  ));

test('a node declared both complete and incomplete is complete', () =>
  check(shapes, 'ex:a ex:unit ex:m . ex:m sh:incomplete true, false .', ['ex:a ex:unit ex:m class']));

test('literals and blank nodes start with no URI, and no URI counts as one that all start with', () =>
  check(
    shapes,
    'ex:a ex:unit "http://x", _:b, ex:m . [] sh:incompleteURIStart "", "http:" . ex:m sh:incomplete false .',
    ['ex:a ex:unit [] class', 'ex:a ex:unit "http://x" class', 'ex:a ex:unit ex:m class'],
  ));

test('what no further triple can mend stays a result', () =>
  check(
    `ex:S sh:targetNode ex:a ; sh:closed true ; sh:ignoredProperties ( sh:incomplete ) ; sh:nodeKind sh:Literal ;
       sh:property [ sh:path ex:p ; sh:maxCount 1 ; sh:datatype xsd:string ; sh:in ( "x" ) ; sh:minCount 3 ] .`,
    'ex:a ex:p 1, 2 ; ex:q 3 ; sh:incomplete true .',
    [
      'ex:a ex:q "3" closed',
      ...['1', '2'].flatMap((value) => [`ex:a ex:p "${value}" datatype`, `ex:a ex:p "${value}" in`]),
      'ex:a ex:a nodeKind',
      'ex:a ex:p maxCount',
    ],
  ));

test('values of a closure that are incomplete are not judged by nested property shapes', () =>
  check(
    `ex:S sh:targetNode ex:a ; sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:property [ sh:path ex:q ; sh:minCount 1 ] ] .`,
    'ex:a ex:p ex:b . ex:b ex:p ex:c ; sh:incomplete true . ',
    ['ex:c ex:q minCount'],
  ));

test('counting the values of a closure is excused as well', () =>
  check(
    'ex:S sh:targetNode ex:a, ex:b ; sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:minCount 1 ] .',
    'ex:b sh:incomplete true .',
    ['ex:a ex:p+ minCount'],
  ));

test('the reference engine leaves out what declarations may excuse', async () => {
  const input = unitOf({ shapes, data: 'ex:a ex:unit ex:m . ex:m sh:incomplete true .' });
  const { violations, notChecked } = await validate(input, referenceValidator);
  expect(violations).toEqual([]);
  expect(notChecked.map(({ reason }) => reason).join()).toContain('sh:incomplete');
});

test('shapes may use the terms without a warning', () => {
  const { findings } = unitOf({
    shapes:
      'ex:S sh:targetNode ex:a ; sh:nodeKind sh:IRI ; sh:incomplete true ; sh:incompleteURIStart "x"^^xsd:anyURI .',
    data: '',
  }).shapes;
  expect(findings).toEqual([]);
});
