import { termToNTriples } from '../../server/src/rdf/nTriples.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { namespaces } from '../../server/src/rdf/vocab.ts';
import { createEvaluator } from '../../server/src/shacl/evaluator.ts';
import { printPath } from '../../server/src/shacl/model/path.ts';
import { readShapes } from '../../server/src/shacl/shapesGraph/readShapes.ts';
import { loadEnginesFor } from '../../server/src/shacl/sparql/loadEngines.ts';
import { countOfRows } from '../../server/src/workspace/store/countedSelect.ts';
import { idsOf } from '../../server/src/workspace/store/judgedPages.ts';
import { suspectQueries } from '../../server/src/workspace/store/pushDown/suspectQueries.ts';
import { readSelectResults, type SelectRow } from '../../server/src/workspace/store/selectResults.ts';
import { type Store, StoreError } from '../../server/src/workspace/store/store.ts';
import { judgeStore } from '../../server/src/workspace/store/wholeStore.ts';

/** What was found out about a store: the cells of its row in the matrix of docs/stores.md, and what is wrong in sentences. */
export interface StoreRow {
  readonly cells: readonly (readonly [column: string, text: string])[];
  readonly defects: readonly string[];
}

/**
 * Probes a store by queries alone, so that it may be read-only or empty: what it can compute, how much it answers, whether
 * it finds all values with results in conditions, and, where it has instances of classes, whether conditions and judging here
 * agree on a part of them.
 */
export async function storeRow(store: Store, signal: AbortSignal): Promise<StoreRow> {
  const defects: string[] = [];
  const asked = async (query: string): Promise<readonly SelectRow[]> =>
    readSelectResults(await store.select(query, signal), mostRows);
  const probe = async (what: string, run: () => Promise<string | undefined>): Promise<string> => {
    try {
      const wrong = await run();
      if (wrong === undefined) return 'yes';
      defects.push(`${what}: ${wrong}`);
      return 'wrong';
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      defects.push(`${what}: ${error.message}`);
      return 'no';
    }
  };
  /** The largest of some sizes that a store answers rightly. */
  const limit = async (what: string, sizes: readonly number[], fits: (size: number) => Promise<boolean>) => {
    let best = 0;
    for (const size of sizes) {
      let isRight = false;
      const state = await probe(`${what} of ${size}`, async () => {
        isRight = await fits(size);
        return isRight ? undefined : 'it answers with other rows';
      });
      if (state !== 'yes') return best === 0 ? 'none' : `${best}`;
      best = size;
    }
    return `${best} or more`;
  };
  const triples = await answer(() => countOfRows(store, '?s ?p ?o', '?s ?p ?o', signal));
  const computed = (expression: string, expected: string) => async () => {
    const [row] = await asked(`SELECT (STR(${expression}) AS ?x) WHERE { }`);
    const found = row?.x ?? 'nothing';
    return found === `"${expected}"` ? undefined : `it computes ${found}, and not "${expected}"`;
  };
  const hash = await probe('MD5', computed('MD5(STR(<http://example.org/é>))', md5));
  const exists = await probe('EXISTS', async () => {
    const rows = await asked(
      'SELECT ?x WHERE { VALUES ?x { 1 2 } FILTER(!(EXISTS { VALUES ?y { 2 3 } FILTER(?x = ?y) })) }',
    );
    return rows.length === 1 && rows[0]?.x?.startsWith('"1"') ? undefined : 'it finds other rows';
  });
  const values = await limit('VALUES', [100, 500, 2000, 10_000], async (size) => {
    const list = Array.from({ length: size }, (_, i) => `<http://example.org/v${i}>`).join(' ');
    return (await asked(`SELECT ?v WHERE { VALUES ?v { ${list} } }`)).length === size;
  });
  const rows = await limit('rows', [1000, 10_000, 40_000], async (size) => {
    const side = Math.round(Math.sqrt(size));
    const numbers = Array.from({ length: Math.ceil(size / side) }, (_, i) => i).join(' ');
    const text = `SELECT ?a ?b WHERE { VALUES ?a { ${numbers} } VALUES ?b { ${numbers} } } LIMIT ${size}`;
    return (await asked(text)).length === size;
  });
  const length = await limit('queries with characters', [5000, 20_000, 100_000], async (size) => {
    const text = `SELECT ?x WHERE { VALUES ?x { 1 } FILTER("${'x'.repeat(size)}" != "y") }`;
    return (await asked(text)).length === 1;
  });
  const { lexical, conditions } = await conditionCells(asked, defects);
  const nodes = await nodesCell(store, asked, defects, signal);
  return {
    cells: [
      ['store', store.url],
      ['triples', `${triples ?? 'unknown'}`],
      ['MD5', hash],
      ['EXISTS', exists],
      ['forms kept', lexical],
      ['VALUES', values],
      ['rows', rows],
      ['characters', length],
      ['conditions', conditions],
      ['judged both ways', nodes],
    ],
    defects,
  };
}

