// npm run release                 checks that the version may be released, and makes the .vsix and the archive of the suites
// npm run release:owner -- NAME   sets the GitHub owner wherever the repository's address is written
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { stepsOverBudget } from './budgets.mjs';
import { isPlaceholder, manifestFields, owner, repository, setOwner } from './owner.mjs';
import { buildSuites, packSuites } from './suites.mjs';

/** The problems that prevent the release of a version, one line each. */
export function releaseProblems({ owner, manifest, changelog, changes, overBudget }) {
  const fields = manifestFields(owner);
  const dated = new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm');
  return [
    ...(isPlaceholder(owner)
      ? ['The repository has no owner yet. Run `npm run release:owner -- NAME` with a GitHub account.']
      : []),
    ...Object.keys(fields)
      .filter((field) => JSON.stringify(manifest[field]) !== JSON.stringify(fields[field]))
      .map((field) => `package.json: ${field} should be ${JSON.stringify(fields[field])}.`),
    ...(dated.test(changelog) ? [] : [`CHANGELOG.md has no section “## ${manifest.version} (YYYY-MM-DD)”.`]),
    ...(changes === '' ? [] : ['There are changes that are not committed.']),
    ...(overBudget === undefined ? ['The gate has not been run here: `bash .ci/run`.'] : []),
    ...(overBudget ?? []).map(
      ([step, seconds]) => `The gate's ${step} took ${seconds} s, more than its budget.`,
    ),
  ];
}

/**
 * The addresses on a page of the repository as VS Code and the Marketplace show it. vsce makes relative ones absolute.
 */
export function publishedAddresses(page) {
  return [...page.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)]
    .filter(([, , link]) => !link.startsWith('#'))
    .map(([, isPicture, link]) =>
      /^https?:/.test(link) ? link : `${repository}/${isPicture ? 'raw' : 'blob'}/HEAD/${link}`,
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [command, name = ''] = process.argv.slice(2);
  if (command === 'owner') for (const file of setOwner(name)) console.log(file);
  else await release(command === 'check');
}

/**
 * VS Code and the Marketplace load the pictures of the first page from the repository, so the repository must be
 * published first.
 */
async function release(onlyChecks) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  exitWith(releaseProblems({ owner, manifest, changelog, changes, overBudget: stepsOverBudget() }));
  exitWith(await deadAddresses(publishedAddresses(readFileSync('README.md', 'utf8'))));
  if (onlyChecks) return;
  execFileSync('npm', ['run', '-s', 'package'], { stdio: 'inherit', shell: process.platform === 'win32' });
  const vsix = `${manifest.name}-${manifest.version}.vsix`;
  const folder = 'suites';
  buildSuites(folder);
  const suites = await packSuites(folder);
  console.log(
    `\nPublish with:\n  npx vsce publish --packagePath ${vsix}\n  npm publish\nAttach to the release: ${suites} and its .sha256`,
  );
}

async function deadAddresses(addresses) {
  const problems = await Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(address, { method: 'HEAD' }).catch((error) => error);
      return answer.ok ? [] : [`README.md: ${address} does not answer: ${answer.status ?? answer.message}`];
    }),
  );
  return problems.flat();
}

function exitWith(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
