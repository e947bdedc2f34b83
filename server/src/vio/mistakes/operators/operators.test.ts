import { expect, test } from 'vitest';
import { changesBy } from '../mistakes.testing.ts';

test('misspelt class: at types only, with names that nothing else has', async () => {
  const changes = await changesBy('misspeltClass', 'ex:a a ex:Pump ; ex:feeds ex:Tank . ex:t a ex:Tank .');
  expect(changes).toContain('+ ex:a a ex:Pupm, - ex:a a ex:Pump');
  expect(changes).toContain('+ ex:a a ex:pump, - ex:a a ex:Pump');
  expect(changes.every((each) => / a ex:(Pump|Tank)$/.test(each))).toBe(true);
});

test('misspelt property: at all statements but types; short names are left alone', async () => {
  const changes = await changesBy('misspeltProperty', 'ex:a a ex:Pump ; ex:feeds ex:b ; ex:p ex:b .');
  expect(changes).toContain('+ ex:a ex:feesd ex:b, - ex:a ex:feeds ex:b');
  expect(changes.every((each) => each.endsWith('- ex:a ex:feeds ex:b'))).toBe(true);
});

test('misspelt value: nodes, and literals that the shapes list', async () => {
  const shapes =
    'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:state ; sh:in ( "open" "shut" ) ] .';
  const changes = await changesBy('misspeltValue', 'ex:a a ex:Valve ; ex:state "open" ; ex:note "free" .', {
    shapes,
  });
  expect(changes).toContain('+ ex:a ex:state "opne", - ex:a ex:state "open"');
  expect(changes.every((each) => each.endsWith('- ex:a ex:state "open"'))).toBe(true);
});

test('literal for IRI: the IRI, its name, or its label as text', async () => {
  const data = 'ex:a a ex:Pump ; ex:feeds ex:Tank1 ; ex:note "x" . ex:Tank1 rdfs:label "big tank"@en .';
  expect(await changesBy('literalForIri', data)).toEqual([
    '+ ex:a ex:feeds "Tank1", - ex:a ex:feeds ex:Tank1',
    '+ ex:a ex:feeds "big tank", - ex:a ex:feeds ex:Tank1',
    '+ ex:a ex:feeds "http://example.org/ns#Tank1", - ex:a ex:feeds ex:Tank1',
  ]);
});

test('missing type: each type, alone', async () => {
  expect(await changesBy('missingType', 'ex:a a ex:Pump, ex:Device ; ex:feeds ex:b .')).toEqual([
    '- ex:a a ex:Device',
    '- ex:a a ex:Pump',
  ]);
});

test('wrong namespace: a class or property in another vocabulary of the data', async () => {
  const data =
    '@prefix dct: <http://purl.org/dc/terms/> . ex:a a ex:Report ; dct:title "x" ; rdfs:seeAlso ex:b .';
  const changes = await changesBy('wrongNamespace', data);
  expect(changes).toContain('+ ex:a ex:title "x", - ex:a <http://purl.org/dc/terms/title> "x"');
  expect(changes).toContain('+ ex:a a <http://purl.org/dc/terms/Report>, - ex:a a ex:Report');
  expect(await changesBy('wrongNamespace', 'ex:a ex:p "x" .')).toEqual([]);
});

test('http for https: at properties and values, never at what is known', async () => {
  const data =
    '@prefix s: <https://schema.org/> . ex:a a s:Thing ; s:url <http://one.example/> , <https://one.example/> .';
  expect(await changesBy('httpForHttps', data)).toEqual([
    '+ ex:a <http://schema.org/url> <http://one.example/>, - ex:a <https://schema.org/url> <http://one.example/>',
    '+ ex:a <http://schema.org/url> <https://one.example/>, - ex:a <https://schema.org/url> <https://one.example/>',
    '+ ex:a a <http://schema.org/Thing>, - ex:a a <https://schema.org/Thing>',
  ]);
});

