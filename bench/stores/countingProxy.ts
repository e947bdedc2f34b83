import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that passes queries on to a store, and counts them. */
export interface CountingProxy {
  readonly address: string;
  /** What was asked since the last time: how often, and how long the store took for all, in ms. */
  take(): { readonly requests: number; readonly time: number };
  stop(): void;
}

/** @param target the address of a store on this machine. */
export async function countingProxy(target: string): Promise<CountingProxy> {
  const { origin, pathname, search } = new URL(target);
  let [requests, time] = [0, 0];
  const server = createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray());
      const start = performance.now();
      const { accept = '', 'content-type': type = '' } = request.headers;
      const answer = await fetch(origin + request.url!, {
        method: request.method!,
        headers: { accept, 'content-type': type },
        ...(body.length > 0 && { body }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      requests++;
      time += performance.now() - start;
      // Virtuoso's word that an answer is cut is a header.
      const kept = [...answer.headers].filter(([name]) => /^(content-type|x-)/.test(name));
      response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${pathname}${search}`,
    take() {
      const taken = { requests, time };
      [requests, time] = [0, 0];
      return taken;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
