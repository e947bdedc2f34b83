import { stat } from 'node:fs/promises';
import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { nodeRuns } from '../../languageServer/jobs/files/nodeRuns.ts';
import { openAnswers, openBatches, openModel } from '../../languageServer/jobs/models/openModel.ts';
import { createFileSystem, largeFrom } from '../../platform/reading/fileSystem.ts';
import { patience } from '../../platform/reading/ioGuard.ts';
import { listFolder } from '../../platform/reading/listFiles.ts';
import { readPipe } from '../../platform/reading/readPipe.ts';
import { drawFigures, pageFiles } from '../../platform/reading/shippedFiles.ts';
import { credentialsIn } from '../../platform/stores/environmentStores.ts';
import { httpStore } from '../../platform/stores/httpStore.ts';
import { httpUpdates } from '../../platform/stores/httpUpdates.ts';
import { defaultMaxFileSize } from '../input/maxFileSize.ts';
import type { ProgramIo } from '../io.ts';

/**
 * What commands use of this machine in any thread.
 *
 * @param tell is told what people should know of files.
 */
export function nodeIo(tell: (note: string) => void) {
  const { env } = process;
  return {
    openRevision: async (folder, name) => {
      const { openGitRevision } = await import('../../platform/processes/gitRevision.ts');
      return openGitRevision(folder, name, { maxFileSize: defaultMaxFileSize });
    },
    openIndex: async (folder) => {
      const { openGitIndex } = await import('../../platform/processes/gitRevision.ts');
      return openGitIndex(folder, { maxFileSize: defaultMaxFileSize });
    },
    listFolder,
    stampOf,
    openModel,
    openBatches,
    openStore: (address) =>
      httpStore(address.url, { credentials: credentialsIn(env, address), graphs: address.graphs }),
    openUpdates: (url) => httpUpdates(url, { credentials: credentialsIn(env, { url, graphs: [] }) }),
    openAnswers,
    runs: nodeRuns(tell),
    pageFiles,
    drawFigures,
    cwd: process.cwd(),
    env,
  } satisfies Partial<ProgramIo>;
}

/**
 * What commands use of this machine in the first thread.
 *
 * @param write prints what people should know of files.
 */
export function firstThreadIo(write: (text: string) => void) {
  const tell = (note: string) => write(`${note}\n`);
  /** Most runs don't write a file. */
  const writing = () => import('./nodeReportFile.ts');
  return {
    ...nodeIo(tell),
    fileSystem: openFileSystem(defaultMaxFileSize),
    openFileSystem,
    readPipe: (path) => readPipe(path, { timeout: patience, ...pipeRoom }).catch(unreadable(path)),
    writeFile: async (...file) => (await writing()).nodeWriteFile(tell)(...file),
    openReport: async (path) => (await writing()).nodeReportFile(tell)(path),
    writeBytes: async (path, bytes) => (await writing()).nodeWriteBytes(tell)(path, bytes),
    openImports: async (privateHosts) => {
      const { importsBelow } = await import('../../platform/web/imports.ts');
      return importsBelow(process.cwd(), privateHosts, tell);
    },
    openStaging: async (folderUri) => {
      const { nodeStaging } = await import('../../languageServer/jobs/files/nodeStaging.ts');
      return nodeStaging(write)(folderUri);
    },
  } satisfies Partial<ProgramIo>;
}

export const pipeRoom = { inMemory: largeFrom, maxSize: defaultMaxFileSize };

export function openFileSystem(maxFileSize: number) {
  return createFileSystem({ maxFileSize, largeFrom, timeout: patience });
}

/** Says which pipe an error belongs to. */
export function unreadable(name: string): (error: Error) => never {
  return ({ message }) => {
    throw new UserError(`${name} can't be read: ${message.replace(/\.$/, '')}.`);
  };
}

/** A stamp that changes when a file of this machine is written or replaced; undefined for a file that can't be examined. */
async function stampOf(uri: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(URI.parse(uri).fsPath, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
