import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IndexedGraph } from '../rdf/graph.ts';
import { tripleToNTriples } from '../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';
import { block } from '../testing/fixture.ts';
import { runs } from '../testing/runs.ts';
import { applyUpdate } from './applyUpdate.ts';
import { isNewBlankNode, newBlankNode, skolemIri } from './termCodec.ts';
import { printUpdate, readUpdate, updateOf } from './updateText.ts';

const ex = (name: string) => terms.iri(`http://ex.org/${name}`);
const prefixes = new Map([['ex', 'http://ex.org/']]);

/** Applies an update to a graph of triples `s p o` and shows what changes. */
async function change(graph: readonly Triple[], text: string): Promise<string> {
  const read = await readUpdate(text, { prefixes });
  if (read.kind === 'refused') return `${read.cause}: ${read.reason}`;
  const applied = await applyUpdate(new IndexedGraph(graph), read.update, new AbortController().signal);
  if (applied.kind === 'refused') return applied.reason;
  const { added, removed } = applied.delta;
  return [
    ...removed.map((triple) => `- ${tripleToNTriples(triple)}`),
    ...added.map((triple) => `+ ${tripleToNTriples(triple)}`),
  ].join('\n');
}

const triple = (subject: TermId, predicate: TermId, object: TermId): Triple => ({
  subject,
  predicate,
  object,
});

