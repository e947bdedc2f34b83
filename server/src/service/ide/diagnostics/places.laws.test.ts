import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture, suppliedPrefixes } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import type { AnalysisHost } from '../analysisHost.ts';

/** A shape for each, so that a change of one leaves the others as they are. */
const constraints = [
  'sh:closed true ; sh:ignoredProperties ( rdf:type ex:nmae )',
  'sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ]',
  'sh:property [ sh:path ex:knows ; sh:class ex:Person ] , [ sh:path [ sh:inversePath ex:knows ] ; sh:maxCount 1 ]',
  'sh:property [ sh:path ( ex:knows ex:name ) ; sh:maxLength 3 ]',
  'sh:property [ sh:path [ sh:oneOrMorePath ex:knows ] ; sh:nodeKind sh:IRI ; sh:maxCount 1 ]',
  'sh:property [ sh:path ex:label ; sh:uniqueLang true ]',
  'sh:or ( [ sh:property [ sh:path ex:name ; sh:maxLength 2 ] ] [ sh:property [ sh:path ex:age ; sh:minCount 1 ] ] )',
  'sh:property [ sh:path ex:knows ; sh:class ex:Robot ; sh:message "Robots know robots." ]',
  'sh:property [ sh:path ( ex:knows ex:age ) ; sh:minCount 1 ] , [ sh:path ex:knows ; sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:class ex:Robot ] ]',
  // These say something of what the others look for in vain.
  'sh:nodeKind sh:IRI . ex:Android rdfs:label "androids"',
  'sh:nodeKind sh:IRI . far:ivy a ex:Person',
];

const shapes = `
ex:Person sh:targetClass ex:Person ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ] ,
    [ sh:path ex:knows ; sh:class ex:Person ] , [ sh:path [ sh:inversePath ex:knows ] ; sh:maxCount 1 ] ,
    [ sh:path ( ex:knows ex:name ) ; sh:maxLength 3 ] , [ sh:path ex:label ; sh:uniqueLang true ] .`;

/** Every statement is about its own triples, so that there is one right place for everything. */
const statements = [
  block`
    ex:ann a ex:Person ;
      ex:knows ex:bob , # a friend
        ex:cat .`,
  'ex:ann ex:name "Ann", "Anna" , 5 .',
  'ex:bob a ex:Person ; ex:name "Robert" ; ex:age 5 .',
  'ex:cat ex:name "Cat" .',
  'ex:dan a ex:Person ; ex:knows ex:ann , [ a ex:Person ; ex:name "No" ] .',
  'ex:eve a ex:Person ; ex:label "a"@en , "b"@en ; ex:knows ex:ann .',
  'ex:fay a ex:Person ; ex:nmae "Fay" .',
  'ex:nmae ex:label "a property of its own" .',
  '# a comment',
  '',
  'ex:cat a ex:Person .',
  'ex:hal a ex:Person , ex:Android ; ex:knows ex:hal , far:ivy .',
];

const fixtureOf = (chosen: readonly string[], shapesText = shapes) =>
  parseFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ${far}
    ${chosen.join('\n')}
    #- /shapes.ttl
    ${far}
    ${shapesText}`);

const far = `@prefix far: <http://example.com/far#> . ${suppliedPrefixes}`;

const shapesOf = (chosen: readonly string[]) =>
  chosen.map((each) => `ex:S${constraints.indexOf(each)} sh:targetClass ex:Person ; ${each} .\n`).join('');

async function places(host: AnalysisHost): Promise<readonly string[]> {
  const report = await host.validate('file:///workspace/data.ttl', new AbortController().signal);
  return [...report.diagnostics]
    .flatMap(([uri, diagnostics]) =>
      diagnostics.map(({ range, severity, code, message, related }) => {
        const others = related.map((each) => `${JSON.stringify(each.place)} ${each.message}`);
        return `${uri} ${range.start}-${range.end} ${severity} ${code} ${message} ${others.toSorted().join(' ')}`;
      }),
    )
    .toSorted();
}

test('results stay at their words when what stands before them, behind them or between them changes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray(statements), { minLength: 2, maxLength: 6 }),
      async ([first, ...later]) => {
        const host = hostOf(fixtureOf(first!));
        for (const [i, chosen] of [first!, ...later].entries()) {
          const fixture = fixtureOf(chosen);
          host.openDocument('file:///workspace/data.ttl', i + 1, fixture.files[0]!.text);
          expect(await places(host)).toEqual(await places(hostOf(fixture)));
        }
      },
    ),
    { numRuns: runs(60) },
  ));

test('results stay at their words while shapes are typed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.subarray(statements), fc.subarray(constraints)), { minLength: 2, maxLength: 6 }),
      fc.boolean(),
      async ([first, ...later], changesData) => {
        const host = hostOf(fixtureOf(first![0], shapesOf(first![1])));
        for (const [i, [statementsNow, shapesNow]] of [first!, ...later].entries()) {
          const fixture = fixtureOf(changesData ? statementsNow : first![0], shapesOf(shapesNow));
          for (const { uri, text } of fixture.files) host.openDocument(uri, i + 1, text);
          const fresh = hostOf(fixture);
          for (const { uri, text } of fixture.files) fresh.openDocument(uri, i + 1, text);
          expect(await places(host)).toEqual(await places(fresh));
        }
      },
    ),
    { numRuns: runs(60) },
  ));

test('results are told as from scratch when any one shape goes and comes back', async () => {
  const host = hostOf(fixtureOf(statements, shapesOf(constraints)));
  let version = 0;
  for (const gone of constraints) {
    for (const left of [constraints.filter((each) => each !== gone), constraints]) {
      const fixture = fixtureOf(statements, shapesOf(left));
      const fresh = hostOf(fixture);
      const { uri, text } = fixture.files[1]!;
      version++;
      for (const each of [host, fresh]) each.openDocument(uri, version, text);
      expect(await places(host)).toEqual(await places(fresh));
    }
  }
});

test('while nothing of the data changes, no place is looked for again, along whatever path', async () => {
  const data = 'file:///workspace/data.ttl';
  const { signal } = new AbortController();
  const fixture = fixtureOf(statements, shapesOf(constraints));
  const { uri, text } = fixture.files[1]!;
  const host = hostOf(fixture);
  host.openDocument(uri, 1, text);
  const before = await host.analysis(data, signal);
  host.openDocument(uri, 2, `${text}ex:New sh:targetClass ex:Dog ; sh:closed true .\n`);
  const after = await host.analysis(data, signal);
  const longPaths = after.located.filter(({ violation: { path } }) => path?.kind === 'oneOrMore');
  expect(longPaths.length).toBeGreaterThan(0);
  const places = new Set(before.located.map(({ place }) => place));
  const looked = after.located.filter(({ place, misspelt }) => !misspelt && !places.has(place));
  expect(looked.map(({ key }) => key)).toEqual([]);
});
