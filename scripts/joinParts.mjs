// esbuild cuts a program into a file for each combination of entries and lazy imports that need it: hundreds, of which a
// short run loads eighty. Node takes longer to find and link these than to run them. So what is always loaded together is
// put into one file afterwards.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Puts all files that some sources load at once into one, for each group of sources. The files of the sources themselves stay:
 * a program that awaits its work must not be a part of what that work imports.
 *
 * @param metafile of the build that wrote the files.
 * @param groups of entries and lazily imported files, as in the metafile.
 * @param folder where the files go: that of the chunks.
 */
export async function joinParts({ outputs }, groups, folder) {
  const entries = Object.keys(outputs).filter((file) => groups.flat().includes(outputs[file].entryPoint));
  /** Files that only refer to a joined one. */
  const references = new Set();
  for (const sources of groups) {
    const roots = entries.filter((file) => sources.includes(outputs[file].entryPoint));
    if (roots.length !== sources.length) throw new Error(`not all are entries: ${sources.join(', ')}`);
    const loaded = loadedBy(outputs, roots);
    const parts = loaded.filter((file) => !entries.includes(file) && !references.has(path.resolve(file)));
    for (const file of parts) references.add(path.resolve(file));
    const name = (i) => (each) => `part${i}_${each}`;
    const statements = parts.map((file, i) =>
      exporting(outputs[file].exports, file, folder, (each) => [each, name(i)(each)]),
    );
    const target = await joined(statements, folder, references);
    for (const [i, file] of parts.entries()) {
      const from = path.dirname(file);
      writeFileSync(
        file,
        exporting(outputs[file].exports, target, from, (each) => [name(i)(each), each]),
      );
    }
  }
  const others = Object.keys(outputs).filter((file) => !references.has(path.resolve(file)));
  await Promise.all(others.map((file) => importDirectly(file, references)));
  for (const file of references) rmSync(file);
}

/** Exports what another file exports, by other names. */
function exporting(names, file, from, renamed) {
  const clause = names.map(renamed).map(([given, name]) => `${given} as ${name}`);
  const source = JSON.stringify(reference(file, from));
  return clause.length > 0 ? `export { ${clause.join(', ')} } from ${source};\n` : `import ${source};\n`;
}

async function joined(statements, folder, parts) {
  const [{ path: file, text }] = await bundled({
    stdin: { contents: statements.join(''), resolveDir: path.resolve(folder), sourcefile: 'joined.js' },
    outdir: folder,
    entryNames: 'joined-[hash]',
    plugins: [bundling(parts, path.resolve(folder))],
  });
  writeFileSync(file, text);
  return file;
}

/** Has a file import from the joined one, without the files that now stand between. */
async function importDirectly(file, parts) {
  const [{ text }] = await bundled({
    entryPoints: [file],
    outdir: path.dirname(file),
    plugins: [bundling(parts, path.resolve(path.dirname(file)))],
  });
  writeFileSync(file, text);
}

async function bundled(options) {
  const fixed = { bundle: true, platform: 'node', target: 'node20', format: 'esm', minify: true };
  const { outputFiles } = await build({ ...fixed, legalComments: 'none', write: false, ...options });
  return outputFiles;
}

/** Bundles some files, and leaves the imports of all others, as seen from a folder. */
function bundling(files, folder) {
  return {
    name: 'bundling',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path: imported, resolveDir, kind }) => {
        if (kind === 'entry-point') return undefined;
        const file = path.resolve(resolveDir, imported);
        const isBundled = kind !== 'dynamic-import' && files.has(file);
        return isBundled ? { path: file } : { path: reference(file, folder), external: true };
      });
    },
  };
}

function reference(file, from) {
  const relative = path.relative(from, file);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The files that some files import, directly or not. */
function loadedBy(outputs, entries) {
  const found = new Set();
  const add = (file) => {
    for (const { path: imported, kind } of outputs[file].imports) {
      if (kind !== 'import-statement' || !outputs[imported] || found.has(imported)) continue;
      add(imported);
      found.add(imported);
    }
  };
  for (const file of entries) add(file);
  return [...found];
}
