import type { Inference } from '../../shacl/shapesGraph/inference.ts';
import type { FileSearch } from '../../workspace/project/fileSystem.ts';
import type { ProjectFile } from '../../workspace/project/projectFile.ts';
import type { JsonLinkedFile } from './linkedFilesJson.ts';
import type { RecordedParts, ResultRecord } from './resultRecord.ts';

/**
 * A unit of which nothing has to be told but its results, without its graphs: what a run with thousands of files keeps of
 * most of them. Plain data, so that it can come from another thread.
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
  /** What the project file says that counts. */
  readonly project: Pick<ProjectFile, 'failOn' | 'allow'> | undefined;
  /** The uri of the baseline that the project file names. */
  readonly baseline: string | undefined;
  /** In the order in which they were found. */
  readonly results: readonly ResultRecord[];
  /** What reports say of each result. */
  readonly reports: RecordedReports;
}

/** What reports say of the results of a unit. A long list is kept packed. */
export interface RecordedReports {
  at(index: number): RecordedParts | undefined;
}
