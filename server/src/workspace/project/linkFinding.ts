import type { TextPosition } from '../../base/lineIndex.ts';
import { compressed } from '../../base/textBytes.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Unreadable } from './documentStore.ts';
import type { LinkReason, LinkRole } from './linkReason.ts';
import type { StoreAddress } from './storeLink.ts';
import { fileNameOfUri } from './uris.ts';

/** A link to a missing or broken file, with the place of the link. */
export interface LinkFinding {
  readonly uri: string;
  readonly range: TextRange;
  /** An information is not a problem: it describes what a link adds. */
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly fixes: readonly LinkFix[];
  /** For an import that nothing resolves: the IRI. */
  readonly unresolvedImport?: string;
}

/** The unresolved import of a finding, if it is about one. Vocabularies that are known without a file are not missing. */
export function lackingImport({ unresolvedImport, severity }: LinkFinding): string | undefined {
  return severity === 'information' ? undefined : unresolvedImport;
}

/** The ontologies that are imported and lead to no file. */
export function lackingImports({
  findings,
}: {
  readonly findings: readonly LinkFinding[];
}): readonly string[] {
  return [...new Set(findings.flatMap((finding) => lackingImport(finding) ?? []))];
}

/** The addresses of contexts of JSON-LD that lead to no file. */
export function lackingContexts({
  documents,
}: {
  readonly documents: ReadonlyMap<string, TurtleDocument>;
}): readonly string[] {
  const errors = [...documents.values()].flatMap((document) => document.errors);
  return [...new Set(errors.flatMap(({ lackingContext = [] }) => lackingContext))];
}

/** What would settle a finding. */
export type LinkFix =
  /** A file to use for an ontology from now on, by the project file or settings. */
  | { readonly kind: 'useFile'; readonly iri: string; readonly uri: string }
  /** Another text at the place of the finding. */
  | { readonly kind: 'replace'; readonly newText: string }
  /** The user's permission to ask a store. */
  | { readonly kind: 'allowStore'; readonly store: StoreAddress };

/** Something that a link requires but that is missing. */
export interface LinkGap {
  readonly message: string;
  /** The missing file, or the file that requires it. */
  readonly uri: string | undefined;
  /** Set if even results may not hold: they may rest on what is missing. */
  readonly leavesResultsOpen?: true;
}

/** The gaps on which the results of a unit may rest. */
export function gapsBehindResults({ gaps }: { readonly gaps: readonly LinkGap[] }): readonly LinkGap[] {
  return gaps.filter(({ leavesResultsOpen }) => leavesResultsOpen);
}

/** A linked file that cannot be read, with the reason as a sentence. */
export interface UnreadableFile {
  readonly uri: string;
  readonly role: LinkRole;
  readonly message: string;
  /** The position of the problem in the file, if it is inside. */
  readonly position?: TextPosition | undefined;
}

/** A file of a unit in one of its roles, with all reasons in the order in which they were found. */
export interface FileLink {
  readonly uri: string;
  readonly role: LinkRole;
  readonly reasons: readonly LinkReason[];
}

/**
 * Explains why a linked file can't be read, and what to do.
 *
 * @param near the paths that were probably meant by one that leads nowhere.
 */
export function unreadableMessage(
  role: LinkRole,
  uri: string,
  { reason, detail }: Unreadable,
  near: readonly string[] = [],
): string {
  const file = `The ${roleName(role)} ${fileNameOfUri(uri)}`;
  switch (reason) {
    case 'missing':
      return `${file} does not exist (${detail}). ${near.length > 0 ? didYouMean(near) : 'Correct the path, or create the file.'}`;
    case 'directory':
      return `${file} is a folder (${detail}). Link its files, for example with '${fileNameOfUri(uri)}/*.ttl'.`;
    case 'denied':
      return `${file} can't be read: permission denied (${detail}). Allow yourself to read it, or give another file.`;
    case 'tooLarge':
      return `${file} is too large (${detail}).`;
    case 'binary':
      return `${file} can't be read: ${detail}. ${binaryRemedy(uri, detail)}`;
    case 'pipe':
      return `${file} is a named pipe (${detail}). Only regular files can be linked: write its output to one.`;
    case 'outside':
      return `${file} is a link to ${detail}, which patterns do not follow. Link it by its own path.`;
    case 'failed':
      return `${file} can't be read: ${detail}.`;
  }
}

/** How to convert a binary file to text, by its probable format. */
function binaryRemedy(uri: string, detail: string): string {
  if (detail === compressed) return unpack;
  const ending = /\.(\w+)$/.exec(uri)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(binaryFormats, ending) ? binaryFormats[ending]! : saveAsUtf8;
}

const saveAsUtf8 = 'Save it as UTF-8, for example with iconv.';
const unpack = 'Unpack it first, or pipe its text into the command.';
const unpacked = `It is compressed. ${unpack}`;
const binaryFormats: Readonly<Record<string, string>> = {
  gz: unpacked,
  bz2: unpacked,
  xz: unpacked,
  zst: unpacked,
  zip: unpacked,
  hdt: 'HDT is not read. Convert it to N-Triples first, for example with hdt2rdf.',
  jelly: 'Jelly is not read. Convert it to N-Triples first, for example with jelly-cli.',
};

export function roleName(role: LinkRole): string {
  return role === 'data' ? 'data file' : role === 'shapes' ? 'shapes file' : 'context file';
}

function didYouMean(paths: readonly string[]): string {
  return `Did you mean ${paths.join(' or ')}?`;
}
