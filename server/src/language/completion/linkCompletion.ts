import type { LinkableFile } from '../../ide/linkableFiles.ts';
import type { LinkableRole } from '../../project/linkReason.ts';
import { folderOf, isInFolder, pathTo } from '../../project/uris.ts';
import type { CursorContext, CursorToken } from './cursorContext.ts';
import type { CompletionCandidate } from './suggestion.ts';

/** A link that is being written in a `# shapes:` or `# context:` comment. */
export interface LinkCursor {
  readonly role: LinkableRole;
  readonly path: Pick<CursorContext, 'typed' | 'before'>;
}

/** The link at the cursor; undefined in other comments. */
export function linkCursor({ role, typed, before }: CursorContext): LinkCursor | undefined {
  const start = role === 'comment' ? /^#+[ \t]*(shapes|context):[ \t]*/.exec(before) : undefined;
  if (!start) return undefined;
  const { length } = start[0];
  const path: CursorToken = {
    kind: 'junk',
    text: typed.text.slice(length),
    start: typed.start + length,
    end: typed.end,
  };
  return { role: start[1] as LinkableRole, path: { typed: path, before: before.slice(length) } };
}

/**
 * The files of the workspace as paths from the document's folder: those that have what is asked for come first, among these
 * those that other files are linked to, then the nearest.
 */
export function linkCandidates(
  uri: string,
  role: LinkableRole,
  files: readonly LinkableFile[],
): readonly CompletionCandidate[] {
  if (!isInFolder(uri)) return [];
  const folder = folderOf(uri);
  return files
    .filter((file) => file.uri !== uri)
    .map((file) => {
      const text = pathTo(folder, file.uri);
      const steps = text.split('/').length + (text.startsWith('..') ? 3 : 0);
      return {
        kind: 'file',
        of: { text },
        score: (file.isMeant ? 2 : 0) * tier + (file.isLinked ? tier : 0) - steps,
        reason: file.isMeant ? reasons[role] : undefined,
      };
    });
}

/** More than a path has steps. */
const tier = 100;

const reasons: Readonly<Record<LinkableRole, string>> = { shapes: 'has shapes', context: 'declares terms' };
