import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { hostOf } from '../../../testing/check.ts';
import {
  block,
  type FixtureFile,
  parseFixture,
  suppliedPrefixes,
  withoutPrelude,
} from '../../../testing/fixture.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { Refactoring } from './refactoring.ts';
import { refactorings } from './refactorings.ts';

const disjoint =
  'sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true';

test('a blank property shape gets a name, and its lines and comments move with it', () =>
  checkRefactoring(
    block`
      # People.
      ex:PersonShape a sh:NodeShape ; # of all kinds
        sh:targetClass ex:Person ;
        sh:property [
          # The full name.
          sh:path ex:name ; # as on the passport
          sh:min$0Count 1 ;
          sh:in ( "a"
            "b" )
        ] ;
        sh:closed true . # end

      ex:next a ex:Thing .
    `,
    'Name this shape ex:PersonShape-name',
    block`
      # People.
      ex:PersonShape a sh:NodeShape ; # of all kinds
        sh:targetClass ex:Person ;
        sh:property ex:PersonShape-name ;
        sh:closed true . # end

      ex:PersonShape-name
        # The full name.
        sh:path ex:name ; # as on the passport
        sh:minCount 1 ;
        sh:in ( "a"
          "b" ) .

      ex:next a ex:Thing .
    `,
  ));

test('a name that is taken gets a number, and brackets without spaces stay apart', () =>
  checkRefactoring(
    'ex:S sh:targetNode ex:a ; sh:property[sh:path$0 [ sh:inversePath ex:p ] ; sh:minCount 1 # one\n]. ex:S-p a ex:C .',
    'Name this shape ex:S-p2',
    'ex:S sh:targetNode ex:a ; sh:property ex:S-p2 .\n\nex:S-p2\n  sh:path [ sh:inversePath ex:p ] ; sh:minCount 1 # one\n. ex:S-p a ex:C .',
  ));

test('shapes that say the same become one, which all refer to, whatever order they are written in', () =>
  checkRefactoring(
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property [ sh:path ex:name ; sh:min$0Count 1 ; sh:in ( "x" "y" ) ] , [ sh:path ex:q ; sh:maxCount 1 ] .
      ex:B a sh:NodeShape ; sh:targetClass ex:B ;
        sh:property [ sh:in ( "x" "y" ) ; # both
          sh:path ex:name ; sh:minCount 1 ] .
    `,
    'Extract this shape and 1 alike as ex:NameShape',
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property ex:NameShape , [ sh:path ex:q ; sh:maxCount 1 ] .

      ex:NameShape sh:path ex:name ; sh:minCount 1 ; sh:in ( "x" "y" ) .
      ex:B a sh:NodeShape ; sh:targetClass ex:B ;
        sh:property ex:NameShape . # both
    `,
  ));

test('a named property shape that is referred to once is written where that is', () =>
  checkRefactoring(
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property ex:N$0 .

      # What names are like.
      ex:N a sh:PropertyShape ; # by Ann
        sh:path ex:name ;
        sh:minCount 1 .

      ex:B a ex:Thing .
    `,
    'Inline ex:N, which is referred to once',
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property [
          a sh:PropertyShape ; # by Ann
          sh:path ex:name ;
          sh:minCount 1
        ] .

      # What names are like.
      ex:B a ex:Thing .
    `,
  ));

test('a property shape is split, with what only means something together, and merged again', async () => {
  const split = block`
    ex:A a sh:NodeShape ; sh:targetClass ex:A ;
      sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:severity sh:Warning ], [ sh:path ex:p ; sh:pattern "a" ; sh:flags "i" ; sh:severity sh:Warning ] .
  `;
  await checkRefactoring(
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property [ sh:path ex:p ; sh:pattern$0 "a" ; sh:flags "i" ; sh:minCount 1 ; sh:severity sh:Warning ] .
    `,
    'Split off sh:pattern into its own property shape',
    split,
  );
  await checkRefactoring(
    split.replace('minCount', 'min$0Count'),
    'Merge this shape into the other shape for ex:p',
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property [ sh:path ex:p ; sh:pattern "a" ; sh:flags "i" ; sh:severity sh:Warning ; sh:minCount 1 ] .
    `,
  );
});

