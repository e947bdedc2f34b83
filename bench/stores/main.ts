import { credentialsIn } from '../../server/src/platform/stores/environmentStores.ts';
import { httpStore } from '../../server/src/platform/stores/httpStore.ts';
import { readStoreAddress } from '../../server/src/workspace/project/storeLink.ts';
import { rowText, storeRow } from './storeMatrix.ts';

const given = process.argv[2] ?? '';
const address = readStoreAddress(given);
if (address === undefined) {
  console.error(
    "Give the address of a SPARQL endpoint, such as https://example.org/sparql, or 'https://example.org/sparql FROM <GRAPH>'. It is only read from.",
  );
  process.exit(2);
}
const credentials = credentialsIn(process.env, address);
const store = httpStore(address.url, { graphs: address.graphs, credentials, timeout: 30_000 });
console.log(rowText(await storeRow(store, new AbortController().signal)));
