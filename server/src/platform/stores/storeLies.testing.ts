import { isDeepStrictEqual } from 'node:util';
import { type AskedQuery, type StoreReply, send } from './lyingStore.testing.ts';
import type { StoreFault } from './storeFaults.testing.ts';

/** A false answer that looks like an answer. */
export interface StoreLie extends StoreFault {
  /**
   * Set where the store says the same thing whenever it is asked: nobody can tell that from the truth, and what it says counts.
   */
  readonly isConsistent?: true;
}

interface Term {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
  readonly [member: string]: unknown;
}

type Row = Readonly<Record<string, Term | undefined>>;

/** Changes the rows of an answer, the one that counts them first: stores answer in any order, and a lie is always the same. */
function rows(change: (rows: readonly Row[], asked: AskedQuery) => readonly Row[]): StoreReply {
  return (asked, response) => {
    const answer = JSON.parse(asked.truth);
    const bindings = change(answer.results.bindings.toSorted(countFirst), asked);
    send(response, JSON.stringify({ ...answer, results: { ...answer.results, bindings } }));
  };
}

/** Changes the rows with triples, and counts them again. */
function countedRows(change: (triples: readonly Row[], asked: AskedQuery) => readonly Row[]): StoreReply {
  return rows((all, asked) => {
    const triples = change(all.filter(isTriple), asked);
    return [...all.filter((row) => !isTriple(row)).map((row) => withCount(row, triples.length)), ...triples];
  });
}

function countFirst(one: Row, other: Row): number {
  if (isTriple(one) !== isTriple(other)) return isTriple(one) ? 1 : -1;
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function isTriple(row: Row): boolean {
  return row.n === undefined;
}

function withCount(row: Row, count: number): Row {
  return row.n ? { ...row, n: { ...row.n, value: String(count) } } : row;
}

/** Changes each term of triples. */
function terms(change: (term: Term) => Term | undefined): StoreReply {
  return rows((all) =>
    all.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, term]) => {
          if (!term || !['s', 'p', 'o', 'from'].includes(name)) return [[name, term]];
          const changed = change(term);
          return changed ? [[name, changed]] : [];
        }),
      ),
    ),
  );
}

const literals = (change: (term: Term) => Term) =>
  terms((term) => (term.type.endsWith('literal') ? change(term) : term));

const blanks = (change: (term: Term) => Term) =>
  terms((term) => (term.type === 'bnode' ? change(term) : term));

const text =
  (change: (truth: string) => string): StoreReply =>
  ({ truth }, response) =>
    send(response, change(truth));

const integer = 'http://www.w3.org/2001/XMLSchema#integer';
const xsdString = 'http://www.w3.org/2001/XMLSchema#string';
const langString = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';
const other: Term = { type: 'uri', value: 'http://example.org/ns#other' };

const miscounted = 'rows, but counted';
const contradicts = 'Two of its answers contradict each other';
const twoWays = 'It answered the same query differently twice';

/** The first row whose term is of a kind has another one. */
function replaceFirst(fits: (row: Row) => boolean, by: (row: Row) => Row): StoreReply {
  return rows((all) => {
    const at = all.findIndex((row) => isTriple(row) && fits(row));
    return at === -1 ? all : all.with(at, by(all[at]!));
  });
}

let earlier = '';

