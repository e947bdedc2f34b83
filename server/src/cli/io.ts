import type {
  DrawFigures,
  OpenAnswers,
  OpenBatches,
  OpenModel,
  OpenStaging,
  PageFiles,
  Runs,
} from '../languageServer/jobs/ports.ts';
import type { PipedBytes } from '../platform/files/pipeSpool.ts';
import type { StoreEnvironment } from '../platform/stores/environmentStores.ts';
import type { LineParser } from '../rdf/turtle/parsedPart.ts';
import type { GivenSettings } from '../service/ide/unitSettings.ts';
import type { ReportPart, UnitRecord } from '../service/report/resultRecord.ts';
import type { WorkProbe } from '../shacl/watch.ts';
import type { ListFolder } from '../vio/suite/suiteObstacle.ts';
import type { ImportPorts } from '../workspace/project/fetchImports.ts';
import type { FileSearch, FileSystem } from '../workspace/project/fileSystem.ts';
import type { Revision, StagedFiles } from '../workspace/project/revision.ts';
import type { StoreAddress } from '../workspace/project/storeLink.ts';
import type { Store, UpdatableStore } from '../workspace/store/store.ts';

/** What one run of the program works with; tests bring their own. */
export interface CommandIo {
  /** All bytes of standard input. Rejects with a UserError when there are too many. */
  readonly readStdin: () => Promise<PipedBytes>;
  /** For results only. */
  readonly stdout: Output;
  /** For errors and notes. */
  readonly stderr: Output;
  /** stderr without delay, for the progress of a command. The other outputs may appear only after it has ended. */
  readonly progress: Output;
  readonly fileSystem: FileSystem;
  /** The same files, with another limit for their size in bytes. */
  readonly openFileSystem: (maxFileSize: number) => FileSystem;
  /**
   * All bytes of a pipe; the same bytes when it is read again. Rejects with a UserError when they are too many, or nothing
   * comes for too long.
   */
  readonly readPipe: (path: string) => Promise<PipedBytes>;
  readonly writeFile: WriteFile;
  /**
   * A stamp that changes when a file is written or replaced; undefined for a missing file. Without it, files are read and
   * compared.
   */
  readonly stampOf?: (uri: string) => Promise<string | undefined>;
  readonly openReport: OpenReport;
  /** Without it, everything that is printed appears together, and a run is not repeated. */
  readonly stages?: Stages;
  /** Sets the message for when the process is interrupted. */
  readonly tellIfInterrupted?: (text: string) => void;
  /** Sets what is sent to a store when the process is interrupted; nothing when undefined. */
  readonly sendIfInterrupted?: (update: UpdateIfInterrupted | undefined) => void;
  readonly writeBytes: WriteBytes;
  /**
   * What downloads need: opening it sends and writes nothing. The hosts are those of this machine and private networks that may
   * be asked. Absent where a command runs in a thread.
   */
  readonly openImports?: (privateHosts: readonly string[]) => Promise<ImportPorts>;
  readonly openRevision: OpenRevision;
  /** Rejects with a UserError where there is no repository. */
  readonly openIndex: (folder: string) => Promise<StagedFiles>;
  readonly listFolder: ListFolder;
  readonly openStaging: OpenStaging;
  /** Opening a model sends nothing. */
  readonly openModel: OpenModel;
  readonly openBatches: OpenBatches;
  /** Opening a store asks nothing. */
  readonly openStore: OpenStore;
  /** Opening it sends nothing. */
  readonly openUpdates: OpenUpdates;
  /** Asks the person at the terminal, below what was printed; absent where there is none. */
  readonly confirm?: (question: string) => Promise<boolean>;
  readonly openAnswers: OpenAnswers;
  readonly runs: Runs;
  readonly pageFiles: PageFiles;
  readonly drawFigures: DrawFigures;
  /** The path of the current working directory. */
  readonly cwd: string;
  readonly env: Environment;
  /** Receives what a run depends on, so that it can be repeated when that changes. */
  readonly dependsOn?: (dependencies: RunDependencies) => void;
  /**
   * Judges files in other threads, and returns those that have nothing to report but their results. Without it, and for all
   * others, a command does so itself.
   */
  readonly judgeFiles?: JudgeFiles;
  /** Opens what parses lines in so many other threads. Without it, a command does so itself. */
  readonly openLineParser?: (threads: number) => Promise<LineParser>;
  /** Is told which constraint is being evaluated, or which file is being read. */
  readonly probe?: WorkProbe;
  /** Keys of constraints and files that took too much time or memory before. */
  readonly quarantined?: ReadonlySet<string>;
  /** Returns a sentence once the memory for the command is used up, so that it ends with what it has found. */
  readonly whyFull?: () => string | undefined;
  /** Ends a command that a server runs for its client; without it, the process is ended. */
  readonly signal?: AbortSignal;
  /** Whether no other thread can interrupt work that never ends: patterns that may take forever are then not checked. */
  readonly isUnwatched?: true;
  /** How long the command had taken, in ms, before it was restarted without what took too long. */
  readonly spent?: number;
}

