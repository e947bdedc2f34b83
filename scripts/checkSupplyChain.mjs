// npm run supply-chain: fails when package-lock.json has packages without a hash or with a download address, or when a
// bundled package has no licence text in dist/licenses.txt.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packagesWithoutText } from './licenseTexts.mjs';

/** The problems of the entries of a lock file, one line each. */
export function lockProblems({ packages }) {
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder !== '' && !link)
    .flatMap(([folder, { version, integrity, resolved }]) => [
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')
        ? []
        : [
            `package-lock.json: ${folder} ${version} has no sha512 hash. Take one from \`npm view NAME@VERSION dist.integrity\`, or a version that the registry has for all platforms.`,
          ]),
      ...(resolved === undefined
        ? []
        : [
            `package-lock.json: ${folder} has a download address. Remove it; .npmrc keeps npm from writing them.`,
          ]),
    ]);
}

/** The packages of a build whose licence text is missing, one line each. */
export function licenseProblems(texts) {
  return packagesWithoutText(texts).map((name) => `dist/licenses.txt: ${name} has no licence text.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const built = 'dist/licenses.txt';
  const problems = [
    ...lockProblems(JSON.parse(readFileSync('package-lock.json', 'utf8'))),
    ...(existsSync(built)
      ? licenseProblems(readFileSync(built, 'utf8'))
      : [`${built} is missing. Run \`npm run build\` before.`]),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log('Each package of the lock file has its hash, and each bundled one its licence text.');
}
