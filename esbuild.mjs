// Bundles the programs into dist/: the VS Code client, the language server, its engine and monitor, the CLI, the library for
// Node and for browsers, the figures of reports.
// node esbuild.mjs [--watch]
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, context } from 'esbuild';
import { figureFont, figureFontNotice } from './scripts/figureFont.mjs';
import { joinParts } from './scripts/joinParts.mjs';
import { licenseTexts } from './scripts/licenseTexts.mjs';
import { contextFolders, contextNotice, packContexts } from './scripts/packContexts.mjs';
import {
  packVocabularies,
  prefixFolder,
  vocabularyFolder,
  vocabularyNames,
  vocabularyNotice,
} from './scripts/packVocabularies.mjs';

const watch = process.argv.includes('--watch');

/** Its CommonJS build requires files by names that esbuild can't follow. */
const alias = { 'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js' };
const dist = 'dist';

/**
 * Programs for Node: output name → source, in groups that share their parts, and which sources a run loads together. Programs
 * of different groups share no part, because a part is cut wherever one program of a group needs less than another.
 */
const programs = [
  {
    chunks: 'serverChunks',
    entries: { server: 'server/src/languageServer/lsp/main.ts' },
    together: [['server/src/languageServer/lsp/main.ts']],
  },
  {
    chunks: 'chunks',
    entries: {
      engine: 'server/src/languageServer/engine/main.ts',
      monitor: 'server/src/languageServer/engine/monitor.ts',
      mcp: 'server/src/cli/agents/main.ts',
    },
    together: [
      ['server/src/languageServer/engine/main.ts'],
      ['server/src/base/sha256.ts'],
      ['server/src/service/ide/diagnostics/shapesMistakes.ts'],
      [
        'server/src/languageServer/engine/methods.ts',
        'server/src/languageServer/engine/documents/repairHandlers.ts',
        'server/src/service/ide/diagnostics/hover.ts',
        'server/src/service/language/hover/symbolHover.ts',
        'server/src/service/language/prefixes/unneededPrefixes.ts',
      ],
      ['server/src/service/ide/repairs/quickFixes.ts'],
    ],
  },
  { chunks: 'figureChunks', entries: { figures: 'client/src/figures/main.ts' } },
  {
    chunks: 'cliChunks',
    entries: {
      cli: 'server/src/cli/main.ts',
      cliThread: 'server/src/cli/process/thread.ts',
      judgeThread: 'server/src/cli/process/judgeThread.ts',
      lineThread: 'server/src/cli/process/lineThread.ts',
    },
    together: [
      ['server/src/cli/program.ts'],
      [
        'server/src/cli/process/thread.ts',
        'server/src/cli/validate/validate.ts',
        'server/src/base/sha256.ts',
      ],
      ['server/src/cli/repair/repair.ts'],
      ['server/src/cli/evaluate/evaluate.ts'],
    ],
  },
  {
    chunks: 'libraryChunks',
    entries: {
      library: 'server/src/service/library/node.ts',
      libraryThread: 'server/src/service/library/nodeThread.ts',
    },
    together: [['server/src/service/library/node.ts']],
  },
];

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: !watch,
  sourcemap: watch,
  logLevel: 'info',
  legalComments: 'none',
  metafile: true,
};

