import { describe, expect, test } from 'vitest';
import { check, printViolation, unitOf, validate } from '../testing/shaclCheck.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';

/** What other engines get wrong and the built-in one must get right (measured on rdf-validate-shacl, shacl-engine). */
describe('the built-in engine', () => {
  test('checks one node against one shape more than fifty times', () => {
    const values = Array.from({ length: 60 }, (_, i) => `ex:v${i}`);
    return check(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:property ex:T ] . ex:T sh:path ex:q ; sh:property ex:U . ex:U sh:path ex:r ; sh:minCount 1 .',
      `ex:a ex:p ${values} . ${values.map((value) => `${value} ex:q ex:hub .`).join(' ')}`,
      values.map(() => 'ex:hub ex:r minCount'),
    );
  });

  test('survives classes that are subclasses of themselves and of one another', () =>
    check(
      'ex:S sh:targetClass ex:C ; sh:class ex:B .',
      `ex:A rdfs:subClassOf ex:A, ex:B . ex:B rdfs:subClassOf ex:A . ex:C rdfs:subClassOf ex:C .
       ex:good a ex:A, ex:C . ex:bad a ex:C .`,
      ['ex:bad ex:bad class'],
    ));

  test('goes on beside a SPARQL constraint that is not allowed and says that it was left out', async () => {
    const input = unitOf({
      shapes:
        'ex:S sh:targetNode ex:a ; sh:nodeKind sh:Literal ; sh:sparql [ sh:select "SELECT ?this { SERVICE <urn:x> {} }" ] .',
      data: '',
    });
    const result = await validate(input);
    expect(result.violations.map(printViolation)).toEqual(['ex:a ex:a nodeKind']);
    expect(result.notChecked.map(({ reason }) => reason)).toEqual([
      'sh:sparql of S is not checked: SERVICE is not allowed: nothing is looked up outside the graph.',
    ]);
  });

  test('names constraint components without a validator in SPARQL that shapes use', async () => {
    const input = unitOf({
      shapes: `ex:Component a sh:ConstraintComponent ; sh:parameter [ sh:path ex:exactCount ] , [ sh:path ex:hint ; sh:optional true ] .
               ex:S sh:targetNode ex:a ; ex:exactCount 3 . ex:T sh:targetNode ex:a ; ex:hint "x" .`,
      data: '',
    });
    const { notChecked } = await validate(input);
    expect(notChecked.map(({ reason }) => reason)).toEqual([
      'S: The constraint component Component has no validator in SPARQL and is not evaluated.',
    ]);
  });

  test('follows the inverse of a sequence, of an alternative and of a repetition', () =>
    check(
      `ex:S sh:targetNode ex:a ; sh:property [ sh:path [ sh:inversePath ( ex:p ex:q ) ] ; sh:nodeKind sh:Literal ] ,
         [ sh:path [ sh:inversePath [ sh:alternativePath ( ex:p ex:q ) ] ] ; sh:nodeKind sh:Literal ] ,
         [ sh:path [ sh:inversePath [ sh:oneOrMorePath ex:q ] ] ; sh:nodeKind sh:Literal ] .`,
      'ex:c ex:p ex:b . ex:b ex:q ex:a . ex:d ex:p ex:a .',
      [
        'ex:a ^(ex:p/ex:q) ex:c nodeKind',
        'ex:a ^(ex:p|ex:q) ex:d nodeKind',
        'ex:a ^(ex:p|ex:q) ex:b nodeKind',
        'ex:a ^(ex:q+) ex:b nodeKind',
      ],
    ));

  test('does not try to load imports', () =>
    check(
      '<> a owl:Ontology ; owl:imports <urn:nowhere> . ex:S sh:targetNode ex:a ; sh:nodeKind sh:Literal .',
      '',
      ['ex:a ex:a nodeKind'],
    ));

  test.each([
    ['(', ''],
    ['a', 'y'],
    ['a{2,1}', ''],
  ])('leaves out the pattern "%s" with flags "%s" and checks what is beside it', async (pattern, flags) => {
    const shapes = `ex:S sh:targetNode ex:a ; sh:nodeKind sh:Literal ; sh:pattern "${pattern}" ; sh:flags "${flags}" .`;
    const { violations, notChecked } = await validate(unitOf({ shapes, data: '' }));
    expect(violations.map(printViolation)).toEqual(['ex:a ex:a nodeKind']);
    expect(notChecked).toHaveLength(1);
  });

  test('knows Unicode in patterns and counts characters, not code units', () =>
    check(
      `ex:S sh:targetObjectsOf ex:p ; sh:pattern "^\\\\p{L}+$" . ex:T sh:targetObjectsOf ex:q ; sh:pattern "^.$" ; sh:maxLength 1 .
       ex:U sh:targetObjectsOf ex:r ; sh:pattern "^A B$" ; sh:flags "xi" .`,
      'ex:a ex:p "Größe", "中文", "a1" ; ex:q "😀" ; ex:r "ab", "a b" .',
      ['"a1" "a1" pattern', '"a b" "a b" pattern'],
    ));

  test('compares language tags as RFC 4647 says', () =>
    check(
      'ex:S sh:targetObjectsOf ex:p ; sh:languageIn ( "en" "DE" ) . ex:T sh:targetObjectsOf ex:q ; sh:languageIn ( "*" ) .',
      'ex:a ex:p "a"@EN, "b"@en-GB, "c"@eng, "d"@de-AT, "e" ; ex:q "f"@fr, "g" .',
      ['"c"@eng "c"@eng languageIn', '"e" "e" languageIn', '"g" "g" languageIn'],
    ));

  test('compares big integers and durations by value', () =>
    check(
      `ex:S sh:targetObjectsOf ex:p ; sh:maxInclusive 9007199254740992 .
       ex:T sh:targetObjectsOf ex:q ; sh:maxInclusive "PT2H"^^xsd:dayTimeDuration .`,
      `ex:a ex:p 9007199254740993, 9007199254740992 ;
            ex:q "PT120M"^^xsd:dayTimeDuration, "PT7201S"^^xsd:dayTimeDuration, "P1D"^^xsd:dayTimeDuration .`,
      [
        '"9007199254740993" "9007199254740993" maxInclusive',
        '"PT7201S" "PT7201S" maxInclusive',
        '"P1D" "P1D" maxInclusive',
      ],
    ));

  test('gives details for every kind of nested shape', async () => {
    const input = unitOf({
      shapes: `ex:S sh:targetNode ex:a ; sh:or ( [ sh:class ex:C ] [ sh:nodeKind sh:Literal ] ) ;
                 sh:and ( [ sh:class ex:C ] ) ; sh:xone ( [ sh:class ex:C ] ) ; sh:node [ sh:class ex:C ] ;
                 sh:property [ sh:path ex:p ; sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:class ex:C ] ] .`,
      data: 'ex:a ex:p ex:b, ex:c . ex:c a ex:C .',
    });
    const { violations } = await validate(input);
    const lines = violations.map(
      (v) => `${printViolation(v)} <- ${v.details.map(printViolation).join(', ')}`,
    );
    expect(lines.toSorted()).toEqual([
      'ex:a ex:a and <- ex:a ex:a class',
      'ex:a ex:a node <- ex:a ex:a class',
      'ex:a ex:a or <- ex:a ex:a class, ex:a ex:a nodeKind',
      'ex:a ex:a xone <- ex:a ex:a class',
      'ex:a ex:p qualifiedMinCount <- ex:b ex:b class',
    ]);
  });

  test('compares the node itself with the values of a property, both ways', () =>
    check(
      'ex:S sh:targetNode ex:a, ex:b, ex:c ; sh:equals ex:p .',
      'ex:a ex:p ex:a . ex:b ex:p ex:b, ex:x . ex:c ex:p ex:x .',
      ['ex:b ex:x equals', 'ex:c ex:c equals', 'ex:c ex:x equals'],
    ));

  test('asks each value of a property shape for all of sh:and', () =>
    check(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:and ( [ sh:nodeKind sh:IRI ] [ sh:path ex:q ; sh:minCount 1 ] ) ] .',
      'ex:a ex:p ex:b, ex:c, "x" . ex:b ex:q 1 .',
      ['ex:a ex:p ex:c and', 'ex:a ex:p "x" and'],
    ));

  test('takes no order where there is none: NaN, ill-formed numbers, text with a language', () =>
    check(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:lessThan ex:q ] , [ sh:path ex:r ; sh:minInclusive "a"@en ] .',
      'ex:a ex:p "NaN"^^xsd:double, 1, "1.5"^^xsd:integer ; ex:q 2 ; ex:r "b"@en .',
      ['ex:a ex:p "NaN" lessThan', 'ex:a ex:p "1.5" lessThan', 'ex:a ex:r "b"@en minInclusive'],
    ));

  test('keeps two sh:or apart, and two sh:not', () =>
    check(
      'ex:S sh:targetNode ex:a ; sh:or ( [ sh:class ex:C ] ) , ( [ sh:class ex:D ] ) ; sh:not [ sh:class ex:D ], [ sh:nodeKind sh:IRI ] .',
      'ex:a a ex:D .',
      ['ex:a ex:a or', 'ex:a ex:a not', 'ex:a ex:a not'],
    ));

  test('repeats an alternative', () =>
    check(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path [ sh:zeroOrMorePath [ sh:alternativePath ( ex:p ex:q ) ] ] ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] .',
      'ex:a ex:p ex:b . ex:b ex:q ex:c . ex:c ex:p ex:a, "x" .',
      ['ex:a (ex:p|ex:q)* "x" nodeKind', 'ex:a (ex:p|ex:q)* maxCount'],
    ));

  test('checks target nodes that the data do not mention', () =>
    check('ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .', '', [
      'ex:a ex:p minCount',
    ]));

  test('reads subclasses from the data and from the shapes', async () => {
    const input = unitOf({
      shapes: 'ex:S sh:targetNode ex:a, ex:b, ex:c ; sh:class ex:C . ex:E rdfs:subClassOf ex:C .',
      data: 'ex:D rdfs:subClassOf ex:C . ex:a a ex:D . ex:b a ex:E . ex:c a ex:F .',
    });
    expect((await validate(input)).violations.map(printViolation)).toEqual(['ex:c ex:c class']);
  });
});

