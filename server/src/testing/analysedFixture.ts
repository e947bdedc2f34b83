import type { AnalysedFile } from '../ide/analysedFile.ts';
import type { AnalysisHost } from '../ide/analysisHost.ts';
import type { Settings } from '../project/settings.ts';
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