/** Of the manifest, programs need the version only. */
const manifestVersion = {
  name: 'manifest-version',
  setup({ onLoad }) {
    onLoad({ filter: /package\.json$/ }, ({ path: file }) => {
      if (file !== path.resolve('package.json')) return undefined;
      const { version } = JSON.parse(readFileSync(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** In a bundle, Node.js prints a warning at how the library for JSON-LD makes buffers of strings. */
const buffers = {
  name: 'buffers',
  setup({ onLoad }) {
    onLoad({ filter: /jsonparse[\\/]jsonparse\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll('new Buffer(', 'Buffer.from('),
    }));
  },
};

/** What VS Code loads, in parts that are loaded as they are needed: CommonJS bundles cannot be split by themselves. */
function client(outdir) {
  return {
    ...common,
    entryPoints: {
      client: 'client/src/extension.ts',
      commands: 'client/src/commands/index.ts',
      benchmarks: 'client/src/benchmark/benchmarks.ts',
      agents: 'client/src/agents/agentTools.ts',
      agentserver: 'client/src/agents/mcpServer.ts',
      languageclient: 'vscode-languageclient/node',
    },
    outdir,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    external: ['vscode'],
    plugins: [clientParts],
    // Extension hosts resolve the module `vscode` in what is required.
    supported: { 'dynamic-import': false },
  };
}

const clientParts = {
  name: 'client-parts',
  setup({ onResolve }) {
    const part = (name) => ({ path: `./${name}.cjs`, external: true });
    onResolve({ filter: /^\.\/commands\/index\.ts$/ }, () => part('commands'));
    onResolve({ filter: /^\.\/benchmark\/benchmarks\.ts$/ }, () => part('benchmarks'));
    onResolve({ filter: /^\.\/agentTools\.ts$/ }, () => part('agents'));
    onResolve({ filter: /^\.\/mcpServer\.ts$/ }, () => part('agentserver'));
    onResolve({ filter: /^vscode-languageclient\/node$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : part('languageclient'),
    );
  },
};

/** The pages of the report, of benchmarks, of evaluations, of connections and of coverage, which a browser runs. */
function pages(outdir) {
  return {
    ...common,
    entryPoints: ['report', 'benchmark', 'evaluation', 'modelCheck', 'connection', 'coverage'].flatMap(
      (name) => [
        { in: `client/src/${name}/view/main.ts`, out: name },
        { in: `client/src/${name}/view/${name}.css`, out: name },
      ],
    ),
    outdir,
    platform: 'browser',
    format: 'iife',
    target: ['chrome128', 'firefox128'],
  };
}

const requireBanner =
  "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);";

/** Most files call no `require`, which takes time to create. */
function removeUnusedRequire({ outputs }) {
  for (const file of Object.keys(outputs)) {
    const code = readFileSync(file, 'utf8');
    const rest = code.replace(requireBanner, '');
    if (rest !== code && !/\brequire\b/.test(rest)) writeFileSync(file, rest);
  }
}

function nodePrograms(outdir) {
  return programs.map(({ chunks, entries }) => ({
    ...common,
    entryPoints: entries,
    outdir,
    alias,
    plugins: [manifestVersion, buffers],
    chunkNames: `${chunks}/[name]-[hash]`,
    format: 'esm',
    splitting: true,
    // Libraries that are still CommonJS call `require`.
    banner: { js: requireBanner },
  }));
}

/** The library for browsers and workers, which have nothing of Node. */
function browserLibrary(outdir) {
  return {
    ...common,
    entryPoints: { library: 'server/src/service/library/browser.ts' },
    outdir: `${outdir}/browser`,
    alias,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'browser',
    format: 'esm',
    splitting: true,
    target: ['chrome128', 'firefox128', 'safari17'],
  };
}

function builds(outdir) {
  return [client(outdir), pages(outdir), ...nodePrograms(outdir), browserLibrary(outdir)];
}

if (watch) {
  mkdirSync(dist, { recursive: true });
  writeVocabularies(dist);
  copyFileSync(figureFont, `${dist}/figures.ttf`);
  const contexts = await Promise.all(builds(dist).map(context));
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await buildAll();
}

/** Builds beside dist/ and moves the files over, so that a program that starts meanwhile finds a whole build. */
async function buildAll() {
  mkdirSync('.cache', { recursive: true });
  const fresh = mkdtempSync('.cache/build-');
  try {
    // Both end before a failure removes the folder that they write to.
    const built = await Promise.allSettled(builds(fresh).map((options) => build(options)));
    const failure = built.find(({ status }) => status === 'rejected');
    if (failure) throw failure.reason;
    const results = built.map(({ value }) => value);
    const metafiles = results.map(({ metafile }) => metafile);
    const ofPrograms = metafiles.slice(2);
    await Promise.all(
      programs.map(async ({ chunks, together }, i) => {
        removeUnusedRequire(ofPrograms[i]);
        if (together) await joinParts(ofPrograms[i], together, `${fresh}/${chunks}`);
      }),
    );
    makeExecutable(`${fresh}/cli.js`);
    // It holds declarations only.
    copyFileSync('server/src/service/library/api.ts', `${fresh}/library.d.ts`);
    writeVocabularies(fresh);
    writeFileSync(`${fresh}/contexts.json`, JSON.stringify(packContexts()));
    copyFileSync(figureFont, `${fresh}/figures.ttf`);
    writeFileSync(`${fresh}/licenses.txt`, licenses(metafiles));
    await printSizes(fresh);
    await withLock('.cache/build.lock', () => moveInto(dist, fresh));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What completion and hovers say about the terms of well-known vocabularies, and the prefixes that people use. */
function writeVocabularies(folder) {
  writeFileSync(`${folder}/vocabularies.json`, JSON.stringify(packVocabularies()));
}

function makeExecutable(file) {
  if (!existsSync(file)) return;
  const code = readFileSync(file, 'utf8');
  if (!code.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${code}`);
  chmodSync(file, 0o755);
}

/** Two builds at once must not take each other's files for stale ones. */
async function withLock(lock, work) {
  for (let attempt = 0; ; attempt++) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      // Nobody holds it for five seconds: it was left behind by a build that was killed.
      if (attempt === 100) rmdirSync(lock);
      await sleep(50);
    }
  }
  try {
    work();
  } finally {
    rmdirSync(lock);
  }
}

/** Chunks come first and stale files go last: at every moment each entry has all that it imports. */
function moveInto(target, source) {
  const files = filesOf(source).sort((a, b) => depth(b) - depth(a));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    renameSync(path.join(source, file), path.join(target, file));
  }
  for (const file of filesOf(target)) {
    if (!files.includes(file)) rmSync(path.join(target, file), { force: true });
  }
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function depth(file) {
  return file.split(path.sep).length;
}

/** The licences of the packages that are in the bundles, and of the vocabularies and the font beside them. */
function licenses(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = inputs.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  const packages = new Set([
    ...folders.filter(Boolean),
    ...vocabularyNames.map(vocabularyFolder),
    prefixFolder,
    ...contextFolders,
  ]);
  return licenseTexts(packages, [vocabularyNotice(), contextNotice(), figureFontNotice()]);
}

/** What has to be loaded before the first diagnostics: what the built entries import, without what they load lazily. */
async function printSizes(folder) {
  const lazyParts = {
    name: 'lazy-parts',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path: file, kind }) =>
        kind === 'dynamic-import' || /^\.\/(?:commands|benchmarks|agents|agentserver)\.cjs$/.test(file)
          ? { path: file, external: true }
          : undefined,
      );
    },
  };
  const kilobytes = async (...entries) => {
    const { metafile } = await build({
      entryPoints: entries.map((entry) => `${folder}/${entry}`),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['vscode'],
      plugins: [lazyParts],
      outdir: 'nowhere',
      write: false,
      metafile: true,
    });
    const bytes = Object.values(metafile.inputs).reduce((sum, each) => sum + each.bytes, 0);
    return `${(bytes / 1024).toFixed(0)} KB`;
  };
  console.log(`client ${await kilobytes('client.cjs', 'languageclient.cjs')}`);
  console.log(
    `before the first diagnostics: server ${await kilobytes('server.js')} + engine ${await kilobytes('engine.js')}`,
  );
}
