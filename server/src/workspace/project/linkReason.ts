import type { TextRange } from '../../base/textRange.ts';

/** What a file is linked as. */
export type LinkRole = 'data' | 'shapes' | 'context';

/** The roles in which a data file links other files. */
export type LinkableRole = Exclude<LinkRole, 'data'>;

/** The place in a file where a link is written. */
export interface LinkPlace {
  readonly uri: string;
  readonly range: TextRange;
}

/** Why a file belongs to a unit. */
export type LinkReason =
  /** A `# shapes:` or `# context:` line, with its path or pattern. */
  | { readonly kind: 'comment'; readonly place: LinkPlace; readonly path: string }
  /** An entry of `shaclRepair.links` in the settings of a folder, with the pattern of its data and the path. */
  | { readonly kind: 'setting'; readonly folderUri: string; readonly data: string; readonly path: string }
  /** An entry of `links` in the project file. */
  | { readonly kind: 'project'; readonly place: LinkPlace; readonly data: string; readonly path: string }
  | { readonly kind: 'imports' | 'shapesGraph'; readonly place: LinkPlace; readonly iri: string }
  /** The data file itself contains shapes, or an ontology that it imports does. */
  | { readonly kind: 'containsShapes'; readonly uri: string }
  /** The user named the file, as with `--shapes` and `--context`. */
  | { readonly kind: 'named' };

/** Where a link is written; undefined when that is not in a file of the unit. */
export function linkPlace(reason: LinkReason | undefined): LinkPlace | undefined {
  return reason && 'place' in reason ? reason.place : undefined;
}

/** The reasons that leave a verdict open and can be allowed, by the names used for that. */
export const allowableNames = {
  notChecked: 'not-checked',
  link: 'link',
  noTargets: 'no-targets',
  unlinked: 'unlinked',
} as const;

export type AllowableReason = (typeof allowableNames)[keyof typeof allowableNames];
export const allowableReasons: readonly AllowableReason[] = Object.values(allowableNames);
