/** The language server as a program: `--node-ipc` under VS Code, `--stdio` elsewhere. */
import { createConnection } from 'vscode-languageserver/node';
import { startLanguageServer } from './server.ts';

// Under VS Code the messages come from the process that started this one.
process.on('disconnect', () => process.exit(1));
startLanguageServer(createConnection());
