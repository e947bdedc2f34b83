// node scripts/serveComunica.mjs PORT: a Comunica over N3 stores behind the SPARQL Protocol, for tests of stores.
import { createServer } from 'node:http';
import { QueryEngine } from '@comunica/query-sparql-rdfjs-lite';
import { DataFactory, Store } from 'n3';

const [port] = process.argv.slice(2);
const engine = new QueryEngine();
const all = new Store();

/** The union of named graphs. */
function unionOf(graphs) {
  const quads = graphs.flatMap((graph) => all.getQuads(null, null, null, DataFactory.namedNode(graph)));
  return new Store(
    quads.map(({ subject, predicate, object }) => DataFactory.quad(subject, predicate, object)),
  );
}

function jsonOf({ termType, value, language, datatype }) {
  if (termType === 'NamedNode') return { type: 'uri', value };
  if (termType === 'BlankNode') return { type: 'bnode', value };
  if (language) return { type: 'literal', value, 'xml:lang': language };
  return { type: 'literal', value, datatype: datatype.value };
}

async function answer(query, graphs) {
  const source = graphs.length > 0 ? unionOf(graphs) : all;
  const result = await engine.query(query, { sources: [source] });
  if (result.resultType === 'boolean') return { head: {}, boolean: await result.execute() };
  const rows = await (await result.execute()).toArray();
  const bindings = rows.map((row) =>
    Object.fromEntries([...row].map(([variable, term]) => [variable.value, jsonOf(term)])),
  );
  return { head: { vars: [] }, results: { bindings } };
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const body = (await request.setEncoding('utf8').toArray()).join('');
  const parameters = new URLSearchParams(body || url.search);
  try {
    const update = parameters.get('update');
    if (update !== null) {
      await engine.queryVoid(update, { sources: [all], destination: all });
      response.end();
      return;
    }
    const result = await answer(
      parameters.get('query') ?? '',
      [url, { searchParams: new URLSearchParams(body) }].flatMap(({ searchParams }) =>
        searchParams.getAll('default-graph-uri'),
      ),
    );
    response
      .writeHead(200, { 'content-type': 'application/sparql-results+json' })
      .end(JSON.stringify(result));
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}).listen(Number(port), '127.0.0.1');
