import { expect, test } from 'vitest';
import { check, hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';

const shapes = `
#- /shapes.ttl
ex:S sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:minInclusive 0 ; sh:maxInclusive 150 ] .
`;

test('results about one value of a node are one problem', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:ann a ex:Person ; ex:age "old", "x" .
#                           ^^^^^ sh:datatype: ex:age of ex:ann has the datatype xsd:string, not xsd:integer: "old" / and: ex:age of ex:ann can't be compared with 150: "old" / and: ex:age of ex:ann can't be compared with 0: "old"
#                                  ^^^ sh:datatype: ex:age of ex:ann has the datatype xsd:string, not xsd:integer: "x" / and: ex:age of ex:ann can't be compared with 150: "x" / and: ex:age of ex:ann can't be compared with 0: "x"
${shapes}`));

test('the most severe result of a problem comes first, and messages of authors are explained', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:ann ex:age "old" .
#             ^^^^^ sh:datatype: ex:age of ex:ann has the datatype xsd:string, not xsd:integer: "old" / and: Begin with a digit / ex:age of ex:ann does not match the pattern "^[0-9]": "old"
#- /shapes.ttl
ex:S sh:targetNode ex:ann ; sh:property ex:Digits, [ sh:path ex:age ; sh:datatype xsd:integer ] .
ex:Digits sh:path ex:age ; sh:pattern "^[0-9]" ; sh:severity sh:Info ; sh:message "Begin with a digit" .
`));

test('what a node lacks is one problem each, but for what several shapes say alike', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:ann a ex:Person .
#^^^^^ sh:hasValue: Ann has no name / ex:name of ex:ann must include "Ann", but does not
#^^^^^ sh:minCount: ex:ann has no value of ex:name, but needs at least 1
#- /shapes.ttl
ex:S sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ],
  [ sh:path ex:name ; sh:minCount 1 ; sh:order 2 ], [ sh:path ex:name ; sh:hasValue "Ann" ; sh:message "Ann has no name" ] .
`));

test('results of different nodes at one place stay apart', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:ann ex:knows ex:x .
#               ^^^^ sh:nodeKind: ex:knows of ex:ann is not a literal: ex:x
#               ^^^^ sh:nodeKind: ex:x is not a literal
#- /shapes.ttl
ex:S sh:targetNode ex:ann ; sh:property [ sh:path ex:knows ; sh:nodeKind sh:Literal ] .
ex:T sh:targetObjectsOf ex:knows ; sh:nodeKind sh:Literal .
`));

test('each result of a problem keeps its quick fixes, and the status counts results', async () => {
  const signal = new AbortController().signal;
  const fixture = parseFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ex:ann a ex:Person ; ex:age "200" .
    ${shapes}
  `);
  const [file] = fixture.files;
  const host = hostOf(fixture);
  const { diagnostics, status } = await host.validate(file!.uri, signal);
  const [problem, ...rest] = diagnostics.get(file!.uri)!;
  expect(rest).toEqual([]);
  expect(problem!.others!.map(({ code }) => code)).toEqual(['sh:maxInclusive', 'sh:minInclusive']);
  expect(status.results).toBe(3);
  const keys = [problem!.key!, ...problem!.others!.map(({ key }) => key)];
  const actions = await host.codeActions(file!.uri, problem!.range, signal);
  expect(new Set(actions.flatMap((action) => action.keys))).toEqual(new Set(keys));
});