test('# for /: at the end of the namespace', async () => {
  expect(await changesBy('hashForSlash', 'ex:a <http://v.example/p> "x" .')).toEqual([
    '+ ex:a <http://v.example#p> "x", - ex:a <http://v.example/p> "x"',
  ]);
  expect(await changesBy('hashForSlash', 'ex:a <urn:p> <urn:b> .')).toEqual([]);
});

test('IRI for literal: an address, or a text that is short enough for a name', async () => {
  const data = `
    ex:a ex:p "https://a.example/home", "Ann Lee", "a longer text, with a comma", "7", 7 .`;
  expect(await changesBy('iriForLiteral', data)).toEqual([
    '+ ex:a ex:p <https://a.example/home>, - ex:a ex:p "https://a.example/home"',
    '+ ex:a ex:p ex:Ann_Lee, - ex:a ex:p "Ann Lee"',
  ]);
});

test('local date: as in some country; no slashes where the day could be the month', async () => {
  const late = await changesBy('localDate', 'ex:a ex:p "2020-12-31"^^xsd:date .');
  expect(late).toContain('+ ex:a ex:p "31.12.2020", - ex:a ex:p "2020-12-31"^^xsd:date');
  expect(late).toContain('+ ex:a ex:p "12/31/2020"^^xsd:date, - ex:a ex:p "2020-12-31"^^xsd:date');
  expect(late).toContain('+ ex:a ex:p "31 December 2020", - ex:a ex:p "2020-12-31"^^xsd:date');
  const early = await changesBy('localDate', 'ex:a ex:p "2020-02-03"^^xsd:date ; ex:q "2020-12-31" .');
  expect(early.some((each) => /\d\d\/\d\d\/2020/.test(each) || each.includes('ex:q'))).toBe(false);
  const time = await changesBy('localDate', 'ex:a ex:p "2020-12-31T10:00:00"^^xsd:dateTime .');
  expect(time).toContain(
    '+ ex:a ex:p "31.12.2020 10:00:00", - ex:a ex:p "2020-12-31T10:00:00"^^xsd:dateTime',
  );
});

test('decimal comma: in numbers with a fraction', async () => {
  expect(await changesBy('decimalComma', 'ex:a ex:p 3.5, 4, "5.5" .')).toEqual([
    '+ ex:a ex:p "3,5", - ex:a ex:p "3.5"^^xsd:decimal',
    '+ ex:a ex:p "3,5"^^xsd:decimal, - ex:a ex:p "3.5"^^xsd:decimal',
  ]);
});

test('thousands separator: in numbers from 1000 on that are no years', async () => {
  const changes = await changesBy('thousandsSeparator', 'ex:a ex:p 1234567, 999, 2014, "3000" .');
  expect(changes).toContain('+ ex:a ex:p "1,234,567", - ex:a ex:p "1234567"^^xsd:integer');
  expect(changes).toContain('+ ex:a ex:p "1 234 567"^^xsd:integer, - ex:a ex:p "1234567"^^xsd:integer');
  expect(changes.every((each) => each.endsWith('- ex:a ex:p "1234567"^^xsd:integer'))).toBe(true);
});

test('number with unit: only where the property or the node says the unit', async () => {
  const data = `
    ex:a ex:weightInKg 3.5 ; ex:count 4 .
    ex:b ex:value 7 ; ex:hasUnit <http://qudt.org/vocab/unit/M> .`;
  expect(await changesBy('numberWithUnit', data)).toEqual([
    '+ ex:a ex:weightInKg "3.5 kg", - ex:a ex:weightInKg "3.5"^^xsd:decimal',
    '+ ex:a ex:weightInKg "3.5kg", - ex:a ex:weightInKg "3.5"^^xsd:decimal',
    '+ ex:b ex:value "7 m", - ex:b ex:value "7"^^xsd:integer',
    '+ ex:b ex:value "7m", - ex:b ex:value "7"^^xsd:integer',
  ]);
});

