import { yieldToEventLoop } from '../base/abort.ts';
import { isReadable } from '../project/documentStore.ts';
import { neighbours } from '../project/neighbours.ts';
import { hasTargetedShapes } from '../project/targetedShapes.ts';
import type { Documents } from './documents.ts';
import type { ShapesCache } from './unitGraphs.ts';

/** A file that can be linked as shapes. */
export interface LinkCandidateInfo {
  readonly uri: string;
  /** How many shapes with targets it has. */
  readonly shapes: number;
}

export interface LinkCandidateOptions {
  readonly documents: Documents;
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly shapes: ShapesCache;
  /** Is told how many of the files have been read. */
  readonly onRead: (read: number, files: number) => void;
}

/** The workspace files that contain shapes with targets, other than the file itself. */
export async function linkCandidates(
  uri: string,
  { documents, folders, shapes, onRead }: LinkCandidateOptions,
  signal: AbortSignal,
): Promise<readonly LinkCandidateInfo[]> {
  const files = new Set([
    ...(await neighbours(uri, documents, folders)),
    ...(await documents.workspaceFiles()),
  ]);
  files.delete(uri);
  const found: LinkCandidateInfo[] = [];
  let read = 0;
  for (const file of files) {
    await yieldToEventLoop(signal);
    onRead(read++, files.size);
    const document = await documents.document(file);
    if (!isReadable(document) || document.rope.indexOf('/ns/shacl#') < 0) continue;
    if (hasTargetedShapes(document)) found.push({ uri: file, shapes: shapes.read([document]).roots.length });
  }
  return found;
}
