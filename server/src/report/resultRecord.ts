import type { Position } from '../base/lineIndex.ts';
import type { SeverityLevel } from '../shacl/shapesGraph/severityLevel.ts';
import type { Excerpt } from './excerpt.ts';
import type { JsonResult } from './jsonResult.ts';

/**
 * What reports say of a result. Of a result that was found in this thread, each part is made when it is asked for; a record
 * of one has all of them as plain data, which can come from another thread.
 */
export interface ReportedResult {
  readonly level: SeverityLevel;
  /** Undefined only when no file of the unit mentions the focus node or the shape. */
  readonly place: ReportedPlace | undefined;
  /** What is wrong, as a diagnostic says it; the focus node for a result without a place. */
  readonly message: string;
  /** Where the constraint component is explained. */
  readonly href: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly printed: PrintedTerms;
  /** The IRI of the constraint component. */
  readonly component: string;
  readonly json: Omit<JsonResult, 'key'>;
  /** A sh:ValidationResult. */
  readonly turtle: string;
}

export interface ReportedPlace {
  readonly uri: string;
  /** Where the range starts, in UTF-16 code units. */
  readonly offset: number;
  readonly start: Position;
  readonly end: Position;
  readonly excerpt: Excerpt;
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

/** A result as plain data, with the key that it has by itself: results with the same key are numbered in a run. */
export interface ResultRecord extends ReportedResult {
  readonly key: string;
}