test('swapped start and end: by name, or as the shapes compare them', async () => {
  expect(
    await changesBy('swappedStartEnd', 'ex:a ex:startDate "1" ; ex:endDate "2" ; ex:other "3" .'),
  ).toEqual([
    '+ ex:a ex:endDate "1", + ex:a ex:startDate "2", - ex:a ex:endDate "2", - ex:a ex:startDate "1"',
  ]);
  const shapes = 'ex:S a sh:NodeShape ; sh:property [ sh:path ex:low ; sh:lessThan ex:high ] .';
  expect(await changesBy('swappedStartEnd', 'ex:a ex:low 1 ; ex:high 2 .', { shapes })).toHaveLength(1);
  expect(await changesBy('swappedStartEnd', 'ex:a ex:low 1 ; ex:high 2, 3 .', { shapes })).toEqual([]);
});

test('missing and wrong language: at texts with a language', async () => {
  const data = 'ex:a rdfs:comment "x"@en, "y"@fr, "z" .';
  expect(await changesBy('missingLanguage', data)).toHaveLength(2);
  const wrong = await changesBy('wrongLanguage', data);
  const comment = '<http://www.w3.org/2000/01/rdf-schema#comment>';
  expect(wrong).toContain(`+ ex:a ${comment} "x"@eng, - ex:a ${comment} "x"@en`);
  expect(wrong).toContain(`+ ex:a ${comment} "x"@fr, - ex:a ${comment} "x"@en`);
  expect(wrong.some((each) => each.includes('"z"'))).toBe(false);
});

test('duplicate id: the values of a node of the type, at another one', async () => {
  const data = 'ex:a a ex:C ; ex:p 1 ; ex:q 3 . ex:b a ex:C ; ex:p 2 ; ex:q 3 . ex:d a ex:D ; ex:p 4 .';
  expect(await changesBy('duplicateBlock', data)).toEqual([
    '+ ex:a ex:p "2"^^xsd:integer',
    '+ ex:b ex:p "1"^^xsd:integer',
  ]);
});

test('doubled value: the text written otherwise, or the value of a peer', async () => {
  const data = 'ex:a a ex:C ; ex:p "Ann" ; ex:q ex:x . ex:b a ex:C ; ex:q ex:y .';
  expect(await changesBy('doubledValue', data)).toEqual([
    '+ ex:a ex:p "Ann "',
    '+ ex:a ex:p "ann"',
    '+ ex:a ex:q ex:y',
    '+ ex:b ex:q ex:x',
  ]);
});

test('moved value: at a peer, or at another property of the node', async () => {
  const data = 'ex:a a ex:C ; ex:p "1" ; ex:q "2" . ex:b a ex:C . ex:d a ex:D .';
  expect(await changesBy('movedValue', data)).toEqual([
    '+ ex:a ex:p "2", - ex:a ex:q "2"',
    '+ ex:a ex:q "1", - ex:a ex:p "1"',
    '+ ex:b ex:p "1", - ex:a ex:p "1"',
    '+ ex:b ex:q "2", - ex:a ex:q "2"',
  ]);
});

test('inverse direction: between nodes that the data describe', async () => {
  expect(await changesBy('inverseDirection', 'ex:a a ex:C ; ex:p ex:b, ex:c, "x" . ex:b a ex:C .')).toEqual([
    '+ ex:b ex:p ex:a, - ex:a ex:p ex:b',
  ]);
});

test("local name for authority's IRI: for values that the data do not name themselves", async () => {
  const data = 'ex:a ex:format <http://authority.example/format/CSV> ; ex:part ex:b .';
  expect(await changesBy('localForAuthority', data)).toEqual([
    '+ ex:a ex:format ex:CSV, - ex:a ex:format <http://authority.example/format/CSV>',
  ]);
});