describe('readUpdate', () => {
  test.each([
    ['LOAD <http://ex.org/x>', 'LOAD'],
    ['CLEAR DEFAULT', 'CLEAR'],
    ['DROP ALL', 'DROP'],
    ['CREATE GRAPH <http://ex.org/g>', 'CREATE'],
    ['COPY DEFAULT TO <http://ex.org/g>', 'COPY'],
    ['MOVE DEFAULT TO <http://ex.org/g>', 'MOVE'],
    ['ADD <http://ex.org/g> TO DEFAULT', 'ADD'],
    ['INSERT DATA { GRAPH ex:g { ex:a ex:p 1 } }', 'GRAPH'],
    ['DELETE { GRAPH ex:g { ?s ?p ?o } } WHERE { ?s ?p ?o }', 'GRAPH'],
    ['DELETE WHERE { GRAPH ex:g { ?s ?p ?o } }', 'GRAPH'],
    ['INSERT { ex:a ex:p 1 } WHERE { { GRAPH ?g { ?s ?p ?o } } UNION { ?s ?p ?o } }', 'GRAPH'],
    ['WITH ex:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }', 'WITH'],
    ['DELETE { ?s ?p ?o } USING ex:g WHERE { ?s ?p ?o }', 'USING'],
    ['INSERT { ex:a ex:p ?o } WHERE { OPTIONAL { SERVICE ex:s { ?s ?p ?o } } }', 'SERVICE'],
    ['INSERT { ex:a ex:p ?o } WHERE { { SELECT ?o { SERVICE ex:s { ?s ?p ?o } } } }', 'SERVICE'],
    ['DELETE WHERE { ?s ?p ?o } ; COPY DEFAULT TO <http://ex.org/g>', 'COPY'],
    ['INSERT { ex:a ex:p ?o } USING NAMED ex:g WHERE { ?s ?p ?o }', 'USING'],
    ['INSERT { ex:a ex:p ?o } WHERE { SERVICE SILENT ex:s { ?s ?p ?o } }', 'SERVICE'],
    ['INSERT { ex:a ex:p ?o } WHERE { ?s ?p ?o MINUS { ?s ?p ?z { SERVICE ?o { } } } }', 'SERVICE'],
    [
      'DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER(1 IN (2, EXISTS { SERVICE SILENT ex:s { } })) }',
      'SERVICE',
    ],
    ['DELETE { ?s ?p ?o } WHERE { ?s ?p ?o BIND(NOT EXISTS { GRAPH ?g { } } AS ?x) }', 'GRAPH'],
    ['INSERT { GRAPH ?g { ?s ?p ?o } } WHERE { ?s ?p ?o }', 'GRAPH'],
    ['INSERT DATA { ex:a ex:p 1 } ; LOAD <http://ex.org/x>', 'LOAD'],
  ])('refuses %s', async (text, keyword) => {
    const read = await readUpdate(text, { prefixes });
    expect(read).toMatchObject({ kind: 'refused', cause: 'notAllowed' });
    expect(read.kind === 'refused' && read.reason).toMatch(new RegExp(`^${keyword} is not allowed`));
  });

  test.each([
    ['SELECT * { ?s ?p ?o }', 'otherKind: This is a SELECT query, not an update.'],
    ['INSERT DATA { "a" ex:p 1 }', 'notAllowed: A literal cannot be a subject: "a".'],
    ['INSERT DATA { ex:a ex:p }', 'syntax: This is not a SPARQL Update: line 1, column 25, at "}".'],
    [
      block`
        INSERT DATA {
          ex:a ex:p 1 .
          ex:b oops 2 }`,
      'syntax: This is not a SPARQL Update: line 3, column 8, at "oops 2 }".',
    ],
    ['INSERT DATA { ex:a ex:p 1', 'syntax: This is not a SPARQL Update: the text ends too early.'],
    ['INSERT DATA { foo:a ex:p 1 }', 'syntax: This is not a SPARQL Update: Unknown prefix: foo.'],
    [
      'INSERT DATA { ex:a ex:p ?x }',
      'syntax: This is not a SPARQL Update: Detected illegal variable in BGP.',
    ],
    [
      'DELETE { _:b ex:p 1 } WHERE {}',
      'syntax: This is not a SPARQL Update: Detected illegal blank node in BGP.',
    ],
    [
      'INSERT { ?s ex:p ?o } WHERE { { SELECT * FROM ex:g { ?s ?p ?o } } }',
      'syntax: This is not a SPARQL Update: line 1, column 42, at "FROM ex:g { ?s ?p ?o".',
    ],
    [
      'DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER REGEX(?o, "(?=a)(a+)+$") }',
      'notAllowed: REGEX with the pattern "(?=a)(a+)+$" may take forever: it repeats a group that can match in several ways.',
    ],
    [
      'INSERT { ?x ex:p ?y } WHERE { ?x a ex:C . BIND(UUID() AS ?y) }',
      'notAllowed: UUID gives another answer each time, so its effect cannot be proven.',
    ],
    [
      'INSERT { ?s ?p ?x } WHERE { ?s ?p ?o BIND(REPLACE(?o, ?o, "") AS ?x) }',
      'notAllowed: REPLACE needs a pattern and flags that are written out, so that its cost can be bounded.',
    ],
    [
      'INSERT { ex:a ex:p ?x } WHERE { ?a ?b ?c BIND(ex:made-up(?c) AS ?x) }',
      'notAllowed: There is no function <http://ex.org/made-up> in SPARQL.',
    ],
    [
      'DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER REGEX(?o, "(") }',
      'notAllowed: REGEX has a pattern or flags that are not valid: "(", "".',
    ],
  ])('explains %j', async (text, reason) => {
    expect(await change([], text)).toContain(reason);
  });

  test.each<[string, string, string]>([
    [
      'brackets',
      `DELETE { ?s ?p ?o } WHERE ${'{'.repeat(65)} ?s ?p ?o ${'}'.repeat(65)}`,
      'notAllowed: The text has brackets in more than 64 levels.',
    ],
    [
      'triples',
      `DELETE { ?s ?p ?o } WHERE { ${'?s ?p ?o . '.repeat(201)} }`,
      'notAllowed: The WHERE clause has more than 200 parts.',
    ],
    [
      'operations',
      `DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER (true ${'|| true'.repeat(201)}) }`,
      'notAllowed: The WHERE clause has more than 200 parts.',
    ],
    [
      'brackets that are text',
      `INSERT DATA { ex:a ex:p 1 } # ${'('.repeat(100)}\n ; INSERT DATA { ex:a ex:p "${'('.repeat(100)}" }`,
      '+ <http://ex.org/a>',
    ],
  ])('many %s', async (_, text, expected) => expect(await change([], text)).toContain(expected));

  test('reads what models write: base, lists, property lists, numbers', async () => {
    const update = 'BASE <http://ex.org/> INSERT DATA { <a> ex:p 1.50, true, [ ex:q "x"@EN-gb ] }';
    // The parser numbers blank nodes on from text to text.
    expect((await change([], update)).replaceAll(/_:\w+/g, '_:new')).toMatchInlineSnapshot(`
        "+ <http://ex.org/a> <http://ex.org/p> "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal> .
        + <http://ex.org/a> <http://ex.org/p> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
        + <http://ex.org/a> <http://ex.org/p> _:new .
        + _:new <http://ex.org/q> "x"@en-GB ."
      `);
  });
});

