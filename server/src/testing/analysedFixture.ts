import type { AnalysedFile } from '../service/ide/analysedFile.ts';
import type { AnalysisHost } from '../service/ide/analysisHost.ts';
import type { Settings } from '../workspace/project/settings.ts';
import type { Store } from '../workspace/store/store.ts';
import { hostOf } from './check.ts';
import { parseFixture } from './fixture.ts';

/** A file as a feature of the language service gets it, the offset of its cursor, and the host that has it open. */
export interface FileAtCursor {
  readonly host: AnalysisHost;
  readonly file: AnalysedFile;
  /** Where `$0` is; 0 without one. */
  readonly offset: number;
}

/** The first file of a fixture, open and analysed with the files that it is linked to. */
export async function analysedFixture(text: string, settings: Partial<Settings> = {}): Promise<FileAtCursor> {
  const fixture = parseFixture(text);
  const [{ uri, cursor = 0 }] = fixture.files as [(typeof fixture.files)[number]];
  const host = hostOf(fixture, settings);
  const file = await host.analysedFile(uri, new AbortController().signal);
  return { host, file: file!, offset: cursor };
}

/**
 * The same with what its store told of it. The file names `https://store.example/sparql` as context.
 *
 * @param store is asked for what the shapes look up, and then for labels.
 */
export async function analysedWithStore(text: string, store: Store): Promise<FileAtCursor> {
  const fixture = parseFixture(text);
  const [{ uri, cursor = 0 }] = fixture.files as [(typeof fixture.files)[number]];
  const host = hostOf(fixture, {}, new Set(), { open: async () => store });
  const { signal } = new AbortController();
  const atOnce = async () => {};
  await host.validate(uri, signal);
  await host.settleStores(uri, atOnce, signal);
  await host.validate(uri, signal);
  await host.fetchLabels(uri, atOnce, signal);
  const file = await host.analysedFile(uri, signal);
  return { host, file: file!, offset: cursor };
}
