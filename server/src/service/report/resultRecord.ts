import type { TextPosition } from '../../base/lineIndex.ts';
import { sha256 } from '../../base/sha256.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { keyOfHash } from '../../shacl/results/resultKeys.ts';
import { ResultNames } from '../../shacl/results/resultName.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import type { ResultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { FileSearch } from '../../workspace/project/fileSystem.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { ProjectFile } from '../../workspace/project/projectFile.ts';
import { type LinkedFileInfo, linkedFiles } from '../ide/linkedFiles.ts';
import type { Excerpt } from './excerpt.ts';
import type { JsonResult } from './jsonResult.ts';

/** The contents of reports about a result, in parts that are created or unpacked on demand. */
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

/** The requested parts, as plain data. */
export type RecordedParts = Pick<ReportedResult, 'place' | 'component'> &
  Partial<Pick<ReportedResult, ReportPart>>;

export interface RecordedWords {
  /** The message as in a diagnostic; the focus node for a result without a place. */
  readonly message: string;
  /** Where the constraint component is explained. */
  readonly href: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly printed: PrintedTerms;
}

export interface ReportedPlace {
  readonly uri: string;
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A place that explains a result. */
export interface RelatedPlace {
  readonly uri: string;
  readonly start: TextPosition;
  readonly end: TextPosition;
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

/** What a run has to know about each result, reported or not. */
export interface ResultRecord {
  /** The key of the result on its own: results with the same key are numbered in a run. */
  readonly key: string;
  readonly level: ResultLevel;
  /** The file, and where the range starts, in UTF-16 code units. */
  readonly place: { readonly uri: string; readonly offset: number } | undefined;
}

/**
 * A unit with nothing to report but its results, without its graphs: a run with thousands of files keeps most of them in
 * this form. Plain data, so that it can come from another thread.
 */
export interface UnitRecord {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  /** The number of triples of each data and context file, by uri. */
  readonly triples: readonly (readonly [uri: string, triples: number])[];
  readonly focusNodes: number;
  readonly inference: Inference;
  readonly links: readonly JsonLinkedFile[];
  readonly dependsOn: readonly string[];
  readonly searches: readonly FileSearch[];
  /** What counts according to the project file. */
  readonly project: Pick<ProjectFile, 'failOn' | 'allow'> | undefined;
  /** The uri of the baseline that the project file names. */
  readonly baseline: string | undefined;
  /** In the order in which they were found. */
  readonly results: readonly ResultRecord[];
  /** What reports say of each result. */
  readonly reports: RecordedReports;
}

/** The contents of reports about the results of a unit. A long list is kept packed. */
export interface RecordedReports {
  at(index: number): RecordedParts | undefined;
}

/** The same keys as ResultKeys, without waiting. */
export class StableKeys {
  readonly #names: ResultNames;

  constructor(input: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#names = new ResultNames(input);
  }

  key(violation: Violation): string {
    return keyOfHash(sha256(this.#names.name(violation)));
  }
}

/** A linked file in JSON, with the data file that it is linked to. */
export interface JsonLinkedFile {
  /** The data files of the unit. */
  readonly data: readonly string[];
  readonly uri: string;
  readonly role: LinkedFileInfo['role'];
  /** Each chain leads from the data to the file, in one step or, through imports, in several. */
  readonly ways: readonly (readonly JsonLinkStep[])[];
}

export interface JsonLinkStep {
  readonly kind: LinkedFileInfo['ways'][number][number]['kind'];
  readonly text: string;
  /** The file in which the link is written, and the line, 0-based; null for settings and options. */
  readonly uri: string | null;
  readonly line: number | null;
}

/** Which files were linked to the data of a unit, and why. */
export function unitLinksJson(linked: LinkedUnit): readonly JsonLinkedFile[] {
  return linkedFiles(linked).map(({ uri, role, ways }) => ({
    data: linked.unit.data,
    uri,
    role,
    ways: ways.map((way) =>
      way.map(({ kind, text, uri, line }) => ({ kind, text, uri: uri ?? null, line: line ?? null })),
    ),
  }));
}