describe('applyUpdate', () => {
  const graph = [triple(ex('a'), ex('p'), ex('b')), triple(ex('a'), ex('p'), ex('c'))];
  test.each([
    ['DELETE DATA { ex:a ex:p ex:b }', '- a p b'],
    ['DELETE DATA { ex:a ex:p ex:z }', ''],
    ['INSERT DATA { ex:a ex:p ex:b }', ''],
    ['INSERT DATA { ex:a ex:p ex:z }', '+ a p z'],
    ['INSERT DATA { ex:a ex:p ex:z } ; DELETE DATA { ex:a ex:p ex:z }', ''],
    ['DELETE DATA { ex:a ex:p ex:b } ; INSERT DATA { ex:a ex:p ex:b }', ''],
    ['DELETE DATA { ex:a ex:p ex:b } ; INSERT DATA { ex:a ex:p ex:z }', '- a p b\n+ a p z'],
    ['INSERT DATA { ex:a ex:p ex:b } ; DELETE DATA { ex:a ex:p ex:b }', '- a p b'],
    ['', ''],
    ['DELETE WHERE { ?s ex:p ?o }', '- a p b\n- a p c'],
    [
      'DELETE { ?s ex:p ?o } INSERT { ?o ex:q ?s } WHERE { ?s ex:p ?o }',
      '- a p b\n- a p c\n+ b q a\n+ c q a',
    ],
    ['INSERT DATA { ex:b ex:r ex:x } ; INSERT { ?s ex:q ?x } WHERE { ?s ex:p/ex:r ?x }', '+ b r x\n+ a q x'],
    ['DELETE { ?s ex:p ?o } INSERT { ?s ex:p ?o } WHERE { ?s ex:p ?o }', ''],
  ])('%s', async (update, expected) => {
    const lines = await change(graph, update);
    expect(lines.replace(/<http:\/\/ex\.org\/(\w+)>/g, '$1').replaceAll(' .', '')).toBe(expected);
  });
});

describe('printUpdate', () => {
  test('existing blank nodes are IRIs, new ones are labels', () => {
    const old = terms.blankNode('file:///a b.ttl#1.2');
    const fresh = newBlankNode('b0');
    expect(isNewBlankNode(fresh)).toBe(true);
    expect(isNewBlankNode(old)).toBe(false);
    expect(skolemIri(old)).toBe('urn:x-bnode:file%3A%2F%2F%2Fa%20b.ttl%231.2');
    expect(
      printUpdate({
        removed: [triple(old, ex('p'), terms.literal('1', xsd.integer))],
        added: [triple(old, ex('p'), fresh), triple(fresh, ex('q'), terms.literal('a "b"\n'))],
      }),
    ).toMatchInlineSnapshot(`
      "DELETE DATA {
        <urn:x-bnode:file%3A%2F%2F%2Fa%20b.ttl%231.2> <http://ex.org/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
      } ;
      INSERT DATA {
        <urn:x-bnode:file%3A%2F%2F%2Fa%20b.ttl%231.2> <http://ex.org/p> _:b0 .
        _:b0 <http://ex.org/q> "a \\"b\\"\\n" .
      }"
    `);
  });

  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', '\u0000\r\n\\"\''),
  );
  const iri = fc.oneof(
    fc.constantFrom('a', 'b', 'p').map(ex),
    anyText.map((text) => terms.iri(`http://ex.org/${text}`)),
    fc
      .constantFrom('not absolute', '', 'urn:x-bnode:a', 'urn:x-term:%5B', 'http://é.org/𝒳')
      .map((t) => terms.iri(t)),
  );
  const existingBlank = fc
    .oneof(fc.constant('1'), fc.string())
    .map((label) => terms.blankNode(`file:///x#${label}`));
  const literal = fc.oneof(
    anyText.map((text) => terms.literal(text)),
    fc.tuple(anyText, iri).map(([text, datatype]) => terms.literal(text, datatype)),
    fc
      .tuple(
        anyText,
        fc.constantFrom('en', 'de-AT', 'zh-Hant-TW'),
        fc.constantFrom('' as const, 'ltr' as const, 'rtl' as const),
      )
      .map(([text, tag, direction]) => terms.languageString(text, tag, direction)),
  );
  const newBlank = fc.constantFrom('b0', 'b1', 'x').map(newBlankNode);
  const tripleOf = (blank: fc.Arbitrary<TermId>) => {
    const plain = fc.record({
      subject: fc.oneof(iri, blank),
      predicate: iri,
      object: fc.oneof(iri, blank, literal),
    });
    const term = plain
      .filter((t) => ![t.subject, t.object].some(isNewBlankNode))
      .map((t) => terms.tripleTerm(t));
    return fc.record({
      subject: fc.oneof(iri, blank),
      predicate: iri,
      object: fc.oneof(iri, blank, literal, term),
    });
  };

  test('reading a printed delta gives the delta', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tripleOf(existingBlank), { maxLength: 4 }),
        fc.array(tripleOf(fc.oneof(existingBlank, newBlank)), { maxLength: 4 }),
        async (before, after) => {
          const distinct = (triples: readonly Triple[]) => [...new IndexedGraph(triples).triples()];
          const base = new IndexedGraph(before);
          const removed = distinct(before);
          const added = distinct(after).filter((t) => !base.has(t.subject, t.predicate, t.object));
          const read = await readUpdate(printUpdate({ added, removed }));
          if (read.kind === 'refused') throw new Error(read.reason);
          expect(read.update).toEqual(updateOf({ added, removed }));
          const applied = await applyUpdate(base, read.update, new AbortController().signal);
          expect(applied).toEqual({ kind: 'applied', delta: { added, removed } });
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
