import { sha256 } from '../../base/sha256.ts';
import { UserError } from '../../base/userError.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { otherFormat } from '../../rdf/turtle/otherFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { namespaces, owl, rdf } from '../../rdf/vocab.ts';
import type { FileSystem } from './fileSystem.ts';
import { importLockText, type LockedImport, readImportLock } from './importLock.ts';
import { resolvePath } from './uris.ts';
import { importLockName, importsFolder } from './workspaceFiles.ts';

/** What comes of downloading a text. */
export type Download =
  /** @property redirects the origins to which it was redirected, in order. */
  | {
      readonly kind: 'downloaded';
      readonly text: string;
      readonly address: string;
      readonly redirects: readonly string[];
    }
  /** The message is a sentence or two. */
  | { readonly kind: 'failed'; readonly message: string }
  /** A server redirects to an origin that the user has not been shown. */
  | { readonly kind: 'redirected'; readonly origin: string };

/**
 * Downloads a text from the web.
 *
 * @param allowed origins to which it may be redirected, besides its own.
 * @throws the signal's reason when aborted.
 */
export type DownloadText = (
  address: string,
  allowed: readonly string[],
  signal: AbortSignal,
) => Promise<Download>;

/** What is downloaded: the ontology that an import names, or a context of JSON-LD. */
export interface WantedImport {
  readonly iri: string;
  readonly isContext?: boolean | undefined;
}

/** What downloads need from outside. */
export interface ImportPorts {
  readonly files: Pick<FileSystem, 'read'>;
  readonly download: DownloadText;
  /** Creates or replaces a file. */
  readonly write: (uri: string, text: string) => Promise<void>;
  /** The day, such as 2026-11-28. */
  readonly today: string;
}

export type FetchedImport =
  | {
      readonly kind: 'fetched';
      readonly locked: LockedImport;
      readonly size: number;
      readonly redirects: readonly string[];
    }
  | { readonly kind: 'failed'; readonly iri: string; readonly message: string }
  | { readonly kind: 'redirected'; readonly iri: string; readonly origin: string };

/**
 * Downloads the ontology that an import names, or a context of JSON-LD, and writes it beside a lock into a folder below the one of
 * the project. What is neither is not written.
 *
 * @throws UserError when the lock that is there can't be read, or a file can't be written.
 */
