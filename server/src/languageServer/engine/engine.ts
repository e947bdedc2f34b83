import { isAbort } from '../../base/abort.ts';
import { inDigits } from '../../base/counted.ts';
import { IdleTimer } from '../../base/idleTimer.ts';
import { lazy } from '../../base/lazy.ts';
import { composeTextChanges, OpenText, type ReplacedRange } from '../../base/textChange.ts';
import { vocabularyFile } from '../../platform/reading/shippedFiles.ts';
import type { Probe } from '../../platform/watch/probe.ts';
import { provideVocabularies } from '../../rdf/publishedVocabularies.ts';
import type { FileDiagnostic, UnitReport } from '../../service/ide/analysis.ts';
import type { AnalysisHost } from '../../service/ide/analysisHost.ts';
import { isProjectFile } from '../../workspace/project/workspaceFiles.ts';
import type {
  EngineActivity,
  EngineConfiguration,
  FromEngine,
  ToEngine,
  Validated,
} from '../protocol/engine/messages.ts';
import type { EngineAnswer, EngineRequest } from '../protocol/engine/requests.ts';
import { notValidated } from '../protocol/failures.ts';
import type { AnsweredMethod } from '../protocol/methods/methods.ts';
import * as toProto from '../protocol/toProto.ts';
import type { ModelBridge } from './models/modelBridge.ts';
import { type MethodHandler, type RequestContext, SentAnswers } from './requestContext.ts';
import { Scheduler } from './scheduler.ts';
import { type StoreBridge, StoreJobs } from './stores/storeBridge.ts';

/** How long typing has to pause before hints are searched for, in ms. */
const hintsAfter = 700;

/** What an engine is made of. */
export interface EngineParts {
  readonly host: AnalysisHost;
  readonly probe: Probe<EngineActivity>;
  /** Where the host has stores asked. */
  readonly stores: StoreBridge;
}

/** A text that is newer than the one that the host has. */
interface UnreadText {
  readonly text: OpenText;
  /** How it differs; undefined for one that has just been opened. */
  readonly change: ReplacedRange | undefined;
}

