// node scripts/serveOxigraph.mjs PORT [N-TRIPLES GRAPH]: an Oxigraph behind the SPARQL Protocol, for tests of stores.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import oxigraph from 'oxigraph';

const [port, file, graph] = process.argv.slice(2);
const store = new oxigraph.Store();
if (file !== undefined) {
  const options = { format: 'application/n-triples', to_graph_name: oxigraph.namedNode(graph) };
  // In pieces of whole lines, because no text has more than 512 MB. A blank node is another one in each piece.
  let line = '';
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 2 ** 28 })) {
    const text = line + piece;
    const end = text.lastIndexOf('\n') + 1;
    store.load(text.slice(0, end), options);
    line = text.slice(end);
  }
  store.load(line, options);
}

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
