import { AnalysisHost } from '../../server/src/service/ide/analysisHost.ts';
import { unitReport } from '../../server/src/service/ide/unitReport.ts';
import { InMemoryFileSystem } from '../../server/src/testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../server/src/workspace/project/settings.ts';

const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;

/** Opens data and their shapes in the engine. The returned function validates them, locates the results and reports. */
export function opened(data: string, shapes: string): () => Promise<void> {
  const folder = 'file:///hostile';
  const uri = `${folder}/data.ttl`;
  const text = `# shapes: shapes.ttl\n${prefixes}${data}`;
  const fileSystem = new InMemoryFileSystem([
    [uri, text],
    [`${folder}/shapes.ttl`, prefixes + shapes],
  ]);
  return async () => {
    const host = new AnalysisHost({ fileSystem });
    const folders = [{ uri: folder, settings: defaultSettings }];
    host.configure({ folders, settings: defaultSettings, quarantined: new Set() });
    host.openDocument(uri, 1, text);
    const { signal } = new AbortController();
    const { status } = await host.validate(uri, signal);
    if (status.results === 0) throw new Error('The input has no results.');
    unitReport(await host.analysis(uri, signal));
  };
}

/** Joins `count` lines, each made from its number, from 0. */
export function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('\n');
}
