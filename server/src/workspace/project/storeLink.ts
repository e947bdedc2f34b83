import { isWebAddress } from '../../base/webAddress.ts';
import type { LinkReason } from './linkReason.ts';

/** A triple store behind a SPARQL endpoint, and the part of it that is used. */
export interface StoreAddress {
  /** The address of the endpoint. */
  readonly url: string;
  /** The named graphs whose union is used; empty for the default graph of the store. */
  readonly graphs: readonly string[];
}

/** A store that is linked as context, and that has not been asked yet. */
export interface StoreLink {
  readonly address: StoreAddress;
  readonly reason: LinkReason;
}

/** Reads a link to a store in place of a path: `<https://example.org/sparql> FROM <http://example.org/graph>`. */
export function readStoreAddress(text: string): StoreAddress | undefined {
  const [, bracketed, bare, graphs = ''] = storePattern.exec(text) ?? [];
  const url = bracketed ?? bare;
  if (url === undefined || !isWebAddress(url) || !URL.canParse(url)) return undefined;
  return { url, graphs: Array.from(graphs.matchAll(/<([^<>\s]*)>/g), ([, graph]) => graph!) };
}

const storePattern = /^(?:<([^<>\s]+)>|([^<>\s]+))((?:[ \t]+FROM[ \t]+<[^<>\s]+>)*)$/i;

/** The text that `readStoreAddress` reads as this. */
export function storeAddressText({ url, graphs }: StoreAddress): string {
  return [`<${url}>`, ...graphs.map((graph) => `FROM <${graph}>`)].join(' ');
}

/**
 * The name of a part of a store in messages and as the uri of its triples: the address, with the graphs as its parameters.
 */
export function storeUri({ url, graphs }: StoreAddress): string {
  const address = new URL(url);
  for (const graph of graphs) address.searchParams.append('default-graph-uri', graph);
  return address.href;
}

/** The name of the host, with the port where it is not the usual one: `example.org`, `localhost:3030`. */
export function storeHost({ url }: StoreAddress): string {
  return new URL(url).host;
}
