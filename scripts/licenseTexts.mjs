// The licence texts of packages. esbuild.mjs writes them beside the bundles, checkSupplyChain.mjs looks whether all
// are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The names and licence texts of installed packages, as one text. A text is taken from the package itself, from
 * another package of the same repository, or is the standard text of the licence that the package names.
 *
 * @param folders of the packages.
 * @throws where a package names a licence without a text anywhere.
 */
export function licenseTexts(folders) {
  const packages = [...folders].sort((a, b) => a.localeCompare(b)).map(readPackage);
  return packages
    .map((each) => `${each.name} ${each.version}\n\n${textOf(each, packages).trim()}\n`)
    .join(separator);
}

/** The packages of a text of `licenseTexts` that have no licence text in it, as name and version. */
export function packagesWithoutText(texts) {
  return texts
    .split(separator)
    .filter((entry) => !isLicense(entry.slice(entry.indexOf('\n') + 1)))
    .map((entry) => entry.split('\n', 1)[0]);
}

const separator = `\n${'-'.repeat(80)}\n\n`;

function readPackage(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license, author, repository } = manifest;
  return {
    name,
    version,
    license,
    author: typeof author === 'string' ? author : author?.name,
    repository: repositoryOf(repository),
    ownText: fileText(folder) ?? readmeText(folder),
  };
}

function textOf({ name, version, license, author, repository, ownText }, packages) {
  const shared = () =>
    packages.find(
      (other) =>
        repository !== undefined &&
        other.repository === repository &&
        other.license === license &&
        other.ownText !== undefined,
    )?.ownText;
  const text = ownText ?? shared() ?? standardText(license, author ?? holderOf(name, repository));
  if (text !== undefined) return text;
  throw new Error(
    `${name} ${version} has no licence text and names ${license}. Add its standard text as scripts/licenses/${license}.txt.`,
  );
}

/** The text in a file of its own, under any usual name. */
function fileText(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:(?:un|mit-)?licen[cs]e|copying)(?:[.-]|$)/i.test(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8'))
    .find(isLicense);
}

/** The text below the last heading of the README that speaks of the licence. */
function readmeText(folder) {
  const readme = readdirSync(folder).find((name) => /^readme(?:\.|$)/i.test(name));
  if (readme === undefined) return undefined;
  const sections = readFileSync(path.join(folder, readme), 'utf8').split(
    /^(?=#{1,6} )|\n(?=.*\n[=-]{3,}\n)/m,
  );
  return sections.findLast((section) => /^.*licen[cs]e/i.test(section) && isLicense(section));
}

/** @param holder who has the copyright. */
function standardText(license, holder) {
  const file = new URL(`licenses/${license}.txt`, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').replace('{holder}', holder) : undefined;
}

function holderOf(name, repository) {
  return `the authors of ${name}${repository === undefined ? '' : ` (${repository})`}`;
}

/** Where the repository is, the same for all ways to write it; undefined where it is not told. */
function repositoryOf(repository) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url
    ?.replace(/^(?:git\+|git@|git:\/\/|https?:\/\/|ssh:\/\/|git\+ssh:\/\/)+/, '')
    .replace(/^git@/, '')
    .replace(/^([\w.-]+):/, '$1/')
    .replace(/\.git$/, '');
}

/** True for what says what is allowed, not only what the licence is called. */
function isLicense(text) {
  return text.trim().length >= shortest && grants.some((words) => words.test(text));
}

/** Words of licences by which they are known; README sections that only name a licence have none of them. */
const grants = [
  /permission is hereby granted/i,
  /permission to use, copy/i,
  /redistribution and use in source/i,
  /apache license/i,
  /blue oak model license/i,
  /what the fuck you want to/i,
  /free and unencumbered software/i,
  /creative commons/i,
];

/** Shorter texts only name a licence. */
const shortest = 300;
