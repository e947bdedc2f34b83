import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/**
 * Packs files of a folder into a zip archive, below a folder called `title`. The same contents give the same bytes, wherever and
 * whenever: neither the times nor the permissions of the files are in it, and entries come in the given order.
 *
 * @param files paths relative to the folder, with slashes.
 */
export function packFolder(folder, files, title) {
  const zip = new yazl.ZipFile();
  // Zip archives have times without a zone: this is the first one that they can have, in any zone.
  const mtime = new Date(1980, 0, 1);
  for (const file of files) {
    const name = `${title}/${file}`;
    zip.addBuffer(readFileSync(path.join(folder, file)), name, {
      mtime,
      mode: 0o100644,
      forceDosTimestamp: true,
    });
  }
  zip.end();
  return buffer(zip.outputStream);
}