export async function fetchImport(
  { iri, isContext = false }: WantedImport,
  projectUri: string,
  { files, download, write, today }: ImportPorts,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<FetchedImport> {
  const folderUri = importsOf(projectUri);
  const known = await lockedImports(projectUri, files);
  const found = await download(addressOf(iri), allowed, signal);
  if (found.kind !== 'downloaded') return { iri, ...found };
  const { address, redirects } = found;
  if (isContext && !holdsContext(found.text))
    return {
      kind: 'failed',
      iri,
      message: `The response of ${new URL(address).origin} is not a JSON-LD context.`,
    };
  const document = new TurtleDocument(elsewhere, 0, isContext ? '' : found.text);
  const [error] = document.errors;
  if (error) {
    const { line } = document.lines.positionAt(error.range.start);
    const message = `The response of ${new URL(address).origin} is not Turtle (line ${line + 1}): ${otherFormat(document) ?? error.message}`;
    return { kind: 'failed', iri, message };
  }
  if (document.graph.size === 0 && !isContext)
    return {
      kind: 'failed',
      iri,
      message: `The response of ${new URL(address).origin} contains no statements.`,
    };
  // Relative IRIs are relative to where the text came from; those of contexts are resolved against their address.
  const text = usesRelative(document) ? `@base <${address}> .\n${found.text}` : found.text;
  const others = known.filter((each) => each.iri !== iri);
  const extension = isContext ? 'jsonld' : 'ttl';
  const file =
    known.find((each) => each.iri === iri)?.file ??
    (await newName(iri, extension, { folderUri, others, files }));
  const locked: LockedImport = {
    iri,
    file,
    address,
    sha256: sha256(text),
    date: today,
    ...statedIn(document),
  };
  // When a new file is noticed, it is looked up in the lock.
  await write(resolvePath(folderUri, importLockName), importLockText([...others, locked]));
  await write(resolvePath(folderUri, file), text);
  return { kind: 'fetched', locked, size: text.length, redirects };
}

/** The folder for the downloads of a project. */
export function importsOf(projectUri: string): string {
  return resolvePath(projectUri, importsFolder);
}

/**
 * What was downloaded for a project.
 *
 * @throws UserError when the lock can't be read.
 */
export async function lockedImports(
  projectUri: string,
  files: Pick<FileSystem, 'read'>,
): Promise<readonly LockedImport[]> {
  const text = await files.read(resolvePath(importsOf(projectUri), importLockName));
  if (text.kind === 'unreadable' && text.reason === 'missing') return [];
  const reading =
    text.kind === 'text' ? readImportLock(text.text) : { kind: 'misfit' as const, problem: text.detail };
  if (reading.kind === 'read') return reading.value;
  throw new UserError(
    `${importsFolder}/${importLockName} can't be read: ${reading.problem}. Take it back from version control, or remove it and fetch again.`,
  );
}

/** The locked imports whose file differs from the download, each with the reason as a clause. */
export async function changedImports(
  projectUri: string,
  files: Pick<FileSystem, 'read'>,
): Promise<readonly { readonly locked: LockedImport; readonly problem: string }[]> {
  const changed: { locked: LockedImport; problem: string }[] = [];
  for (const locked of await lockedImports(projectUri, files)) {
    const text = await files.read(resolvePath(importsOf(projectUri), locked.file));
    if (text.kind === 'unreadable')
      changed.push({
        locked,
        problem: text.reason === 'missing' ? 'is missing' : `can't be read: ${text.detail}`,
      });
    else if (sha256(text.text) !== locked.sha256)
      changed.push({ locked, problem: 'is not the text that was downloaded: its SHA-256 differs' });
  }
  return changed;
}

/** Where the text of an ontology is requested: at its IRI, without the part behind #, which no server is sent. */
function addressOf(iri: string): string {
  return iri.replace(/#.*$/s, '');
}

/** A descriptive name for the file that no file in the folder has. */
async function newName(
  iri: string,
  extension: 'jsonld' | 'ttl',
  {
    folderUri,
    others,
    files,
  }: {
    readonly folderUri: string;
    readonly others: readonly LockedImport[];
    readonly files: Pick<FileSystem, 'read'>;
  },
): Promise<string> {
  const plain = addressOf(iri)
    .replace(/^[a-z]+:\/*/i, '')
    .toLowerCase()
    .replace(/\.(?:ttl|turtle|jsonld|json)$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);
  for (let number = 1; ; number++) {
    const name = `${plain || 'import'}${number === 1 ? '' : `-${number}`}.${extension}`;
    if (others.some(({ file }) => file === name)) continue;
    const there = await files.read(resolvePath(folderUri, name));
    if (there.kind === 'unreadable' && there.reason === 'missing') return name;
  }
}

/** Whether a text is a context of JSON-LD. */
function holdsContext(text: string): boolean {
  if (!/^\uFEFF?\s*\{/.test(text)) return false;
  try {
    return '@context' in JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return false;
  }
}

/** The base of texts that declare none: everything that starts with it is a relative IRI. */
const elsewhere = 'http://elsewhere.invalid/';

function usesRelative({ graph }: TurtleDocument): boolean {
  const isRelative = (id: TermId) => terms.isIri(id) && terms.value(id).startsWith(elsewhere);
  for (const { subject, predicate, object } of graph.triples())
    if (isRelative(subject) || isRelative(predicate) || isRelative(object)) return true;
  return false;
}

/** The licence and version that an ontology states. */
function statedIn({ graph }: TurtleDocument): Pick<LockedImport, 'licence' | 'version'> {
  const ontologies = graph.subjects(rdf.type, owl.Ontology);
  const valueOfAny = (properties: readonly string[]) => {
    for (const property of properties) {
      const id = terms.knownIri(property);
      const [value] = id === undefined ? [] : ontologies.flatMap((each) => graph.objects(each, id));
      if (value !== undefined && !terms.isBlank(value)) return terms.value(value).slice(0, 1000);
    }
    return undefined;
  };
  return { licence: valueOfAny(licences), version: valueOfAny(versions) };
}

const versions = [`${namespaces.owl}versionInfo`, `${namespaces.owl}versionIRI`];

const licences = [
  'http://purl.org/dc/terms/license',
  'http://purl.org/dc/terms/rights',
  'http://creativecommons.org/ns#license',
  'http://schema.org/license',
  'https://schema.org/license',
];