test('name in angle brackets: the prefix becomes a scheme', async () => {
  const prefixes = { ex: 'http://example.org/ns#' };
  expect(await changesBy('nameInBrackets', 'ex:a ex:feeds ex:b .', { prefixes })).toEqual([
    '+ ex:a <ex:feeds> ex:b, - ex:a ex:feeds ex:b',
    '+ ex:a ex:feeds <ex:b>, - ex:a ex:feeds ex:b',
  ]);
  expect(await changesBy('nameInBrackets', 'ex:a ex:feeds ex:b .')).toEqual([]);
});

test('prefix declaration: every statement with a term of the vocabulary', async () => {
  const data = '@prefix v: <http://voc.example/t#> . ex:a a v:Pump ; v:feeds ex:b ; ex:note "x" .';
  const changes = await changesBy('prefixDeclaration', data, {
    prefixes: { v: 'http://voc.example/t#', ex: 'http://example.org/ns#' },
  });
  const said = '- ex:a <http://voc.example/t#feeds> ex:b, - ex:a a <http://voc.example/t#Pump>';
  expect(changes).toEqual([
    `+ ex:a <http://voc.example/t/feeds> ex:b, + ex:a a <http://voc.example/t/Pump>, ${said}`,
    `+ ex:a a <https://voc.example/t#Pump>, + ex:a <https://voc.example/t#feeds> ex:b, ${said}`,
  ]);
});

test('blank node for a named one: with what is said of that', async () => {
  const data = 'ex:a a ex:Pump ; ex:by ex:b ; ex:near ex:c . ex:b a ex:Firm ; ex:name "B" .';
  const [change, ...others] = await changesBy('blankForNamed', data);
  expect(change).toMatch(/^\+ ex:a ex:by (_:\w+), \+ \1 ex:name "B", \+ \1 a ex:Firm, - ex:a ex:by ex:b$/);
  expect(others).toEqual([]);
});

test('unit mismatch: the same amount in another unit', async () => {
  const data = 'ex:a ex:number 38.5 ; ex:unit "Cel" . ex:b ex:number 1 ; ex:other 2 ; ex:unit "kg" .';
  const changes = await changesBy('otherUnit', data);
  const said = '- ex:a ex:number "38.5"^^xsd:decimal, - ex:a ex:unit "Cel"';
  expect(changes).toContain(`+ ex:a ex:number "101.3"^^xsd:decimal, + ex:a ex:unit "[degF]", ${said}`);
  expect(changes.every((change) => change.endsWith(said))).toBe(true);
});

test('namespace without its end', async () => {
  const changes = await changesBy('missingSeparator', 'ex:a ex:feeds ex:b .');
  expect(changes).toContain('+ ex:a <http://example.org/nsfeeds> ex:b, - ex:a ex:feeds ex:b');
});

test("relative IRI: a value of the data's namespace", async () => {
  const data = 'ex:a a ex:Pump ; ex:feeds ex:b ; ex:made <http://other.org/c> . ex:b a ex:Pump .';
  expect(await changesBy('relativeIri', data)).toEqual([
    '+ ex:a ex:feeds <file:///data/b>, - ex:a ex:feeds ex:b',
  ]);
});

test('half of a renamed property: from a statement on, at most half of them, under a name that is new', async () => {
  const data =
    'ex:a ex:isPartOf ex:b . ex:b ex:isPartOf ex:c . ex:c ex:isPartOf ex:d . ex:d ex:isPartOf ex:e, ex:f .';
  const changes = await changesBy('halfRenamedProperty', data);
  expect(changes).toContain(
    '+ ex:a ex:partOf ex:b, + ex:b ex:partOf ex:c, - ex:a ex:isPartOf ex:b, - ex:b ex:isPartOf ex:c',
  );
  expect(changes).toContain(
    '+ ex:d ex:is_part_of ex:e, + ex:d ex:is_part_of ex:f, - ex:d ex:isPartOf ex:e, - ex:d ex:isPartOf ex:f',
  );
  expect(changes).toHaveLength(8);
  expect(await changesBy('halfRenamedProperty', 'ex:a ex:p 1 . ex:b ex:p 2 . ex:c ex:p 3 .')).toEqual([]);
});