/** As Markdown. */
export function rowText({ cells, defects }: StoreRow): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const table = [
    line(cells.map(([column]) => column)),
    line(cells.map(() => '---')),
    line(cells.map(([, text]) => text.replaceAll('|', '\\|'))),
  ];
  return [...table, ...(defects.length > 0 ? ['', ...defects.map((each) => `- ${each}`)] : [])].join('\n');
}

const mostRows = 50_000;
/** Of `http://example.org/é` in UTF-8. */
const md5 = 'c9efb121bcfd03e6a3e11c3ceadd9fef';

async function answer<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}

const constraints = [
  'sh:datatype xsd:integer',
  'sh:datatype xsd:date',
  'sh:datatype rdf:langString',
  'sh:nodeKind sh:IRI',
  'sh:nodeKind sh:Literal',
  'sh:minInclusive 5',
  'sh:maxExclusive 5.5',
  'sh:minLength 3',
  'sh:maxLength 3',
  'sh:pattern "^a+b?$"',
  'sh:pattern "[0-9]{2}"',
  'sh:languageIn ( "en" "de-AT" )',
  'sh:singleLine true',
  'sh:in ( 1 "x" ex:a "x"@en true )',
  'sh:hasValue "01"',
];

const fixtures = [
  ...['1', '"01"^^xsd:integer', '5', '5.5', '"5.50"^^xsd:decimal', '1e1', 'true', '"1"^^xsd:boolean'],
  ...['"2026-11-30"^^xsd:date', '"2026-02-30"^^xsd:date', '"x"^^xsd:integer', '"5"', '"01"', '""'],
  ...[
    '"x"',
    '"x"@en',
    '"x"@EN-us',
    '"x"@de',
    '"aab"',
    '"aabb"',
    '"é"',
    '"😀😀"',
    '"a\\nb"',
    '"a\\n"',
    '"\\u00A0"',
  ],
  ...['ex:a', 'ex:aab', '<http://example.org/%C3%A9>', '"12"^^ex:own', '"12"^^xsd:string'],
];

/**
 * How many literals a store writes as they are given, and whether each value, as it writes it, that has a result of a constraint
 * is found by its condition.
 */
async function conditionCells(
  asked: (query: string) => Promise<readonly SelectRow[]>,
  defects: string[],
): Promise<{ readonly lexical: string; readonly conditions: string }> {
  const text = constraints.map((each, i) => `ex:S${i} a sh:NodeShape ; sh:targetClass ex:C ; ${each} .`);
  const { graph } = new TurtleDocument('x:shapes', 0, prefixes + text.join('\n'));
  const shapes = readShapes(graph);
  const values = new TurtleDocument(
    'x:values',
    0,
    prefixes + fixtures.map((each) => `ex:s ex:p ${each} .`).join('\n'),
  );
  const given = [...new Set(Array.from(values.graph.triples(), ({ object }) => termToNTriples(object)))];
  const list = given.map((term, i) => `(${i} ${term})`).join(' ');
  const written = await answer(() => asked(`SELECT ?i ?f WHERE { VALUES (?i ?f) { ${list} } }`));
  if (written?.length !== given.length) return { lexical: 'unknown', conditions: 'unknown' };
  const terms = given.map((term, i) => written.find((row) => numberIn(row.i) === i)?.f ?? term);
  const kept = given.filter((term, i) => terms[i] === term).length;
  const nodes = terms.map((term) => idsOf([term])[0]!);
  const empty = new TurtleDocument('x:empty', 0, '').graph;
  await loadEnginesFor(shapes);
  const evaluator = createEvaluator(shapes, empty, empty);
  let found = 0;
  let all = 0;
  for (const { condition, about, root } of suspectQueries(shapes, empty)) {
    if (typeof condition !== 'string') continue;
    const rows = await answer(() =>
      asked(`SELECT ?i WHERE { VALUES (?i ?f) { ${list} } FILTER(${condition}) }`),
    );
    if (rows === undefined) defects.push(`conditions: it does not answer that of ${about}`);
    const suspects = new Set(rows?.map(({ i }) => numberIn(i)));
    for (const [i, node] of nodes.entries()) {
      if (evaluator.validateNode(node, shapes.roots[root]!.id).length === 0) continue;
      all++;
      if (suspects.has(i)) found++;
      else if (rows !== undefined)
        defects.push(`conditions: ${termToNTriples(node)} passes that of ${about}`);
    }
  }
  return { lexical: `${kept} of ${given.length}`, conditions: `${found} of ${all}` };
}

