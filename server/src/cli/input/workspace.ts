import { setMaxListeners } from 'node:events';
import { parseJsonc } from '../../base/parseJsonc.ts';
import { Documents } from '../../ide/documents.ts';
import { analyseUnit, type UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { ShapesCache } from '../../ide/unitGraphs.ts';
import type { GivenSettings } from '../../ide/unitSettings.ts';
import { Catalog } from '../../project/catalog.ts';
import type { FileSearch } from '../../project/fileSystem.ts';
import type { LinkContext } from '../../project/linkContext.ts';
import { givenUnit, type LinkedUnit, linkedUnit } from '../../project/linkedUnit.ts';
import { linkRoot } from '../../project/linkRoot.ts';
import type { Settings } from '../../project/settings.ts';
import { type ModelSettings, readSettings } from '../../protocol/settings.ts';
import { type CleanUnit, cleanUnit } from '../../report/cleanUnit.ts';
import { withoutSupportingFiles } from '../../report/supportingFiles.ts';
import { type ValidationRun, validationRunOf } from '../../report/validationRun.ts';
import type { CommandIo } from '../io.ts';
import { ArgumentFiles, type ArgumentIo } from './argumentFiles.ts';
import { displayPath, uriOf } from './paths.ts';

/** The files of a command line, as given. */
export interface GivenFiles {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

/** What a workspace needs of the world outside. */
export type WorkspaceIo = ArgumentIo & Pick<CommandIo, 'judgeFiles' | 'quarantined'>;

export type Engine = Settings['engine'];

/**
 * The working directory, seen as an editor sees a workspace folder: its `.vscode/settings.json` counts, and its
 * Turtle files are where ontologies are looked up.
 */
export class Workspace {
  readonly settings: Settings;
  /** How a model is asked, if one is. */
  readonly model: ModelSettings;
  /** What is wrong with the settings. */
  readonly problems: readonly string[];
  readonly #io: WorkspaceIo;
  readonly #given: GivenSettings;
  readonly #documents: Documents;
  readonly #catalog: Catalog;
  readonly #arguments: ArgumentFiles;
  /** What was checked. */
  readonly #dependsOn: { readonly dependsOn: Iterable<string>; readonly searches: readonly FileSearch[] }[] =
    [];
  readonly #shapesCache = new ShapesCache();

  /** @param given what the command line says and settings do not count for. */
  static async open(io: WorkspaceIo, given: GivenSettings = {}): Promise<Workspace> {
    const { settings, model, problems } = await workspaceSettings(io);
    return new Workspace(io, { settings, model, problems }, given);
  }

  private constructor(
    io: WorkspaceIo,
    { settings, model, problems }: WorkspaceSettings,
    given: GivenSettings,
  ) {
    this.#io = io;
    this.#given = given;
    this.settings = settings;
    this.model = model;
    this.problems = problems;
    this.#documents = new Documents(io.fileSystem, io.probe);
    this.#documents.setQuarantined(io.quarantined ?? new Set());
    this.#documents.setFolders([uriOf(io.cwd, '.')]);
    this.#catalog = new Catalog(this.#documents);
    this.#arguments = new ArgumentFiles(io, this.#documents);
  }

  /**
   * Validates files with what is linked to them. If shapes are given, all files are one unit, and links are not followed.
   * Otherwise each data file is a unit with the files that it is linked to.
   *
   * @param keepsAll whether the analyses of all units are needed, also of those that conform.
   * @throws UserError when a folder or a pattern stands for no file, or standard input can't be read.
   */
  async check(given: GivenFiles, engine: Engine, { keepsAll = true } = {}): Promise<ValidationRun> {
    const data = await this.#arguments.resolve(given.data);
    const shapes = await this.#arguments.resolve(given.shapes);
    const context = await this.#arguments.resolve(given.context);
    const isOneUnit = shapes.length > 0;
    if (isOneUnit) this.#io.probe?.step(`reading ${given.data.join(', ')}`);
    const clean =
      isOneUnit || keepsAll || engine !== 'builtin' ? [] : await this.#judgeElsewhere(data, context);
    const known = new Set(clean.flatMap((unit) => unit.data));
    const analyses: UnitAnalysis[] = [];
    if (isOneUnit) {
      const unit = await givenUnit({ data, shapes, context }, this.#linkContext());
      analyses.push(await this.analyse(unit, engine));
    }
    for (const uri of isOneUnit ? [] : data) {
      if (!known.has(uri)) analyses.push(await this.analyse(await this.#linked(uri, context), engine));
    }
    for (const { graphs } of analyses) this.#dependsOn.push(graphs.linked);
    this.#dependsOn.push(...clean);
    this.#io.probe?.step('putting the results in order');
    const chosen = withoutSupportingFiles(analyses, clean);
    const { named } = this.#arguments;
    return validationRunOf(chosen.analyses, { clean, supporting: chosen.supporting, named, order: data });
  }

  /** The files that others have found to conform, with nothing more to tell. */
  async #judgeElsewhere(data: readonly string[], context: readonly string[]): Promise<readonly CleanUnit[]> {
    const { judgeFiles } = this.#io;
    // Texts that came through pipes are known to this thread only.
    const files = data.filter((uri) => !this.#documents.isOpen(uri));
    if (!judgeFiles || files.length < minFilesElsewhere) return [];
    this.#io.probe?.step(`validating ${files.length} files`);
    const named = [...this.#arguments.named];
    const found = await judgeFiles({ data: files, context, named, given: this.#given });
    return files.flatMap((uri) => found.get(uri) ?? []);
  }

  /** Judges a data file with what it is linked to; undefined when there is more to tell than that it conforms. */
  async judge(uri: string, context: readonly string[]): Promise<CleanUnit | undefined> {
    const analysis = await this.analyse(await this.#linked(uri, context), 'builtin');
    return cleanUnit(analysis);
  }

  /** Takes the names of files that the user gave elsewhere. */
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

  /** What everything that was checked depends on. */
  get dependencies(): { readonly files: readonly string[]; readonly searches: readonly FileSearch[] } {
    const files = this.#dependsOn.flatMap(({ dependsOn }) => [...dependsOn]);
    const settings = uriOf(this.#io.cwd, settingsFile);
    return {
      files: [...new Set([...files, settings])],
      searches: [...this.#arguments.searches, ...this.#dependsOn.flatMap(({ searches }) => searches)],
    };
  }

  /** Validates a unit, going on from an earlier version of it where there is one. */
  analyse(unit: LinkedUnit, engine: Engine, previous?: UnitAnalysis): Promise<UnitAnalysis> {
    this.#io.probe?.step(`validating ${this.#namesOf(unit.unit.data)}`);
    const options = {
      settings: { ...this.settings, engine },
      given: this.#given,
      shapesCache: this.#shapesCache,
      quarantined: this.#io.quarantined ?? new Set<string>(),
      ...(this.#io.probe && { probe: this.#io.probe }),
      ...(previous && { previous }),
      diagnoses: false,
    };
    return analyseUnit(unit, unit.unit.data[0] ?? '', options, unaborted);
  }

  /** The links of a data file, with more context. */
  #linked(uri: string, context: readonly string[]): Promise<LinkedUnit> {
    this.#io.probe?.step(`linking ${this.#namesOf([uri])}`);
    return linkedUnit(uri, this.#linkContext(), context);
  }

  #namesOf(uris: readonly string[]): string {
    return uris.map((uri) => displayPath(this.#io.cwd, uri)).join(', ');
  }

  #linkContext(): LinkContext {
    return {
      store: this.#documents,
      catalog: this.#catalog,
      folders: [
        {
          folderUri: uriOf(this.#io.cwd, '.'),
          links: this.settings.links,
          ontologies: this.settings.ontologies,
        },
      ],
      named: this.#arguments.named,
      rootOf: (folderUri) =>
        linkRoot(folderUri, {
          workspaceFolders: [],
          workingFolder: uriOf(this.#io.cwd, '.'),
          repositoryOf: (folder) => this.#documents.repositoryOf(folder),
        }),
    };
  }
}

/** With fewer files, starting threads takes longer than it saves. */
const minFilesElsewhere = 64;

interface WorkspaceSettings {
  readonly settings: Settings;
  readonly model: ModelSettings;
  readonly problems: readonly string[];
}

/** Ctrl-C ends the process, so commands are never aborted. */
export const unaborted: AbortSignal = new AbortController().signal;
// Each request to a model listens to it, and there may be several at once.
setMaxListeners(0, unaborted);

const settingsFile = '.vscode/settings.json';
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
  const read = parseJsonc(file.text);
  if (read.kind === 'error') {
    return {
      ...withoutSettings(),
      problems: [`${settingsFile} ${read.problem}. Its settings are not used.`],
    };
  }
  const { settings, problems } = readSettings([ownSettings(read.value)]);
  const { core, model } = settings;
  const where = displayPath(io.cwd, uri);
  return { settings: core, model, problems: problems.map((problem) => `${where}: ${problem}`) };
}

function withoutSettings(): Omit<WorkspaceSettings, 'problems'> {
  const { core, model } = readSettings([]).settings;
  return { settings: core, model };
}

/** The settings under our name, without it. */
function ownSettings(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name.startsWith(section))
      .map(([name, setting]) => [name.slice(section.length), setting]),
  );
}
