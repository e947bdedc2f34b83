import { nodeRuns } from '../languageServer/jobs/files/nodeRuns.ts';
import { nodeFileSystem } from '../platform/reading/fileSystem.ts';
import type { ProgramIo } from './io.ts';

/** Commands that read files of this machine, write none, and ask no model. */
export function readingIo(cwd: string, outputs: { out: string; err: string }): ProgramIo {
  const output = (name: 'out' | 'err') => ({
    write(text: string) {
      outputs[name] += text;
    },
  });
  const refuse = (message: string) => async () => {
    throw new Error(message);
  };
  return {
    readStdin: async () => new Uint8Array(),
    stdout: output('out'),
    stderr: output('err'),
    progress: { write() {} },
    fileSystem: nodeFileSystem,
    openFileSystem: () => nodeFileSystem,
    readPipe: async () => new Uint8Array(),
    writeFile: refuse('nothing is to be written'),
    openReport: async () => {
      throw new Error('no report is to be written');
    },
    writeBytes: refuse('no figure is to be written'),
    openRevision: refuse('no revision is to be read'),
    openIndex: refuse('no index is to be read'),
    listFolder: async () => 'missing',
    openStaging: refuse('no folder is to be written'),
    openModel: refuse('no model is to be asked'),
    openStore: () => {
      throw new Error('no store was to be asked');
    },
    openUpdates: () => {
      throw new Error('no store was to be updated');
    },
    openBatches: refuse('no model is to be asked'),
    openAnswers: refuse('no answers are to be kept'),
    runs: nodeRuns(() => {}),
    pageFiles: refuse('no page is to be written'),
    drawFigures: refuse('no figure is to be drawn'),
    cwd,
    env: {},
  };
}
