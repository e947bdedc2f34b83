/** The language server as a program: `--node-ipc` under VS Code, `--stdio` elsewhere. */
import { createConnection } from 'vscode-languageserver/node';
import { startLanguageServer } from './server.ts';

startLanguageServer(createConnection());
