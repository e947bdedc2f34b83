import { readdirSync } from 'node:fs';
import { URI } from 'vscode-uri';
import type { ListFolder } from '../../vio/suite/suiteObstacle.ts';

/** Lists folders of this machine. Rejects when a folder can't be read. */
export const listFolder: ListFolder = async (folderUri) => {
  try {
    return readdirSync(URI.parse(folderUri).fsPath).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'missing';
    if (code === 'ENOTDIR') return 'noFolder';
    throw error;
  }
};
