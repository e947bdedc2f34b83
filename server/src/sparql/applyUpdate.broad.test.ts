import { describe, expect, test, vi } from 'vitest';
import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { printTerm as printTurtle } from '../rdf/turtle/printTerm.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { block, suppliedPrefixes } from '../testing/fixture.ts';
import { triesAll } from '../testing/runs.ts';
import { applyUpdate, defaultLimits, type UpdateLimits } from './applyUpdate.ts';
import { isNewBlankNode, skolemIri } from './termCodec.ts';
import { readUpdate } from './updateText.ts';

const { prefixes } = new TurtleDocument('file:///prefixes.ttl', 1, suppliedPrefixes);

async function apply(graph: Graph, text: string, limits: UpdateLimits = defaultLimits) {
  const read = await readUpdate(text, { prefixes });
  if (read.kind === 'refused') throw new Error(read.reason);
  return applyUpdate(graph, read.update, new AbortController().signal, limits);
}

/**
 * Applies an update to the triples of a Turtle text and shows what changes. Blank nodes of the text are `_:1`, `_:2`,
 * … in its order, `<_:1>` in the update; new ones are `_:a`, `_:b`, ….
 */
async function change(turtle: string, text: string, limits?: UpdateLimits): Promise<string> {
  const { graph } = new TurtleDocument('file:///data.ttl', 1, `${suppliedPrefixes}${turtle}`);
  const nodes = [...graph.triples()].flatMap(({ subject, object }) => [subject, object]);
  const blank = [...new Set(nodes.filter((node) => terms.isBlank(node)))];
  const update = text.replace(/<_:(\d)>/g, (_, index) => `<${skolemIri(blank[Number(index) - 1]!)}>`);
  const applied = await apply(graph, update, limits);
  if (applied.kind === 'refused') return applied.reason;
  const fresh: TermId[] = [];
  const print = (term: TermId) => {
    if (!terms.isBlank(term)) return printTurtle(term, { prefixes });
    if (!isNewBlankNode(term)) return `_:${blank.indexOf(term) + 1}`;
    if (!fresh.includes(term)) fresh.push(term);
    return `_:${'abcdef'[fresh.indexOf(term)]}`;
  };
  const line = (sign: string) => (triple: Triple) =>
    `${sign} ${[triple.subject, triple.predicate, triple.object].map(print).join(' ')}`;
  return [...applied.delta.removed.map(line('-')), ...applied.delta.added.map(line('+'))].join('\n');
}

describe('updates with WHERE', () => {
  test.each<[string, string, string, string]>([
    [
      'each operation sees what the ones before did',
      'ex:a ex:p 1 .',
      'DELETE { ?s ex:p 1 } INSERT { ?s ex:p 2 } WHERE { ?s ex:p 1 } ; INSERT { ?s ex:q ?n } WHERE { ?s ex:p ?n }',
      block`
        - ex:a ex:p 1
        + ex:a ex:p 2
        + ex:a ex:q 2`,
    ],
    [
      'one operation does not see what it does itself',
      'ex:a ex:p ex:b . ex:b ex:p ex:c .',
      'DELETE { ?x ex:p ?y } INSERT { ?y ex:p ?x } WHERE { ?x ex:p ?y }',
      block`
        - ex:a ex:p ex:b
        - ex:b ex:p ex:c
        + ex:b ex:p ex:a
        + ex:c ex:p ex:b`,
    ],
    [
      'what is deleted and inserted stays',
      'ex:a ex:p 1, 2 .',
      'DELETE { ?s ex:p ?o } INSERT { ?s ex:p 2 } WHERE { ?s ex:p ?o }',
      '- ex:a ex:p 1',
    ],
    [
      'triples that are none are left out',
      'ex:a ex:p "x" .',
      'INSERT { ?o ex:q 1 . ?s ?o 2 . ?s ex:q ?nothing, 3 } WHERE { ?s ex:p ?o }',
      '+ ex:a ex:q 3',
    ],
    ['no solution', 'ex:a ex:p 1 .', 'INSERT { ex:a ex:q 1 } WHERE { ex:a ex:p 2 }', ''],
    ['an empty pattern has one solution', '', 'INSERT { ex:a ex:q 1 } WHERE {}', '+ ex:a ex:q 1'],
    [
      'computed values',
      'ex:a ex:p " x " ; ex:n 3 .',
      'INSERT { ?s ex:q ?t ; ex:m ?m } WHERE { ?s ex:p ?p ; ex:n ?n BIND(REPLACE(?p, "^ +| +$", "") AS ?t) BIND(?n * 2 AS ?m) }',
      '+ ex:a ex:q "x"\n+ ex:a ex:m 6',
    ],
    [
      'language tags in any case',
      'ex:a ex:p "x"@en-GB .',
      'DELETE { ?s ex:p ?o } WHERE { ?s ex:p ?o FILTER(?o = "x"@EN-gb) }',
      '- ex:a ex:p "x"@en-GB',
    ],
    [
      'subqueries, values, paths, negation',
      'ex:a ex:p ex:b . ex:b ex:p ex:c . ex:c ex:q 1 .',
      `INSERT { ?x ex:n ?n } WHERE { { SELECT ?x (COUNT(?y) AS ?n) { ?x ex:p+ ?y } GROUP BY ?x }
         VALUES ?x { ex:a ex:b ex:c } FILTER NOT EXISTS { ?x ex:p/ex:q ?z } MINUS { ?x ex:q ?w } }`,
      '+ ex:a ex:n 2',
    ],
  ])('%s', async (_, turtle, update, expected) => expect(await change(turtle, update)).toBe(expected));
});

