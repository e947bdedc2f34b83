/** The language server as a program: `--node-ipc` under VS Code, `--stdio` elsewhere. */
import { Console } from 'node:console';
import { createConnection } from 'vscode-languageserver/node';
import { startLanguageServer } from './server.ts';
import { transportOf } from './transport/guardedTransport.ts';

// Everything on standard output is read as messages.
globalThis.console = new Console(process.stderr, process.stderr);

const { reader, writer } = transportOf(process.argv.slice(2), (fault) => {
  if (fault !== undefined) process.stderr.write(`shacl-repair: ${fault} The session ends.\n`);
  stop();
  process.exit(fault === undefined && reader.gate.isShutDown ? 0 : 1);
});
const connection = createConnection(reader, writer);
reader.onLeftOut = (problem) => connection.console.error(problem);
const stop = startLanguageServer(connection);