/** Reads the messages of the lsp process and lets the host, which holds the texts that were read, validate them. */
export class Engine {
  readonly #host: AnalysisHost;
  readonly #probe: Probe<EngineActivity>;
  readonly #send: (message: FromEngine) => void;
  readonly #scheduler: Scheduler;
  readonly #stores: StoreBridge;
  readonly #storeJobs: StoreJobs;
  /** By open document. */
  readonly #sent = new Map<string, SentAnswers>();
  /** Documents that another engine validates. */
  readonly #guests = new Set<string>();
  readonly #unread = new Map<string, UnreadText>();
  /** Texts that are read before their validation, and whose syntax errors are reported then. */
  readonly #withoutSyntax = new Set<string>();
  #readsSoon: boolean = false;
  readonly #running = new Map<number, AbortController>();
  readonly #bridge: () => Promise<ModelBridge>;
  /** The last reported dependencies of each document. */
  readonly #dependencies = new Map<string, string>();
  /** Documents whose shapes files had nothing to report the last time. */
  readonly #withSoundShapes = new Set<string>();
  /** Documents that were validated after their hints were sent. */
  readonly #withoutHints = new Set<string>();
  readonly #hintsSoon = new IdleTimer(hintsAfter, () => {
    this.#sendHints().catch((error: unknown) => this.#log(error));
  });
  /** Loaded with the first request that needs it, because validation does not need it. */
  readonly #vocabularies = lazy(async () => {
    const { noVocabularies, Vocabularies } = await import(
      '../../service/language/vocabularies/vocabularies.ts'
    );
    try {
      return new Vocabularies(JSON.parse(await vocabularyFile()));
    } catch (error) {
      this.#log(error);
      return noVocabularies;
    }
  });
  #inviting: AbortController | undefined;
  #termIds = {};
  #configuration: EngineConfiguration | undefined;

  constructor({ host, probe, stores }: EngineParts, send: (message: FromEngine) => void) {
    this.#host = host;
    this.#probe = probe;
    this.#stores = stores;
    this.#send = send;
    this.#bridge = lazy(async () => new (await import('./models/modelBridge.ts')).ModelBridge(send));
    provideVocabularies(async () => (await this.#vocabularies()).names);
    this.#scheduler = new Scheduler({
      validate: (uri, signal) => this.#validate(uri, signal),
      finish: (uri, signal) => this.#checkShapes(uri, signal),
      failed: (uri, error) => this.#validationFailed(uri, error),
    });
    this.#storeJobs = new StoreJobs({
      settle: (uri, beforeAsking, signal) => host.settleStores(uri, beforeAsking, signal),
      settled: (uri) => this.#scheduler.request([uri]),
      label: (uri, beforeAsking, signal) => host.fetchLabels(uri, beforeAsking, signal),
      labelled: () => send({ kind: 'labels' }),
      failed: (_, error) => this.#log(error),
    });
  }

  receive(message: ToEngine): void {
    switch (message.kind) {
      case 'configure':
        this.#configure(message.configuration);
        break;
      case 'skip':
        this.#skip(message.quarantined);
        break;
      case 'open':
        if (message.isGuest) this.#guests.add(message.uri);
        this.#opened(new OpenText(message.uri, message.version, message.text));
        break;
      case 'change':
        this.#changed(message);
        break;
      case 'close':
        this.#closed(message.uri);
        break;
      case 'filesChanged':
        this.#filesChanged(message.uris, message.addedOrRemoved);
        break;
      case 'request':
        void this.#answer(message.id, message.request);
        break;
      case 'cancel':
        this.#running.get(message.id)?.abort();
        break;
      case 'completed':
        void this.#bridge().then((bridge) => bridge.completed(message.id, message.outcome));
        break;
      case 'storeAnswered':
        this.#stores.answered(message.id, message.outcome);
        break;
      case 'forgetStores':
        this.#storeJobs.cancelAll();
        this.#host.forgetStores();
        this.#scheduler.request(this.#own());
        break;
    }
  }

  /** Whether the validation of a document has to end, because others wait for it. It begins again behind them. */
  isCalledOff(uri: string): boolean {
    return this.#scheduler.isCalledOff(
      (running) => this.#host.fileUri(running) === uri,
      () => this.#probe.takeCall(),
    );
  }

  /** Frees memory when no message has come for a while. */
  rest(): void {
    if (this.#scheduler.isBusy || this.#storeJobs.isBusy || this.#running.size > 0 || this.#unread.size > 0)
      return;
    const forgotten = this.#host.forgetTerms();
    if (forgotten === 0) return;
    this.#termIds = {};
    this.#send({
      kind: 'log',
      level: 'info',
      message: `Forgot ${forgotten} terms that no text uses any longer.`,
    });
    this.#scheduler.request(this.#own());
  }

  #configure(configuration: EngineConfiguration): void {
    this.#configuration = configuration;
    this.#scheduler.setDebounce(configuration.debounce);
    const { folders, settings, quarantined, timeout } = configuration;
    this.#probe.patience = timeout;
    this.#storeJobs.cancelAll();
    this.#host.configure({ folders, settings, quarantined: new Set(quarantined) });
    this.#scheduler.request(this.#own());
  }

  #skip(quarantined: readonly string[]): void {
    this.#configuration = { ...this.#configuration!, quarantined };
    const again = this.#host.skip(new Set(quarantined));
    this.#scheduler.request(again.filter((uri) => !this.#guests.has(uri)));
  }

  #opened(text: OpenText): void {
    this.#sent.set(text.uri, new SentAnswers());
    this.#readSoon(text, undefined);
  }

  #changed({ uri, version, changes }: Extract<ToEngine, { kind: 'change' }>): void {
    const unread = this.#unread.get(uri);
    const text = unread?.text ?? this.#host.openText(uri);
    if (!text) return;
    const isNew = unread && unread.change === undefined;
    let sum = unread?.change;
    for (const next of text.update(changes, version)) sum = sum ? composeTextChanges(sum, next) : next;
    this.#readSoon(text, isNew ? undefined : sum);
  }

  #closed(uri: string): void {
    const dependents = this.#host.dependents(uri);
    this.#sent.delete(uri);
    this.#unread.delete(uri);
    this.#guests.delete(uri);
    this.#withoutSyntax.delete(uri);
    this.#dependencies.delete(uri);
    this.#withSoundShapes.delete(uri);
    this.#scheduler.forget(uri);
    this.#storeJobs.cancel(uri);
    this.#host.closeDocument(uri);
    // Documents that are linked to it now use the file on disk.
    this.#scheduler.request(dependents);
  }

  #filesChanged(uris: readonly string[], addedOrRemoved: boolean): void {
    const dependents = addedOrRemoved
      ? this.#own()
      : uris.filter((uri) => !this.#isOpen(uri)).flatMap((uri) => this.#host.dependents(uri));
    this.#host.filesChanged(uris);
    this.#scheduler.request(dependents);
    // An open text that changed on disk was saved.
    if (this.#configuration?.validates === 'onSave')
      this.#scheduler.request(
        uris
          .filter((uri) => this.#isOpen(uri))
          .flatMap((uri) => [...(this.#isRdf(uri) ? [uri] : []), ...this.#host.dependents(uri)]),
      );
  }

  /** The open documents that are validated here. */
  #own(): readonly string[] {
    return this.#host.openDocuments().filter((uri) => !this.#guests.has(uri));
  }

  /** Reads after the messages that have already arrived, so that a burst of changes is read once. */
  #readSoon(text: OpenText, change: ReplacedRange | undefined): void {
    if (!this.#readsSoon) setImmediate(() => this.#readAll());
    this.#readsSoon = true;
    this.#unread.set(text.uri, { text, change });
  }

  #readAll(): void {
    this.#readsSoon = false;
    for (const [uri, unread] of this.#unread)
      this.#probe.duringSync({ kind: 'read', uri }, () => this.#read(unread));
  }

  #read({ text, change }: UnreadText): void {
    const { uri, version } = text;
    this.#inviting?.abort();
    this.#host.openDocument(uri, version, text.rope, change);
    this.#unread.delete(uri);
    if (this.#guests.has(uri)) {
      this.#scheduler.request(this.#host.dependents(uri));
      return;
    }
    if (isProjectFile(uri)) void this.#checkProject(uri, version);
    else if (this.#host.isUnread(uri)) this.#withoutSyntax.add(uri);
    else this.#sendSyntax(uri, version, this.#host.syntaxDiagnostics(uri));
    // A text without a change has just been opened.
    if (change && this.#configuration?.validates === 'onSave') return;
    this.#scheduler.request([...(this.#isRdf(uri) ? [uri] : []), ...this.#host.dependents(uri)]);
  }

  async #checkProject(uri: string, version: number): Promise<void> {
    try {
      const found = await this.#host.projectDiagnostics(uri);
      if (this.#version(uri) === version) this.#sendSyntax(uri, version, found);
    } catch (error) {
      this.#log(error);
    }
  }

  #sendSyntax(uri: string, version: number, found: readonly FileDiagnostic[]): void {
    this.#withoutSyntax.delete(uri);
    const diagnostics = toProto.diagnostics(uri, version, found, this.#lines);
    this.#send({ kind: 'syntax', uri, version, diagnostics, isRdf: this.#isRdf(uri) });
  }

  async #validate(uri: string, signal: AbortSignal): Promise<void> {
    // A call that was heard too late was about something that has ended.
    this.#probe.takeCall();
    const newest = this.#version(uri);
    if (newest === undefined) return;
    if (this.#withoutSyntax.has(uri) || this.#host.isUnread(uri)) {
      await this.#probe.during({ kind: 'read', uri }, () => this.#host.readText(uri, signal));
      this.#sendSyntax(uri, newest, this.#host.syntaxDiagnostics(uri));
    }
    if (this.#configuration?.validates === 'off') {
      const status = notValidated(switchedOff);
      this.#send({ kind: 'validated', uri, version: newest, diagnostics: {}, status, ms: 0 });
      return;
    }
    const report = await this.#probe.during({ kind: 'validate', uri }, () =>
      this.#host.validate(uri, signal),
    );
    signal.throwIfAborted();
    const { version, status, ms } = report;
    const diagnostics = this.#byFile(report.diagnostics);
    this.#send({ kind: 'validated', uri, version, diagnostics, status, ms });
    this.#sendDependencies(uri);
    this.#storeJobs.start(uri);
    this.#withoutHints.add(uri);
    this.#hintsSoon.interrupt();
  }

  /** Results do not wait for the mistakes of the shapes files themselves. */
  async #checkShapes(uri: string, signal: AbortSignal): Promise<void> {
    const version = this.#version(uri);
    if (version === undefined) return;
    try {
      const isOff = this.#configuration?.validates === 'off';
      const find = () => this.#host.shapesDiagnostics(uri, signal);
      const found = isOff ? new Map() : await this.#probe.during({ kind: 'validate', uri }, find);
      signal.throwIfAborted();
      // A message after each keystroke would cost a tenth of what the keystroke does.
      if (found.size === 0 && this.#withSoundShapes.has(uri)) return;
      this.#send({ kind: 'shapes', uri, version, diagnostics: this.#byFile(found) });
      if (found.size === 0) this.#withSoundShapes.add(uri);
      else this.#withSoundShapes.delete(uri);
    } catch (error) {
      // The results hold all the same.
      if (isAbort(error, signal)) throw error;
      this.#log(error);
    }
  }

  #byFile(found: UnitReport['diagnostics']): Validated['diagnostics'] {
    return Object.fromEntries(
      [...found].map(([file, list]) => [
        file,
        toProto.diagnostics(file, this.#host.textVersion(file), limited(list), this.#lines),
      ]),
    );
  }

  /** Hints examine the whole text, so they wait for a pause in typing. */
  async #sendHints(): Promise<void> {
    const { unneededPrefixHints } = await import('../../service/language/prefixes/unneededPrefixes.ts');
    for (const uri of this.#withoutHints) {
      this.#withoutHints.delete(uri);
      const document = this.#host.openedDocument(uri);
      const lines = this.#lines(uri);
      if (!document || !lines) continue;
      const { version } = document;
      const invitation = this.#configuration?.invites ? await this.#invitation(uri, version) : [];
      const diagnostics = [
        ...toProto.unneededPrefixes(lines, unneededPrefixHints(document)),
        ...toProto.diagnostics(uri, version, invitation, this.#lines),
      ];
      this.#send({ kind: 'hints', uri, version, diagnostics });
    }
  }

  /** Files are searched for during a pause in typing. */
  async #invitation(uri: string, version: number): Promise<readonly FileDiagnostic[]> {
    const controller = new AbortController();
    this.#inviting?.abort();
    this.#inviting = controller;
    try {
      const invitation = await this.#host.linkInvitation(uri, controller.signal);
      if (!invitation || this.#version(uri) !== version) return [];
      // JSON without a project file has no place for a link.
      if (!(await this.#host.linkEdits(uri, [invitation.uri], undefined, controller.signal))) return [];
      const { invitationDiagnostic } = await import('../../service/ide/diagnostics/linkDiagnostics.ts');
      return [invitationDiagnostic(invitation)];
    } catch (error) {
      if (!isAbort(error, controller.signal)) this.#log(error);
      return [];
    }
  }

  #sendDependencies(uri: string): void {
    const dependencies = this.#host.dependencies(uri);
    const text = JSON.stringify(dependencies);
    if (this.#dependencies.get(uri) === text) return;
    this.#dependencies.set(uri, text);
    this.#send({ kind: 'dependencies', uri, ...dependencies });
  }

  /** This is a bug. It is reported on the document, and the other documents are validated as usual. */
  #validationFailed(uri: string, error: unknown): void {
    this.#log(error);
    const version = this.#version(uri);
    if (version === undefined) return;
    const message = `SHACL could not be checked: ${error instanceof Error ? error.message : error}. This is a fault of SHACL Repair; see its log.`;
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const diagnostic = { range, severity: 2 as const, source: 'SHACL Repair', code: 'internal', message };
    const status = notValidated(message);
    this.#send({ kind: 'validated', uri, version, diagnostics: { [uri]: [diagnostic] }, status, ms: 0 });
  }

  async #answer(id: number, given: EngineRequest): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      this.#readAll();
      const uri = given.uri && this.#host.fileUri(given.uri);
      const params = { ...given.params, ...('uri' in given.params && { uri }) };
      const request = { ...given, uri, params } as EngineRequest;
      const job = { kind: request.method, uri: request.uri };
      const answer = await this.#probe.during(job, () =>
        answerRequest(request, this.#context(id, request), controller.signal),
      );
      this.#send({ kind: 'answer', id, answer });
    } catch (error) {
      if (!isAbort(error, controller.signal)) this.#log(error);
      this.#send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  #context(id: number, { client, since, model: asking }: EngineRequest): RequestContext {
    const { folders, quarantined, edits } = this.#configuration!;
    return {
      host: this.#host,
      lines: this.#lines,
      client,
      since,
      asking,
      capabilities: edits,
      folders: folders.map(({ uri }) => uri),
      validation: { probe: this.#probe, quarantined: new Set(quarantined) },
      termIds: this.#termIds,
      validateAgain: (uri) => this.#scheduler.request([uri]),
      isOpen: (uri) => this.#isOpen(uri),
      sent: (uri) => this.#sent.get(uri) ?? new SentAnswers(),
      vocabularies: this.#vocabularies,
      model: (model) => ({
        id: model,
        complete: async (asked, signal) => (await this.#bridge()).complete(asked, signal),
      }),
      progress: (message, step) =>
        this.#send({ kind: 'progress', id, message, ...(step !== undefined && { step }) }),
      trace: (text) => this.#send({ kind: 'trace', text }),
    };
  }

  /** The version of an open text, read or not. */
  #version(uri: string): number | undefined {
    return this.#unread.get(uri)?.text.version ?? this.#host.textVersion(uri) ?? undefined;
  }

  /** False for project files, and for JSON and XML that is not RDF. */
  #isRdf(uri: string): boolean {
    return this.#host.openedDocument(uri) !== undefined;
  }

  #isOpen(uri: string): boolean {
    return this.#version(uri) !== undefined;
  }

  readonly #lines = (uri: string) => this.#host.lines(uri);

  #log(error: unknown): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#send({ kind: 'log', level: 'error', message });
  }
}

