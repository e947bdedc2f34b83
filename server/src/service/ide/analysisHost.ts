import { isAbort, unlessAborted, yieldToEventLoop } from '../../base/abort.ts';
import { LineIndex } from '../../base/lineIndex.ts';
import type { Rope } from '../../base/rope.ts';
import { OpenText, type ReplacedRange } from '../../base/textChange.ts';
import { containsOrTouches, type TextRange } from '../../base/textRange.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import { knownPrefixes } from '../../rdf/knownPrefixes.ts';
import { holdsRdf, libraryFormatOf } from '../../rdf/readers/readWithLibrary.ts';
import { terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { ModelError } from '../../repair/llm/model/languageModel.ts';
import { mayBeWorkOf } from '../../shacl/evaluator.ts';
import { isTimeUp, type WorkProbe } from '../../shacl/watch.ts';
import { atOnce } from '../../sparql/query/query.ts';
import { ontologyFile } from '../../workspace/project/catalog.ts';
import { isReadable } from '../../workspace/project/documentStore.ts';
import type { FileSearch, FileSystem, FileText } from '../../workspace/project/fileSystem.ts';
import { projectFilesBelow } from '../../workspace/project/findProjectFile.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { LinkableRole } from '../../workspace/project/linkReason.ts';
import { isAtOrBelow } from '../../workspace/project/linkRoot.ts';
import type { FileMove, Relinked } from '../../workspace/project/relink.ts';
import { defaultSettings, type Settings } from '../../workspace/project/settings.ts';
import { folderOf, normalizeUri, relativePath } from '../../workspace/project/uris.ts';
import { isProjectFile } from '../../workspace/project/workspaceFiles.ts';
import type { AnalysedFile } from './analysedFile.ts';
import type {
  CodeActionInfo,
  CommonPrefixes,
  FileDiagnostic,
  FileEdits,
  FixAllInfo,
  FixAllScope,
  GroupToggle,
  HoverInfo,
  HoverStyle,
  RepairPartsInfo,
  RepairPlanInfo,
  UnitReport,
} from './analysis.ts';
import {
  namespaceDiagnostics,
  projectDiagnostics,
  syntaxDiagnostics,
  syntaxErrorKey,
  syntaxKeyStart,
} from './diagnostics/diagnostics.ts';
import type { ResultExplanation } from './diagnostics/explainResult.ts';
import type { PlacedViolation } from './diagnostics/placedViolation.ts';
import { isOfStore } from './diagnostics/storeEvidence.ts';
import { Documents } from './documents.ts';
import type { LinkableFile } from './linkableFiles.ts';
import type { LinkCandidates, LinkCandidatesInfo, LinkInvitationInfo } from './linkCandidates.ts';
import type { LinkEditsInfo, LinkHolder } from './linkEdits.ts';
import type {
  AnalysedResult,
  AskOptions,
  ModelRepairsInfo,
  ModelRepairsOptions,
} from './model/modelRepairs.ts';
import type { ModelSyntaxFixOptions } from './model/modelSyntaxFix.ts';
import type { MakeValidResult } from './repairs/makeValid.ts';
import type { UnitEntry } from './repairs/menuEntries.ts';
import type { AskedRange } from './repairs/quickFixes.ts';
import { Session } from './session.ts';
import type { LinkedStores, StoreOpener } from './stores/linkedStores.ts';
import type { FindRepairs, Prove } from './stores/provenOverStores.ts';
import type { FileBase, StoreChange } from './stores/storeChange.ts';
import type { OtherText } from './storeWithTexts.ts';
import type { TrialFile } from './tryShapes.ts';
import { type AnalysisOptions, analyseUnit, type UnitAnalysis } from './unitAnalysis.ts';
import { ShapesCache } from './unitGraphs.ts';
import { settingsOfUnit } from './unitSettings.ts';

/** Settings by workspace folder; `settings` applies to files outside all folders. */
export interface HostConfiguration {
  readonly folders: readonly { readonly uri: string; readonly settings: Settings }[];
  readonly settings: Settings;
  /** Keys of constraints that took too long before; they are skipped. */
  readonly quarantined: ReadonlySet<string>;
}

export interface HostPorts {
  readonly fileSystem: FileSystem;
  readonly probe?: WorkProbe;
  /** Without it no store is asked. */
  readonly stores?: StoreOpener;
  /** Whether the validation of a document, whose signal is aborted then, has to end in the middle of what does not give way. */
  readonly isCalledOff?: (uri: string) => boolean;
}

/** How many constraints' budgets all of a file may take: fewer than the work of an engine that does not get on. */
const budgetsOfFile = 3;

/** Reading the time of processors takes longer than reading the clock, in ms. */
const betweenLooks = 100;
const longAgo = 1;

/** One term may be at fault for any number of nodes. */
const mostExplained = 10;

/**
 * The only mutable object of the core. It receives texts, file changes and settings, and answers requests about them. An
 * answer is about the texts at the time of the request. A newer text makes a running validation useless, so callers abort
 * it. Methods that answer requests of users take the uris that `fileUri` returns; the others take any spelling.
 */
export class AnalysisHost {
  readonly #documents: Documents;
  readonly #session: Session;
  readonly #probe: WorkProbe | undefined;
  readonly #storeOpener: StoreOpener | undefined;
  readonly #isCalledOff: HostPorts['isCalledOff'];
  /** Those that ended before all was judged, so that the next ones start from scratch. */
  readonly #cutOff = new WeakSet<UnitAnalysis>();
  /** Loaded when a file links a store. */
  #stores: LinkedStores | undefined;
  /** Loaded once somebody looks for files to link. */
  #linkCandidates: LinkCandidates | undefined;
  readonly #analyses = new Map<string, UnitAnalysis>();
  /** By document, the namespaces whose groups of results are shown one by one. */
  readonly #expanded = new Map<string, ReadonlySet<string>>();
  /** The number of terms when there was nothing to forget. */
  #termsToKeep: number | undefined;
  #configuration: HostConfiguration = { folders: [], settings: defaultSettings, quarantined: new Set() };

  constructor({ fileSystem, probe, stores, isCalledOff }: HostPorts) {
    this.#documents = new Documents(fileSystem, probe);
    this.#session = new Session(this.#documents, () => this.#configuration);
    this.#probe = probe;
    this.#storeOpener = stores;
    this.#isCalledOff = isCalledOff;
  }

  configure(configuration: HostConfiguration): void {
    this.#configuration = {
      ...configuration,
      folders: configuration.folders.map(({ uri, settings }) => ({ uri: normalizeUri(uri), settings })),
    };
    this.#documents.setQuarantined(configuration.quarantined);
    this.#documents.setFolders(this.#configuration.folders.map(({ uri }) => uri));
    this.#session.forgetCatalog();
    this.#analyses.clear();
    this.#stores?.unsettle();
  }

  /**
   * From now on, skips these as well as what was skipped so far. Results in which none of them had a part stay.
   *
   * @returns the documents that have to be validated again.
   */
  skip(quarantined: ReadonlySet<string>): readonly string[] {
    this.#configuration = { ...this.#configuration, quarantined };
    this.#documents.setQuarantined(quarantined);
    for (const [uri, { graphs }] of this.#analyses) {
      const { input, linked } = graphs;
      const mayChange = input.entailment || linked.stores.length > 0;
      if (mayChange || [...quarantined].some(mayBeWorkOf(input.shapes))) this.#analyses.delete(uri);
    }
    return this.openDocuments().filter((uri) => !this.#analyses.has(this.#documents.fileUri(uri)));
  }

  /**
   * Receives the whole text of an open file, when it is opened and after every change.
   *
   * @param change the edit that led from the previous text to this one, if known; it saves a comparison.
   */
  openDocument(uri: string, version: number, given: string | Rope, change?: ReplacedRange): void {
    const text = withoutByteOrderMark(uri, given);
    const before = this.#documents.opened(this.#documents.fileUri(uri));
    if (isProjectFile(uri) || (!before && !holdsRdf(uri, text))) {
      this.#documents.openText(this.#documents.fileUri(uri), version, `${text}`);
      return;
    }
    const document = this.#documents.open(uri, version, text, change);
    // Folders are not searched for ontologies that libraries read.
    if (document.isTurtle && declaredIn(before) !== declaredIn(document)) this.#session.forgetCatalog();
  }

  closeDocument(uri: string): void {
    this.#documents.close(this.#documents.fileUri(uri));
    this.#linkCandidates?.filesChanged([this.#documents.fileUri(uri)]);
    this.#expanded.delete(this.#documents.fileUri(uri));
    this.#analyses.delete(this.#documents.fileUri(uri));
    this.#stores?.forget(this.#documents.fileUri(uri));
  }

  /** Reports files that were changed, created or deleted on disk. */
  filesChanged(uris: readonly string[]): void {
    for (const uri of uris) this.#documents.changedOnDisk(this.#documents.fileUri(uri));
    this.#linkCandidates?.filesChanged(uris.map((uri) => this.#documents.fileUri(uri)));
    this.#session.forgetCatalog();
  }

  /**
   * Forgets the terms that no text uses any more, such as half-typed words and old messages, if there may be many.
   * Analyses of documents are forgotten with them. Call it only while no other work is running.
   *
   * @returns how many terms were forgotten; if any were, the open documents have to be validated again.
   */
  forgetTerms(): number {
    this.#termsToKeep ??= terms.size;
    if (terms.size < 1.5 * this.#termsToKeep + 20_000) return 0;
    this.#analyses.clear();
    this.#session.forgetTerms();
    this.#linkCandidates = undefined;
    const forgotten = terms.sweep((keep) => {
      for (const document of this.#documents.held()) document.forTerms(keep);
      this.#stores?.forTerms(keep);
    });
    this.#termsToKeep = terms.size;
    return forgotten;
  }

  /** The one uri by which a file is known here, however it is written. */
  fileUri(uri: string): string {
    return this.#documents.fileUri(uri);
  }

  openDocuments(): readonly string[] {
    return this.#documents.openUris();
  }

  /** The open documents, other than the file itself, whose last validation read the file or tried to. */
  dependents(uri: string): readonly string[] {
    const spellings = this.#documents.spellings(uri);
    const [changed] = spellings;
    return [...this.#analyses]
      .filter(
        ([open, { graphs }]) =>
          open !== changed &&
          (spellings.some((each) => graphs.linked.dependsOn.has(each)) ||
            this.#documents
              .contextsOf(graphs.linked.documents.keys())
              .some((each) => spellings.includes(each))),
      )
      .map(([open]) => open);
  }

  /** The files that the last validation of a document read or tried to read, and its searches for files. */
  dependencies(uri: string): { readonly files: readonly string[]; readonly searches: readonly FileSearch[] } {
    const linked = this.#analyses.get(this.#documents.fileUri(uri))?.graphs.linked;
    const contexts = this.#documents.contextsOf(linked?.documents.keys() ?? []);
    return { files: [...(linked?.dependsOn ?? []), ...contexts], searches: linked?.searches ?? [] };
  }

  /**
   * Shows the results of a document that rest on the nodes of a namespace one by one, or as one again. This applies from
   * the next validation.
   */
  toggleGroup({ uri, namespace }: GroupToggle): void {
    const expanded = new Set(this.#expanded.get(uri));
    if (!expanded.delete(namespace)) expanded.add(namespace);
    this.#expanded.set(uri, expanded);
  }

  lines(uri: string): LineIndex | undefined {
    const file = this.#documents.fileUri(uri);
    if (this.#documents.openedText(file) !== undefined || isProjectFile(uri)) return this.#projectLines(file);
    return this.#held(file)?.lines;
  }

  /** The version of an open text, null for files that are not open. */
  textVersion(uri: string): number | null {
    return this.#documents.versionOf(this.#documents.fileUri(uri)) ?? null;
  }

  /** An open text as it was received last, to be changed. */
  openText(uri: string): OpenText | undefined {
    const file = this.#documents.fileUri(uri);
    const text = this.#documents.opened(file)?.rope ?? this.#documents.openedText(file);
    return text === undefined ? undefined : new OpenText(uri, this.#documents.versionOf(file)!, text);
  }

  /** Whether an open text states nothing and has no errors before `readText` has read it. */
  isUnread(uri: string): boolean {
    return this.#documents.isUnread(this.#documents.fileUri(uri));
  }

  /** The problems of an open document itself. */
  syntaxDiagnostics(uri: string): readonly FileDiagnostic[] {
    const document = this.#documents.opened(this.#documents.fileUri(uri));
    return document ? [...syntaxDiagnostics(document), ...namespaceDiagnostics(document)] : [];
  }

  /** The problems of an open project file itself. */
  async projectDiagnostics(uri: string): Promise<readonly FileDiagnostic[]> {
    const { readProjectFile } = await import('../../workspace/project/projectFile.ts');
    const project = this.#documents.openedText(this.#documents.fileUri(uri));
    return project === undefined ? [] : projectDiagnostics(readProjectFile(uri, project));
  }

  /** Reads an open text that a library reads. */
  async readText(uri: string, signal: AbortSignal): Promise<void> {
    await unlessAborted(this.#documents.document(this.#documents.fileUri(uri)), signal);
  }

  /**
   * Resolves the links of an open document, validates its unit and places the results.
   *
   * @throws the signal's reason when aborted.
   */
  async validate(uri: string, signal: AbortSignal): Promise<UnitReport> {
    return (await this.#analyse(this.#documents.fileUri(uri), signal)).report;
  }

  /**
   * The problems of the shapes files of a document's unit themselves, as of its current text: a problem at each mistake,
   * and one at the link to the file in the data. It is not part of the validation, because results do not wait for it.
   *
   * @returns the diagnostics by file.
   * @throws the signal's reason when aborted.
   */
  async shapesDiagnostics(
    uri: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly FileDiagnostic[]>> {
    const unit = await this.#current(this.#documents.fileUri(uri), signal);
    const { judgedShapes, mistakeDiagnostics } = await import('./diagnostics/shapesMistakes.ts');
    const judged = await judgedShapes(unit, this.#session.shapesCache, signal);
    return mistakeDiagnostics(judged, unit.graphs, unit.report.uri);
  }

  /**
   * Validates a file of the workspace, open or not, and forgets the analysis of one that is not open once its report has been
   * read. The report has the syntax errors as well.
   *
   * @throws the signal's reason when aborted.
   */
  async withValidation<T>(uri: string, read: (report: UnitReport) => T, signal: AbortSignal): Promise<T> {
    const asked = this.#documents.fileUri(uri);
    const { report, graphs } = await this.#current(asked, signal);
    const document = graphs.linked.documents.get(asked);
    const diagnostics = new Map(report.diagnostics);
    const add = (file: string, found: readonly FileDiagnostic[]) =>
      diagnostics.set(file, [...found, ...(diagnostics.get(file) ?? [])]);
    for (const [file, found] of await this.shapesDiagnostics(asked, signal)) add(file, found);
    add(asked, document ? syntaxDiagnostics(document) : []);
    try {
      return read({ ...report, diagnostics });
    } finally {
      if (!this.#documents.isOpen(asked)) this.#analyses.delete(asked);
    }
  }

  /**
   * The relevant text of a file: that of the editor if it is open, else the current one on disk. `outside` unless the file
   * is open or in a workspace folder, by its name and by its real path. A file that does not exist yet is where its folder
   * is.
   */
  async currentText(uri: string): Promise<FileText | 'outside'> {
    const file = this.#documents.fileUri(uri);
    const isInside = async (each: string) => {
      for (const folder of this.#folders())
        if (isAtOrBelow(each, folder) && (each === folder || (await this.#documents.liesUnder(each, folder))))
          return true;
      return false;
    };
    const isKnown = this.#documents.isOpen(file) || (await isInside(file));
    if (!isKnown && !(await isInside(folderOf(file)))) return 'outside';
    await this.#documents.noticeChange(file);
    const document = await this.#documents.document(file);
    if (!isReadable(document)) return isKnown || document.reason === 'missing' ? document : 'outside';
    return isKnown ? { kind: 'text', text: document.text } : 'outside';
  }

  /**
   * Validates a file, open or not, with the texts that are open and those that the disk has now, but without what stores
   * know. Nothing is kept here.
   *
   * @param previous an earlier analysis of the file.
   * @param texts replacement texts of files, by uri.
   * @throws the signal's reason when aborted.
   */
  async analyseAlone(
    uri: string,
    previous: UnitAnalysis | undefined,
    texts: ReadonlyMap<string, OtherText>,
    signal: AbortSignal,
  ): Promise<UnitAnalysis> {
    const last = previous ?? this.#analyses.get(uri);
    const options = this.#analysisOptions(uri);
    if (texts.size > 0) {
      const { storeWithTexts } = await import('./storeWithTexts.ts');
      const documents = await storeWithTexts(this.#documents, texts);
      const session = new Session(documents, () => this.#configuration, this.#session.shapesCache);
      const linked = await unlessAborted(session.linked(uri), signal);
      return analyseUnit(linked, uri, { ...options, ...(last && { previous: last }) }, signal);
    }
    for (const each of [uri, ...(last?.graphs.linked.documents.keys() ?? [])])
      if (await this.#documents.noticeChange(each)) this.#session.forgetCatalog();
    const linked = await this.linked(uri, signal);
    const basis = last?.graphs.linked.project === linked.project ? last : undefined;
    return analyseUnit(linked, uri, { ...options, ...(basis && { previous: basis }) }, signal);
  }

  /** Analyses a unit again after a change of it. */
  analyseChanged(linked: LinkedUnit, previous: UnitAnalysis, signal: AbortSignal): Promise<UnitAnalysis> {
    return this.#analyseAfter(previous.report.uri, signal)(linked, previous);
  }

  /** The Turtle files of the workspace folders. */
  workspaceFiles(): Promise<readonly string[]> {
    return this.#documents.workspaceFiles();
  }

  /**
   * Fetches what the unit of a document needs from the stores that it links, as of its last validation, unless it is known.
   *
   * @param beforeAsking is waited for before anything is asked for.
   * @returns whether the document has to be validated again.
   * @throws the signal's reason when aborted.
   */
  async settleStores(uri: string, beforeAsking: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    const asked = this.#documents.fileUri(uri);
    const options = {
      settings: this.settingsFor(asked),
      shapesCache: this.#session.shapesCache,
      beforeAsking,
    };
    return (await this.#stores?.settle(asked, options, signal)) ?? false;
  }

  /**
   * Asks the stores that a document links for labels of its terms, as of its last validation.
   *
   * @param beforeAsking is waited for before anything is looked for.
   * @returns whether there are new labels. No validation rests on them.
   * @throws the signal's reason when aborted.
   */
  async fetchLabels(uri: string, beforeAsking: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    return (await this.#stores?.fetchLabels(this.#documents.fileUri(uri), beforeAsking, signal)) ?? false;
  }

  /** Forgets the answers of stores, so that they are asked again. */
  forgetStores(): void {
    this.#stores?.clear();
  }

  /** The analysis of a document's unit for its current text. */
  analysis(uri: string, signal: AbortSignal): Promise<UnitAnalysis> {
    return this.#current(uri, signal);
  }

  /**
   * An open file with its current text, with the last analyses of its units. Validates only where there is no analysis yet,
   * so that it answers while a user types; undefined when the file is not open.
   */
  async analysedFile(uri: string, signal: AbortSignal): Promise<AnalysedFile | undefined> {
    if (!this.#documents.opened(uri)) return undefined;
    const own = this.#analyses.get(uri) ?? (await this.#analyse(uri, signal));
    const document = this.#documents.opened(uri);
    if (!document) return undefined;
    const others = this.dependents(uri).map((open) => this.#analyses.get(open));
    const analyses = [own, ...others].filter((analysis) => analysis !== undefined);
    const documents = new Map([[uri, document]]);
    for (const { linked } of analyses.map(({ graphs }) => graphs)) {
      for (const [each, read] of linked.documents) {
        if (!linked.foreign.has(each) && !isWebAddress(each))
          documents.set(each, this.#documents.opened(each) ?? read);
      }
    }
    return { document, analyses, documents: [...documents.values()], stores: this.#storesOf(analyses) };
  }

  /** What is known about the stores of units, with their labels of terms. */
  #storesOf(analyses: readonly UnitAnalysis[]): readonly TurtleDocument[] {
    const known = new Set(analyses.flatMap(({ graphs }) => graphs.context.filter(isOfStore)));
    const labels = new Set([...known].flatMap(({ uri }) => this.#stores?.labelsOf(uri) ?? []));
    return [...known, ...labels];
  }

  /** A file, open or not, with all files that it is linked to. */
  linked(uri: string, signal: AbortSignal): Promise<LinkedUnit> {
    return unlessAborted(this.#session.linked(uri), signal);
  }

  /** An open file with its current text, for features that need nothing else. */
  openedDocument(uri: string): TurtleDocument | undefined {
    return this.#documents.opened(uri);
  }

  isReadOnly(uri: string): Promise<boolean> {
    return this.#documents.isReadOnly(uri);
  }

  /** The Turtle files of the workspace folders, with the evidence for linking them. */
  async linkableFiles(role: LinkableRole, signal: AbortSignal): Promise<readonly LinkableFile[]> {
    const { linkableFiles } = await import('./linkableFiles.ts');
    return linkableFiles(role, [...this.#analyses.values()], this.#documents, signal);
  }

  /**
   * All Turtle files of the workspace folders and all open ones, with their current texts. A file that was not read before
   * is read, and kept until it changes.
   */
  async workspaceDocuments(signal: AbortSignal): Promise<readonly TurtleDocument[]> {
    const open = this.#documents.openUris();
    const files = new Set([...open, ...(await unlessAborted(this.#documents.workspaceFiles(), signal))]);
    const documents: TurtleDocument[] = [];
    for (const uri of files) {
      await yieldToEventLoop(signal);
      const document = await this.#documents.document(uri);
      if (isReadable(document)) documents.push(document);
    }
    return documents;
  }

  /** The edits that keep links between files of the workspace folders when some of them are about to be moved. */
  async relink(moves: readonly FileMove[], signal: AbortSignal): Promise<Relinked> {
    const folders = this.#configuration.folders.map(({ uri }) => uri);
    const isInside = (uri: string) => folders.some((folder) => relativePath(folder, uri) !== undefined);
    const documents = await this.workspaceDocuments(signal);
    const projects = await unlessAborted(projectFilesBelow(folders, this.#documents), signal);
    const { relink } = await import('../../workspace/project/relink.ts');
    return relink(moves, {
      documents: documents.filter(({ uri }) => isInside(uri)),
      projects,
      fileUri: (uri) => this.#documents.fileUri(uri),
    });
  }

  /**
   * Explains the results at an offset of a file as of the last validation, without waiting for a running one, and mentions
   * it if a text has changed since.
   */
  async hover(
    uri: string,
    offset: number,
    style: HoverStyle,
    signal: AbortSignal,
  ): Promise<HoverInfo | undefined> {
    if (this.#documents.opened(uri) && !this.#analyses.has(uri)) await this.#current(uri, signal);
    const { hover, hoverInNewerText } = await import('./diagnostics/hover.ts');
    for (const owner of [uri, ...this.dependents(uri)]) {
      const analysis = this.#analyses.get(owner);
      const document = analysis?.graphs.linked.documents.get(uri);
      if (!analysis || !document) continue;
      const { placed, graphs: unit, print } = analysis;
      const now = this.#documents.opened(uri) ?? document;
      const info = this.#isCurrent(analysis)
        ? hover(document, offset, placed, { unit, print, style })
        : hoverInNewerText(now, offset, analysis, style);
      if (info) return info;
    }
    return undefined;
  }

  /** Explains the results at a place of a file, or the one with a key. */
  async why(
    uri: string,
    about: { readonly offset: number } | { readonly key: string },
    signal: AbortSignal,
  ): Promise<readonly ResultExplanation[]> {
    const { explainResult } = await import('./diagnostics/explainResult.ts');
    const isAsked = ({ key, place }: PlacedViolation) =>
      'key' in about
        ? key === about.key
        : place?.document.uri === uri && containsOrTouches(place.range, about.offset);
    const found = new Map<string, ResultExplanation>();
    for (const analysis of await this.#analysesOf(uri, signal)) {
      for (const placed of analysis.placed.filter(isAsked).slice(0, mostExplained)) {
        if (!found.has(placed.key)) found.set(placed.key, explainResult(placed, analysis));
        await yieldToEventLoop(signal);
      }
    }
    return [...found.values()];
  }

  /**
   * Verified fixes of the syntax errors and repairs of the results that the range touches.
   *
   * @param commonPrefixes namespaces that may be declared for prefixes that no file declares.
   */
  async codeActions(
    uri: string,
    range: TextRange,
    signal: AbortSignal,
    commonPrefixes: CommonPrefixes = async () => knownPrefixes,
  ): Promise<readonly CodeActionInfo[]> {
    // A third of the code, which is not needed to show diagnostics.
    const { quickFixes } = await import('./repairs/quickFixes.ts');
    const place: AskedRange = {
      uri,
      range,
      settings: this.settingsFor(uri),
      documents: this.#documents,
      shapesCache: this.#session.shapesCache,
      commonPrefixes,
      invitation: async () => {
        const to = await this.linkInvitation(uri, signal);
        const found = to && (await this.linkEdits(uri, [to.uri], undefined, signal));
        return found && { to, edits: found.edits };
      },
      expanded: ({ report }) => this.#expanded.get(report.uri) ?? new Set(),
      versionOf: (other) => this.textVersion(other),
      versionsIn: (analysis) => this.#versionsIn(analysis),
      fixAll: (scope) => this.fixAll(uri, scope, signal),
      proven: (analysis, find) => this.#proven(analysis, find, signal),
    };
    return quickFixes(place, () => this.#analysesOf(uri, signal), signal);
  }

  /** A new Turtle file that states what an open file in another format does; undefined where none can be made. */
  async convertedToTurtle(uri: string, signal: AbortSignal): Promise<FileEdits | undefined> {
    const analysis = await this.#current(uri, signal);
    const { convertedToTurtle } = await import('./repairs/convertToTurtle.ts');
    return convertedToTurtle(analysis, this.#documents, this.settingsFor(uri));
  }

  /** Proven changes of shapes instead of the data, for the problems in a range. */
  async shapeChanges(uri: string, range: TextRange, signal: AbortSignal): Promise<readonly CodeActionInfo[]> {
    const { shapeChangesAt } = await import('./repairs/relaxActions.ts');
    const { menuOf } = await import('./repairs/menuEntries.ts');
    const found: UnitEntry[] = [];
    for (const unit of await this.#analysesOf(uri, signal)) {
      const actions = await shapeChangesAt(unit, { uri, range }, this.#versionsIn(unit), signal);
      found.push(...actions.map((action) => ({ action, unit })));
    }
    return menuOf(found);
  }

  /**
   * The unambiguous repairs of all results in a file, or of those of one component; or one repair of a result together
   * with the same repair of all others of its kind.
   */
  async fixAll(
    uri: string,
    { component, like, steps, plan }: FixAllScope,
    signal: AbortSignal,
  ): Promise<FixAllInfo> {
    const { fixAll, fixAllInfo, fixesOf } = await import('./repairs/fixAll.ts');
    const { maxSuggestions } = this.settingsFor(uri);
    const analyse = this.#analyseAfter(uri, signal);
    return this.#proven(
      await this.#current(uri, signal),
      async (start, whyUnproven) => {
        const making = { analyse, whyUnproven };
        const made = steps
          ? (await import('./repairs/repairPlan.ts')).makeShownPlan(
              start,
              uri,
              { steps, plan, ...making },
              signal,
            )
          : fixAll(
              start,
              { ...(await fixesOf(start, uri, { component, like, maxSuggestions }, signal)), ...making },
              signal,
            );
        return fixAllInfo(await made, start, this.#versionsIn(start));
      },
      signal,
    );
  }

  /** Compatible repairs of all results in a file at the least cost, to be applied by `fixAll`. */
  async repairPlan(uri: string, signal: AbortSignal): Promise<RepairPlanInfo> {
    const { planInfo, plansForFile } = await import('./repairs/repairPlan.ts');
    const find = async (start: UnitAnalysis) => planInfo(await plansForFile(start, uri, signal));
    return this.#proven(await this.#current(uri, signal), find, signal);
  }

  /** Finds repairs of a unit. Where it links stores, these are asked for all that the repairs rest on. */
  async #proven<Found>(
    analysis: UnitAnalysis,
    find: FindRepairs<Found>,
    signal: AbortSignal,
  ): Promise<Found> {
    const { uri } = analysis.report;
    const stores = this.#stores;
    if (!stores?.isSettled(uri)) return find(analysis, undefined);
    // Loaded only where a store is linked.
    const { provenOverStores } = await import('./stores/provenOverStores.ts');
    const settings = settingsOfUnit(analysis.graphs.linked, this.#analysisOptions(uri));
    const unit = {
      analysis,
      settings,
      parts: () => stores.partsOf(uri),
      analyseAgain: () => this.#analyse(uri, signal),
    };
    return provenOverStores(unit, find, signal);
  }

  /**
   * A document's unit with all its texts parsed anew, for work that depends on the order of triples: triples added by
   * an edit come last until the text is parsed as a whole.
   */
  async analysisOfTexts(uri: string, signal: AbortSignal): Promise<UnitAnalysis> {
    const { linked } = (await this.#current(uri, signal)).graphs;
    const documents = new Map(
      [...linked.documents].map(([each, document]) => [
        each,
        document.libraryFormat ? document : new TurtleDocument(each, document.version, document.text),
      ]),
    );
    const options = { ...this.#analysisOptions(uri), shapesCache: new ShapesCache() };
    return analyseUnit({ ...linked, documents }, uri, options, signal);
  }

  /** A document's unit after repairs made without asking the user. The texts stay unchanged. */
  async makeValid(start: UnitAnalysis, signal: AbortSignal): Promise<MakeValidResult> {
    const { uri } = start.report;
    const { makeValid } = await import('./repairs/makeValid.ts');
    return makeValid(start, this.#analyseAfter(uri, signal), signal);
  }

  /** Verified repairs of one result of a document's unit; empty when the result no longer exists. */
  async repairs(uri: string, key: string, signal: AbortSignal): Promise<readonly CodeActionInfo[]> {
    const { codeActions } = await import('./repairs/codeActions.ts');
    const { maxSuggestions } = this.settingsFor(uri);
    return this.#proven(
      await this.#current(uri, signal),
      (analysis, whyUnproven) => {
        const versionOf = this.#versionsIn(analysis);
        const result = analysis.placed.filter((placed) => placed.key === key);
        const options = { maxSuggestions, store: this.#documents, versionOf, whyUnproven };
        return codeActions(result, analysis, options, signal);
      },
      signal,
    );
  }

  /** Asks a model about one result or syntax error; undefined when it no longer exists. */
  async modelRepairs(
    uri: string,
    key: string,
    options: Omit<AskOptions, 'maxSuggestions' | 'observe'> &
      Pick<ModelRepairsOptions, 'model'> &
      Pick<ModelSyntaxFixOptions, 'observe'>,
    signal: AbortSignal,
  ): Promise<ModelRepairsInfo | undefined> {
    if (key.startsWith(syntaxKeyStart)) {
      const document = this.#documents.opened(uri);
      const error = document?.errors.find((each) => syntaxErrorKey(each) === key);
      if (!document || !error) return undefined;
      const { modelSyntaxFix } = await import('./model/modelSyntaxFix.ts');
      return modelSyntaxFix(document, error, options, signal);
    }
    const current = () => this.#result(uri, key, signal);
    const result = await current();
    if (!result) return undefined;
    const { modelRepairs } = await import('./model/modelRepairs.ts');
    const { maxSuggestions } = this.settingsFor(uri);
    const prove: Prove = (unit, find) => this.#proven(unit, find, signal);
    return modelRepairs(result, { ...options, maxSuggestions, current, prove }, signal);
  }

  /** The first prompt that a model would get about one result; undefined when the result no longer exists. */
  async modelPrompt(
    uri: string,
    key: string,
    options: Omit<AskOptions, 'maxSuggestions'>,
    signal: AbortSignal,
  ) {
    const result = await this.#result(uri, key, signal);
    if (!result) return undefined;
    const { modelPrompt } = await import('./model/modelRepairs.ts');
    const { maxSuggestions } = this.settingsFor(uri);
    return modelPrompt(result, { ...options, maxSuggestions }, signal);
  }

  /** Asks a model about several results of a document's unit, and combines the best repair of each into one change. */
  async repairWithModel(
    uri: string,
    keys: readonly string[],
    options: Omit<AskOptions, 'maxSuggestions'> &
      Pick<ModelRepairsOptions, 'model'> & { readonly onRequest: (what: string) => void },
    signal: AbortSignal,
  ): Promise<{ readonly repairs: RepairPartsInfo; readonly failure: ModelError | undefined }> {
    const { modelFixAll } = await import('./model/modelFixAll.ts');
    const start = await this.#current(uri, signal);
    const versions = this.#versionsIn(start);
    const analyse = this.#analyseAfter(uri, signal);
    const isAsked = ({ key }: { readonly key: string }) => keys.includes(key);
    const { maxSuggestions } = this.settingsFor(uri);
    const all = { ...options, maxSuggestions, isAsked, analyse, versionOf: versions };
    return modelFixAll(start, all, signal);
  }

  /** A result in a file, with the analysis that it belongs to. */
  async #result(uri: string, key: string, signal: AbortSignal): Promise<AnalysedResult | undefined> {
    for (const analysis of await this.#analysesOf(uri, signal)) {
      const placed = analysis.placed.find((each) => each.key === key);
      if (placed) return { placed, analysis, versionOf: this.#versionsIn(analysis) };
    }
    return undefined;
  }

  /**
   * The versions of the open texts that an analysis is about, null for files that are not open. A newer text may have come
   * since: an edit for it would be another one.
   */
  #versionsIn({ graphs }: UnitAnalysis): (uri: string) => number | null {
    return (uri) => {
      const current = this.textVersion(uri);
      return current === null ? null : (graphs.linked.documents.get(uri)?.version ?? current);
    };
  }

  /**
   * What the change of a file, compared with an earlier text, does to the results of the stores that it links.
   *
   * @param store the one that holds the file, where it links several.
   */
  async storeChange(
    uri: string,
    base: FileBase,
    store: string | undefined,
    signal: AbortSignal,
  ): Promise<StoreChange> {
    await this.#current(uri, signal);
    const found = await (await this.#openStores())?.storesOf(uri, store, signal);
    if (!found) return { kind: 'failed', message: 'No store can be asked here.' };
    if (found.kind !== 'opened') return found;
    // Loaded only when someone asks for it.
    const { storeChange } = await import('./stores/storeChange.ts');
    return storeChange({ ...found, uri }, base, this.#analysisOptions(uri), signal);
  }

  /** The files of the workspace that the shapes of an open file could be tried on. */
  async trialFiles(uri: string, signal: AbortSignal): Promise<readonly TrialFile[]> {
    const document = this.#documents.opened(uri);
    const { trialFiles } = await import('./tryShapes.ts');
    return document ? trialFiles(document, await this.workspaceDocuments(signal), signal) : [];
  }

  /**
   * Validates a file with the shapes of an open one and what they link, whatever it is linked to itself. Neither file is changed,
   * and nothing is kept; undefined when the shapes are not open.
   */
  async tryShapes(uri: string, data: string, signal: AbortSignal): Promise<UnitAnalysis | undefined> {
    if (!this.#documents.opened(uri)) return undefined;
    const { trialLinks } = await import('./tryShapes.ts');
    const given = await unlessAborted(trialLinks(uri, data, this.#session), signal);
    const linked = await unlessAborted(this.#session.given(given), signal);
    return analyseUnit(linked, data, this.#analysisOptions(data), signal);
  }

  /**
   * The workspace files that could be linked to a file as its shapes, and why the others could not.
   *
   * @param onRead receives how many of the files have been read.
   */
  async linkCandidates(
    uri: string,
    onRead: (read: number, files: number) => void,
    signal: AbortSignal,
  ): Promise<LinkCandidatesInfo> {
    return (await this.#candidates()).all(uri, this.#folders(), onRead, signal);
  }

  /**
   * The shapes of the workspace that an open file without links could be checked with, as of its last validation. Undefined
   * where no shapes are for its nodes.
   */
  async linkInvitation(uri: string, signal: AbortSignal): Promise<LinkInvitationInfo | undefined> {
    const { verdict, isShapesFile } = this.#analyses.get(uri)?.report.status ?? {};
    return verdict === 'unlinked' && !isShapesFile
      ? (await this.#candidates()).invitation(uri, this.#folders(), signal)
      : undefined;
  }

  async #candidates(): Promise<LinkCandidates> {
    const { LinkCandidates } = await import('./linkCandidates.ts');
    this.#linkCandidates ??= new LinkCandidates(this.#documents);
    return this.#linkCandidates;
  }

  /**
   * The edit that links shapes to an open file.
   *
   * @param place the only one that may be written. Without it, the project file is preferred to a comment.
   */
  async linkEdits(
    uri: string,
    shapes: readonly string[],
    place: LinkHolder | undefined,
    signal: AbortSignal,
  ): Promise<LinkEditsInfo | undefined> {
    const document = this.openedDocument(uri);
    if (!document) return undefined;
    const { linkEdits } = await import('./linkEdits.ts');
    const finding = linkEdits(document, shapes, {
      store: this.#documents,
      folders: this.#folders(),
      versionOf: (other) => this.textVersion(other),
      place,
    });
    return unlessAborted(finding, signal);
  }

  /** The uris of the workspace folders. */
  #folders(): readonly string[] {
    return this.#configuration.folders.map((folder) => folder.uri);
  }

  async #analyse(uri: string, signal: AbortSignal): Promise<UnitAnalysis> {
    // Other requests wait for this one, and a drive may be slow. What has been read so far is kept.
    const alone = await this.linked(uri, signal);
    const options = this.#analysisOptions(uri);
    if (alone.stores.length > 0) await this.#openStores();
    const linked = (await this.#stores?.unitWith(uri, alone, options, signal)) ?? alone;
    const last = this.#analyses.get(uri);
    const isAlike = last?.graphs.linked.project === linked.project;
    const previous = last && isAlike && !this.#cutOff.has(last) ? last : undefined;
    const analysis = await analyseUnit(linked, uri, { ...options, ...(previous && { previous }) }, signal);
    // One that was called off is not whole.
    signal.throwIfAborted();
    if (isTimeUp(options)) this.#cutOff.add(analysis);
    this.#analyses.set(uri, analysis);
    return analysis;
  }

  async #openStores(): Promise<LinkedStores | undefined> {
    if (!this.#storeOpener || this.#stores) return this.#stores;
    const { LinkedStores } = await import('./stores/linkedStores.ts');
    this.#stores ??= new LinkedStores(this.#storeOpener);
    return this.#stores;
  }

  #analysisOptions(uri: string): AnalysisOptions {
    const isCalledOff = this.#isCalledOff;
    return {
      settings: this.settingsFor(uri),
      shapesCache: this.#session.shapesCache,
      quarantined: this.#configuration.quarantined,
      expanded: this.#expanded.get(uri) ?? new Set(),
      ...(this.#probe ? { probe: this.#probe.about(uri) } : {}),
      ...(isCalledOff && { deadline: this.#deadlineOf(uri, isCalledOff) }),
    };
  }

  /** A file may have any number of costly pieces, so that it has a budget for all of them: that of a few, in CPU time. */
  #deadlineOf(uri: string, isCalledOff: (uri: string) => boolean): () => number {
    const spent = () => this.#probe?.worked?.() ?? 0;
    const end = spent() + budgetsOfFile * (this.#probe?.patience ?? Number.POSITIVE_INFINITY);
    let deadline = 0;
    return () => {
      if (isCalledOff(uri)) return atOnce;
      const now = performance.now();
      if (now > deadline) deadline = spent() > end ? longAgo : now + betweenLooks;
      return deadline;
    };
  }

  /** Analyses a document's unit again after a change of it. */
  #analyseAfter(uri: string, signal: AbortSignal) {
    return (linked: LinkedUnit, previous: UnitAnalysis): Promise<UnitAnalysis> =>
      analyseUnit(linked, uri, { ...this.#analysisOptions(uri), previous }, signal);
  }

  /** The last analysis if it is about the current texts, otherwise a new one. */
  async #current(uri: string, signal: AbortSignal): Promise<UnitAnalysis> {
    const known = this.#analyses.get(uri);
    if (known && this.#isCurrent(known)) return known;
    return this.#analyse(uri, signal);
  }

  #isCurrent({ graphs }: UnitAnalysis): boolean {
    for (const [uri, document] of graphs.linked.documents) {
      const open = this.#documents.opened(uri);
      if (open && !open.rope.equals(document.rope)) return false;
    }
    return true;
  }

  /** The analyses that may have results in a file: its own, and those of open documents that depend on it. */
  async #analysesOf(uri: string, signal: AbortSignal): Promise<readonly UnitAnalysis[]> {
    const owners = [...(this.#documents.opened(uri) ? [uri] : []), ...this.dependents(uri)];
    const analyses: UnitAnalysis[] = [];
    for (const owner of owners) {
      try {
        analyses.push(await this.#current(owner, signal));
      } catch (error) {
        if (isAbort(error, signal) || owner === uri) throw error;
        // If another document's unit cannot be analysed, this file still gets its answers.
      }
    }
    return analyses;
  }

  /** The settings that apply to a file. */
  settingsFor(uri: string): Settings {
    const { folders, settings } = this.#configuration;
    const inside = folders.filter((folder) => relativePath(folder.uri, uri) !== undefined);
    return inside.sort((a, b) => b.uri.length - a.uri.length)[0]?.settings ?? settings;
  }

  #projectLines(uri: string): LineIndex | undefined {
    const open = this.#documents.openedText(uri);
    if (open !== undefined) return new LineIndex(open);
    const files = [...this.#analyses.values()].map(({ graphs }) => graphs.linked.project);
    return files.find((file) => file?.uri === uri)?.lines;
  }

  #held(uri: string): TurtleDocument | undefined {
    const open = this.#documents.opened(uri);
    if (open) return open;
    for (const { graphs } of this.#analyses.values()) {
      const document = graphs.linked.documents.get(uri);
      if (document) return document;
    }
    return undefined;
  }
}

/**
 * The text with a space instead of the mark, so that positions are the same as for the client. Libraries would read the
 * mark.
 */
function withoutByteOrderMark(uri: string, text: string | Rope): string | Rope {
  if (text.charCodeAt(0) !== 0xfeff || libraryFormatOf(uri, text.slice(0, 1000))) return text;
  return typeof text === 'string' ? ` ${text.slice(1)}` : text.replaced({ start: 0, end: 1 }, ' ');
}

/** What a document declares about ontologies, for comparison. */
function declaredIn(document: TurtleDocument | undefined): string {
  if (!document) return '';
  const { ontologies, versions } = ontologyFile(document);
  return [...ontologies, '', ...versions].join(' ');
}
