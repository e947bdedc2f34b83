/** What jobs need of the process that they run in. Tests bring their own. */
import type { BatchEndpoint } from '../evaluation/requests/batches.ts';
import type { RunFolder } from '../evaluation/run/runFolder.ts';
import type { AnswerStore } from '../llm/model/cachedModel.ts';
import type { LanguageModel } from '../llm/model/languageModel.ts';
import type { PageAssets } from '../pages/selfContainedPage.ts';

/**
 * A model, and the URL that tells its endpoint from others.
 * @throws ModelError when the base URL is none.
 */
export type OpenModel = (endpoint: {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  /** How long it may send nothing, in ms. */
  readonly timeout: number;
}) => Promise<{ readonly model: LanguageModel; readonly url: string }>;

/**
 * Where models are asked in batches.
 * @throws ModelError when the base URL is none.
 */
export type OpenBatches = (endpoint: {
  readonly baseUrl: string;
  readonly key: string | undefined;
}) => Promise<BatchEndpoint>;

/**
 * The answers that are kept in a folder, which is made where there is none.
 * @param tell is told of what can't be read or written; asking goes on without.
 */
export type OpenAnswers = (folder: string, tell: (problem: string) => void) => Promise<AnswerStore>;

/** The folders of evaluations. All that is done with them rejects with a UserError when it can't be. */
export interface Runs {
  /** A folder that is written to by this process alone; it is made where there is none. */
  open(folderUri: string): Promise<RunFolder>;
  read(folderUri: string): Pick<RunFolder, 'read' | 'lines'>;
}

/**
 * Begins to write a folder as a whole. Until it is published, what is in its place stays as it is, whatever happens.
 * @throws a UserError when it can't be written, or is being written by another process.
 */
export type OpenStaging = (folderUri: string) => Promise<Staging>;

/** A folder in the making. Each of these rejects with a UserError when it can't be done. */
export interface Staging {
  /** What an interrupted run has noted for the next one; empty when there was none. */
  readonly journal: string;
  /** Notes something for the next run, should this one be interrupted. */
  note(text: string): Promise<void>;
  /** Begins the journal anew. */
  forget(): Promise<void>;
  /** Adds to the text of a file of the folder, given by its path with slashes. */
  write(path: string, text: string): Promise<void>;
  /** Puts the folder in its place, instead of what is there. */
  publish(): Promise<void>;
  /** Removes what was written; the journal stays for the next run if there is anything in it. */
  abandon(): Promise<void>;
}

/** The script and the style sheet of a page by its name in esbuild.mjs. */
export type PageFiles = (name: string) => Promise<PageAssets>;