/** What stores get wrong in answers that can be read. */
export const storeLies: readonly StoreLie[] = [
  { name: 'rows that are cut at 100', reply: rows((all) => all.slice(0, 100)), told: 'rows' },
  { name: 'rows that are cut at 1', reply: rows((all) => all.slice(0, 1)), told: 'rows' },
  { name: 'rows that are cut at 5', reply: rows((all) => all.slice(0, 5)), told: 'rows' },
  { name: 'rows that are cut at 200', reply: rows((all) => all.slice(0, 200)) },
  {
    name: 'rows and their number cut at 100',
    reply: countedRows((triples) => triples.slice(0, 100)),
    told: miscounted,
  },
  {
    name: 'rows and their number cut at 37',
    reply: countedRows((triples) => triples.slice(0, 37)),
    told: contradicts,
  },
  {
    name: 'rows and their number cut at 3',
    reply: countedRows((triples) => triples.slice(0, 3)),
    told: twoWays,
  },
  { name: 'no rows', reply: rows((all) => all.filter((row) => !isTriple(row))), told: miscounted },
  { name: 'nothing at all', reply: rows(() => []), told: 'how many rows' },
  { name: 'a row that is missing', reply: rows((all) => all.slice(0, -1)), told: 'It' },
  {
    name: 'a row that is missing, and not counted',
    reply: countedRows((triples) => triples.slice(0, -1)),
    told: twoWays,
  },
  {
    name: 'a row in place of another one',
    reply: rows((all) => (all.length > 2 ? [...all.slice(0, -1), all.at(-2)!] : all)),
    told: 'repeats a row',
  },
  {
    name: 'each row twice',
    reply: rows((all) => all.flatMap((row) => (isTriple(row) ? [row, row] : [row]))),
    told: miscounted,
  },
  {
    name: 'each row twice, and counted twice',
    reply: countedRows((triples) => triples.flatMap((row) => [row, row])),
    told: 'repeats a row',
  },
  {
    name: 'another value in the first row',
    reply: replaceFirst(
      ({ o }) => o?.type === 'uri',
      (row) => ({ ...row, o: other }),
    ),
    told: 'It',
  },
  {
    name: 'another node in the first row',
    reply: replaceFirst(
      ({ s }) => s?.type === 'uri',
      (row) => ({ ...row, s: other }),
    ),
    told: 'that was not asked for',
  },
  {
    name: 'another property in the first row',
    reply: replaceFirst(
      () => true,
      (row) => ({ ...row, p: other }),
    ),
    told: 'It',
  },
  { name: 'rows in another order', reply: rows((all) => all.toReversed()) },
  {
    name: 'a number that is estimated',
    reply: rows((all) => all.map((row) => withCount(row, all.length + 9))),
    told: miscounted,
  },
  {
    name: 'a number in words',
    reply: rows((all) => all.map((row) => (row.n ? { ...row, n: { type: 'literal', value: 'many' } } : row))),
    told: 'how many rows',
  },
  {
    name: 'a number with decimals',
    reply: rows((all) =>
      all.map((row) =>
        row.n ? { ...row, n: { ...row.n, value: `${row.n.value}.0`, datatype: 'xsd:decimal' } } : row,
      ),
    ),
    told: 'It',
  },
  {
    name: 'the answer to the query before',
    reply({ truth }, response) {
      const mixedUp = earlier || truth;
      earlier = truth;
      send(response, mixedUp);
    },
    told: 'belongs to another query',
  },
  {
    name: 'triples that come and go',
    reply: countedRows((triples, { index }) => (index % 2 === 0 ? triples : triples.slice(1))),
    told: 'It',
  },
  {
    name: 'all triples deleted after the first answer',
    reply: countedRows((triples, { index }) => (index === 0 ? triples : [])),
    told: twoWays,
  },
  // Blank nodes.
  {
    name: 'blank nodes with other labels in each answer',
    reply: (asked, response) =>
      blanks((term) => ({ ...term, value: `x${asked.index}${term.value}` }))(asked, response),
  },
  {
    name: 'blank nodes with labels of any characters',
    reply: blanks((term) => ({ ...term, value: `a b.${term.value}é` })),
  },
  { name: 'one label for all blank nodes', reply: blanks((term) => ({ ...term, value: 'b' })), told: 'It' },
  {
    name: 'a label for each mention of a blank node',
    reply: (() => {
      let labels = 0;
      return blanks((term) => ({ ...term, value: `b${labels++}` }));
    })(),
    told: 'blank nodes',
  },
  {
    name: 'labels as IRIs',
    reply: blanks(({ value }) => ({ type: 'uri', value: `_:${value}` })),
    told: 'an IRI that is none',
  },
  {
    name: 'blank nodes with names that the store does not know',
    reply: blanks(({ value }) => ({ type: 'uri', value: `http://example.org/.well-known/genid/${value}` })),
    told: 'does not find it',
  },
  // Literals.
  {
    name: 'numbers in a canonical form',
    reply: literals((term) =>
      term.datatype === integer ? { ...term, value: String(Number(term.value)) } : term,
    ),
    isConsistent: true,
  },
  {
    name: 'language tags in small letters',
    reply: literals((term) =>
      term['xml:lang'] ? { ...term, 'xml:lang': term['xml:lang'].toLowerCase() } : term,
    ),
  },
  {
    name: 'no language tags',
    reply: literals(({ 'xml:lang': _, ...term }) => term as Term),
    isConsistent: true,
  },
  {
    name: 'language tags that are none',
    reply: literals((term) => ({ ...term, 'xml:lang': 'e n' })),
    told: 'an invalid language tag',
  },
  {
    name: 'strings with a language and no tag',
    reply: literals(
      ({ 'xml:lang': tag, ...term }) => (tag ? { ...term, datatype: langString } : term) as Term,
    ),
    told: 'language and datatype do not fit',
  },
  {
    name: 'strings with a language and its datatype',
    reply: literals((term) => (term['xml:lang'] ? { ...term, datatype: langString } : term)),
  },
  {
    name: 'a language and a datatype of numbers',
    reply: literals((term) => ({ ...term, 'xml:lang': 'en', datatype: integer })),
    told: 'language and datatype do not fit',
  },
  {
    name: 'no datatypes',
    reply: literals(({ datatype: _, ...term }) => term as Term),
    isConsistent: true,
  },
  {
    name: 'the datatype of strings',
    reply: literals((term) => (term['xml:lang'] || term.datatype ? term : { ...term, datatype: xsdString })),
  },
  {
    name: 'typed literals in the format of drafts',
    reply: literals((term) => (term.datatype ? { ...term, type: 'typed-literal' } : term)),
  },
  {
    name: 'typed literals without a type',
    reply: literals(({ value }) => ({ type: 'typed-literal', value })),
    told: 'lacks its datatype',
  },
  {
    name: 'datatypes by their prefixed names',
    reply: literals((term) => ({ ...term, datatype: ':integer' })),
    told: 'a datatype that is not an IRI',
  },
  {
    name: 'a direction',
    reply: literals((term) => ({ ...term, 'its:dir': 'rtl' })),
    told: 'a member that SPARQL 1.1 does not know',
  },
  {
    name: 'half a character',
    reply: literals((term) => ({ ...term, value: '\ud800' })),
    told: 'not valid Unicode',
  },
  // IRIs.
  {
    name: 'IRIs with escapes that the store does not know',
    reply: terms((term) =>
      term.type === 'uri' ? { ...term, value: term.value.replace('#s', '#%73') } : term,
    ),
    told: 'It',
  },
  {
    name: 'IRIs with spaces',
    reply: terms((term) => (term.type === 'uri' ? { ...term, value: `${term.value} ` } : term)),
    told: 'an IRI that is none',
  },
  {
    name: 'relative IRIs',
    reply: terms((term) => (term.type === 'uri' ? { ...term, value: term.value.replace(/^.*#/, '') } : term)),
    told: 'an IRI that is none',
  },
  {
    name: 'IRIs in large letters',
    reply: terms((term) => (term.type === 'uri' ? { ...term, value: term.value.toUpperCase() } : term)),
    told: 'It',
  },
  // The format.
  {
    name: 'more variables',
    reply: rows((all) => all.map((row) => ({ ...row, g: other, __proto__x: other }))),
  },
  {
    name: 'rows without objects',
    reply: rows((all) => all.map(({ o: _, ...row }) => row)),
    told: 'a row without a triple',
  },
  {
    name: 'rows without parts',
    reply: rows((all) => all.map(({ k: _, ...row }) => row)),
    told: 'that was not asked for',
  },
  {
    name: 'unbound values',
    reply: rows((all) => all.map((row) => (isTriple(row) ? {} : row))),
    told: 'a row without a triple',
  },
  {
    name: 'literals as subjects',
    reply: rows((all) =>
      all.map((row) => ({ ...row, ...(row.s && { s: { type: 'literal', value: 'a' } }) })),
    ),
    told: 'not an RDF triple',
  },
  { name: 'a boolean', reply: text(() => '{"head":{},"boolean":true}'), told: 'has no list of results' },
  { name: 'null', reply: text(() => 'null'), told: 'has no list of results' },
  { name: 'a list', reply: text(() => '[]'), told: 'has no list of results' },
  {
    name: 'results in an object',
    reply: text(() => '{"results":{"bindings":{"length":0}}}'),
    told: 'has no list of results',
  },
  {
    name: 'rows that are lists',
    reply: text(() => '{"results":{"bindings":[[]]}}'),
    told: 'has a result that is not an object',
  },
  {
    name: 'members that are given twice',
    reply: text((truth) =>
      truth.replace(/("o":)/g, '"o":{"type":"uri","value":"http://example.org/ns#other"},$1'),
    ),
    told: 'gives a member of an object twice',
  },
  {
    name: 'NaN',
    reply: text((truth) => truth.replace(/"value":"\d+"/, '"value":NaN')),
    told: 'Its response is invalid or truncated JSON',
  },
  {
    name: 'numbers as values',
    reply: text((truth) => truth.replace(/"value":"(\d+)"/g, '"value":$1')),
    told: 'a term without a value',
  },
  {
    name: 'very deep nesting',
    reply: text((truth) => `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},${truth.slice(1)}`),
  },
  {
    name: 'the prototype as a member',
    reply: text((truth) => `{"__proto__":{"results":{"bindings":[]}},${truth.slice(1)}`),
  },
  {
    name: 'triple terms',
    reply: replaceFirst(
      () => true,
      (row) => ({ ...row, o: { type: 'triple', value: {} } as unknown as Term }),
    ),
    told: 'It',
  },
  // Queries that a store does not understand as they are meant.
  {
    name: 'all triples, whatever is asked',
    reply: countedRows((triples) => [
      ...triples,
      { s: other, p: other, o: other, k: { type: 'literal', value: '0', datatype: integer } },
    ]),
    told: 'that was not asked for',
  },
  {
    name: 'types that follow',
    reply: countedRows((triples) => {
      const more = triples.flatMap((row) =>
        row.o?.value.endsWith('#Office') && row.p?.value.endsWith('type')
          ? [{ ...row, o: { type: 'uri', value: 'http://example.org/ns#Thing' } }]
          : [],
      );
      return [...triples, ...more.filter((row) => !triples.some((each) => isDeepStrictEqual(row, each)))];
    }),
    isConsistent: true,
  },
];
