import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextEdit } from '../base/textEdit.ts';
import type { AnalysedFile } from '../ide/analysedFile.ts';
import { hostOf } from './check.ts';
import { fixtureRoot } from './fixture.ts';

/** A file of a folder of `test-fixtures`, analysed with all files of the folder to be linked to. */
export async function analysedFolder(folder: string, path: string): Promise<AnalysedFile> {
  const root = join('test-fixtures', folder);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ttl'),
  );
  const files = [path, ...paths.filter((each) => each !== path)].map((each) => ({
    path: `/${each}`,
    uri: `${fixtureRoot}/${each}`,
    text: readFileSync(join(root, each), 'utf8'),
    labels: [],
    cursor: undefined,
    shapes: [],
    context: [],
  }));
  const host = hostOf({ files });
  return (await host.analysedFile(files[0]!.uri, new AbortController().signal))!;
}

/** The file after an edit of its text that no validation has seen. */
export function edited(file: AnalysedFile, edit: TextEdit): AnalysedFile {
  const document = file.document.edited(edit);
  return {
    ...file,
    document,
    documents: [document, ...file.documents.filter((each) => each !== file.document)],
  };
}