test('a message says what the shape asks for, and a severity is that of the results as they are', async () => {
  const shape =
    'ex:A sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:min$0Count 1 ; sh:datatype xsd:date';
  await checkRefactoring(
    `${shape} ] .`,
    'Add sh:message, with what the shape asks for',
    `${shape.replace('$0', '')} ; sh:message "ex:p must have at least 1 value. Each value of ex:p must be a valid literal of datatype xsd:date." ] .`,
  );
  await checkRefactoring(
    `${shape} ] .`,
    'Add sh:severity sh:Violation, which is the default',
    `${shape.replace('$0', '')} ; sh:severity sh:Violation ] .`,
  );
  expect(await titles(`${shape} ; sh:message "m" ; sh:severity sh:Info ] .`)).toEqual([
    'Name this shape ex:A-p',
    'Split off sh:minCount into its own property shape',
  ]);
});

test('an sh:or of classes or datatypes becomes a list of SHACL 1.2, and back', async () => {
  const shape = (what: string) =>
    `ex:A sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:minCount 1 ; ${what} ] .`;
  for (const [parameter, one, other] of [
    ['sh:class', 'ex:B', 'ex:C'],
    ['sh:datatype', 'xsd:date', 'xsd:dateTime'],
  ] as const) {
    await checkRefactoring(
      shape(`sh:o$0r ( [ ${parameter} ${one} ] [ ${parameter} ${other} ] )`),
      `Write this sh:or as ${parameter} ( ${one} ${other} ), a list of SHACL 1.2`,
      shape(`${parameter} ( ${one} ${other} )`),
    );
    await checkRefactoring(
      shape(`${parameter.replace('a', 'a$0')} ( ${one} ${other} )`),
      `Write the list ${parameter} ( ${one} ${other} ) as sh:or, which SHACL 1.0 has as well`,
      shape(`sh:or ( [ ${parameter} ${one} ] [ ${parameter} ${other} ] )`),
    );
  }
});

test('an sh:or and its list change in place: comments, other lists and spelling stay', async () => {
  const target = 'ex:A sh:targetClass ex:A ;';
  const asList = (values: string) => `Write this sh:or as sh:class ( ${values} ), a list of SHACL 1.2`;
  const asOr = (values: string) =>
    `Write the list sh:class ( ${values} ) as sh:or, which SHACL 1.0 has as well`;
  const lines = (verb: string, one: string, other: string) =>
    `${target}\n  ${verb} ( # first\n    ${one} # bee\n    ${other} # sea\n  ) ; # end\n  sh:minCount 1 .`;
  const [b, c] = ['[ sh:class ex:B ]', '[ sh:class ex:C ]'];
  const others = '( [ sh:class ex:D ] [ sh:class ex:E ] )';
  const full = '<http://www.w3.org/ns/shacl#class>';
  for (const [before, title, after] of [
    [lines('sh:or$0', b, c), asList('ex:B ex:C'), lines('sh:class', 'ex:B', 'ex:C')],
    [lines('sh:class$0', 'ex:B', 'ex:C'), asOr('ex:B ex:C'), lines('sh:or', b, c)],
    [
      `${target} sh:or$0 ( ${b} ${c} ),${others} .`,
      asList('ex:B ex:C'),
      `${target} sh:class ( ex:B ex:C ); sh:or ${others} .`,
    ],
    [
      `${target} sh:or$0 ${others} , ( ${b} ${c} ) .`,
      asList('ex:B ex:C'),
      `${target} sh:or ${others} ; sh:class ( ex:B ex:C ) .`,
    ],
    [
      `${target} sh:class$0 ( ex:B ex:C ) , ( ex:D ex:E ) .`,
      asOr('ex:B ex:C'),
      `${target} sh:or ( ${b} ${c} ) ; sh:class ( ex:D ex:E ) .`,
    ],
    [
      `${target} sh:class$0 ( ex:D ex:E ) , ( ex:B ex:C ) .`,
      asOr('ex:B ex:C'),
      `${target} sh:class ( ex:D ex:E ) ; sh:or ( ${b} ${c} ) .`,
    ],
    [
      `${target} ${full.replace('>', '$0>')} ( ex:B ex:C ) .`,
      asOr('ex:B ex:C'),
      `${target} <http://www.w3.org/ns/shacl#or> ( [ ${full} ex:B ] [ ${full} ex:C ] ) .`,
    ],
    [`${target} sh:or$0 ( ${b} ${c} ${b} ) .`, asList('ex:B ex:C'), `${target} sh:class ( ex:B ex:C ) .`],
    [`${target} sh:class$0 ( ex:B ex:B ex:C ) .`, asOr('ex:B ex:C'), `${target} sh:or ( ${b} ${c} ) .`],
    [`${target} sh:or$0 ( ${b} ${b} ) .`, 'Write this sh:or as sh:class ex:B', `${target} sh:class ex:B .`],
    [
      `${target} sh:class$0 ( ex:B ) .`,
      'Write the list sh:class ( ex:B ) as sh:class ex:B',
      `${target} sh:class ex:B .`,
    ],
    [
      `${target} sh:or$0 ( [ a sh:NodeShape ; sh:class ex:B ] ${c} ) .`,
      asList('ex:B ex:C'),
      `${target} sh:class ( ex:B ex:C ) .`,
    ],
  ] as const)
    await checkRefactoring(before, title, after);
});