/**
 * Opens a triple store.
 * @throws UserError when that is not the address of a store.
 */
export type OpenStore = (address: StoreAddress) => Store;

/**
 * Opens a triple store for updates by its address.
 * @throws UserError when that is not the address of a store.
 */
export type OpenUpdates = (address: string) => UpdatableStore;

/** What undoes what a run has written to a store. */
export interface UpdateIfInterrupted {
  readonly address: string;
  readonly text: string;
  /** What it does, as a sentence. */
  readonly meaning: string;
  /** What the user has to know if that failed, as a sentence. */
  readonly remedy: string;
}

/** What a run read, or looked for. */
export interface RunDependencies {
  /** URIs, also of missing files. */
  readonly files: readonly string[];
  readonly searches: readonly FileSearch[];
  /** The paths of files that the run wrote itself. */
  readonly writes: readonly string[];
}

/** Judges many data files in parallel, each with what it is linked to. */
export type JudgeFiles = (request: JudgeRequest) => Promise<ReadonlyMap<string, UnitRecord>>;

export interface JudgeRequest {
  /** URIs. */
  readonly data: readonly string[];
  readonly context: readonly string[];
  readonly named: readonly string[];
  readonly given: GivenSettings;
  /** What is reported about results. */
  readonly parts: readonly ReportPart[];
  /** How long judging may take, in ms. */
  readonly milliseconds?: number | undefined;
}

/** The environment variables that matter here. */
export interface Environment extends StoreEnvironment {
  readonly NO_COLOR?: string | undefined;
  readonly FORCE_COLOR?: string | undefined;
  readonly TERM?: string | undefined;
  /** How many threads judge files, instead of one for each processor. */
  readonly SHACL_REPAIR_THREADS?: string | undefined;
  /** Set by the services that run checks of repositories. */
  readonly CI?: string | undefined;
  /** On GitHub, the root of the repository. */
  readonly GITHUB_WORKSPACE?: string | undefined;
  /** When set, internal errors come with their stack. */
  readonly DEBUG?: string | undefined;
  /** Where models are asked when --base-url is not given. */
  readonly OPENAI_BASE_URL?: string | undefined;
  /** The model where an option says `model` without an ID. */
  readonly OPENAI_MODEL?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
}

/** Where commands print. */
export interface Output extends Terminal {
  /** Prints a text. Control characters are shown as `\u{1b}`, except for our own colours. */
  write(text: string): void;
  /** Prints what programs read byte by byte: on a terminal like any text, elsewhere unchanged. */
  writeExact(text: string): void;
  /** Resolves when what was printed has been written, so that memory does not fill up. */
  drained(): Promise<void>;
}

/** A stream, to which texts are written unchanged. */
export interface RawOutput extends Terminal {
  write(text: string): void;
  /** Without it there is nothing to wait for. */
  drained?(): Promise<void>;
  /** True when its reader has closed it, as `| head` does. */
  isClosed?(): boolean;
}

export interface Terminal {
  /** True for a terminal. */
  readonly isTTY?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
}

/** What the program itself works with: the same as its commands, but with output that is not escaped yet. */
export type ProgramIo = Omit<CommandIo, PrintedTo> &
  Readonly<Record<PrintedTo, RawOutput>> & {
    /** Called when a thread can't be ended, so that the process has to end without it. */
    readonly stuck?: () => void;
  };

type PrintedTo = 'stdout' | 'stderr' | 'progress';

/**
 * Replaces the text of a file atomically, so that no reader sees a part of it.
 * @throws a UserError when the file no longer holds `before` or can't be written.
 */
export type WriteFile = (path: string, before: string, after: string) => Promise<void>;

/**
 * The stages of a long run, so that its output appears while it goes on. A run that is repeated, because a constraint took
 * too long, continues after the last stage.
 */
export interface Stages {
  /** The state that the last stage of an earlier attempt left. */
  readonly before: string | undefined;
  /** Commits what was printed so far. @param state what a further attempt has to know. */
  end(state: string): Promise<void>;
  /** The same, but if nobody reads standard output any more, the run ends here silently. */
  endForReader(state: string): Promise<void>;
  /** Declares that the output is complete with what was printed, however the command exits. */
  complete(): void;
}

/** Opens a file that a report is written to, by its path. */
export type OpenReport = (path: string) => Promise<ReportFile>;

/** A file that appears, or replaces an older one, once all of it has been written. */
export interface ReportFile {
  write(text: string): Promise<void>;
  /** @throws a UserError when the file can't be written. */
  publish(): Promise<void>;
  /** Forgets what was written. */
  abandon(): Promise<void>;
}

/**
 * Creates or replaces atomically a file that a person named by its path, and creates its folder if necessary.
 * @throws a UserError when the file can't be written.
 */
export type WriteBytes = (path: string, bytes: Uint8Array) => Promise<void>;

/**
 * Opens an earlier revision of the repository that a folder is in, given by its path.
 * @throws a UserError when there is none.
 */
export type OpenRevision = (folder: string, name: string) => Promise<Revision>;

/** Conforms or done; violations remain; could not run. */
export type ExitCode = 0 | 1 | 2 | 3;
