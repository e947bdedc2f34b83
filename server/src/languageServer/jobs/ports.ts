/** The ports through which jobs reach files and models. Tests provide their own. */

import type { PageAssets } from '../../base/pages/selfContainedPage.ts';
import type { Figure } from '../../lab/evaluation/reports/figure.ts';
import type { ReportData } from '../../lab/evaluation/reports/html/reportData.ts';
import type { BatchEndpoint } from '../../lab/evaluation/requests/batches.ts';
import type { RunFolder } from '../../lab/evaluation/run/runFolder.ts';
import type { CheckReport } from '../../lab/tasks/check/checkReport.ts';
import type { AnswerStore } from '../../repair/llm/model/cachedModel.ts';
import type { LanguageModel } from '../../repair/llm/model/languageModel.ts';

/**
 * Opens a model. The URL in the result distinguishes its endpoint from others.
 * @throws ModelError when the base URL is not valid.
 */
export type OpenModel = (endpoint: {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  /** How long the endpoint may send nothing, in ms. */
  readonly timeout: number;
}) => Promise<{ readonly model: LanguageModel; readonly url: string }>;

/**
 * Opens an endpoint that answers requests in batches.
 * @throws ModelError when the base URL is not valid.
 */
export type OpenBatches = (endpoint: {
  readonly baseUrl: string;
  readonly key: string | undefined;
}) => Promise<BatchEndpoint>;

/**
 * Opens the answers that are kept in a folder. The folder is created if necessary.
 * @param tell is called when answers can't be read or written; requests continue without them.
 */
export type OpenAnswers = (folder: string, tell: (problem: string) => void) => Promise<AnswerStore>;

/** The folders of evaluations. Every operation rejects with a UserError when it fails. */
export interface Runs {
  /** Opens a folder for exclusive writing by this process. The folder is created if necessary. */
  open(folderUri: string): Promise<RunFolder>;
  read(folderUri: string): Pick<RunFolder, 'read' | 'lines'>;
}

/**
 * Begins to write a whole folder. An existing folder stays unchanged until the new one is published.
 * @throws UserError when the folder can't be written, or another process is writing it.
 */
export type OpenStaging = (folderUri: string) => Promise<Staging>;

/** A folder that is being written. Every method rejects with a UserError when it fails. */
export interface Staging {
  /** The notes of an interrupted run; empty when there are none. */
  readonly journal: string;
  /** Records a note for the next run, in case this one is interrupted. */
  note(text: string): Promise<void>;
  /** Empties the journal. */
  forget(): Promise<void>;
  /** Appends to a file of the folder, given by its path with slashes. */
  write(path: string, text: string): Promise<void>;
  /** Replaces the published folder with this one. */
  publish(): Promise<void>;
  /** Removes the files that were written. A journal that is not empty stays for the next run. */
  abandon(): Promise<void>;
}

/** The script and the style sheet of a page, by its name in esbuild.mjs. */
export type PageFiles = (name: string) => Promise<PageAssets>;

/** Draws the charts of a report's page for print. */
export interface DrawFigures {
  (page: 'evaluation', report: ReportData): Promise<readonly Figure[]>;
  (page: 'modelCheck', report: CheckReport): Promise<readonly Figure[]>;
}
