import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { block, suppliedPrefixes, withoutPrelude } from '../../../testing/fixture.ts';
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
    'Split off sh:pattern into a property shape of its own',
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
    'Split off sh:minCount into a property shape of its own',
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