const switchedOff =
  'Validation is off (shaclRepair.validation.run). The report and quick fixes still validate when you ask for them.';

/** Editors list no more, and sending them would delay everything else. */
const maxDiagnostics = 10_000;

function limited(found: readonly FileDiagnostic[]): readonly FileDiagnostic[] {
  if (found.length <= maxDiagnostics) return found;
  const rest: FileDiagnostic = {
    range: { start: 0, end: 0 },
    severity: 'information',
    source: 'SHACL Repair',
    code: 'limit',
    codeHref: undefined,
    message: `This file has ${inDigits(found.length)} findings. The first ${inDigits(maxDiagnostics)} of them are shown.`,
    related: [],
    key: undefined,
  };
  return [rest, ...found.slice(0, maxDiagnostics)];
}

/** Answers a request. Rejects with the signal's reason when it is cancelled. */
async function answerRequest(
  request: EngineRequest,
  context: RequestContext,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  // The code for answers is loaded with the first request for one, because users wait for diagnostics first.
  const { repairHandlers } = await import('./documents/repairHandlers.ts');
  const handlers: Partial<Record<AnsweredMethod, unknown>> = repairHandlers;
  // The table has the right handler for each method, but the compiler can't follow that through a union of methods.
  const handler = handlers[request.method] as MethodHandler<AnsweredMethod, RequestContext> | undefined;
  if (handler) return handler(request.params, context, signal);
  const { answerMethod } = await import('./methods.ts');
  return answerMethod(request, context, signal);
}
