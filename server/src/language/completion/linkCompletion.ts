import { folderOf, isInFolder, pathTo } from '../../project/uris.ts';
import type { CursorContext, Token } from './cursorContext.ts';
import type { Candidate } from './suggestion.ts';

/** The path that is being written in a `# shapes:` or `# context:` comment; undefined in other comments. */
export function linkCursor({
  role,
  typed,
  before,
}: CursorContext): { readonly typed: Token; readonly before: string } | undefined {
  const start = role === 'comment' ? /^#+[ \t]*(?:shapes|context):[ \t]*/.exec(before)?.[0] : undefined;
  if (start === undefined) return undefined;
  const path: Token = {
    kind: 'junk',
    text: typed.text.slice(start.length),
    start: typed.start + start.length,
    end: typed.end,
  };
  return { typed: path, before: before.slice(start.length) };
}

/** The files of the workspace as paths from the document's folder, the nearest first. */
export function linkCandidates(uri: string, files: readonly string[]): readonly Candidate[] {
  if (!isInFolder(uri)) return [];
  const folder = folderOf(uri);
  return files
    .filter((file) => file !== uri)
    .map((file) => {
      const text = pathTo(folder, file);
      const steps = text.split('/').length + (text.startsWith('..') ? 3 : 0);
      return { kind: 'file', of: { text }, score: -steps + (/shape|shacl/i.test(text) ? 0.5 : 0) };
    });
}