function numberIn(term: string | undefined): number {
  return Number(/\d+/.exec(term ?? '')?.[0] ?? -1);
}

const prefixes = Object.entries({ ...namespaces, ex: 'http://example.org/ns#' })
  .map(([name, namespace]) => `@prefix ${name}: <${namespace}> .\n`)
  .join('');

/** How many nodes are judged both ways, about. */
const nodesBothWays = 400;

/** Judges a part of the instances of the largest class twice: with conditions, and all of them here. */
async function nodesCell(
  store: Store,
  asked: (query: string) => Promise<readonly SelectRow[]>,
  defects: string[],
  signal: AbortSignal,
): Promise<string> {
  const [largest] =
    (await answer(() =>
      asked(
        'SELECT ?c (COUNT(?s) AS ?n) WHERE { ?s a ?c FILTER(isIRI(?c)) } GROUP BY ?c ORDER BY DESC(?n) LIMIT 1',
      ),
    )) ?? [];
  const count = numberIn(largest?.n);
  if (largest?.c === undefined || count < 1) return 'no instances';
  const used = await answer(() =>
    asked(
      `SELECT DISTINCT ?p WHERE { { SELECT ?s WHERE { ?s a ${largest.c} } LIMIT 1000 } ?s ?p ?o } LIMIT 12`,
    ),
  );
  const properties = (used ?? []).flatMap(({ p }) => p ?? []);
  const text = properties.map(
    (p) =>
      `sh:property [ sh:path ${p} ; sh:nodeKind sh:IRI ] , [ sh:path ${p} ; sh:maxCount 1 ; sh:maxLength 30 ]`,
  );
  const shapes = new TurtleDocument(
    'x:s',
    0,
    `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ${largest.c} ; ${text.join(' ; ')} .`,
  );
  const judged = async (judgesAll: boolean) => {
    const options = {
      inputWith: async ({ graph }: TurtleDocument) => ({
        dataGraph: graph,
        classGraph: graph,
        reportedGraph: graph,
        shapes: readShapes(shapes.graph),
      }),
      looksUpClasses: true,
      shard: { index: 1, of: Math.max(1, Math.round(count / nodesBothWays)) },
      after: undefined,
      judgesAll,
      sampleSize: 0,
      forget() {},
    };
    const results: string[] = [];
    let focusNodes = 0;
    for await (const batch of judgeStore(store, options, signal)) {
      focusNodes += batch.focusNodes;
      for (const gap of batch.gaps) defects.push(`judged ${judgesAll ? 'here' : 'with conditions'}: ${gap}`);
      for (const { rootFocusNode, constraint, path, value } of batch.violations) {
        const { term } = batch.input.shapes;
        const at = path === undefined ? '' : printPath(path, term);
        results.push(
          [
            termToNTriples(rootFocusNode),
            term(constraint.parameter),
            at,
            value === undefined ? '' : term(value),
          ].join(' '),
        );
      }
    }
    return { focusNodes, results: results.sort() };
  };
  const [pushed, all] = [await judged(false), await judged(true)];
  const isEqual = pushed.focusNodes === all.focusNodes && pushed.results.join() === all.results.join();
  if (!isEqual)
    defects.push(
      `judged both ways: ${pushed.results.length} results with conditions, ${all.results.length} here`,
    );
  return `${isEqual ? 'equal' : 'different'}, ${all.focusNodes} nodes, ${all.results.length} results`;
}
