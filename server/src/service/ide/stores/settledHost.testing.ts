import { fixtureRoot, parseFixture } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { AnalysisHost } from '../analysisHost.ts';
import type { StoreOpener } from './linkedStores.ts';

/** A host whose stores have told what the verdict about a document rests on. */
export interface SettledHost {
  readonly host: AnalysisHost;
  /** The uri of the document. */
  readonly data: string;
  /** The code actions at the first place of a text in the document. */
  actionsAt(words: string): Promise<readonly CodeActionInfo[]>;
}

/** Opens the first file of a fixture, and asks the stores that it links. */
export async function settledHost(files: string, stores: StoreOpener): Promise<SettledHost> {
  const signal = new AbortController().signal;
  const fixture = parseFixture(files).files;
  const host = new AnalysisHost({
    fileSystem: new InMemoryFileSystem(fixture.map(({ uri, text }) => [uri, text])),
    stores,
  });
  host.configure({
    folders: [{ uri: fixtureRoot, settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  const { uri: data, text } = fixture[0]!;
  host.openDocument(data, 1, text);
  await host.validate(data, signal);
  await host.settleStores(data, async () => {}, signal);
  await host.validate(data, signal);
  const actionsAt = (words: string) => {
    const start = text.indexOf(words);
    return host.codeActions(data, { start, end: start + words.length }, signal);
  };
  return { host, data, actionsAt };
}
