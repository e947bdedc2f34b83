#!/usr/bin/env node
/** The program `shacl-repair`. */
import { buffer } from 'node:stream/consumers';
import type { WriteStream } from 'node:tty';
import { nodeFileSystem } from '../platform/fileSystem.ts';
import { listFolder } from '../platform/listFolder.ts';
import { pageFiles } from '../platform/pageFiles.ts';
import { runCommandLine } from './commandLine.ts';
import { nodeRuns } from './evaluateFolder.ts';
import type { Output } from './io.ts';
import { openAnswers, openBatches, openModel } from './openModel.ts';
import { nodeStaging } from './staging.ts';
import { watchedRun } from './watchedRun.ts';
import { writeFile } from './writeFile.ts';

const args = process.argv.slice(2);
/** The language server has a watchdog of its own. */
const watched = ['validate', 'repair', 'generate', 'suite', 'evaluate', 'model-check'];
const run = watched.includes(args[0] ?? '') ? watchedRun : runCommandLine;
const stderr = output(process.stderr);

process.exitCode = await run(args, {
  readStdin: () => buffer(process.stdin),
  stdout: output(process.stdout),
  stderr,
  progress: stderr,
  fileSystem: nodeFileSystem,
  writeFile,
  listFolder,
  openStaging: nodeStaging((text) => stderr.write(text)),
  openModel,
  openBatches,
  openAnswers,
  runs: nodeRuns,
  pageFiles,
  cwd: process.cwd(),
  env: process.env,
});

/** A stream that may be closed by its reader, as `| head` does: what comes after that is for nobody. */
function output(stream: WriteStream): Output {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isOpen = false;
    if (error.code === 'EPIPE') return;
    // A full disk, for example. Said on file descriptor 2, should that still be there.
    console.error(`shacl-repair: output can't be written: ${error.message}`);
    process.exit(2);
  });
  return {
    write(text) {
      if (isOpen && text !== '') stream.write(text);
    },
    isTTY: stream.isTTY,
    columns: stream.columns,
  };
}