describe('blank nodes', () => {
  test.each<[string, string, string, string]>([
    [
      'of the data are found and kept',
      'ex:a ex:p [ ex:v 1 ] .',
      'DELETE { ?b ex:v ?v } INSERT { ?b ex:v 2 . ex:c ex:p ?b } WHERE { ex:a ex:p ?b . ?b ex:v ?v }',
      block`
        - _:1 ex:v 1
        + _:1 ex:v 2
        + ex:c ex:p _:1`,
    ],
    [
      'of the data are named by the IRIs that stand for them',
      '_:x ex:v 1 . _:y ex:v 1 .',
      'DELETE WHERE { <_:2> ex:v ?v }',
      '- _:2 ex:v 1',
    ],
    [
      'are compared as such',
      '_:x ex:v 1 . _:y ex:v 1 .',
      'INSERT { ?n ex:other true } WHERE { ?n ex:v 1 FILTER(?n != <_:1> && isBlank(?n) && !isIRI(?n) && isBlank(<_:1>)) }',
      '+ _:2 ex:other true',
    ],
    [
      'are no IRIs and have no text',
      'ex:a ex:p ex:b, [] .',
      `INSERT { ex:a ex:iri ?i ; ex:text ?t ; ex:cast ?c ; ex:blank ?b }
       WHERE { ex:a ex:p ?o BIND(isIRI(?o) AS ?i) BIND(isBlank(?o) AS ?b) BIND(STR(?o) AS ?t) BIND(xsd:string(?o) AS ?c) }`,
      block`
        + ex:a ex:iri true
        + ex:a ex:text "http://example.org/ns#b"
        + ex:a ex:cast "http://example.org/ns#b"
        + ex:a ex:blank false
        + ex:a ex:iri false
        + ex:a ex:blank true`,
    ],
    [
      'in a pattern stand for anything',
      'ex:a ex:p [ ex:v 1 ] .',
      'INSERT { ?s ex:q ?v } WHERE { ?s ex:p [ ex:v ?v ] }',
      '+ ex:a ex:q 1',
    ],
    [
      'that are inserted are other ones for each solution, and one within it',
      'ex:a ex:p 1, 2 .',
      'INSERT { ?s ex:q _:n . _:n ex:v ?v } WHERE { ?s ex:p ?v }',
      block`
        + ex:a ex:q _:a
        + _:a ex:v 1
        + ex:a ex:q _:b
        + _:b ex:v 2`,
    ],
    [
      'are other ones also for solutions that differ in nothing that is inserted',
      'ex:a ex:p 1, 2 .',
      'INSERT { ex:a ex:q [] } WHERE { ex:a ex:p ?v }',
      '+ ex:a ex:q _:a\n+ ex:a ex:q _:b',
    ],
    [
      'that one operation makes are found by the next and never mixed up',
      'ex:a ex:p 1 .',
      'INSERT DATA { ex:a ex:q _:n1 } ; INSERT { ex:a ex:q [] } WHERE {} ; INSERT { ?n ex:v ?t } WHERE { ex:a ex:q ?n BIND(isBlank(?n) AS ?t) }',
      block`
        + ex:a ex:q _:a
        + ex:a ex:q _:b
        + _:a ex:v true
        + _:b ex:v true`,
    ],
    [
      'of BNODE()',
      'ex:a ex:p 1, 2 .',
      'INSERT { ?s ex:q ?b . ?b ex:v ?v } WHERE { ?s ex:p ?v BIND(BNODE() AS ?b) }',
      block`
        + ex:a ex:q _:a
        + _:a ex:v 1
        + ex:a ex:q _:b
        + _:b ex:v 2`,
    ],
  ])('%s', async (_, turtle, update, expected) => expect(await change(turtle, update)).toBe(expected));
});

/** `?x0` twice, that twice, and so on. */
function doubled(times: number): string {
  const steps = Array.from({ length: times }, (_, i) => `BIND(CONCAT(?x${i}, ?x${i}) AS ?x${i + 1})`);
  return steps.join(' ');
}

