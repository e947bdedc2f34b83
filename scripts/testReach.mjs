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
    // What files share is put together once: a bundle for each of all tests took 7 GB.
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    loader: { '.node': 'empty', '.ttf': 'empty', '.css': 'empty', '.md': 'empty' },
  });
  const imports = new Map(
    Object.entries(metafile.inputs).map(([file, input]) => [
      toPosix(file),
      input.imports.filter(({ external }) => !external).map((each) => toPosix(each.path)),
    ]),
  );
  return new Map(testFiles.map((file) => [file, reachedFrom(file, imports)]));
}

function reachedFrom(start, imports) {
  const reached = new Set([start]);
  // A set is gone through in the order in which it grows.
  for (const file of reached) for (const each of imports.get(file) ?? []) reached.add(each);
  return reached;
}

const toPosix = (file) => file.split(path.sep).join('/');