test('an sh:or and its list stay where something else would go with them, or where its name is one that ignores results', async () => {
  const [b, c] = ['[ sh:class ex:B ]', '[ sh:class ex:C ]'];
  const cells = (verb: string, one: string, other: string) =>
    `${verb}$0 ex:l . ex:l rdfs:label "my list" ; rdf:first ${one} ; rdf:rest _:m . _:m rdf:first ${other} ; rdf:rest () . ex:doc ex:list _:m .`;
  for (const rest of [
    cells('sh:or', b, c),
    cells('sh:class', 'ex:B', 'ex:C'),
    cells('sh:or', b, c).replace('rdfs:label "my list" ;', '').replaceAll('ex:l ', '_:l '),
    `sh:or$0 ( [ # why\n sh:class ex:B ] ${c} ) .`,
    `sh:or$0 ( ${c} ${b} # twice\n ${b} ) .`,
    'sh:class$0 ( # why\n ex:B ) .',
    `sh:or$0 ( ${b} ${c} ) ~ ex:r {| rdfs:comment "why" |} .`,
    'sh:class$0 ( ex:B ex:C ) {| rdfs:comment "why" |} .',
    `sh:or$0 ( [ sh:class ex:B {| rdfs:comment "why" |} ] ${c} ) .`,
    ...['sh:class', 'sh:or', 'sh:OrConstraintComponent'].flatMap((name) => [
      `sh:or$0 ( ${b} ${c} ) .\n# shacl-repair-ignore ${name} known\nex:a a ex:A .`,
      `sh:class$0 ( ex:B ex:C ) .\n# shacl-repair-ignore ${name} known\nex:a a ex:A .`,
    ]),
  ]) {
    const found = await titles(`ex:A sh:targetClass ex:A ; ${rest}`);
    expect(found, rest).toContainEqual(expect.stringMatching(/^Add sh:message/));
    expect(found, rest).not.toContainEqual(expect.stringMatching(/^Write/));
  }
});

test('an sh:or becomes no list where shapes are held to SHACL 1.0', async () => {
  const text = 'ex:A sh:targetClass ex:A ; sh:o$0r ( [ sh:class ex:B ] [ sh:class ex:C ] ) .';
  const titlesIn = async (shacl: '1.0' | '1.2') => {
    const { file, offset } = await analysedFixture(`#- /a.ttl shapes:/a.ttl\n${text}\n`, { shacl });
    return refactorings(file, { start: offset, end: offset }, []).map(({ title }) => title);
  };
  const title = 'Write this sh:or as sh:class ( ex:B ex:C ), a list of SHACL 1.2';
  expect(await titlesIn('1.2')).toContain(title);
  expect(await titlesIn('1.0')).not.toContain(title);
  expect(await titlesIn('1.0')).not.toEqual([]);
});

test('an sh:or that says more than its classes, or is one of something else, stays', async () => {
  for (const members of [
    '[ sh:class ex:B ] [ sh:class ex:C ; sh:message "not a C" ]',
    '[ sh:class ex:B ] [ sh:class ex:C ; sh:nodeKind sh:IRI ]',
    '[ sh:class ex:B ] [ sh:datatype xsd:date ]',
    '[ sh:class ex:B ] ex:Named',
    '[ sh:class ex:B ] [ sh:path ex:q ; sh:class ex:C ]',
  ])
    expect(
      await titles(`ex:A sh:targetClass ex:A ; sh:or$0 ( ${members} ) . ex:Named sh:class ex:C .`),
    ).not.toContainEqual(expect.stringMatching(/^Write/));
});

