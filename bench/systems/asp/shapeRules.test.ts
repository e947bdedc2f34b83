import { expect, test } from 'vitest';
import { terms } from '../../../server/src/rdf/terms.ts';
import { readUnit, validated } from '../../../server/src/testing/checkRepair.ts';
import { termText } from '../question.testing.ts';
import { translatedShapes } from './fragment.ts';
import { PathRules } from './pathRules.ts';
import { shapeRules } from './shapeRules.ts';

/** The rules of ex:S, after those of its paths, with names for numbers. Other shapes than ex:S and ex:T are `_:b`. */
async function rulesOf(shape: string): Promise<string> {
  const { recorded } = await validated(
    readUnit(`#- /data.ttl
ex:a a ex:A .
#- /shapes.ttl
ex:S sh:targetClass ex:A ; ${shape} .
ex:T sh:class ex:B .
`),
  );
  const shapes = translatedShapes(recorded);
  const paths = new PathRules();
  const own = shapes.find(({ id }) => id === terms.iri('http://example.org/ns#S'))!;
  const rules = shapeRules(own, paths, shapes);
  return [...paths.rules, ...rules.slice(1)].map(named).join('\n');
}

/** Numbers of terms are large: paths and counts have one digit. */
function named(rule: string): string {
  return rule.replaceAll(/\d{2,}/g, (number) => termText(Number(number)));
}

const property = (constraint: string) => `sh:path ex:p ; ${constraint}`;
const path = (text: string) => `sh:path ${text} ; sh:minCount 1`;

test.each([
  [property('sh:minCount 2'), 'viol(ex:S,X) :- ask(ex:S,X), #count { V : val(ex:S,X,V) } < 2.'],
  [property('sh:maxCount 0'), 'viol(ex:S,X) :- ask(ex:S,X), #count { V : val(ex:S,X,V) } > 0.'],
  ['sh:class ex:B', 'viol(ex:S,X) :- val(ex:S,X,V), not type(V,ex:B).'],
  [
    'sh:datatype xsd:integer',
    'viol(ex:S,X) :- val(ex:S,X,V), bad(c(ex:S,sh:DatatypeConstraintComponent,xsd:integer),V).',
  ],
  ['sh:hasValue ex:b', 'viol(ex:S,X) :- ask(ex:S,X), not val(ex:S,X,ex:b).'],
  [
    property('sh:equals ex:q'),
    `viol(ex:S,X) :- val(ex:S,X,V), not t(X,ex:q,V).
viol(ex:S,X) :- ask(ex:S,X), t(X,ex:q,V), not val(ex:S,X,V).`,
  ],
  [property('sh:disjoint ex:q'), 'viol(ex:S,X) :- val(ex:S,X,V), t(X,ex:q,V).'],
  [property('sh:lessThan ex:q'), 'viol(ex:S,X) :- val(ex:S,X,V), t(X,ex:q,W), not ordered(lessThan,V,W).'],
  [
    property('sh:uniqueLang true'),
    'viol(ex:S,X) :- val(ex:S,X,V), val(ex:S,X,W), V < W, language(V,L), language(W,L).',
  ],
  ['sh:node ex:T', 'viol(ex:S,X) :- val(ex:S,X,V), viol(ex:T,V).'],
  ['sh:not ex:T', 'viol(ex:S,X) :- val(ex:S,X,V), not viol(ex:T,V).'],
  [
    'sh:and ( ex:T [ sh:class ex:C ] )',
    `viol(ex:S,X) :- val(ex:S,X,V), viol(ex:T,V).
viol(ex:S,X) :- val(ex:S,X,V), viol(_:b,V).`,
  ],
  ['sh:or ( ex:T [ sh:class ex:C ] )', 'viol(ex:S,X) :- val(ex:S,X,V), viol(ex:T,V), viol(_:b,V).'],
  [
    'sh:xone ( ex:T ex:T )',
    'viol(ex:S,X) :- val(ex:S,X,V), #count { 0 : not viol(ex:T,V) ; 1 : not viol(ex:T,V) } != 1.',
  ],
  [
    property('sh:qualifiedValueShape ex:T ; sh:qualifiedMinCount 1'),
    'viol(ex:S,X) :- ask(ex:S,X), #count { V : val(ex:S,X,V), not viol(ex:T,V) } < 1.',
  ],
  [
    'sh:closed true ; sh:ignoredProperties ( ex:q )',
    `allowed(c(ex:S,sh:ClosedConstraintComponent,true),ex:q).
viol(ex:S,X) :- val(ex:S,X,V), t(V,P,_), not allowed(c(ex:S,sh:ClosedConstraintComponent,true),P).`,
  ],
])('%s', async (shape, expected) => {
  const violations = (await rulesOf(shape))
    .split('\n')
    .filter((rule) => /^(viol|allowed)/.test(rule))
    .join('\n');
  expect(violations).toBe(expected);
});

test.each([
  [path('ex:p'), 'p(0,X,Y) :- t(X,ex:p,Y).'],
  [path('[ sh:inversePath ex:p ]'), 'p(0,X,Y) :- t(Y,ex:p,X).'],
  [
    path('( ex:p [ sh:inversePath ex:q ] )'),
    `p(1,X,Y) :- t(X,ex:p,Y).
p(2,X,Y) :- t(Y,ex:q,X).
p(0,X0,X2) :- p(1,X0,X1), p(2,X1,X2).`,
  ],
  [
    path('[ sh:alternativePath ( ex:p ex:q ) ]'),
    `p(1,X,Y) :- t(X,ex:p,Y).
p(2,X,Y) :- t(X,ex:q,Y).
p(0,X,Y) :- p(1,X,Y).
p(0,X,Y) :- p(2,X,Y).`,
  ],
  [
    path('[ sh:zeroOrMorePath ex:p ]'),
    `p(1,X,Y) :- t(X,ex:p,Y).
p(0,X,X) :- term(X).
p(0,X,Z) :- p(0,X,Y), p(1,Y,Z).`,
  ],
  [
    path('[ sh:inversePath [ sh:oneOrMorePath ex:p ] ]'),
    `p(2,X,Y) :- t(Y,ex:p,X).
p(1,X,Y) :- p(2,X,Y).
p(1,X,Z) :- p(1,X,Y), p(2,Y,Z).
p(0,X,Y) :- p(1,X,Y).`,
  ],
])('%s', async (shape, expected) => {
  const rules = (await rulesOf(shape)).split('\n').filter((rule) => rule.startsWith('p('));
  expect(rules.join('\n')).toBe(expected);
});

test.each([
  ['sh:sparql [ sh:select "SELECT $this WHERE { $this ?p ?o }" ]', 'a query of <http://example.org/ns#S>'],
  ['sh:property [ sh:path ex:p ; sh:node ex:S ]', 'the recursive shape <http://example.org/ns#S>'],
])('%s is not translated', async (shape, expected) => {
  await expect(rulesOf(shape)).rejects.toThrow(`unsupported: ${expected}`);
});
