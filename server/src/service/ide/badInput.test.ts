import { describe, expect, test } from 'vitest';
import { check, hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';

const signal = new AbortController().signal;

/** Opens a text beside a good file and says what is shown in each. */
async function opened(text: string): Promise<{ readonly errors: number; readonly good: readonly string[] }> {
  const host = hostOf(
    parseFixture(`#- /good.ttl shapes:/shapes.ttl
ex:a a ex:T .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`),
  );
  host.openDocument('file:///workspace/bad.ttl', 1, text);
  await host.validate('file:///workspace/bad.ttl', signal);
  await host.hover('file:///workspace/bad.ttl', 0, { format: 'markdown', withMessages: true }, signal);
  await host.codeActions('file:///workspace/bad.ttl', { start: 0, end: 1 }, signal);
  const good = await host.validate('file:///workspace/good.ttl', signal);
  return {
    errors: host.syntaxDiagnostics('file:///workspace/bad.ttl').length,
    good: (good.diagnostics.get('file:///workspace/good.ttl') ?? []).map(({ code }) => code),
  };
}

describe('a text that is not Turtle leaves the other files alone', () => {
  test('zero bytes', async () => expect(await opened('')).toEqual({ errors: 0, good: ['sh:minCount'] }));

  test.each([
    ['binary', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000'],
    ['a lone surrogate', '<http://example.org/\ud800> <http://example.org/p> "\udc00" .'],
    ['NUL', '<a> <b> \u0000 .'],
    ['an unterminated string at the top', `<a> <b> """c .\n${'<a> <b> <c> .\n'.repeat(1000)}`],
    ['10,000 nested brackets, unclosed', `<a> <b> ${'[ <p> '.repeat(10_000)}`],
    ['10,000 nested collections, unclosed', `<a> <b> ${'('.repeat(10_000)}`],
  ])('%s', async (_, text) => {
    const { errors, good } = await opened(text);
    expect(errors).toBeGreaterThan(0);
    expect(good).toEqual(['sh:minCount']);
  });

  test('10,000 nested brackets, closed', async () => {
    const text = `<a> <b> ${'[ <p> '.repeat(10_000)}1${' ]'.repeat(10_000)} .`;
    expect(await opened(text)).toEqual({ errors: 0, good: ['sh:minCount'] });
  });
});

describe('shapes with mistakes are told where they are written, and the other constraints go on', () => {
  test('a bad regular expression', () =>
    check(`#- /data.ttl
# shapes: shapes.ttl
#         ^^^^^^^^^^ shapes: shapes.ttl has 1 error, so …
ex:a a ex:T ; ex:p "x" , "y" .
#                        ^^^ sh:maxCount: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ex:p ; sh:maxCount 1 ; sh:pattern "(a" ] .
#                                                          ^ shapes: …
`));

  test('a cyclic list', () =>
    check(`#- /data.ttl
# shapes: shapes.ttl
#         ^^^^^^^^^^ shapes: shapes.ttl has 1 error, so …
ex:a a ex:T ; ex:p "x" , "y" .
#                        ^^^ sh:maxCount: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ex:p ; sh:maxCount 1 ; sh:in _:list ] .
#                                              ^^^^^^^^^^^^ shapes: …
_:list rdf:first 1 ; rdf:rest _:list .
`));

  test('shapes that refer to one another', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:a , 1 .
#                  ^^^^ sh:node: …
#                         ^ sh:node: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:IRI ;
  sh:property ex:P .
# ^^^^^^^^^^^^^^^^ shapes: This shape refers back to itself…
ex:P sh:path ex:p ; sh:node ex:S .
`));

  test('a cyclic and reflexive class hierarchy', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T2 .
#^^^ sh:minCount: …
#- /shapes.ttl
ex:T rdfs:subClassOf ex:T , ex:T2 .
ex:T2 rdfs:subClassOf ex:T .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`));
});
