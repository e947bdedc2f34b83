import type { BatchEndpoint } from '../evaluation/run/batches.ts';
import type { RunFolder } from '../evaluation/run/runFolder.ts';
import type { WorkProbe } from '../ide/workProbe.ts';
import type { AnswerStore } from '../llm/model/cached.ts';
import type { LanguageModel } from '../llm/model/languageModel.ts';
import type { PageAssets } from '../pages/selfContainedPage.ts';
import type { FileSystem } from '../project/fileSystem.ts';
import type { ListFolder } from '../vio/suite/suiteObstacle.ts';

/** The world around one run of the program; tests bring their own. */
export interface CommandIo {
  /** Everything that standard input gives. */
  readonly readStdin: () => Promise<Uint8Array>;
  /** Results, and nothing else. */
  readonly stdout: Output;
  /** What went wrong. */
  readonly stderr: Output;
  /** stderr at once: how far a command is. What goes to the other outputs may wait for its end. */
  readonly progress: Output;
  readonly fileSystem: FileSystem;
  /** The same files, of up to so many bytes each. */
  readonly openFileSystem: (maxFileSize: number) => FileSystem;
  /**
   * All bytes that a pipe gives, the same when it is asked for again. Rejects with a CommandError when it is silent for
   * too long.
   */
  readonly readPipe: (path: string) => Promise<Uint8Array>;
  readonly writeFile: WriteFile;
  readonly listFolder: ListFolder;
  readonly openStaging: OpenStaging;
  /** Nothing is sent before the model is asked something. */
  readonly openModel: OpenModel;
  readonly openBatches: OpenBatches;
  readonly openAnswers: OpenAnswers;
  readonly runs: Runs;
  /** The script and the style sheet of a page by its name in esbuild.mjs. */
  readonly pageFiles: (name: string) => Promise<PageAssets>;
  /** The path of the current working directory. */
  readonly cwd: string;
  readonly env: Environment;
  /** Is told which constraint is being evaluated, or file read. */
  readonly probe?: WorkProbe;
  /** Keys of constraints and files that took too long before. */
  readonly quarantined?: ReadonlySet<string>;
}

/** The environment variables that matter here. */
export interface Environment {
  readonly NO_COLOR?: string | undefined;
  readonly FORCE_COLOR?: string | undefined;
  readonly TERM?: string | undefined;
  /** When set, internal errors come with their stack. */
  readonly DEBUG?: string | undefined;
  /** Where models are asked when --base-url is not given. */
  readonly OPENAI_BASE_URL?: string | undefined;
  /** The model where an option says `model` without an ID. */
  readonly OPENAI_MODEL?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
}

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

/** The folders of evaluations. All that is done with them rejects with a CommandError when it can't be. */
export interface Runs {
  /** A folder that is written to by this process alone; it is made where there is none. */
  open(folderUri: string): Promise<RunFolder>;
  read(folderUri: string): Pick<RunFolder, 'read' | 'lines'>;
}

/** Where commands print. */
export interface Output extends Terminal {
  /** Prints a text. What a terminal would act on is shown as `\u{1b}`, whoever wrote it, but for our own colours. */
  write(text: string): void;
  /** Prints what programs read byte by byte: on a terminal like any text, elsewhere as it is. */
  writeExact(text: string): void;
  /** Resolves when what was printed has found its way, so that the next part does not pile up. */
  drained(): Promise<void>;
}

/** A stream, which takes everything as it is. */
export interface RawOutput extends Terminal {
  write(text: string): void;
  /** Without it there is nothing to wait for. */
  drained?(): Promise<void>;
}

export interface Terminal {
  /** True for a terminal. */
  readonly isTTY?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
}

/** The world around the program: that of its commands, before anybody looks at what they print. */
export type ProgramIo = Omit<CommandIo, PrintedTo> &
  Readonly<Record<PrintedTo, RawOutput>> & {
    /** Is told when a thread can't be ended, so that the process has to end without it. */
    readonly stuck?: () => void;
  };

type PrintedTo = 'stdout' | 'stderr' | 'progress';

/**
 * Replaces the text of a file at once: nobody ever sees a part of it.
 * @throws a CommandError when the file does not hold `before` any more or can't be written.
 */
export type WriteFile = (path: string, before: string, after: string) => Promise<void>;

/**
 * Begins to write a folder as a whole. Until it is published, what is in its place stays as it is, whatever happens.
 * @throws a CommandError when it can't be written, or is being written by another process.
 */
export type OpenStaging = (folderUri: string) => Promise<Staging>;

/** A folder in the making. Each of these rejects with a CommandError when it can't be done. */
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

/** Conforms or done; violations remain; could not run. */
export type ExitCode = 0 | 1 | 2;

/** Why a command can't do its work, in words for the user: told without a stack, exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
