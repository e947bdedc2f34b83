// Packs the JSON-LD contexts that come with the product into one file, which is read when a document names one of them: address →
// context. They come from npm packages, but for a snapshot of those of RO-Crate (docs/internals/decisions.md). esbuild.mjs writes the
// file beside the programs.
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
  return { ...Object.fromEntries(found), ...roCrateContexts() };
}

function roCrateContexts() {
  return JSON.parse(readFileSync(new URL('roCrateContexts.json', import.meta.url), 'utf8'));
}

/** What is to be said beside the packed file about the contexts that come from no package of this build. */
export function contextNotice() {
  const lines = Object.entries(roCrateContexts()).map(
    ([iri, { version, license }]) => `- RO-Crate JSON-LD Context ${version} <${iri}>: ${license['@id']}`,
  );
  return [
    'contexts.json',
    '',
    'These contexts of the RO-Crate community (University of Technology Sydney, The University of Manchester UK and the RO-Crate',
    'contributors) are in the public domain by the Creative Commons dedication CC0 1.0 Universal, as they say themselves:',
    '',
    ...lines,
    '',
  ].join('\n');
}
