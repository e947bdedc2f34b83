import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OffsetEdit } from '../base/textEdit.ts';
import type { AnalysedFile } from '../service/ide/analysedFile.ts';
import { hostOf } from './check.ts';
import { type FixtureFile, fixtureRoot } from './fixture.ts';

/** A file of a folder of `test-fixtures`, analysed with all files of the folder to be linked to. */
export async function analysedFolder(folder: string, path: string): Promise<AnalysedFile> {
  const root = join('test-fixtures', folder);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ttl'),
  );
  const files = [path, ...paths.filter((each) => each !== path)];
  return analysed(files.map((each) => fixtureFile(each, join(root, each))));
}

/** A file anywhere, analysed with files that are both its shapes and its ontologies. */
export async function analysedWith(path: string, linked: readonly string[]): Promise<AnalysedFile> {
  const links = linked.map((each) => `/${basename(each)}`);
  const file = { ...fixtureFile(basename(path), path), shapes: links, context: links };
  return analysed([file, ...linked.map((each) => fixtureFile(basename(each), each))]);
}

function fixtureFile(name: string, path: string): FixtureFile {
  return {
    path: `/${name}`,
    uri: `${fixtureRoot}/${name}`,
    text: readFileSync(path, 'utf8'),
    labels: [],
    cursor: undefined,
    shapes: [],
    context: [],
  };
}

async function analysed(files: readonly FixtureFile[]): Promise<AnalysedFile> {
  const file = await hostOf({ files }).analysedFile(files[0]!.uri, new AbortController().signal);
  return file!;
}

/** The file after an edit of its text that no validation has seen. */
export function edited(file: AnalysedFile, edit: OffsetEdit): AnalysedFile {
  const document = file.document.edited(edit);
  return {
    ...file,
    document,
    documents: [document, ...file.documents.filter((each) => each !== file.document)],
  };
}
