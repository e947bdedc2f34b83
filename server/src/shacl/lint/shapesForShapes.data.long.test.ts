import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { rangeIn } from '../../rdf/turtle/syntaxTree.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../rdf/vocab.ts';
import { termPrinter } from '../../service/ide/termPrinter.ts';
import { block, parseFixture } from '../../testing/fixture.ts';
import { describeShared } from '../../testing/shared.ts';
import { builtinValidator } from '../incremental/recordedValidation.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { lintShapes } from './lintShapes.ts';
import { valueKinds } from './valueKinds.ts';

/** Shapes with nearly all properties of SHACL Core, in which nothing is wrong. */
const healthy = parseFixture(block`
  #- /shapes.ttl
  ex:Person a sh:NodeShape ; sh:targetClass ex:Human ; sh:targetNode ex:a ; sh:targetSubjectsOf ex:p ; sh:targetObjectsOf ex:q ;
    sh:nodeKind sh:IRI ; sh:class ex:Human ; sh:severity sh:Warning ; sh:message "no"@en ; sh:deactivated false ;
    sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:node ex:Other ; sh:not ex:Never ;
    sh:or ( ex:Other ex:Never ) ; sh:and ( ex:Other ) ; sh:xone ( ex:Other ex:Never ) ; sh:property ex:age , ex:name , ex:pet .
  ex:Other a sh:NodeShape ; sh:pattern "a" ; sh:flags "i" ; sh:minLength 1 ; sh:maxLength 9 .
  ex:Never a sh:NodeShape ; sh:in ( ex:x ex:y ) ; sh:hasValue ex:x .
  ex:age a sh:PropertyShape ; sh:path ex:age ; sh:name "age" ; sh:description "years" ; sh:order 1 ; sh:group ex:main ;
    sh:minCount 1 ; sh:maxCount 2 ; sh:datatype xsd:integer ; sh:minInclusive 0 ; sh:maxExclusive 150 ;
    sh:lessThan ex:max ; sh:disjoint ex:other ; sh:equals ex:years .
  ex:name a sh:PropertyShape ; sh:path ( ex:label [ sh:inversePath ex:q ] ) ; sh:uniqueLang true ; sh:languageIn ( "en" "de" ) .
  ex:pet a sh:PropertyShape ; sh:path [ sh:alternativePath ( ex:dog [ sh:zeroOrMorePath ex:cat ] ) ] ;
    sh:qualifiedValueShape ex:Other ; sh:qualifiedMinCount 1 ; sh:qualifiedMaxCount 2 ; sh:qualifiedValueShapesDisjoint true .
`).files[0]!;

/** What is written in place of an object, or after it. */
const others = [
  '"text"',
  '"text"@en',
  '5',
  '-1',
  '1.5',
  'true',
  'ex:other',
  '()',
  '( ex:a ex:b )',
  '( "a" )',
  '( [] )',
  '[]',
  'sh:IRI',
  'xsd:string',
];

beforeAll(() => loadQueryEngine());

describeShared('W3C, shapes for shapes', 'w3c-shacl-tests/tests/core/complex', (folder) => {
  const shapesForShapes = new TurtleDocument(
    'file:///shacl-shacl.ttl',
    1,
    readFileSync(`${folder}/shacl-shacl-data-shapes.ttl`, 'utf8'),
  );
  const judging = readShapes(shapesForShapes.graph);

  test('nothing is wrong with the healthy shapes', async () => {
    expect(lint(healthy.text)).toEqual([]);
    expect(await violations(healthy.text)).toEqual([]);
  });

  test('what they find in a changed statement has a message', async () => {
    const missed: string[] = [];
    let found = 0;
    for (const text of changed(healthy.text)) {
      const results = await violations(text);
      if (results.length === 0) continue;
      found++;
      if (lint(text).length === 0 && !isPathOf12(text, results[0]!))
        missed.push(`${difference(text)}: ${results[0]}`);
    }
    expect(found).toBeGreaterThan(300);
    expect(missed).toEqual([]);
  }, 600_000);

  async function violations(text: string): Promise<readonly string[]> {
    const { graph } = new TurtleDocument(healthy.uri, 1, text);
    const input = { dataGraph: graph, reportedGraph: graph, classGraph: graph, shapes: judging };
    const result = await builtinValidator().validate(input, new AbortController().signal);
    const print = termPrinter([shapesForShapes.prefixes]);
    return result.violations.map(({ component, path }) => `${print(component)} ${JSON.stringify(path)}`);
  }
});

/** SHACL 1.2 takes a list as a path where these shapes, which are of 1.0, want a property. */
const isPathOf12 = (text: string, result: string) =>
  text.includes('( ex:a ex:b )') &&
  [sh.equals, sh.disjoint, sh.lessThan].some((property) => result.endsWith(`"predicate":${property}}`));

function lint(text: string): readonly string[] {
  const document = new TurtleDocument(healthy.uri, 1, text);
  const shapes = readShapes(document.graph, termPrinter([document.prefixes]));
  return lintShapes(document, shapes).map(({ message }) => message);
}

/** The text with one object of a property of SHACL replaced, or with one more. */
function* changed(text: string): Iterable<string> {
  const { graph, sources } = new TurtleDocument(healthy.uri, 1, text);
  const properties = [
    ...valueKinds.keys(),
    sh.property,
    sh.targetNode,
    sh.inversePath,
    sh.alternativePath,
    sh.zeroOrMorePath,
  ];
  for (const property of new Set(properties)) {
    for (const triple of graph.withPredicate(property)) {
      const { statement, objectTerm } = sources.occurrences(triple)[0]!;
      const { start, end } = rangeIn(statement, objectTerm!);
      for (const other of others) {
        yield text.slice(0, start) + other + text.slice(end);
        yield `${text.slice(0, end)} , ${other}${text.slice(end)}`;
      }
    }
  }
}

function difference(text: string): string {
  let start = 0;
  while (text[start] === healthy.text[start]) start++;
  return text.slice(text.lastIndexOf('sh:', start - 1), start + 25).replaceAll('\n', ' ');
}
