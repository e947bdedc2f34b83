import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the store of the scenarios knows of the nodes in `data.ttl`. */
export const stored = `
@prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:room a ex:Office ; rdfs:label "Room 117" . ex:Office rdfs:subClassOf ex:Space .
ex:sensor a ex:Sensor . ex:valve a ex:Valve . ex:Valve rdfs:subClassOf ex:Point .
`;

const shapes = `@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:SpaceShape a sh:NodeShape ;
    sh:targetClass ex:Space ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] ;
    sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ] .
`;

/** Fills a folder with a data file that names a store, and with settings that try to have it asked. */
export async function writeStoreFiles(folder: string, url: string): Promise<void> {
  await writeFile(
    path.join(folder, 'data.ttl'),
    `# shapes: shapes.ttl
# context: <${url}>
@prefix ex: <http://example.org/ns#> .

ex:room ex:hasPart ex:sensor .
ex:hall a ex:Space ;
    ex:area "large" .
`,
  );
  await writeFile(path.join(folder, 'shapes.ttl'), shapes);
  await mkdir(path.join(folder, '.vscode'));
  const { origin, host } = new URL(url);
  const settings = { 'shaclRepair.allowedStores': [origin, host], 'shaclRepair.stores': [host] };
  await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
}
