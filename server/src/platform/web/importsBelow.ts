import path from 'node:path';
import { URI } from 'vscode-uri';
import type { ImportPorts } from '../../workspace/project/fetchImports.ts';
import { requireInside } from '../files/named.ts';
import { writeNamed } from '../files/writeNamed.ts';
import { nodeFileSystem } from '../reading/fileSystem.ts';
import { downloadWith } from './download.ts';

/**
 * Downloads from the web into a folder, by its path. Nothing is written where a link leads out of it.
 *
 * @param tell is called with messages about files for people.
 */
export function importsBelow(
  folder: string,
  privateHosts: readonly string[],
  tell: (note: string) => void,
): ImportPorts {
  return {
    files: nodeFileSystem,
    download: downloadWith({ privateHosts }),
    async write(uri, text) {
      const { fsPath } = URI.parse(uri);
      requireInside(path.dirname(fsPath), [folder], 'written');
      writeNamed(fsPath, [text], tell);
    },
    today: new Date().toISOString().slice(0, 10),
  };
}