const twoFiles = (own: string, other: string) =>
  `#- /a.ttl shapes:/a.ttl shapes:/b.ttl\n${own}\n#- /b.ttl\n${other}\n`;

test('a shape of another file gets its message and severity there', async () => {
  const { file, offset } = await analysedFixture(
    twoFiles(
      'ex:A sh:targetClass ex:A ; sh:node ex:N$0 .',
      'ex:N sh:property [ sh:path ex:p ] ; sh:nodeKind sh:IRI .',
    ),
  );
  const found = refactorings(file, { start: offset, end: offset }, []);
  expect(found.map(({ title }) => title)).toEqual([
    'Inline ex:N, which is referred to once, from b.ttl',
    'Add sh:message, with what the shape asks for, in b.ttl',
    'Add sh:severity sh:Violation, which is the default, in b.ttl',
    'Add sh:severity sh:Warning: results become warnings, and no other results change, in b.ttl',
    'Add sh:severity sh:Info: results become information, and no other results change, in b.ttl',
  ]);
  expect(textsAfter(file, found[2]!)).toEqual([
    'ex:A sh:targetClass ex:A ; sh:node ex:N .',
    'ex:N sh:property [ sh:path ex:p ] ; sh:nodeKind sh:IRI ; sh:severity sh:Violation .',
  ]);
});

test('like shapes of other files become one with that at the cursor', async () => {
  const { file, offset } = await analysedFixture(
    twoFiles(
      'ex:A sh:targetClass ex:A ;\n  sh:property [ sh:path ex:name ; sh:min$0Count 1 ] .',
      'ex:B sh:targetClass ex:B ; # by Ann\n  sh:property [ # the name\n    sh:minCount 1 ; sh:path ex:name ] , [ sh:path ex:age ] .',
    ),
  );
  const found = refactorings(file, { start: offset, end: offset }, []);
  const titles = found.map(({ title }) => title).filter((title) => title.startsWith('Extract'));
  expect(titles).toEqual(['Extract this shape and 1 alike as ex:NameShape, also in b.ttl']);
  expect(textsAfter(file, found.find(({ title }) => title === titles[0])!)).toEqual([
    block`
      ex:A sh:targetClass ex:A ;
        sh:property ex:NameShape .

      ex:NameShape sh:path ex:name ; sh:minCount 1 .`,
    block`
      ex:B sh:targetClass ex:B ; # by Ann
        sh:property ex:NameShape , # the name
        [ sh:path ex:age ] .`,
  ]);
});

test('those of the own file can be extracted alone', async () => {
  const { file, offset } = await analysedFixture(
    twoFiles(
      'ex:A sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:min$0Count 1 ] .\nex:C sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
      'ex:B sh:targetClass ex:B ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
    ),
  );
  const titles = refactorings(file, { start: offset, end: offset }, []).map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Extract'))).toEqual([
    'Extract this shape and 1 alike as ex:PShape',
    'Extract this shape and 2 alike as ex:PShape, also in b.ttl',
  ]);
});

test.each([
  ['sh:node ex:N$0', 'ex:N', 'from b.ttl'],
  ['sh:node ex:N', 'ex:$0N', 'in a.ttl'],
])('a shape is written into the other file that alone refers to it: %s', async (reference, name, where) => {
  const own = `ex:A sh:targetClass ex:A ;\n  ${reference} .`;
  const other = `# What is named.\n${name} a sh:NodeShape ; # by Ann\n  sh:nodeKind sh:IRI .\n\nex:B a ex:C .`;
  const isHere = reference.includes('$0');
  const fixture = isHere
    ? twoFiles(own, other)
    : `#- /b.ttl shapes:/b.ttl shapes:/a.ttl\n${other}\n#- /a.ttl\n${own}\n`;
  const { file, offset } = await analysedFixture(fixture);
  const found = refactorings(file, { start: offset, end: offset }, []);
  const inline = found.find(({ title }) => title === `Inline ex:N, which is referred to once, ${where}`);
  const texts = textsAfter(file, inline!);
  expect(isHere ? texts : texts.toReversed()).toEqual([
    'ex:A sh:targetClass ex:A ;\n  sh:node [\n    a sh:NodeShape ; # by Ann\n    sh:nodeKind sh:IRI\n  ] .',
    '# What is named.\nex:B a ex:C .',
  ]);
});

