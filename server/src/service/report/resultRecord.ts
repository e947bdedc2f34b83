import type { Position } from '../../base/lineIndex.ts';
import type { SeverityLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { Excerpt } from './excerpt.ts';
import type { JsonResult } from './jsonResult.ts';

/** What reports say of a result, in parts that are made, or unpacked, when they are asked for. */
export interface ReportedResult {
  /** Undefined only when no file of the unit mentions the focus node or the shape. */
  readonly place: ReportedPlace | undefined;
  /** The IRI of the constraint component. */
  readonly component: string;
  readonly words: RecordedWords;
  /** The lines around its place. */
  readonly excerpt: Excerpt | undefined;
  readonly json: Omit<JsonResult, 'key'>;
  /** A sh:ValidationResult. */
  readonly turtle: string;
}

/** What only some reports say. */
export const reportParts = ['words', 'excerpt', 'json', 'turtle'] as const;

export type ReportPart = (typeof reportParts)[number];

/** The parts that were asked for, as plain data. */
export type RecordedParts = Pick<ReportedResult, 'place' | 'component'> &
  Partial<Pick<ReportedResult, ReportPart>>;

export interface RecordedWords {
  /** What is wrong, as a diagnostic says it; the focus node for a result without a place. */
  readonly message: string;
  /** Where the constraint component is explained. */
  readonly href: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly printed: PrintedTerms;
}

export interface ReportedPlace {
  readonly uri: string;
  readonly start: Position;
  readonly end: Position;
}

/** A place that explains a result. */
export interface RelatedPlace {
  readonly uri: string;
  readonly start: Position;
  readonly end: Position;
  readonly message: string;
}

/** Terms with the prefixes of the unit. */
export interface PrintedTerms {
  readonly focusNode: string;
  readonly path: string | undefined;
  /** The value of sh:resultPath, which is a blank node unless the path is a predicate. */
  readonly resultPath: string | undefined;
  readonly value: string | undefined;
  /** The parameter of the constraint, such as `sh:class`. */
  readonly parameter: string;
}

/** What a run has to know of each result, reported or not. */
export interface ResultRecord {
  /** The key that the result has by itself: results with the same key are numbered in a run. */
  readonly key: string;
  readonly level: SeverityLevel;
  /** The file, and where the range starts, in UTF-16 code units. */
  readonly place: { readonly uri: string; readonly offset: number } | undefined;
}
