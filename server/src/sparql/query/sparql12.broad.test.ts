import { beforeAll, describe, expect, test } from 'vitest';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { terms } from '../../rdf/terms.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { loadSparql12, loadSparqlParser, parseSparql } from '../parseSparql.ts';
import { askComunica } from './differential/comunica.testing.ts';
import { askOwnEngine } from './differential/ownEngine.testing.ts';
import { printRow, type SolutionRow, sameSolutions } from './solutionBags.testing.ts';

beforeAll(async () => {
  await loadSparqlParser();
  await loadSparql12();
});

const data = `${suppliedPrefixes}
  ex:a ex:p ex:b {| ex:by ex:me ; ex:in 2026 |} , ex:c ~ ex:r {| ex:by ex:you |} .
  ex:b ex:p ex:b ~ ex:s ~ ex:t .
  ex:u rdf:reifies <<( ex:b ex:q <<( ex:a ex:p ex:c )>> )>> , "no triple" .
  ex:v ex:says <<( ex:a ex:p 1 )>> , <<( ex:v ex:p 2 )>> .
  ex:w ex:label "hello"@en , "salaam"@ar--rtl , "plain" .`;

/** The answers of our engine; Comunica gives the same. */
async function answers(query: string): Promise<string> {
  const question = { data, query: `${prefixes} ${query}` };
  const [ours, theirs] = [askOwnEngine(question), await askComunica(question)];
  if (ours.kind === 'failed') return ours.reason;
  if (ours.kind === 'rows') {
    const said = (theirs.kind === 'rows' ? theirs.rows : []).map(printRow).join('\n');
    expect(sameSolutions(ours.rows, theirs.kind === 'rows' ? theirs.rows : []) ? '' : said).toBe('');
    return ours.rows.map(inShort).sort().join('\n');
  }
  if (ours.kind === 'boolean') expect(theirs).toEqual(ours);
  else expect(theirs.kind === 'triples' && isomorphic(ours.triples, theirs.triples)).toBe(true);
  return ours.kind === 'boolean' ? String(ours.value) : String(ours.triples.length);
}

const prefixes = suppliedPrefixes.replace(/@prefix ([^ ]+ <[^>]*>) ?\.?/g, 'PREFIX $1');

function inShort(row: SolutionRow): string {
  return [...row]
    .map(([name, value]) => `${name}=${terms.isBlank(value) ? '[]' : terms.value(value).replace(/^.*#/, '')}`)
    .join(' ');
}

describe('queries of SPARQL 1.2, which Comunica answers alike', () => {
  test.each([
    ['SELECT ?r ?o { ?r rdf:reifies <<( ex:a ex:p ?o )>> }', 'r=[] o=b\nr=r o=c'],
    ['SELECT ?by { << ex:a ex:p ex:b >> ex:by ?by }', 'by=me'],
    ['SELECT ?s ?by { << ?s ex:p ex:c ~ ex:r >> ex:by ?by }', 's=a by=you'],
    ['SELECT ?o ?by ?in { ex:a ex:p ?o {| ex:by ?by ; ex:in ?in |} }', 'o=b by=me in=2026'],
    ['SELECT ?o ?r { ex:b ex:p ?o ~ ?r }', 'o=b r=s\no=b r=t'],
    ['SELECT ?r { ex:b ex:p ex:b~?r }', 'r=s\nr=t'],
    ['BASE <urn:x> VERSION "1.2" SELECT ?p { ex:w ?p "plain" }', 'p=label'],
    ['ASK { BIND(<<( ex:a ex:p +1 )>> AS ?t) ex:v ex:says ?t }', 'false'],
    // A variable that comes twice has one value.
    ['SELECT ?s { ?r rdf:reifies <<( ?s ex:p ?s )>> }', 's=b\ns=b'],
    ['SELECT ?s { ?s ex:says <<( ?s ex:p ?o )>> }', 's=v'],
    ['SELECT ?x ?o { ?u rdf:reifies <<( ?x ex:q <<( ex:a ex:p ?o )>> )>> }', 'x=b o=c'],
    ['ASK { ex:v ex:says <<( ex:a ex:p 1 )>> }', 'true'],
    ['ASK { ex:v ex:says <<( ex:a ex:p 3 )>> }', 'false'],
    [
      'SELECT ?o { ex:a ex:p ?o FILTER NOT EXISTS { ?r rdf:reifies <<( ex:a ex:p ?o )>> . ?r ex:in ?in } }',
      'o=c',
    ],
    [
      'SELECT ?o ?in { ex:a ex:p ?o OPTIONAL { ?r rdf:reifies <<( ex:a ex:p ?o )>> ; ex:in ?in } }',
      'o=b in=2026\no=c',
    ],
    ['SELECT (SUBJECT(?t) AS ?s) (OBJECT(?t) AS ?o) { ex:v ex:says ?t }', 's=a o=1\ns=v o=2'],
    ['SELECT ?n { ex:u rdf:reifies ?t BIND(isTRIPLE(?t) AS ?n) }', 'n=false\nn=true'],
    ['ASK { BIND(TRIPLE(ex:a, ex:p, 1) AS ?t) ex:v ex:says ?t }', 'true'],
    ['ASK { BIND(<<( ex:a ex:p 1 )>> AS ?t) ex:v ex:says ?t }', 'true'],
    ['SELECT ?v { VALUES ?t { <<( ex:a ex:p 1 )>> <<( ex:a ex:p 5 )>> } ?v ex:says ?t }', 'v=v'],
    ['SELECT ?l { ex:w ex:label ?l FILTER(hasLANG(?l)) }', 'l=hello\nl=salaam'],
    ['SELECT ?d { ex:w ex:label ?l FILTER(hasLANGDIR(?l)) BIND(LANGDIR(?l) AS ?d) }', 'd=rtl'],
    ['ASK { ex:w ex:label "salaam"@ar--rtl }', 'true'],
    ['ASK { FILTER(LANGDIR(STRLANGDIR("a", "ar", "rtl")) = "rtl") }', 'true'],
    ['CONSTRUCT { ?s ex:known true ~ ex:r2 {| ex:from ?r |} } { ?r rdf:reifies <<( ?s ex:p ?o )>> }', '16'],
    ['SELECT ?p (COUNT(*) AS ?n) { ?r rdf:reifies <<( ?s ?p ?o )>> } GROUP BY ?p', 'p=p n=4\np=q n=1'],
    ['SELECT * { ?r rdf:reifies <<( ?s ex:q ?o )>> }', 'r=u s=b o=[]'],
  ])('%s', async (query, found) => {
    expect((await answers(query)).replace(/o=$/m, 'o=[]')).toBe(found);
  });

  test.each([
    ['SELECT * { ?s ?p <<( ?a ?b )>> }', 'This is not a SPARQL query: line 1, column 28, at ")>> }".'],
    ['SELECT * {\n ?s ex:p ?o {| ?x |} }', 'This is not a SPARQL query: line 2, column 19, at "|} }".'],
    ['SELECT * { << ?a ?b ?c', 'This is not a SPARQL query: the text ends too early.'],
    ['SELECT * { ?s foo:p <<( ?a ?b ?c )>> }', 'This is not a SPARQL query: Unknown prefix: foo.'],
  ])('an error is where it is: %s', async (query, reason) => {
    const read = await parseSparql(query, 'SPARQL query', {
      prefixes: new Map([['ex', 'http://example.org/ns#']]),
    });
    expect(read).toMatchObject({ kind: 'refused', cause: 'syntax', reason });
  });
});