test.each([
  [
    'whose prefixes stand for something else',
    '@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix o: <urn:o> .\nex:N sh:class o:C .',
  ],
  ['with an IRI that depends on the file', 'ex:N sh:class <C> .'],
  ['with a label of the file', 'ex:N sh:not _:n . _:n sh:class ex:C .'],
  ['that a third statement names', 'ex:N sh:nodeKind sh:IRI . ex:B sh:node ex:N .'],
  ['with a target', 'ex:N sh:nodeKind sh:IRI ; sh:targetClass ex:C .'],
])('not written into the other file: a shape %s', async (_, other) => {
  const { file, offset } = await analysedFixture(
    twoFiles('ex:A sh:targetClass ex:A ; sh:node ex:N$0 .', other),
  );
  const found = refactorings(file, { start: offset, end: offset }, []);
  expect(found.filter(({ kind }) => kind === 'refactor.inline')).toEqual([]);
});

test('a shapes file that is open beside data reaches the other shapes of that data', async () => {
  const fixture = parseFixture(block`
    #- /data.ttl shapes:/a.ttl shapes:/b.ttl
    ex:a a ex:A .
    #- /a.ttl
    ex:A_ sh:targetClass ex:A ; sh:node ex:N$0 .
    #- /b.ttl
    ex:N sh:nodeKind sh:IRI .
  `);
  const [data, { uri, text, cursor }] = fixture.files as [FixtureFile, FixtureFile];
  const host = hostOf(fixture);
  const { signal } = new AbortController();
  await host.validate(data.uri, signal);
  host.openDocument(uri, 1, text);
  const file = (await host.analysedFile(uri, signal))!;
  const titles = refactorings(file, { start: cursor!, end: cursor! }, []).map(({ title }) => title);
  expect(titles).toContain('Inline ex:N, which is referred to once, from b.ttl');
  expect(titles).toContain('Add sh:severity sh:Violation, which is the default, in b.ttl');
});

test('the shapes of a selection get names, messages and a severity at once', async () => {
  const text = block`
    ex:A a sh:NodeShape ; sh:targetClass ex:A ;
      sh:property [ sh:path ex:p ; sh:minCount 1 ] ,
        [ sh:path ex:p ; sh:maxCount 2 ; sh:node [ sh:nodeKind sh:IRI ] ] .
    ex:B sh:property [ sh:path ex:q ; sh:datatype xsd:date ] .
  `;
  const { file } = await analysedFixture(text);
  const { document } = file;
  const start = document.text.indexOf('[ sh:path');
  const found = refactorings(file, { start, end: document.text.lastIndexOf(']') + 1 }, []);
  expect(found.map(({ title }) => title)).toEqual([
    'Name these 3 shapes',
    'Add sh:message to these 4 shapes, with what each of them asks for',
    'Add sh:severity sh:Violation to these 4 shapes, which is the default',
    'Add sh:severity sh:Warning to these 4 shapes: results become warnings, and no other results change',
    'Add sh:severity sh:Info to these 4 shapes: results become information, and no other results change',
  ]);
  expect(textsAfter(file, found[0]!)).toEqual([
    block`
      ex:A a sh:NodeShape ; sh:targetClass ex:A ;
        sh:property ex:A-p ,
          ex:A-p2 .

      ex:A-p sh:path ex:p ; sh:minCount 1 .

      ex:A-p2 sh:path ex:p ; sh:maxCount 2 ; sh:node [ sh:nodeKind sh:IRI ] .
      ex:B sh:property ex:B-q .

      ex:B-q sh:path ex:q ; sh:datatype xsd:date .
    `.trim(),
  ]);
  expect(textsAfter(file, found[3]!)).toEqual([
    text
      .replace('sh:minCount 1', 'sh:minCount 1 ; sh:severity sh:Warning')
      .replace(
        'sh:nodeKind sh:IRI ]',
        'sh:nodeKind sh:IRI ; sh:severity sh:Warning ] ; sh:severity sh:Warning',
      )
      .replace('xsd:date', 'xsd:date ; sh:severity sh:Warning')
      .trim(),
  ]);
});

