import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { SolutionRow } from './solutionBags.testing.ts';

/** What a test suite expects of a query. */
export type ExpectedResult =
  | { readonly kind: 'boolean'; readonly value: boolean }
  | {
      readonly kind: 'solutions';
      readonly variables: readonly string[];
      readonly rows: readonly SolutionRow[];
      readonly isOrdered: boolean;
    };

/** Reads SPARQL Query Results XML Format, as far as test suites use it. */
export function readResultsXml(text: string): ExpectedResult {
  const truth = /<boolean>\s*(true|false)\s*<\/boolean>/.exec(text)?.[1];
  if (truth) return { kind: 'boolean', value: truth === 'true' };
  const rows = [...text.matchAll(/<result(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/result>)/g)].map(([, row = '']) => {
    const bindings = row.matchAll(/<binding\s+name\s*=\s*["']([^"']+)["']\s*>([\s\S]*?)<\/binding>/g);
    return new Map([...bindings].map(([, name, value]) => [name!, readXmlTerm(value!)]));
  });
  const variables = [...text.matchAll(/<variable\s+name\s*=\s*["']([^"']+)["']/g)].map(([, name]) => name!);
  return { kind: 'solutions', variables, rows, isOrdered: false };
}

function readXmlTerm(text: string): TermId {
  const match = /<(uri|bnode|literal)((?:\s[^>]*?)?)(?:\/>|>([\s\S]*?)<\/\1>)/.exec(text);
  if (!match) throw new Error(`not a term: ${text}`);
  const [, kind, attributes, content = ''] = match;
  const value = unescapeXml(content);
  if (kind === 'uri') return terms.iri(value.trim());
  if (kind === 'bnode') return terms.blankNode(`result-${value}`);
  const language = /xml:lang\s*=\s*["']([^"']*)["']/.exec(attributes!)?.[1];
  const datatype = /datatype\s*=\s*["']([^"']*)["']/.exec(attributes!)?.[1];
  if (language) return terms.languageString(value, language);
  return datatype ? terms.literal(value, terms.iri(unescapeXml(datatype))) : terms.literal(value);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, digits, name) => {
    if (name) return entities[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits));
  });
}

interface JsonResults {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

/** Reads SPARQL 1.1 Query Results JSON Format. */
export function readResultsJson(text: string): ExpectedResult {
  const { head, boolean, results } = JSON.parse(text) as JsonResults;
  if (boolean !== undefined) return { kind: 'boolean', value: boolean };
  const rows = results!.bindings.map(
    (row) => new Map(Object.entries(row).map(([name, value]) => [name, readJsonTerm(value)])),
  );
  return { kind: 'solutions', variables: head.vars ?? [], rows, isOrdered: false };
}

function readJsonTerm({ type, value, datatype, 'xml:lang': language }: JsonTerm): TermId {
  if (type === 'uri') return terms.iri(value);
  if (type === 'bnode') return terms.blankNode(`result-${value}`);
  if (language) return terms.languageString(value, language);
  return datatype === undefined ? terms.literal(value) : terms.literal(value, terms.iri(datatype));
}

const rs = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/result-set#${name}`);

/** Reads a result in the vocabulary of the SPARQL 1.0 tests; undefined for a graph that is none. */
export function readResultGraph(graph: Graph): ExpectedResult | undefined {
  const [truth] = graph.withPredicate(rs('boolean'));
  if (truth) return { kind: 'boolean', value: terms.value(truth.object) === 'true' };
  const [results] = graph.subjects(rdf.type, rs('ResultSet'));
  if (results === undefined) return undefined;
  const index = (solution: TermId) =>
    Number(terms.value(graph.objects(solution, rs('index'))[0] ?? terms.literal('0')));
  const solutions = graph.objects(results, rs('solution')).toSorted((a, b) => index(a) - index(b));
  return {
    kind: 'solutions',
    variables: graph.objects(results, rs('resultVariable')).map((name) => terms.value(name)),
    rows: solutions.map(
      (solution) =>
        new Map(
          graph
            .objects(solution, rs('binding'))
            .map((binding) => [
              terms.value(graph.objects(binding, rs('variable'))[0]!),
              graph.objects(binding, rs('value'))[0]!,
            ]),
        ),
    ),
    isOrdered: graph.withPredicate(rs('index')).length > 0,
  };
}

/** Rewrites the RDF/XML of the test suites as Turtle: nodes with properties, of which some have properties themselves. */
export function turtleOfRdfXml(text: string): string {
  const prefixes = [...text.matchAll(/xmlns:(\w+)\s*=\s*["']([^"']+)["']/g)].map(
    ([, prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`,
  );
  const body = /<rdf:RDF[^>]*>([\s\S]*)<\/rdf:RDF>/.exec(text)![1]!;
  const elements = body.matchAll(/<(\/?)([\w:]+)((?:\s[^>]*?)?)(\/?)>(?:([^<]*)<\/\2>)?/g);
  const turtle: string[] = [];
  let depth = 0;
  for (const [, close, name, attributes, selfClosed, content] of elements) {
    const attribute = (key: string) =>
      new RegExp(`rdf:${key}\\s*=\\s*["']([^"']*)["']`).exec(attributes!)?.[1];
    const [resource, node, datatype] = [attribute('resource'), attribute('nodeID'), attribute('datatype')];
    if (close) turtle.push(--depth === 0 ? '.' : '] ;');
    else if (depth === 0) {
      turtle.push(name === 'rdf:Description' ? `<${attribute('about')}>` : `[] a ${name} ;`);
      depth++;
    } else if (resource !== undefined) turtle.push(`${name} <${resource}> ;`);
    else if (node !== undefined) turtle.push(`${name} _:${node} ;`);
    else if (content === undefined && !selfClosed) {
      turtle.push(`${name} [`);
      depth++;
    } else turtle.push(`${name} ${JSON.stringify(content ?? '')}${datatype ? `^^<${datatype}>` : ''} ;`);
  }
  return `${prefixes.join('\n')}\n${turtle.join('\n')}`;
}
