// Packs the JSON-LD contexts that come with the product into one file, which is read when a document names one of them: address →
// context. They come from npm packages; esbuild.mjs writes the file beside the programs.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Package → address → file of the package. */
const packages = {
  'activitystreams-context': { 'https://www.w3.org/ns/activitystreams': 'context.json' },
  '@digitalbazaar/credentials-context': {
    'https://www.w3.org/2018/credentials/v1': 'contexts/v1.jsonld',
    'https://www.w3.org/ns/credentials/v2': 'contexts/v2.jsonld',
    'https://www.w3.org/ns/credentials/undefined-terms/v2': 'contexts/undefined-terms-v2.jsonld',
  },
};

/** The folders of the packages. */
export const contextFolders = Object.keys(packages).map((name) => path.join('node_modules', name));

/** What `shippedContexts` of server/src/workspace/project/fileSystem.ts returns. */
export function packContexts() {
  const found = Object.entries(packages).flatMap(([name, files]) =>
    Object.entries(files).map(([iri, file]) => [
      iri,
      JSON.parse(readFileSync(path.join('node_modules', name, file), 'utf8')),
    ]),
  );
  return Object.fromEntries(found);
}
