/** The package as others get it: packed from a copy of the sources, and installed into a folder. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { triesAll } from '../../testing/runs.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** @param folder gets the sources, in `sources`, and the tarball. */
export async function installPacked(folder: string, into: string): Promise<void> {
  const sources = path.join(folder, 'sources');
  copySources(sources);
  const pack = ['pack', '--pack-destination', folder];
  // pre-commit takes all that this prints for the name of the tarball, too: see .npmrc.
  const tarball = (await (triesAll ? run('npm', pack, sources) : packBuilt(sources, pack))).trim();
  mkdirSync(into, { recursive: true });
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(folder, tarball)], into);
}

/** Packs what is built already, which saves building it in the copy. */
async function packBuilt(sources: string, pack: readonly string[]): Promise<string> {
  cpSync(path.join(root, 'dist'), path.join(sources, 'dist'), { recursive: true });
  const manifest = (act: 'write' | 'restore') => run('node', ['scripts/packedManifest.mjs', act], sources);
  await manifest('write');
  const tarball = await run('npm', [...pack, '--ignore-scripts'], sources);
  await manifest('restore');
  return tarball;
}

function copySources(sources: string): void {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    if (file !== '' && existsSync(path.join(root, file)))
      cpSync(path.join(root, file), path.join(sources, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(sources, 'node_modules'));
  // Or the packages would seem to be older than it, and be installed again.
  utimesSync(path.join(sources, 'package-lock.json'), 0, 0);
}

/** What a program prints; rejects when it fails. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, out, err } = await ended(command, args, cwd);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${out}${err}`);
  return out;
}

export function ended(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
