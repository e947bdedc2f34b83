// The licence texts of packages. esbuild.mjs writes them beside the bundles, and checkSupplyChain.mjs checks that none
// is missing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The names and licence texts of installed packages, as one text. A licence text comes from the package itself, from
 * another package of the same repository, or from the standard text of the licence that the package names.
 *
 * @param folders the folders of the packages.
 * @param notices what else is to be said, each with a first line that names what it is about.
 * @throws when there is no text for the licence that a package names.
 */
export function licenseTexts(folders, notices = []) {
  const packages = [...folders].sort((a, b) => a.localeCompare(b)).map(readPackage);
  const texts = packages.map((each) => `${each.name} ${each.version}\n\n${textOf(each, packages).trim()}\n`);
  return [...texts, ...notices].join(separator);
}

/** The packages in a text of `licenseTexts` that lack a licence text, as name and version. */
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

/** The licence text in a separate file, under any common name. */
function fileText(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:(?:un|mit-)?licen[cs]e|copying)(?:[.-]|$)/i.test(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8'))
    .find(isLicense);
}

/** The text below the last README heading that mentions the licence. */
function readmeText(folder) {
  const readme = readdirSync(folder).find((name) => /^readme(?:\.|$)/i.test(name));
  if (readme === undefined) return undefined;
  const sections = readFileSync(path.join(folder, readme), 'utf8').split(
    /^(?=#{1,6} )|\n(?=.*\n[=-]{3,}\n)/m,
  );
  return sections.findLast((section) => /^.*licen[cs]e/i.test(section) && isLicense(section));
}

/** @param holder the copyright holder. */
function standardText(license, holder) {
  const file = new URL(`licenses/${license}.txt`, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').replace('{holder}', holder) : undefined;
}

function holderOf(name, repository) {
  return `the authors of ${name}${repository === undefined ? '' : ` (${repository})`}`;
}

/** The address of the repository, in one form for all notations; undefined when the package does not name it. */
function repositoryOf(repository) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url
    ?.replace(/^(?:git\+|git@|git:\/\/|https?:\/\/|ssh:\/\/|git\+ssh:\/\/)+/, '')
    .replace(/^git@/, '')
    .replace(/^([\w.-]+):/, '$1/')
    .replace(/\.git$/, '');
}

/** True for the terms of a licence, false for text that only names the licence. */
function isLicense(text) {
  return text.trim().length >= shortest && grants.some((words) => words.test(text));
}

/** Phrases that occur in the terms of licences, but not in README sections that only name a licence. */
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

/** The minimum length in UTF-16 code units; shorter texts only name a licence. */
const shortest = 300;
