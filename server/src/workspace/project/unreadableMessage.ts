import type { Unreadable } from './documentStore.ts';
import type { LinkRole } from './linkReason.ts';
import { fileNameOfUri } from './uris.ts';

/**
 * Says why a linked file can't be read, and what to do.
 *
 * @param near the paths that were probably meant by one that leads nowhere.
 */
export function unreadableMessage(
  role: LinkRole,
  uri: string,
  { reason, detail }: Unreadable,
  near: readonly string[] = [],
): string {
  const file = `The ${roleName(role)} ${fileNameOfUri(uri)}`;
  switch (reason) {
    case 'missing':
      return `${file} does not exist (${detail}). ${near.length > 0 ? didYouMean(near) : 'Correct the path, or create the file.'}`;
    case 'directory':
      return `${file} is a folder (${detail}). Link its files, for example with '${fileNameOfUri(uri)}/*.ttl'.`;
    case 'denied':
      return `${file} can't be read: permission denied (${detail}).`;
    case 'tooLarge':
      return `${file} is too large (${detail}).`;
    case 'binary':
      return `${file} is not a text file (${detail}).${binaryRemedy(uri)}`;
    case 'pipe':
      return `${file} is a named pipe (${detail}). Only regular files can be linked: write its output to one.`;
    case 'outside':
      return `${file} is a link to ${detail}, which patterns do not follow. Link it by its own path.`;
    case 'failed':
      return `${file} can't be read: ${detail}.`;
  }
}

/** What a binary file probably is, by its name, and how it becomes text; empty where the name does not tell. */
function binaryRemedy(uri: string): string {
  const ending = /\.(\w+)$/.exec(uri)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(binaryFormats, ending) ? ` ${binaryFormats[ending]}` : '';
}

const unpacked = 'It is compressed. Unpack it first, or pipe its text into the command.';
const binaryFormats: Readonly<Record<string, string>> = {
  gz: unpacked,
  bz2: unpacked,
  xz: unpacked,
  zst: unpacked,
  zip: unpacked,
  hdt: 'HDT is not read. Convert it to N-Triples first, for example with hdt2rdf.',
  jelly: 'Jelly is not read. Convert it to N-Triples first, for example with jelly-cli.',
};

export function roleName(role: LinkRole): string {
  return role === 'data' ? 'data file' : role === 'shapes' ? 'shapes file' : 'context file';
}

function didYouMean(paths: readonly string[]): string {
  return `Did you mean ${paths.join(' or ')}?`;
}