/** Each character ten times, again and again. */
function grown(times: number): string {
  const steps = Array.from(
    { length: times },
    (_, i) => `BIND(REPLACE(?x${i}, "a", "aaaaaaaaaa") AS ?x${i + 1})`,
  );
  return steps.join(' ');
}

describe('limits', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => `ex:s${i} ex:p ${i} .`).join('\n');
  test.each<[string, string, string]>([
    [
      'triples',
      'DELETE { ?s ?p ?o } INSERT { ?s ex:q ?o, 1 } WHERE { ?s ?p ?o }',
      'The update changes more than 250 triples, which is more than a repair may.',
    ],
    [
      'rows',
      'INSERT { ex:a ex:p 1 } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?c + ?f + ?i + ?l < 0) }',
      'The WHERE clause has more than 1000000 intermediate results.',
    ],
    [
      'length',
      `INSERT { ex:a ex:p ?x } WHERE { BIND("aaaaaaaaaaaaaaaaaaaa" AS ?a) BIND(CONCAT(${Array(100).fill('?a')}) AS ?b) BIND(CONCAT(${Array(100).fill('?b')}) AS ?x) }`,
      'The WHERE clause computes a value of more than 100000 characters.',
    ],
    [
      'texts that are put together',
      `INSERT { ex:a ex:p ?n } WHERE { BIND("0123456789" AS ?x0) ${doubled(24)} BIND(STRLEN(?x24) AS ?n) }`,
      'The WHERE clause reads or builds a text of more than 4000000 characters.',
    ],
    [
      'texts that grow',
      `INSERT { ex:a ex:p ?n } WHERE { BIND("aaaaaaaaaa" AS ?x0) ${grown(10)} BIND(STRLEN(?x10) AS ?n) }`,
      'The WHERE clause reads and builds more than 20000000 characters of text.',
    ],
    [
      'texts to be matched',
      `INSERT { ex:a ex:p 1 } WHERE { BIND("0123456789" AS ?x0) ${doubled(10)} FILTER REGEX(?x10, ".*x.*y(?=z).*") }`,
      'Matching the pattern ".*x.*y(?=z).*" may take forever: a text that it is matched with has 10240 characters.',
    ],
    [
      'texts of a group',
      'INSERT { ex:a ex:p ?n } WHERE { { SELECT (GROUP_CONCAT(?t) AS ?n) { ?a ex:p ?b . ?c ex:p ?d . BIND(CONCAT("' +
        '0'.repeat(5000) +
        '", STR(?d)) AS ?t) } } }',
      'The WHERE clause reads and builds more than 20000000 characters of text.',
    ],
  ])('%s', async (_, update, reason) => {
    expect(await change(hundred, update, { maxTriples: 250, milliseconds: 60_000 })).toBe(reason);
  });

  test.runIf(triesAll)('steps are for all operations together', async () => {
    const slow = 'INSERT { ex:a ex:p 1 } WHERE { ?a ?b ?c . ?d ?e ?f FILTER(?c + ?f < 0) }';
    const update = Array(200).fill(slow).join(' ; ');
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const limits = { maxTriples: 250, milliseconds: 250 };
      expect(await change(hundred, update, limits)).toBe('The WHERE clause takes more than 5000000 steps.');
    } finally {
      vi.useRealTimers();
    }
  });

  test('what is stuck beyond them ends by its time: of processors where that is known, and by the clock at last', async () => {
    const update = 'INSERT { ex:a ex:p 1 } WHERE { ?a ?b ?c . ?d ?e ?f FILTER(?c + ?f < 0) }';
    const endBy = async (passed: number, worked: number) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      try {
        let looks = 0;
        const limits = {
          maxTriples: 250,
          milliseconds: 1000,
          deadline: () => {
            vi.advanceTimersByTime(passed);
            return Number.POSITIVE_INFINITY;
          },
          worked: () => worked * looks++,
        };
        return await change(hundred, update, limits);
      } finally {
        vi.useRealTimers();
      }
    };
    const tooLong = 'The WHERE clause took longer than 1 s.';
    expect(await endBy(2000, 2000)).toBe(tooLong);
    expect(await endBy(20_000, 1)).toBe(tooLong);
    expect(await endBy(100, 1)).not.toBe(tooLong);
  });

  test('an aborted search rejects with the reason', async () => {
    const read = await readUpdate('DELETE WHERE { ?s ?p ?o }');
    if (read.kind === 'refused') throw new Error(read.reason);
    const reason = new Error('newer input');
    const applied = applyUpdate(new IndexedGraph([]), read.update, AbortSignal.abort(reason));
    await expect(applied).rejects.toBe(reason);
  });
});
