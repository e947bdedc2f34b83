import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { atMost, type Bar, type Findings } from '../findings.ts';
import { printValue } from '../print.ts';

const dist = path.join(import.meta.dirname, 'dist');

/** The built programs of the server, and their entry points in the sources. */
const built = ['server.js', 'engine.js', 'monitor.js'];
const written = [
  'server/src/languageServer/lsp/main.ts',
  'server/src/languageServer/engine/main.ts',
  'server/src/languageServer/engine/monitor.ts',
];

/** Packages that must not be loaded before they are needed. */
const lazyPackages = /^(openai|sparqljs|rdf-validate-shacl)$/;

/** Measures what is loaded before the first diagnostics, and what is downloaded. */
export async function sizes(): Promise<Findings> {
  const client = await loadedKilobytes(['client.cjs', 'languageclient.cjs']);
  const server = await loadedKilobytes(built);
  const packages = await loadedPackages();
  const lazy = packages.filter(([name]) => lazyPackages.test(name));
  const download = extensionMegabytes();
  return {
    title: 'Sizes',
    tables: [
      {
        head: ['loaded before the first diagnostics', 'minified'],
        rows: [
          ['client', printValue(client, 'KB')],
          ['server and engine', printValue(server, 'KB')],
          ...packages.map(([name, size]) => [`– ${name}`, printValue(size, 'KB')]),
        ],
      },
      { head: ['download', ''], rows: [['.vsix', printValue(download, 'MB')]] },
    ],
    bars: [
      bar('client, loaded before the first diagnostics', client, 'KB', 500),
      bar('server and engine, loaded before the first diagnostics', server, 'KB', 600),
      bar(
        'of that, packages that have to be lazy',
        lazy.reduce((sum, [, size]) => sum + size, 0),
        'KB',
        0,
      ),
      bar('.vsix', download, 'MB', 3),
    ],
    notes: ['What several of our processes load counts once. KB are 1000 bytes.'],
  };
}

function bar(what: string, value: number, unit: Bar['unit'], wanted: number): Bar {
  return { what, value, unit, wanted: atMost(wanted) };
}

/** The size of some built programs with all their static imports, in KB. */
async function loadedKilobytes(programs: readonly string[]): Promise<number> {
  const entries = programs.map((program) => path.join(dist, program));
  const { inputs } = await analyse(entries, {});
  const files = loaded(
    entries.map((entry) => path.relative('.', entry)),
    inputs,
  );
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
}

/** The packages in the static imports of the server's programs with their size in KB, largest first. */
async function loadedPackages(): Promise<readonly (readonly [string, number])[]> {
  const { outputs } = await analyse(written, { minify: true, target: 'node20' });
  const entries = Object.keys(outputs).filter((file) => written.includes(outputs[file]!.entryPoint ?? ''));
  const sizes = new Map<string, number>();
  for (const file of loaded(entries, outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(outputs[file]!.inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? 'our own code';
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput / 1000);
    }
  }
  return [...sizes].sort(([, a], [, b]) => b - a);
}

async function analyse(entryPoints: string[], options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    ...options,
    entryPoints,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // They are loaded when the first command runs, and after the start.
    external: ['vscode', './commands.cjs', './benchmarks.cjs'],
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return metafile;
}

/** The files that load together with some files: their static imports, without those behind an import(). */
function loaded(
  entries: readonly string[],
  files: Readonly<Record<string, { readonly imports: readonly { path: string; kind: string }[] }>>,
): readonly string[] {
  const seen = new Set(entries);
  for (const file of seen) {
    for (const { path: imported, kind } of files[file]!.imports) {
      if (kind !== 'dynamic-import' && files[imported]) seen.add(imported);
    }
  }
  return [...seen];
}

/** The size of the packed extension in MB. */
function extensionMegabytes(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-vsix-'));
  const file = path.join(folder, 'shacl-repair.vsix');
  try {
    const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
    const vsce = ['node_modules/@vscode/vsce/vsce', 'package', ...options, '--out', file];
    const { status, stderr } = spawnSync(process.execPath, vsce, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`vsce package: ${stderr}`);
    return statSync(file).size / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