describe('the reference engine', () => {
  const agrees = async (shapes: string, data: string) => {
    const input = unitOf({ shapes, data });
    const ours = await validate(input);
    const theirs = await validate(input, referenceValidator);
    expect(theirs.violations.map(printViolation).toSorted()).toEqual(
      ours.violations.map(printViolation).toSorted(),
    );
    return theirs.notChecked.map(({ reason }) => reason);
  };

  test('drops nothing after fifty checks', () => {
    const values = Array.from({ length: 60 }, (_, i) => `ex:v${i}`);
    return agrees(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:property ex:T ] . ex:T sh:path ex:q ; sh:property ex:U . ex:U sh:path ex:r ; sh:minCount 1 .',
      `ex:a ex:p ${values} . ${values.map((value) => `${value} ex:q ex:hub .`).join(' ')}`,
    );
  });

  test('gets an acyclic class hierarchy that means the same', () =>
    agrees(
      'ex:S sh:targetClass ex:C ; sh:class ex:B .',
      `ex:A rdfs:subClassOf ex:A, ex:B . ex:B rdfs:subClassOf ex:A . ex:C rdfs:subClassOf ex:C . ex:D rdfs:subClassOf ex:A .
       ex:good a ex:A, ex:C . ex:fine a ex:D, ex:C . ex:bad a ex:C .`,
    ));

  test('gets sh:and of property shapes one value at a time', () =>
    agrees(
      'ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:and ( [ sh:nodeKind sh:IRI ] [ sh:path ex:q ; sh:minCount 1 ] ) ] .',
      'ex:a ex:p ex:b, ex:c, "x" . ex:b ex:q 1 .',
    ));

  test('tells apart several constraints of one component', async () => {
    const input = unitOf({
      shapes: 'ex:S sh:targetNode ex:a, ex:b ; sh:class ex:C, ex:D .',
      data: 'ex:a a ex:C . ex:b a ex:B .',
    });
    const classes = async (engine: Parameters<typeof validate>[1]) =>
      (await validate(input, engine)).violations.map(({ focusNode, constraint }) => [
        focusNode,
        constraint.parameterValue,
      ]);
    expect(await classes(referenceValidator)).toEqual(await classes(builtinValidator()));
  });

  test.each([
    ['a SPARQL constraint', 'ex:S sh:sparql [ sh:select "" ]', 'it does not evaluate SPARQL'],
    ['recursion', 'ex:S sh:property [ sh:path ex:p ; sh:node ex:S ]', 'shapes that refer back to themselves'],
    [
      'an inverse sequence',
      'ex:S sh:property [ sh:path [ sh:inversePath ( ex:p ex:q ) ] ; sh:maxCount 0 ]',
      'the inverse',
    ],
    ['a flag of XPath', 'ex:S sh:pattern "a b" ; sh:flags "x"', 'flags "x"'],
    ['Unicode categories', 'ex:S sh:pattern "^\\\\p{L}$"', 'Unicode categories'],
    ['a bad pattern', 'ex:S sh:pattern "("', 'not valid'],
    ['language tags', 'ex:S sh:property [ sh:path ex:l ; sh:languageIn ( "en" ) ]', 'letter by letter'],
    [
      'big integers',
      'ex:S sh:property [ sh:path ex:p ; sh:maxInclusive 9007199254740992 ]',
      'compares some of the values wrongly',
    ],
    [
      'durations',
      'ex:S sh:property [ sh:path ex:p ; sh:maxInclusive "PT1H"^^xsd:dayTimeDuration ]',
      'compares some of the values wrongly',
    ],
    ['an import', '<> owl:imports <urn:x>', undefined],
  ])('is not asked about %s, which it gets wrong', async (_, statement, reason) => {
    const input = unitOf({
      shapes: `ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:missing ; sh:minCount 1 ] . ${statement} .`,
      data: 'ex:a ex:p ex:a, 9007199254740993, "PT30M"^^xsd:dayTimeDuration ; ex:l "x"@eng .',
    });
    const { violations, notChecked } = await validate(input, referenceValidator);
    expect(violations.map(printViolation)).toEqual(['ex:a ex:missing minCount']);
    if (reason) expect(notChecked.map((entry) => entry.reason).join()).toContain(reason);
    else expect(notChecked).toEqual([]);
  });

  test('loses one focus node when it stops, no more', async () => {
    const chain = Array.from({ length: 6_000 }, (_, i) => `ex:n${i} ex:p ex:n${i + 1} .`).join('\n');
    const input = unitOf({
      shapes:
        'ex:S sh:targetNode ex:n0, ex:b ; sh:property [ sh:path [ sh:zeroOrMorePath ex:p ] ; sh:class ex:C ] .',
      data: chain,
    });
    const { violations, notChecked } = await validate(input, referenceValidator);
    expect(violations.map(printViolation)).toEqual(['ex:b ex:p* ex:b class']);
    expect(notChecked.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('stopped while it checked n0 against S'),
    ]);
    expect((await validate(input)).violations).toHaveLength(6_002);
  });
});