test("line of a neighbour's copied block: at the next node, if it has no such property", async () => {
  const data = 'ex:a a ex:Pump ; ex:feeds ex:c, ex:b ; ex:no 1 . ex:b a ex:Tank ; ex:no 2 ; ex:full true .';
  expect(await changesBy('copiedNeighbour', data)).toEqual(['+ ex:b ex:feeds ex:c']);
});

test('wrong scheme: another one of the data, or the concept of that name in it', async () => {
  const data = `
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <http://a.example/daily> skos:inScheme ex:frequencies . <http://b.example/daily> skos:inScheme ex:papers .
    ex:x ex:every <http://a.example/daily> ; ex:near ex:papers .`;
  const skos = 'http://www.w3.org/2004/02/skos/core#inScheme';
  expect(await changesBy('wrongScheme', data)).toEqual([
    `+ <http://a.example/daily> <${skos}> ex:papers, - <http://a.example/daily> <${skos}> ex:frequencies`,
    `+ <http://b.example/daily> <${skos}> ex:frequencies, - <http://b.example/daily> <${skos}> ex:papers`,
    '+ ex:x ex:every <http://b.example/daily>, - ex:x ex:every <http://a.example/daily>',
  ]);
});

test('cycle: from the end of a chain back to each node of it; never where the data have cycles', async () => {
  const data = 'ex:a ex:partOf ex:b . ex:b ex:partOf ex:c .';
  expect(await changesBy('cycle', data)).toEqual(['+ ex:c ex:partOf ex:a', '+ ex:c ex:partOf ex:b']);
  expect(await changesBy('cycle', `${data} ex:c ex:partOf ex:a .`)).toEqual([]);
  expect(await changesBy('cycle', 'ex:a ex:knows ex:b .')).toEqual([]);
  expect(await changesBy('cycle', data.replaceAll('ex:partOf', 'rdfs:subClassOf'))).toEqual([]);
});

test('line break: a text with a line break for a space', async () => {
  expect(await changesBy('lineBreak', 'ex:a ex:title "Big tank"@en ; ex:code "A1" .')).toEqual([
    '+ ex:a ex:title "Big\\ntank"@en, - ex:a ex:title "Big tank"@en',
  ]);
});

test('value left from a copied block: what another node of the type has', async () => {
  expect(
    await changesBy('unchangedCopy', 'ex:a a ex:Pump ; ex:id "1" . ex:b a ex:Pump ; ex:id "2" .'),
  ).toEqual(['+ ex:a ex:id "2", - ex:a ex:id "1"', '+ ex:b ex:id "1", - ex:b ex:id "2"']);
});

/** The changes of lists, with one name for all cells. */
async function ofLists(operator: 'lostMember' | 'repeatedMember', data: string) {
  const changes = await changesBy(operator, data);
  const named = (line: string) =>
    line.replaceAll(/_:\w+/g, '[]').replaceAll(/<[^>]*#(first|rest|nil)>/g, '$1');
  return changes.map((each) => each.split(', ').map(named).toSorted().join(', ')).toSorted();
}

test('lost list member: each but the only one', async () => {
  expect(await ofLists('lostMember', 'ex:a ex:p ( ex:b ex:c ) .')).toEqual([
    '+ [] rest nil, - [] first ex:c, - [] rest [], - [] rest nil',
    '+ ex:a ex:p [], - [] first ex:b, - [] rest [], - ex:a ex:p []',
  ]);
  expect(await ofLists('lostMember', 'ex:a ex:p ( ex:b ) .')).toEqual([]);
});

test('repeated list member: in a cell behind its own', async () => {
  expect(await ofLists('repeatedMember', 'ex:a ex:p ( ex:b ) .')).toEqual([
    '+ [] first ex:b, + [] rest [], + [] rest nil, - [] rest nil',
  ]);
});