test.each([
  [
    'siblings with disjoint value shapes, one of which would be gone',
    `ex:A sh:property [ sh:path$0 ex:p ; ${disjoint} ] . ex:B sh:property [ sh:path ex:p ; ${disjoint} ] , [ sh:path ex:q ; sh:qualifiedValueShape ex:C ; sh:qualifiedMinCount 1 ] .`,
    /Extract/,
  ],
  [
    'a constraint that a closed shape would not know the path of',
    'ex:A sh:closed true ; sh:property [ sh:path ex:p ; sh:closed$0 true ; sh:minCount 1 ; sh:property [ sh:path ex:q ] ] .',
    /Split/,
  ],
  [
    'to merge shapes whose results say something else',
    'ex:A sh:property [ sh:path ex:p ; sh:min$0Count 1 ; sh:message "needed" ] , [ sh:path ex:p ; sh:class ex:B ; sh:message "wrong" ] .',
    /Merge|Move/,
  ],
  [
    'a shape whose targets only its name has',
    'ex:A sh:property ex:N$0 . ex:N sh:path ex:p ; sh:minCount 1 ; sh:targetClass ex:C .',
    /Inline/,
  ],
  [
    'a shape that a query names',
    'ex:A sh:property ex:N$0 . ex:N sh:path ex:p ; sh:minCount 1 . ex:q sh:select "SELECT ?a { ?a ?b ex:N }" .',
    /Inline/,
  ],
  [
    'a shape whose results a comment has ignored',
    '# shacl-repair-ignore ex:N\nex:A sh:property ex:N$0 . ex:N sh:path ex:p ; sh:minCount 1 .',
    /Inline/,
  ],
  [
    'a shape that refers to itself',
    'ex:A sh:property ex:N$0 . ex:N sh:path ex:p ; sh:node [ sh:property ex:N ] .',
    /Inline/,
  ],
  [
    'shapes that a query can see',
    'ex:A sh:property [ sh:path$0 ex:p ; sh:minCount 1 ] . ex:q sh:ask "ASK { GRAPH $shapesGraph { ?a ?b ?c } }" .',
    /./,
  ],
  [
    'shapes that are the data of other shapes',
    'ex:A sh:property [ sh:path$0 ex:p ; sh:minCount 1 ] . ex:M sh:targetClass sh:NodeShape ; sh:property [ sh:path sh:property ; sh:nodeKind sh:BlankNode ] .',
    /./,
  ],
])('not offered: %s', async (_, text, title) =>
  expect((await titles(text)).filter((each) => title.test(each))).toEqual([]),
);

test('not offered: to inline a shape that a file mentions that is not linked', async () => {
  const { file, offset } = await analysedFixture(
    'ex:A sh:property ex:N$0 . ex:N sh:path ex:p ; sh:minCount 1 .',
  );
  const other = new TurtleDocument('file:///other.ttl', 1, `${suppliedPrefixes}ex:B sh:property ex:N .`);
  const found = (others: readonly TurtleDocument[]) =>
    refactorings(file, { start: offset, end: offset }, others).map(({ kind }) => kind);
  expect(found([])).toContain('refactor.inline');
  expect(found([other])).not.toContain('refactor.inline');
});

async function titles(text: string): Promise<readonly string[]> {
  return (await offered(text)).map(({ title }) => title);
}

async function offered(text: string) {
  const { file, offset } = await analysedFixture(text);
  const { document } = file;
  const found = refactorings(file, { start: offset, end: offset }, []);
  return found.map(({ title, edits }) => ({ title, text: withoutPrelude(applyEdits(document.text, edits)) }));
}

async function checkRefactoring(before: string, title: string, after: string): Promise<void> {
  const found = await offered(before);
  expect(found.map((each) => each.title)).toContain(title);
  expect(found.find((each) => each.title === title)!.text.trim()).toBe(after.trim());
}

/** The texts of the files after a refactoring, without what the fixture supplies. */
function textsAfter(
  { document, documents }: AnalysedFile,
  { edits, elsewhere = [] }: Refactoring,
): readonly string[] {
  const others = documents.filter(({ uri }) => uri !== document.uri);
  return [document, ...others].map((each) => {
    const changed = elsewhere.find((one) => one.document.uri === each.uri)?.edits ?? [];
    return withoutPrelude(applyEdits(each.text, each === document ? edits : changed)).trim();
  });
}
