import { describe, expect, test } from 'vitest';
import { listing, problemsOf, readUnit, suggestionsFor, textAfter } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { uncertaintyText } from '../repair.ts';
import { explainNoRepair } from './explainNoRepair.ts';
import { suggestRepairs } from './suggestRepairs.ts';

/** A unit of one data and one shapes file; `dash:` is the prefix that it is everywhere else. */
function unit(data: string, shapes: string): string {
  return block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ${shapes}`.replace(/dash:(\w+)/g, '<http://datashapes.org/dash#$1>');
}

/** The first repair that is offered, as its line in the listing, and the text after it. */
async function best(data: string, shapes: string): Promise<string> {
  const suggestions = await suggestionsFor(unit(data, shapes));
  const [first] = suggestions.repairs;
  return `${listing(suggestions).split('\n')[0]}\n${first ? textAfter(first) : ''}`;
}

/** All that authors suggest, or why there is nothing. */
async function authored(data: string, shapes: string): Promise<string> {
  const lines = listing(await suggestionsFor(unit(data, shapes))).split('\n');
  return lines.filter((line) => /^(authored|reason):/.test(line)).join('\n');
}

/** Rooms whose codes have four characters at most, with what a shape on them says as well. */
const code = (suggestion: string) =>
  `ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:code ; sh:maxLength 4 ; ${suggestion} ] .`;
const longCode = 'ex:r a ex:Room ; ex:code "A-1-23" . # keep me';

describe('what shapes suggest', () => {
  test('is offered first, as its author words it', async () => {
    const suggestion = `dash:propertySuggestionGenerator [ a dash:SPARQLUpdateSuggestionGenerator ;
      sh:message "Cut {$value} down to {$maxLength} characters" ; sh:update """
        DELETE { $focusNode $predicate $value } INSERT { $focusNode $PATH ?new }
        WHERE { FILTER (isLiteral($value) && datatype($value) = xsd:string) BIND (SUBSTR($value, 1, $maxLength) AS ?new) }""" ]`;
    expect(await best(longCode, code(suggestion))).toMatchInlineSnapshot(`
      "authored: Cut "A-1-23" down to 4 characters -- suggested by ex:RoomShape
      ex:r a ex:Room ; ex:code "A-1-" . # keep me"
    `);
  });

  test('is offered for all results of a component that a shapes file describes', async () => {
    const shapes = `${code('sh:name "Code"')} sh:MaxLengthConstraintComponent dash:propertySuggestionGenerator [
      sh:update "DELETE { $this $predicate $value } INSERT { $this $predicate ?new } WHERE { BIND (REPLACE($value, '-', '') AS ?new) }" ] .`;
    expect(await best(longCode, shapes)).toMatchInlineSnapshot(`
      "authored: Change "A-1-23" to "A123" -- suggested by sh:MaxLengthConstraintComponent
      ex:r a ex:Room ; ex:code "A123" . # keep me"
    `);
  });

  test('is made for each solution of its query, as many as are useful, in its order', async () => {
    const suggestion = `dash:suggestionGenerator [ sh:prefixes ex:ontology ; sh:message "Use {?code}" ;
      sh:select "SELECT $this ?code { ?x a e:Code ; e:code ?code } ORDER BY DESC(?code)" ;
      sh:update "DELETE { $this e:code $value } INSERT { $this e:code ?code } WHERE {}" ]`;
    const shapes = `${code(suggestion)}
