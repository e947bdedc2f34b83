// npm run workbench [-- --vscode VERSION] [-- --port PORT] [-- --vsix FILE] [-- FOLDER]
// Opens a folder, or a copy of the demo workspace, in a real VS Code with the extension. Use it in a browser.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildExtension, bundleTypeScript, root } from '../client/test/build.mjs';
import { installWorkbench, vscodeVersions } from '../client/test/install.mjs';

const { values, positionals } = parseArgs({
  options: {
    vscode: { type: 'string', default: vscodeVersions.at(-1) },
    port: { type: 'string' },
    vsix: { type: 'string' },
  },
  allowPositionals: true,
});
// Everything that was started or written is cleaned up at exit, including exits by a signal.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
const codeServer = installWorkbench(values.vscode);
const vsix = values.vsix ? path.resolve(values.vsix) : buildExtension();
const { installExtension, startWorkbench } = await import(
  await bundleTypeScript('workbench', "export * from './workbench.ts';")
);

const temporary = mkdtempSync(path.join(tmpdir(), 'shacl-repair-workbench-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
const extensions = path.join(temporary, 'extensions');
const folder = positionals[0] ? path.resolve(positionals[0]) : path.join(temporary, 'demo');
if (!positionals[0]) cpSync(path.join(root, 'test-fixtures/demo'), folder, { recursive: true });

await installExtension(codeServer, vsix, extensions);
const port = values.port ? { port: Number(values.port) } : {};
const workbench = await startWorkbench({ ...codeServer, extensions, trust: 'all', ...port });
console.log(`Open ${workbench.folderUrl(folder)} in a browser on this machine. Ctrl-C ends it.`);
