// node scripts/serveOxigraph.mjs PORT [N-TRIPLES GRAPH]: an Oxigraph behind the SPARQL Protocol, for tests of stores.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import oxigraph from 'oxigraph';

const [port, file, graph] = process.argv.slice(2);
const store = new oxigraph.Store();
if (file !== undefined)
  store.load(readFileSync(file, 'utf8'), {
    format: 'application/n-triples',
    to_graph_name: oxigraph.namedNode(graph),
  });

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const body = (await request.setEncoding('utf8').toArray()).join('');
  const parameters = new URLSearchParams(body || url.search);
  const graphs = [url.searchParams, new URLSearchParams(body)]
    .flatMap((each) => each.getAll('default-graph-uri'))
    .map((iri) => oxigraph.namedNode(iri));
  try {
    const update = parameters.get('update');
    if (update !== null) {
      store.update(update);
      response.end();
      return;
    }
    const answer = store.query(parameters.get('query') ?? '', {
      results_format: 'json',
      ...(graphs.length > 0 && { default_graph: graphs }),
    });
    response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(answer);
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}).listen(Number(port), '127.0.0.1');
