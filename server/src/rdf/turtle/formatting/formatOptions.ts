/** The layout of formatted Turtle. */
export interface FormatOptions {
  /** One step of indentation: spaces or a tab. */
  readonly indent: string;
  /** Where the predicates after the first one start: one step to the right, or below the first one. */
  readonly predicates: (typeof formatChoices.predicates)[number];
  /** Whether the objects of neighbouring predicates start in one column. */
  readonly alignObjects: boolean;
  /** Whether line breaks in lists of objects stay, or each object has a line. */
  readonly objects: (typeof formatChoices.objects)[number];
  /** Where semicolons are written: at the end of lines, or at the start of the next. */
  readonly semicolons: (typeof formatChoices.semicolons)[number];
  /** Where the dot of a statement of several lines is written. */
  readonly dot: (typeof formatChoices.dot)[number];
  /** What stays on one line if it is on one line and short. Statements with one predicate always do. */
  readonly keepOnOneLine: (typeof formatChoices.keepOnOneLine)[number];
  /** Whether the prefixes of each block of declarations are sorted. */
  readonly sortPrefixes: boolean;
  /** Whether the namespaces of each block of declarations start in one column. */
  readonly alignPrefixes: boolean;
}

/** The values of options, the default first. */
export const formatChoices = {
  predicates: ['indented', 'aligned'],
  objects: ['keepLines', 'onePerLine'],
  semicolons: ['lineEnd', 'lineStart'],
  dot: ['lineEnd', 'ownLine'],
  keepOnOneLine: ['brackets', 'statements', 'nothing'],
} as const;

export const defaultFormatOptions: FormatOptions = {
  indent: '  ',
  predicates: 'indented',
  alignObjects: false,
  objects: 'keepLines',
  semicolons: 'lineEnd',
  dot: 'lineEnd',
  keepOnOneLine: 'brackets',
  sortPrefixes: false,
  alignPrefixes: false,
};
