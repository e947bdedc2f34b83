import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '../../workspace/store/store.ts';

/** A query that a lying store was asked. */
export interface AskedQuery {
  readonly query: string;
  /** Counted from 0. */
  readonly index: number;
  /** What the store would answer if it told the truth, as JSON. */
  readonly truth: string;
}

/** How a store answers a query. */
export type StoreReply = (asked: AskedQuery, response: ServerResponse) => void;

export interface LyingStore {
  readonly url: string;
  /** How many queries it was asked since it was filled. */
  readonly asked: number;
  /** Puts other triples behind it, and starts to count anew. */
  fill(store: Store): void;
  close(): Promise<void>;
}

/**
 * A server on the loopback interface that answers the queries of the SPARQL Protocol as it is told to.
 *
 * @param replyTo how the query with an index is answered.
 */
export async function lyingStore(store: Store, replyTo: (index: number) => StoreReply): Promise<LyingStore> {
  let behind = store;
  let asked = 0;
  const never = new AbortController().signal;
  const server = createServer(async (request, response) => {
    const index = asked++;
    const body = (await request.setEncoding('utf8').toArray()).join('');
    const query = new URLSearchParams(body).get('query') ?? '';
    try {
      const truth = await behind.select(query, never);
      replyTo(index)({ query, index, truth }, response);
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`,
    get asked() {
      return asked;
    },
    fill(other) {
      behind = other;
      asked = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Tells the truth. */
export const tellsTruth: StoreReply = ({ truth }, response) => send(response, truth);

/** Sends a text as an answer with status 200. */
export function send(
  response: ServerResponse,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/sparql-results+json', ...headers }).end(body);
}
