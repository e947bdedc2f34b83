// Which files of the project each test file reaches through its imports.
import path from 'node:path';
import { build } from 'esbuild';

/** For each test file, the set of files that it imports, itself included: paths from the project's root. */
export async function reachOf(testFiles) {
  const { metafile } = await build({
    entryPoints: [...testFiles],
    outdir: 'never-written',
    outbase: '.',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    loader: { '.node': 'empty', '.ttf': 'empty', '.css': 'empty', '.md': 'empty' },
  });
  const reach = new Map();
  for (const output of Object.values(metafile.outputs)) {
    if (output.entryPoint !== undefined)
      reach.set(toPosix(output.entryPoint), new Set(Object.keys(output.inputs).map(toPosix)));
  }
  return reach;
}

const toPosix = (file) => file.split(path.sep).join('/');
