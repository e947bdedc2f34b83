import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StoreInMemory } from './storeInMemory.ts';

/** A store behind the SPARQL Protocol on the loopback interface. */
export interface StoreEndpoint {
  readonly url: string;
  readonly host: string;
  /** All requests received so far. Those with updates have these in place of a query. */
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly query: string }[];
  /** What it holds. */
  readonly store: StoreInMemory;
  /** Has requests wait, from the one with that number on, counted from 0. */
  holdFrom(request: number): Held;
  /** Adds triples, as somebody else would do. */
  add(turtle: string): void;
  close(): Promise<void>;
}

/** Requests that wait. */
export interface Held {
  /** Resolves when there is one. */
  readonly reached: Promise<void>;
  release(): void;
}

/**
 * Starts a store that answers who proves to be allowed.
 *
 * @param authorization the header that requests have to have; without it, everybody is answered.
 */
export async function storeEndpoint(turtle: string, authorization?: string): Promise<StoreEndpoint> {
  const store = new StoreInMemory(turtle);
  const requests: { readonly headers: IncomingHttpHeaders; readonly query: string }[] = [];
  let held:
    | { readonly from: number; readonly reach: () => void; readonly released: Promise<void> }
    | undefined;
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const form = new URLSearchParams(text);
    const update = form.get('update');
    const query = update ?? form.get('query') ?? '';
    requests.push({ headers: incoming.headers, query });
    if (held && requests.length > held.from) {
      held.reach();
      await held.released;
    }
    if (authorization !== undefined && incoming.headers.authorization !== authorization) {
      response.writeHead(401).end('Who are you?');
      return;
    }
    const { signal } = new AbortController();
    if (update !== null) {
      await store.update(update, signal);
      response.writeHead(204).end();
      return;
    }
    const answer = await store.from(form.getAll('default-graph-uri')).select(query, signal);
    response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/sparql`,
    host,
    requests,
    store,
    holdFrom(from) {
      let [reach, release] = [() => {}, () => {}];
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held = { from, reach, released };
      return { reached, release };
    },
    add: (turtle) => store.add(turtle),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
