import { setMaxListeners } from 'node:events';
import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import {
  type ModelSettings,
  readSettings,
  type SettingValue,
} from '../../languageServer/protocol/settings.ts';
import { isAllowedIn } from '../../platform/stores/environmentStores.ts';
import type { LineParser } from '../../rdf/turtle/parsedPart.ts';
import type { GraphChoice } from '../../rdf/turtle/textFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { PlacedNotChecked } from '../../service/ide/diagnostics/inputProblems.ts';
import { Documents } from '../../service/ide/documents.ts';
import type { LinkCandidatesInfo } from '../../service/ide/linkCandidates.ts';
import type { TakePart } from '../../service/ide/readStored.ts';
import { Session, type SessionPlace } from '../../service/ide/session.ts';
import type { FindRepairs } from '../../service/ide/stores/provenOverStores.ts';
import { type OtherText, storeWithTexts } from '../../service/ide/storeWithTexts.ts';
import { type AnalysisOptions, analyseUnit, type UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { type GivenSettings, settingsOfUnit } from '../../service/ide/unitSettings.ts';
import type { ChangedRun } from '../../service/report/changedRun.ts';
import { type RecordedUnit, recordUnit, withoutSupportingFiles } from '../../service/report/recordUnit.ts';
import type { ReportPart, UnitRecord } from '../../service/report/resultRecord.ts';
import type { FindFiles } from '../../service/report/suggestedRepairs.ts';
import {
  type AnalysedRun,
  isRecord,
  type RunUnit,
  type ValidationRun,
  validationRunOf,
} from '../../service/report/validationRun.ts';
import type { FirstLook } from '../../shacl/firstLook.ts';
import { endedAtFirstResult } from '../../shacl/incremental/collectResults.ts';
import type { KeyNumbers } from '../../shacl/results/resultKeys.ts';
import { isTimeUp } from '../../shacl/watch.ts';
import type { Baseline } from '../../workspace/project/baseline.ts';
import { isReadable, maxFilesPerGlob } from '../../workspace/project/documentStore.ts';
import type { FileSearch } from '../../workspace/project/fileSystem.ts';
import { findProjectFile } from '../../workspace/project/findProjectFile.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { gapsBehindResults, unreadableMessage } from '../../workspace/project/linkFinding.ts';
import type { LinkRole } from '../../workspace/project/linkReason.ts';
import type { ProjectFile } from '../../workspace/project/projectFile.ts';
import type { Settings } from '../../workspace/project/settings.ts';
import { type StoreAddress, storeUri } from '../../workspace/project/storeLink.ts';
import { baselineAt } from '../../workspace/project/unitProject.ts';
import { matchesGlob, resolvePath } from '../../workspace/project/uris.ts';
import { settingsFile } from '../../workspace/project/workspaceFiles.ts';
import type { KnownPart } from '../../workspace/store/knownPart.ts';
import type { Store } from '../../workspace/store/store.ts';
import type { CommandIo, JudgeFiles, JudgeRequest } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { WorkProgress } from '../output/progressLine.ts';
import { ArgumentFiles, type ArgumentIo, type ArgumentReading } from './argumentFiles.ts';
import { choice } from './options.ts';

/** The files of a command line, as given. */
export interface GivenFiles {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  /** Stores that are context as well. */
  readonly stores?: readonly Store[];
  /** Opens a store that files link; undefined for stores that the user has not allowed. */
  readonly openLinked?: (address: StoreAddress) => Store | undefined;
}

/** Opens the stores that files link at hosts that the user has allowed by options or in the environment. */
export function openLinkedStores(
  hosts: readonly string[],
  { env, openStore }: Pick<CommandIo, 'env' | 'openStore'>,
): Pick<GivenFiles, 'openLinked'> {
  if (hosts.length === 0 && !env.SHACL_REPAIR_ALLOW_STORE) return {};
  return {
    openLinked: (address) => (isAllowedIn(env, address, hosts) ? openStore(address) : undefined),
  };
}

/** How the files of a command line are read. */
export interface InputReading extends ArgumentReading {
  /** The graphs of N-Quads and TriG that count; all by default. */
  readonly graphs?: GraphChoice;
  /** Only data that depends on one of these files is judged. */
  readonly concerning?: ReadonlySet<string>;
}

/** Reads the options for data. */
export function dataReading(values: {
  readonly exclude?: readonly string[] | undefined;
  readonly 'stdin-filename'?: string | undefined;
  readonly 'input-format'?: string | undefined;
}): InputReading {
  const names = Object.keys(pipeFormats) as (keyof typeof pipeFormats)[];
  const format = choice('input-format', values['input-format'], names);
  return {
    pipeFormat: format && pipeFormats[format],
    exclude: values.exclude,
    stdinFile: values['stdin-filename'],
  };
}

/** By the value of `--input-format`. */
const pipeFormats = {
  turtle: undefined,
  'n-quads': 'N-Quads',
  trig: 'TriG',
  'json-ld': 'JSON-LD',
  'rdf-xml': 'RDF/XML',
} as const;

const usualReading = dataReading({});

/** What a workspace needs from outside. */
export type WorkspaceIo = ArgumentIo &
  Pick<CommandIo, 'judgeFiles' | 'quarantined' | 'stampOf' | 'whyFull' | 'signal' | 'isUnwatched'> &
  Partial<Pick<CommandIo, 'progress'>> & {
    /** When the run has to end, on the clock of `performance.now()`. */
    readonly deadline?: number;
    /** What is left out for a first answer. */
    readonly look?: FirstLook;
    /** Parses parts of large files. */
    readonly openParser?: (() => Promise<LineParser>) | undefined;
  };

export type EngineName = Settings['engine'];

/** A file without a text, and why. */
export interface UnreadableText {
  readonly uri: string;
  readonly message: string;
}

/**
 * The working directory, seen as an editor sees a workspace folder: its `.vscode/settings.json` applies, and ontologies are
 * looked up in its Turtle files.
 */
export class Workspace {
  readonly settings: Settings;
  /** How a model is asked, if one is. */
  readonly model: ModelSettings;
  /** What is wrong with the settings. */
  readonly problems: readonly string[];
  /** The settings by name, without the prefix `shaclRepair.`. */
  readonly values: WorkspaceSettings['values'];
  readonly #io: WorkspaceIo;
  readonly #progress: WorkProgress | undefined;
  readonly #given: GivenSettings;
  readonly #choosesGraphs: boolean;
  readonly #concerning: ReadonlySet<string> | undefined;
  readonly #documents: Documents;
  readonly #place: SessionPlace;
  readonly #session: Session;
  readonly #arguments: ArgumentFiles;
  /** What was checked. */
  readonly #dependsOn: { readonly dependsOn: Iterable<string>; readonly searches: readonly FileSearch[] }[] =
    [];
  /** What is known about the stores of units, by their data files. */
  readonly #stored = new Map<string, readonly KnownPart[]>();
  /** The state of files when they were found to be unchanged since they were read, and what searches found. */
  readonly #stamps = new Map<string, string>();
  readonly #found = new Map<string, string>();
  /** Keyed by what is searched for, because many results may lack the same. */
  readonly #describing = new Map<string, Promise<readonly string[]>>();

  /** The files below the working directory that describe terms that the linked files do not describe. */
  readonly describingFiles: FindFiles = (sought, { graphs: { linked } }) => {
    const key = [...sought.nodes, 'a', sought.instancesOf, ...linked.documents.keys()].join(' ');
    let files = this.#describing.get(key);
    if (files === undefined) {
      files = this.#describingFiles(sought, linked);
      this.#describing.set(key, files);
    }
    return files;
  };

  async #describingFiles(
    sought: Parameters<FindFiles>[0],
    { documents }: LinkedUnit,
  ): Promise<readonly string[]> {
    const { describingFiles } = await import('../../service/ide/repairs/describingFiles.ts');
    const found = await describingFiles(sought, documents, this.#documents, unaborted);
    return found.map(({ document }) => document.uri);
  }

  /** @param given the options of the command line, and the settings that they override. */
  static async open(
    io: WorkspaceIo,
    given: GivenSettings = {},
    reading: InputReading = usualReading,
  ): Promise<Workspace> {
    return new Workspace(io, await workspaceSettings(io), { given, reading });
  }

  private constructor(
    io: WorkspaceIo,
    { settings, model, problems, values }: WorkspaceSettings,
    { given, reading }: { readonly given: GivenSettings; readonly reading: InputReading },
  ) {
    this.#io = io;
    this.#given = given;
    this.#choosesGraphs = reading.graphs !== undefined;
    this.settings = settings;
    this.model = model;
    this.problems = problems;
    this.values = values;
    this.#progress = io.progress && new WorkProgress(io.progress);
    this.#documents = new Documents(io.fileSystem, io.probe, (uri, bytes, size) => {
      const why = io.whyFull?.();
      if (why !== undefined) throw new UserError(why);
      this.#progress?.tell(`reading ${this.#namesOf([uri])}`, bytes, size);
    });
    if (reading.graphs) this.#documents.chooseGraphs(reading.graphs);
    if (io.openParser) this.#documents.divideLines(io.openParser);
    this.#documents.setQuarantined(io.quarantined ?? new Set());
    const uri = uriOf(io.cwd, '.');
    this.#documents.setFolders([uri]);
    this.#arguments = new ArgumentFiles(io, this.#documents, reading);
    const { named } = this.#arguments;
    this.#place = { folders: [{ uri, settings }], workingFolder: uri, named };
    this.#session = new Session(this.#documents, () => this.#place);
    this.#concerning = reading.concerning;
  }

  /**
   * Validates files with what is linked to them. If shapes are given, all files are one unit, and links are not followed.
   * Otherwise each data file is a unit with the files that it is linked to.
   *
   * @param taker takes results while a single unit is validated, if that has a large data file. The run has the other
   * results.
   * @throws UserError when a folder or a pattern matches no file, or standard input can't be read.
   */
  async check(given: GivenFiles, engine: EngineName, taker?: ResultTaker): Promise<AnalysedRun> {
    const files = await this.#resolve(given);
    const units: UnitAnalysis[] = [];
    /** Why the files after the last unit are not judged. */
    let why: string | undefined;
    if (files.shapes.length > 0) {
      this.#io.probe?.step(`reading ${given.data.join(', ')}`);
      const linked = await this.#session.given(files);
      units.push(await this.#analyseWith(linked, given, { engine, taker }));
    } else {
      if (this.#io.look?.sample !== undefined && files.data.length > 1)
        throw new UserError(
          `--sample draws from one file of data, or from all of them with the same --shapes; ${files.data.length} files are given.`,
        );
      const taking = files.data.length === 1 ? taker : undefined;
      for (const uri of files.data) {
        if (units.length > 0) why ??= this.#io.whyFull?.();
        if (why !== undefined) break;
        const linked = await this.#linked(uri, files.context);
        const analysis = await this.#analyseWith(linked, given, { engine, taker: taking });
        units.push(analysis);
        if (this.#io.look?.failFast && analysis.verdict.kind === 'violates') why = endedAtFirstResult;
      }
    }
    this.#end(units);
    const chosen = withoutSupportingFiles(units);
    return validationRunOf(chosen.units, {
      ...this.#parts(files),
      supporting: chosen.supporting,
      notChecked: filesNotReached(files.data.length - units.length, why),
      numbers: taker?.numbers,
    });
  }

  /**
   * Validates the same files again, as if some files had other texts. No other work sees these.
   *
   * @param texts by uri; also of files that do not exist.
   * @param before what `check` found. Files that were not judged on their own are not judged now, either.
   * @throws UserError as `check` does.
   */
  async checkWith(
    texts: ReadonlyMap<string, OtherText>,
    given: GivenFiles,
    before: AnalysedRun,
  ): Promise<AnalysedRun> {
    const files = await this.#resolve(given);
    const documents = await storeWithTexts(this.#documents, texts);
    const session = new Session(documents, () => this.#place, this.#session.shapesCache);
    const units: UnitAnalysis[] = [];
    const analyse = async (linked: LinkedUnit) => {
      const previous = before.analyses.find(({ graphs }) => unitKey(graphs.linked) === unitKey(linked));
      units.push(await this.#analyse(linked, { engine: 'builtin', previous }));
    };
    if (files.shapes.length > 0) await analyse(await session.given(files));
    else {
      const judged = files.data.filter((uri) => !before.supporting.includes(uri));
      for (const uri of judged) await analyse(await session.linked(uri, files.context));
    }
    return validationRunOf(units, { ...this.#parts(files), supporting: before.supporting });
  }

  /**
   * Whether all files on which the checks rest are unchanged since they were read. The results of searches are remembered
   * from the first call on.
   */
  async isCurrent(): Promise<boolean> {
    const { files, searches } = this.dependencies;
    for (const { folderUri, glob } of searches) {
      const key = `${folderUri} ${glob}`;
      const found = await this.#io.fileSystem.list(folderUri, glob, { files: maxFilesPerGlob });
      const uris = found.uris.join(' ');
      if ((this.#found.get(key) ?? uris) !== uris) return false;
      this.#found.set(key, uris);
    }
    for (const uri of files) {
      const stamp = await this.#io.stampOf?.(uri);
      if (stamp !== undefined && stamp === this.#stamps.get(uri)) continue;
      const read = await this.#documents.document(uri);
      const now = await this.#io.fileSystem.read(uri);
      if (isReadable(read) ? now.kind !== 'text' || now.text !== read.text : now.kind === 'text')
        return false;
      if (stamp !== undefined) this.#stamps.set(uri, stamp);
    }
    return true;
  }

  /**
   * Validates a change of files that the first of the given stores holds. The others are context.
   *
   * @param before reads what a data file was before, under its uri; undefined when it is new.
   * @throws UserError when a folder or a pattern matches no file, or a file can't be read as it was before.
   */
  async checkChange(
    given: GivenFiles & { readonly stores: readonly [Store, ...Store[]] },
    before: (uri: string) => Promise<TurtleDocument | undefined>,
  ): Promise<ChangedRun> {
    const files = await this.#resolve(given);
    const [uri, ...more] = files.data;
    if (files.shapes.length === 0 && more.length > 0)
      throw new UserError('several files are one change of a store: give their --shapes.');
    const linked =
      files.shapes.length > 0 ? await this.#session.given(files) : await this.#linked(uri!, files.context);
    const bases: TurtleDocument[] = [];
    for (const data of files.data) {
      const base = await before(data);
      if (base !== undefined) bases.push(base);
    }
    const [changed] = given.stores;
    const others = this.#storesOf(linked, given).filter(({ url }) => url !== changed.url);
    this.#tellAsking([changed, ...others]);
    const basis = { bases, stores: { changed, others } };
    const { analyseChange } = await import('../../service/ide/stores/changeAnalysis.ts');
    const change = await analyseChange(linked, basis, this.#options('builtin'), unaborted);
    this.#end([change.analysis]);
    const { changedRun } = await import('../../service/report/changedRun.ts');
    return changedRun(change, this.#arguments.named);
  }

  /**
   * The same for what is only reported: many files are judged elsewhere, and for most of them only records are kept.
   *
   * @param parts what is reported of results.
   * @param taker as for `check`.
   */
  async checkForReport(
    given: GivenFiles,
    engine: EngineName,
    parts: readonly ReportPart[],
    taker?: ResultTaker,
  ): Promise<ValidationRun> {
    const { judgeFiles } = this.#io;
    const needsThisThread =
      this.#choosesGraphs ||
      given.shapes.length > 0 ||
      (given.stores?.length ?? 0) > 0 ||
      given.openLinked !== undefined ||
      this.#io.look !== undefined;
    if (needsThisThread || engine !== 'builtin' || !judgeFiles) return this.check(given, engine, taker);
    const files = await this.#resolve(given);
    const found = await this.#judgeElsewhere(files, parts, judgeFiles);
    const taking = files.data.length === 1 ? taker : undefined;
    const units: RunUnit[] = [];
    let why: string | undefined;
    for (const uri of files.data) {
      const known = found.get(uri);
      if (!known && units.length > 0) why ??= this.#io.whyFull?.();
      if (known || why === undefined)
        units.push(known ?? (await this.#analyseLinked(uri, files.context, engine, taking)));
    }
    this.#end(units);
    const chosen = withoutSupportingFiles(units);
    const baselines = await this.#baselinesOf(chosen.units);
    return validationRunOf(chosen.units, {
      ...this.#parts(files),
      supporting: chosen.supporting,
      baselines,
      notChecked: filesNotReached(files.data.length - units.length, why),
      numbers: taker?.numbers,
    });
  }

  /**
   * Reads the texts of files, one after the other, without the files linked to them.
   *
   * @param take takes the statements of large files part by part, but for the last ones.
   * @param role what messages call a file that can't be read.
   * @throws UserError when a folder or a pattern matches no file, or standard input can't be read.
   */
  async *texts(
    given: readonly string[],
    take?: TakePart,
    role: LinkRole = 'data',
  ): AsyncGenerator<TurtleDocument | UnreadableText> {
    if (take) this.#documents.takeParts(take);
    for (const uri of await this.#arguments.resolveData(given)) {
      const file = await this.#documents.document(uri);
      yield isReadable(file) ? file : { uri, message: unreadableMessage(role, uri, file) };
      this.#documents.release(uri);
    }
  }

  /**
   * What data files are linked to, without judging them.
   *
   * @throws UserError when a folder or a pattern matches no file.
   */
  async links(given: readonly string[]): Promise<readonly LinkedUnit[]> {
    const units: LinkedUnit[] = [];
    for (const uri of await this.#arguments.resolveData(given)) units.push(await this.linked(uri));
    return units;
  }

  /** What a file is linked to, without judging it. */
  linked(uri: string): Promise<LinkedUnit> {
    return this.#linked(uri, []);
  }

  /** The project file that applies to a file, or to the files of a folder. */
  async projectFile(uri: string): Promise<ProjectFile | undefined> {
    const isFile = isReadable(await this.#documents.document(uri));
    const data = isFile ? uri : resolvePath(uri, 'data.ttl');
    return (await findProjectFile(data, this.#documents, [uriOf(this.#io.cwd, '.')])).file;
  }

  /** The data files below the working directory that depend on one of these files, or did, if it no longer exists. */
  async concernedBy(uris: ReadonlySet<string>): Promise<readonly string[]> {
    const found: string[] = [];
    for (const uri of await this.#documents.workspaceFiles()) {
      if (!uris.has(uri) && dependsOnAny(await this.#linked(uri, []), uris)) found.push(uri);
      this.#documents.release(uri);
    }
    return found;
  }

  /** The Turtle files below the working directory, and for each of them which of the others could be linked to it as its shapes. */
  async *linkCandidates(): AsyncGenerator<{ readonly uri: string; readonly candidates: LinkCandidatesInfo }> {
    const { LinkCandidates } = await import('../../service/ide/linkCandidates.ts');
    const found = new LinkCandidates(this.#documents);
    for (const uri of await this.#documents.workspaceFiles()) {
      const candidates = await found.all(uri, [uriOf(this.#io.cwd, '.')], () => {}, unaborted);
      yield { uri, candidates };
      this.#documents.release(uri);
    }
  }

  async #resolve({ data, shapes, context }: GivenFiles): Promise<GivenFiles> {
    const files = {
      data: await this.#arguments.resolveData(data),
      shapes: await this.#arguments.resolve(shapes),
      context: await this.#arguments.resolve(context),
    };
    return this.#concerning ? { ...files, data: await this.#concerned(files, this.#concerning) } : files;
  }

  /**
   * The data files that depend on some of these files, because they are linked to them, or lack a file that one of these
   * may be.
   */
  async #concerned(
    { data, shapes, context }: GivenFiles,
    concerning: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const isConcerned = (linked: LinkedUnit) =>
      linked.unresolvedImports.length > 0 || dependsOnAny(linked, concerning);
    if (shapes.length > 0)
      return isConcerned(await this.#session.given({ data, shapes, context })) ? data : [];
    const found: string[] = [];
    for (const uri of data) if (isConcerned(await this.#linked(uri, context))) found.push(uri);
    return found;
  }

  #parts({ data }: GivenFiles) {
    return { named: this.#arguments.named, order: data };
  }

  #end(units: readonly RunUnit[]): void {
    this.#dependsOn.push(...units.map((unit) => (isRecord(unit) ? unit : unit.graphs.linked)));
    this.#io.probe?.step('putting the results in order');
  }

  /** What other threads report about data files. */
  async #judgeElsewhere(
    { data, context }: GivenFiles,
    parts: readonly ReportPart[],
    judgeFiles: JudgeFiles,
  ): Promise<ReadonlyMap<string, UnitRecord>> {
    // Only this thread has the texts that came through pipes.
    const files = data.filter((uri) => !this.#documents.isOpen(uri));
    if (files.length < minFilesElsewhere) return new Map();
    this.#io.probe?.step(`validating ${files.length} files`);
    const named = [...this.#arguments.named];
    const { deadline } = this.#io;
    const milliseconds = deadline && Math.max(0, deadline - performance.now());
    return judgeFiles({ data: files, context, named, given: this.#given, parts, milliseconds });
  }

  /** The baselines that recorded units name, by uri. */
  async #baselinesOf(units: readonly RunUnit[]): Promise<ReadonlyMap<string, Baseline>> {
    const baselines = new Map<string, Baseline>();
    for (const uri of new Set(units.map((unit) => (isRecord(unit) ? unit.baseline : undefined)))) {
      if (uri === undefined) continue;
      const reading = await baselineAt(uri, this.#documents);
      if (reading.kind === 'baseline') baselines.set(uri, reading.baseline);
    }
    return baselines;
  }

  async #analyseLinked(
    uri: string,
    context: readonly string[],
    engine: EngineName,
    taker?: ResultTaker,
  ): Promise<UnitAnalysis> {
    return this.#analyse(await this.#linked(uri, context), { engine, taker });
  }

  /**
   * Shapes by themselves, with the settings for them.
   *
   * @throws UserError when a folder or a pattern matches no file, or standard input can't be read.
   */
  async shapes(
    given: readonly string[],
  ): Promise<{ readonly linked: LinkedUnit; readonly settings: Settings }> {
    const files = await this.#resolve({ data: [], shapes: given, context: [] });
    const linked = await this.#session.given(files);
    return { linked, settings: this.settingsFor(linked) };
  }

  /** The settings for a unit, including those of the command line and its project file. */
  settingsFor(linked: LinkedUnit): Settings {
    return settingsOfUnit(linked, { settings: this.settings, given: this.#given });
  }

  /** Analyses a unit with what is known about its stores. */
  async #analyseWith(linked: LinkedUnit, given: GivenFiles, work: UnitWork): Promise<UnitAnalysis> {
    const asked = this.#storesOf(linked, given);
    if (asked.length === 0) return this.#analyse(linked, work);
    this.#tellAsking(asked);
    const options = { settings: this.settingsFor(linked), shapesCache: this.#session.shapesCache };
    const { withStores } = await import('../../service/ide/stores/withStore.ts');
    const { unit, parts } = await withStores(linked, asked, options, unaborted);
    const analysis = await this.analyse(unit, work.engine);
    // What it rests on is undecided where the stores did not answer everything.
    if (gapsBehindResults(unit).length === 0) this.#stored.set(unitKey(unit), parts);
    return analysis;
  }

  /** Finds repairs of a unit. Its stores are asked for all that the repairs rest on. */
  async proven<Found>(analysis: UnitAnalysis, find: FindRepairs<Found>): Promise<Found> {
    const { linked } = analysis.graphs;
    const parts = this.#stored.get(unitKey(linked));
    if (!parts) return find(analysis, undefined);
    const [{ provenOverStores }, { withLearned }] = await Promise.all([
      import('../../service/ide/stores/provenOverStores.ts'),
      import('../../service/ide/stores/withStore.ts'),
    ]);
    const unit = {
      analysis,
      settings: this.settingsFor(linked),
      parts: () => parts,
      analyseAgain: () => this.analyse(withLearned(linked, parts), 'builtin', analysis),
    };
    return provenOverStores(unit, find, unaborted);
  }

  /** The stores of a unit: those that are given, and those that it links and the user has allowed. */
  #storesOf(linked: LinkedUnit, { stores = [], openLinked = () => undefined }: GivenFiles): readonly Store[] {
    const given = new Set(stores.map(({ url }) => url));
    const allowed = linked.stores
      .filter(({ address }) => !given.has(storeUri(address)))
      .flatMap(({ address }) => openLinked(address) ?? []);
    return [...stores, ...allowed];
  }

  #tellAsking(stores: readonly Store[]): void {
    this.#io.probe?.step(`asking ${stores.map(({ url }) => url).join(', ')}`);
  }

  /** Judges a data file with what it is linked to; undefined when there is more to report than its results. */
  async judge(
    uri: string,
    { context, parts }: Pick<JudgeRequest, 'context' | 'parts'>,
  ): Promise<RecordedUnit | undefined> {
    return recordUnit(await this.#analyseLinked(uri, context, 'builtin'), parts);
  }

  /** Records the names of files that the user gave elsewhere. */
  name(uris: readonly string[]): void {
    for (const uri of uris) this.#arguments.named.add(uri);
  }

  /** Begins to read a file. */
  prefetch(uri: string): void {
    void this.#documents.document(uri);
  }

  /** Forgets the text of a file. */
  release(uri: string): void {
    this.#documents.release(uri);
  }

  /** Removes the line that shows progress, so that something else can be printed. */
  clearProgress(): void {
    this.#progress?.clear();
  }

  /** Everything that the checks depend on. */
  get dependencies(): { readonly files: readonly string[]; readonly searches: readonly FileSearch[] } {
    const files = this.#dependsOn.flatMap(({ dependsOn }) => [...dependsOn]);
    const settings = uriOf(this.#io.cwd, settingsFile);
    return {
      files: [...new Set([...files, settings])],
      searches: [...this.#arguments.searches, ...this.#dependsOn.flatMap(({ searches }) => searches)],
    };
  }

  /** Shows how much of some work is done, for example of a long validation. */
  tell(work: string, done: number, total: number): void {
    this.#progress?.tell(work, done, total);
  }

  /** Validates a unit, building on an earlier version of it where there is one. */
  analyse(unit: LinkedUnit, engine: EngineName, previous?: UnitAnalysis): Promise<UnitAnalysis> {
    return this.#analyse(unit, { engine, previous });
  }

  #analyse(unit: LinkedUnit, { engine, previous, taker }: UnitWork): Promise<UnitAnalysis> {
    const isLarge = unit.unit.data.some((uri) => unit.documents.get(uri)?.isReadInParts);
    const work = `validating ${this.#namesOf(unit.unit.data)}`;
    this.#io.probe?.step(work);
    if (isLarge) this.#progress?.begin(`indexing ${this.#namesOf(unit.unit.data)}`);
    const options = {
      ...this.#options(engine),
      onJudged: (done: number, total: number) => this.#progress?.tell(work, done, total),
      ...(previous && { previous }),
      // What a baseline knows is listed last.
      ...(taker && isLarge && !unit.baseline && { takeResults: taker.take }),
    };
    return analyseUnit(unit, unit.unit.data[0] ?? '', options, this.#io.signal ?? unaborted);
  }

  #options(engine: EngineName): AnalysisOptions {
    return {
      settings: { ...this.settings, engine },
      given: this.#given,
      shapesCache: this.#session.shapesCache,
      quarantined: this.#io.quarantined ?? new Set<string>(),
      ...(this.#io.probe && { probe: this.#io.probe }),
      ...(this.#io.deadline && { deadline: this.#io.deadline }),
      ...(this.#io.look && { look: this.#io.look }),
      ...(this.#io.whyFull && { whyFull: this.#io.whyFull }),
      // Each constraint that never ends would cost another start.
      ...((this.#io.isUnwatched || isTimeUp(this.#io)) && { isUnwatched: true }),
      diagnoses: false,
    };
  }

  /** The links of a data file, with more context. */
  #linked(uri: string, context: readonly string[]): Promise<LinkedUnit> {
    this.#io.probe?.step(`linking ${this.#namesOf([uri])}`);
    return this.#session.linked(uri, context);
  }

  #namesOf(uris: readonly string[]): string {
    return uris.map((uri) => displayPath(this.#io.cwd, uri)).join(', ');
  }
}

/** Takes results while others are still sought. */
export interface ResultTaker {
  readonly take: NonNullable<AnalysisOptions['takeResults']>;
  /** The numbers of the keys of the results that it took. */
  readonly numbers: KeyNumbers;
}

/** How a unit is analysed. */
interface UnitWork {
  readonly engine: EngineName;
  /** An earlier version of the unit. */
  readonly previous?: UnitAnalysis | undefined;
  readonly taker?: ResultTaker | undefined;
}

/** Whether files come after the first result, or after the memory is used up. */
function filesNotReached(count: number, why: string | undefined): readonly PlacedNotChecked[] {
  if (why === undefined || count === 0) return [];
  const reason = `${counted(count, 'file')} ${count === 1 ? 'was' : 'were'} not judged. ${why}`;
  return [{ reason, concerns: 'anyNode', document: undefined, range: undefined }];
}

function dependsOnAny({ dependsOn, searches }: LinkedUnit, uris: ReadonlySet<string>): boolean {
  if ([...dependsOn].some((uri) => uris.has(uri))) return true;
  return searches.some(({ folderUri, glob }) => [...uris].some((uri) => matchesGlob(folderUri, glob, uri)));
}

function unitKey({ unit }: LinkedUnit): string {
  return unit.data.join(' ');
}

/** With fewer files, starting threads takes longer than it saves. */
const minFilesElsewhere = 64;

interface WorkspaceSettings {
  readonly settings: Settings;
  readonly model: ModelSettings;
  readonly values: ReadonlyMap<string, SettingValue>;
  readonly problems: readonly string[];
}

/** Ctrl-C ends the process, so commands are never aborted. */
export const unaborted: AbortSignal = new AbortController().signal;
// Each request to a model listens to this signal, and there may be several at once.
setMaxListeners(0, unaborted);

const section = 'shaclRepair.';

async function workspaceSettings(io: WorkspaceIo): Promise<WorkspaceSettings> {
  const uri = uriOf(io.cwd, settingsFile);
  const file = await io.fileSystem.read(uri);
  if (file.kind === 'unreadable') {
    const problems =
      file.reason === 'missing'
        ? []
        : [`${settingsFile} can't be read: ${file.detail}. Its settings are not used.`];
    return { ...withoutSettings(), problems };
  }
  const { parseJsonc } = await import('../../base/parseJsonc.ts');
  const read = parseJsonc(file.text);
  if (read.kind === 'error') {
    return {
      ...withoutSettings(),
      problems: [`${settingsFile} ${read.problem}. Its settings are not used.`],
    };
  }
  const { settings, problems, values } = readSettings([ownSettings(read.value)]);
  const { core, model } = settings;
  const where = displayPath(io.cwd, uri);
  return { settings: core, model, values, problems: problems.map((problem) => `${where}: ${problem}`) };
}

function withoutSettings(): Omit<WorkspaceSettings, 'problems'> {
  const { settings, values } = readSettings([]);
  return { settings: settings.core, model: settings.model, values };
}

/** The settings with our prefix, without it. */
function ownSettings(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name.startsWith(section))
      .map(([name, setting]) => [name.slice(section.length), setting]),
  );
}
