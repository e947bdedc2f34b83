/**
 * The server for agents that the extension offers: the command `mcp` as a program of its own, in the parts of the engine. It runs where
 * there is no command line.
 */

import { cleanIo } from '../output/cleanOutput.ts';
import { crashText } from '../process/crashText.ts';
import { firstThreadIo } from '../process/nodeIo.ts';
import { mcp } from './mcp.ts';

const stderr = { write: (text: string) => void process.stderr.write(text) };
const io = cleanIo({
  ...firstThreadIo((text) => io.stderr.write(text)),
  // Standard input and output have the protocol.
  readStdin: async () => new Uint8Array(),
  stdout: stderr,
  stderr,
  progress: stderr,
});
try {
  process.exitCode = await mcp(process.argv.slice(2), io);
} catch (error) {
  io.stderr.write(`${crashText(error, process.env)}\n`);
  process.exitCode = 2;
}