ex:ontology sh:declare [ sh:prefix "e" ; sh:namespace "http://example.org/ns#" ] .`;
    const data = `${longCode}\n[] a ex:Code ; ex:code "A1", "A2", "A2 and more" . [] a ex:Code ; ex:code "B1" .`;
    expect(await authored(data, shapes)).toMatchInlineSnapshot(`
      "authored: Use "B1" -- suggested by ex:RoomShape
      authored: Use "A2" -- suggested by ex:RoomShape
      authored: Use "A1" -- suggested by ex:RoomShape"
    `);
  });

  test('by the highest sh:order first', async () => {
    const generator = (value: string, order: string) =>
      `[ sh:order ${order} ; rdfs:label "Use ${value}" ; sh:update "DELETE { $focusNode ?predicate ?value } INSERT { $focusNode ?predicate '${value}' } WHERE {}" ]`;
    const suggestion = `dash:suggestionGenerator ${generator('low', '1')}, ${generator('high', '2.5')}`;
    expect(await authored(longCode, code(suggestion))).toMatchInlineSnapshot(`
      "authored: Use high -- suggested by ex:RoomShape
      authored: Use low -- suggested by ex:RoomShape"
    `);
  });

  test('can be ground triples', async () => {
    const suggestion = `dash:suggestion [ a dash:GraphUpdate ;
      dash:deletedTriple [ rdf:subject ex:r ; rdf:predicate ex:code ; rdf:object "A-1-23" ] ;
      dash:addedTriple [ rdf:subject ex:r ; rdf:predicate ex:code ; rdf:object "A123" ] ]`;
    expect(await best(longCode, code(suggestion))).toMatchInlineSnapshot(`
      "authored: Change "A-1-23" to "A123" -- suggested by ex:RoomShape
      ex:r a ex:Room ; ex:code "A123" . # keep me"
    `);
  });

  test('can be several operations, and new nodes', async () => {
    const shapes = `ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property ex:SiteShape .
      ex:SiteShape sh:path ex:site ; sh:minCount 1 ; dash:suggestionGenerator [ sh:update """PREFIX e: <http://example.org/ns#>
        INSERT { $focusNode e:site [ a e:Site ; e:name ?name ] } WHERE { $focusNode e:siteName ?name } ;
        DELETE WHERE { $focusNode e:siteName ?name }""" ] .`;
    expect(await best('ex:r a ex:Room ;\n  ex:siteName "North" .', shapes)).toMatchInlineSnapshot(`
      "authored: Remove "North" as ex:siteName of ex:r and add new node (a ex:Site) as ex:site of ex:r -- suggested by ex:SiteShape
      ex:r a ex:Room ;
        ex:site [ a ex:Site ; ex:name "North" ] ."
    `);
  });

  test('finds blank nodes of the data', async () => {
    const suggestion = `dash:suggestionGenerator [ sh:update
      "DELETE { ?node ?predicate $value } INSERT { ?node ?predicate 'ok' } WHERE { ?node ?predicate $value FILTER (?node = $focusNode && isBlank($focusNode)) }" ]`;
    expect(
      await best('[ a ex:Room ; ex:code "A-1-23" ] .\n[] ex:code "A-1-23" .', code(suggestion)),
    ).toMatchInlineSnapshot(`
      "authored: Change "A-1-23" to "ok" -- suggested by ex:RoomShape
      [ a ex:Room ; ex:code "ok" ] .
      [] ex:code "A-1-23" ."
    `);
  });
});

describe('what does not stand up is not offered', () => {
  test.each<[string, string]>([
    [
      "INSERT { $focusNode $predicate 'x' } WHERE { $focusNode <urn:none> ?x }",
      '"Do it" would not remove this result.',
    ],
    ["INSERT { $focusNode <urn:x> 'x' } WHERE {}", '"Do it" would not remove this result.'],
    [
      'DELETE { $focusNode ?predicate ?value } WHERE {}',
      '"Do it" would bring a result at ex:code of ex:r: ex:code must have at least 1 value.',
    ],
    [
      'LOAD <http://example.org/>',
      '"Do it" can\'t be written: LOAD is not allowed: repairs read and change the triples of the default graph only.',
    ],
    [
      'Just do it',
      '"Do it" can\'t be written: This is not a SPARQL Update: line 1, column 1, at "Just do it".',
    ],
    [
      'DELETE { $focusNode ?p ?value } WHERE { SERVICE <http://example.org/> { $focusNode ?p ?value } }',
      '"Do it" can\'t be written: SERVICE is not allowed: repairs read and change the triples of the default graph only.',
    ],
    [
      'DELETE { $focusNode ?p ?value } WHERE { BIND(1 AS ?value) $focusNode ?p ?value }',
      '"Do it" can\'t be written: The variable ?value has its value from the start and cannot get another one.',
    ],
    [
      'INSERT { $focusNode $predicate <urn:x-bnode:nobody> } WHERE {} ; DELETE { $focusNode ?predicate ?value } WHERE {}',
      '"Do it" can\'t be written: The update names a blank node that is not in the data: nobody.',
    ],
  ])('%s', async (update, outcome) => {
    const generator = `dash:suggestionGenerator [ sh:message "Do it" ; sh:update """${update}""" ]`;
    const [problem] = await problemsOf(readUnit(unit(longCode, code(`sh:minCount 1 ; ${generator}`))));
    const { repairs, rejected } = await suggestRepairs(problem!, { max: 10 }, new AbortController().signal);
    expect(repairs.filter(({ repair }) => repair.support === 'authored')).toEqual([]);
    const search = { rejected: rejected.slice(0, 1), isCutShort: false, leavesTarget: false };
    const text = uncertaintyText(explainNoRepair(problem!, search));
    expect(text).toMatch(/^No repair found/);
    expect(text.slice(-outcome.length)).toBe(outcome);
  });
});
