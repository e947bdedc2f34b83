import type { Position } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { LinkReason, LinkRole } from './linkReason.ts';
import type { StoreAddress } from './storeLink.ts';

/** A link to a missing or broken file, with the place of the link. */
export interface LinkFinding {
  readonly uri: string;
  readonly range: TextRange;
  /** An information is no problem: it says what a link brings in. */
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly fixes: readonly LinkFix[];
  /** For an import that nothing resolves: the IRI. */
  readonly unresolvedImport?: string;
}

/** The import that leads to no file, if a finding is one. The vocabularies that are known without a file are not lacking. */
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

/** What would settle a finding. */
export type LinkFix =
  /** A file to use for an ontology from now on, by the project file or settings. */
  | { readonly kind: 'useFile'; readonly iri: string; readonly uri: string }
  /** Another text at the place of the finding. */
  | { readonly kind: 'replace'; readonly newText: string }
  /** That the user allows a store to be asked. */
  | { readonly kind: 'allowStore'; readonly store: StoreAddress };

/** Something that a link asks for but that is missing. */
export interface LinkGap {
  readonly message: string;
  /** The missing file, or the file that asks for it. */
  readonly uri: string | undefined;
  /** Set where results may not hold either: they may rest on what is missing. */
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
  readonly position?: Position | undefined;
}

/** A file of a unit in one of its roles, with all reasons in the order in which they were found. */
export interface FileLink {
  readonly uri: string;
  readonly role: LinkRole;
  readonly reasons: readonly LinkReason[];
}
