import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAbort } from '../base/abort.ts';
import { composeTextChanges, type TextChange } from '../base/textChange.ts';
import type { CodeActionInfo, FileDiagnostic } from '../ide/analysis.ts';
import type { AnalysisHost } from '../ide/analysisHost.ts';
import type { Probe } from '../platform/watch/probe.ts';
import type {
  Answers,
  EngineConfiguration,
  FromEngine,
  Job,
  Question,
  Step,
  ToEngine,
  VerifiedAction,
} from '../protocol/engine/messages.ts';
import * as fromProto from '../protocol/fromProto.ts';
import { notValidated } from '../protocol/notValidated.ts';
import * as toProto from '../protocol/toProto.ts';
import type { ReportFormat } from '../report/reportText.ts';
import type { RecordingOptions } from '../shacl/incremental/recordedValidation.ts';
import type { BenchmarkQuestions } from './benchmarks/benchmarkRequests.ts';
import { ModelBridge } from './models/modelBridge.ts';
import { Scheduler } from './scheduler.ts';

/** The engine between its messages and the analysis: keeps the texts, asks the host, converts the positions. */
export class Engine {
  readonly #host: AnalysisHost;
  readonly #probe: Probe<Job>;
  readonly #send: (message: FromEngine) => void;
  readonly #scheduler: Scheduler;
  readonly #texts = new Map<string, TextDocument>();
  /** Documents that another engine validates. */
  readonly #guests = new Set<string>();
  /** Documents whose text is newer than what the host has, with how it differs; undefined for new ones. */
  readonly #unread = new Map<string, TextChange | undefined>();
  readonly #asked = new Map<number, AbortController>();
  readonly #bridge: ModelBridge;
  #benchmarks: BenchmarkQuestions | undefined;
  #configuration: EngineConfiguration | undefined;

  constructor(host: AnalysisHost, probe: Probe<Job>, send: (message: FromEngine) => void) {
    this.#host = host;
    this.#probe = probe;
    this.#send = send;
    this.#bridge = new ModelBridge(send);
    this.#scheduler = new Scheduler({
      validate: (uri, signal) => this.#validate(uri, signal),
      failed: (uri, error) => this.#validationFailed(uri, error),
    });
  }

  receive(message: ToEngine): void {
    switch (message.kind) {
      case 'configure':
        this.#configure(message.configuration);
        break;
      case 'open':
        if (message.isGuest) this.#guests.add(message.uri);
        this.#opened(TextDocument.create(message.uri, 'turtle', message.version, message.text));
        break;
      case 'change':
        this.#changed(message);
        break;
      case 'close':
        this.#closed(message.uri);
        break;
      case 'filesChanged':
        this.#filesChanged(message.uris, message.comeOrGone);
        break;
      case 'ask':
        void this.#answer(message.id, message.question);
        break;
      case 'cancel':
        this.#asked.get(message.id)?.abort();
        break;
      case 'completed':
        this.#bridge.completed(message.id, message.outcome);
        break;
    }
  }

  /** Tidies up, for when no message has come for a while. */
  rest(): void {
    if (this.#scheduler.isBusy || this.#asked.size > 0 || this.#unread.size > 0) return;
    const forgotten = this.#host.forgetTerms();
    if (forgotten === 0) return;
    // It may have kept some of them.
    this.#benchmarks = undefined;
    this.#send({
      kind: 'log',
      level: 'info',
      message: `Forgot ${forgotten} terms that no text uses any more.`,
    });
    this.#scheduler.request(this.#own());
  }

  #configure(configuration: EngineConfiguration): void {
    this.#configuration = configuration;
    this.#scheduler.setDebounce(configuration.debounce);
    const { folders, settings, quarantined } = configuration;
    this.#host.configure({ folders, settings, quarantined: new Set(quarantined) });
    this.#scheduler.request(this.#own());
  }

  #opened(text: TextDocument): void {
    this.#texts.set(text.uri, text);
    this.#readSoon(text.uri, undefined);
  }

  #changed({ uri, version, changes }: Extract<ToEngine, { kind: 'change' }>): void {
    let text = this.#texts.get(uri);
    if (!text) return;
    const isNew = this.#unread.has(uri) && this.#unread.get(uri) === undefined;
    let sum = this.#unread.get(uri);
    for (const change of changes) {
      const next = fromProto.textChange(text, change);
      sum = sum ? composeTextChanges(sum, next) : next;
      text = TextDocument.update(text, [change], version);
    }
    this.#texts.set(uri, text);
    this.#readSoon(uri, isNew ? undefined : sum);
  }

  #closed(uri: string): void {
    const dependents = this.#host.dependents(uri);
    this.#texts.delete(uri);
    this.#unread.delete(uri);
    this.#guests.delete(uri);
    this.#scheduler.forget(uri);
    this.#host.closeDocument(uri);
    // What the others read of it is now what is on disk.
    this.#scheduler.request(dependents);
  }

  #filesChanged(uris: readonly string[], comeOrGone: boolean): void {
    const dependents = comeOrGone
      ? this.#own()
      : uris.filter((uri) => !this.#texts.has(uri)).flatMap((uri) => this.#host.dependents(uri));
    this.#host.filesChanged(uris);
    this.#scheduler.request(dependents);
  }

  /** The open documents that are validated here. */
  #own(): readonly string[] {
    return this.#host.openDocuments().filter((uri) => !this.#guests.has(uri));
  }

  /** Reads after the messages that are already there, so that a burst of changes is read once. */
  #readSoon(uri: string, change: TextChange | undefined): void {
    if (this.#unread.size === 0) setImmediate(() => this.#readAll());
    this.#unread.set(uri, change);
  }

  #readAll(): void {
    for (const [uri, change] of this.#unread) {
      this.#unread.delete(uri);
      const text = this.#texts.get(uri);
      if (text) this.#probe.duringSync({ kind: 'read', uri }, () => this.#read(text, change));
    }
  }

  #read(text: TextDocument, change: TextChange | undefined): void {
    const { uri, version } = text;
    this.#host.openDocument(uri, version, withoutByteOrderMark(text.getText()), change);
    if (this.#guests.has(uri)) {
      this.#scheduler.request(this.#host.dependents(uri));
      return;
    }
    const found = this.#host.syntaxDiagnostics(uri);
    const diagnostics = toProto.diagnostics(uri, version, found, this.#lines);
    this.#send({ kind: 'syntax', uri, version, diagnostics });
    this.#scheduler.request([uri, ...this.#host.dependents(uri)]);
  }

  async #validate(uri: string, signal: AbortSignal): Promise<void> {
    if (!this.#texts.has(uri)) return;
    const report = await this.#probe.during({ kind: 'validate', uri }, () =>
      this.#host.validate(uri, signal),
    );
    signal.throwIfAborted();
    const diagnostics = [...report.diagnostics].map(([file, found]) => [
      file,
      toProto.diagnostics(file, this.#host.textVersion(file), limited(found), this.#lines),
    ]);
    const { version, status, ms } = report;
    this.#send({ kind: 'validated', uri, version, diagnostics: Object.fromEntries(diagnostics), status, ms });
  }

  /** A bug on our side: it is said on the document, and the others go on. */
  #validationFailed(uri: string, error: unknown): void {
    this.#log(error);
    const version = this.#texts.get(uri)?.version;
    if (version === undefined) return;
    const message = `SHACL could not be checked: ${error instanceof Error ? error.message : error}. This is a fault of SHACL Repair; its log says more.`;
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const diagnostic = { range, severity: 2 as const, source: 'SHACL Repair', code: 'internal', message };
    const status = notValidated(message);
    this.#send({ kind: 'validated', uri, version, diagnostics: { [uri]: [diagnostic] }, status, ms: 0 });
  }

  async #answer(id: number, question: Question): Promise<void> {
    const controller = new AbortController();
    this.#asked.set(id, controller);
    try {
      this.#readAll();
      const job = { kind: question.ask, uri: question.uri };
      const answer = await this.#probe.during(job, () => this.#answers(id, question, controller.signal));
      this.#send({ kind: 'answer', id, answer });
    } catch (error) {
      if (!isAbort(error, controller.signal)) this.#log(error);
      this.#send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#asked.delete(id);
    }
  }

  async #answers(id: number, question: Question, signal: AbortSignal): Promise<Answers[Question['ask']]> {
    const { uri } = question;
    const lines = this.#host.lines(uri);
    switch (question.ask) {
      case 'hover': {
        const info =
          lines && (await this.#host.hover(uri, fromProto.offset(lines, question.position), signal));
        return info ? toProto.hover(lines, info) : null;
      }
      case 'codeActions': {
        if (!lines) return [];
        return this.#actions(
          await this.#host.codeActions(uri, fromProto.textRange(lines, question.range), signal),
        );
      }
      case 'repairs':
        // What is not open here may be held back from us.
        return this.#texts.has(uri) ? this.#actions(await this.#host.repairs(uri, question.key, signal)) : [];
      case 'fixAll':
        return toProto.fixAll(
          await this.#host.fixAll(uri, { component: question.component }, signal),
          this.#lines,
          this.#configuration!.edits,
        );
      case 'exportReport':
        return this.#texts.has(uri) ? { text: await this.#exported(uri, question.format, signal) } : null;
      case 'report':
        return this.#texts.has(uri)
          ? toProto.report(await this.#host.report(uri, signal), this.#lines)
          : null;
      case 'crossCheck':
        return { markdown: await this.#host.crossCheck(uri, signal) };
      case 'linkCandidates':
        return this.#host.linkCandidates(uri);
      case 'generateBenchmark':
      case 'suite':
      case 'suiteCase':
      case 'caseTexts':
      case 'verifySuite': {
        // Only engines that are started for such questions need its code.
        const { BenchmarkQuestions } = await import('./benchmarks/benchmarkRequests.ts');
        this.#benchmarks ??= new BenchmarkQuestions(this.#host, this.#lines);
        const asked = { folders: this.#folders(), validation: this.#validation(), step: this.#step(id) };
        return this.#benchmarks.answer(question, asked, signal);
      }
      case 'estimateEvaluation':
      case 'evaluate':
      case 'tryCases':
      case 'evaluationRuns':
      case 'evaluationReport': {
        const { answerEvaluationQuestion } = await import('./evaluation/evaluationRequests.ts');
        const model = (model: string) => this.#bridge.model(model);
        const asked = {
          folders: this.#folders(),
          validation: this.#validation(),
          model,
          step: this.#step(id),
        };
        return answerEvaluationQuestion(question, asked, signal);
      }
      case 'estimateModelCheck':
      case 'checkModel': {
        const { answerModelCheckQuestion } = await import('./modelCheck/modelCheckRequests.ts');
        const model = (model: string) => this.#bridge.model(model);
        return answerModelCheckQuestion(question, { model, step: this.#step(id) }, signal);
      }
      case 'sampleClasses':
      case 'generateSamples':
      case 'nodesMatching':
      case 'nodesAt':
      case 'explainConnection':
      case 'sayConnection':
      case 'extractFacts': {
        if (!this.#texts.has(uri)) return null;
        // Checking does not need its code.
        const { answerAuthoringQuestion } = await import('./authoring/authoringRequests.ts');
        const { edits: capabilities } = this.#configuration!;
        const world = {
          host: this.#host,
          model: (id: string) => this.#bridge.model(id),
          progress: (message: string) => this.#send({ kind: 'progress', id, message }),
          trace: (text: string) => this.#send({ kind: 'trace', text }),
          lines: this.#lines,
          capabilities,
        };
        return answerAuthoringQuestion(question, world, signal);
      }
      case 'modelRepairs':
      case 'repairWithModel':
      case 'prompt': {
        if (!this.#texts.has(uri)) return null;
        // Few ever ask a model.
        const { answerModelQuestion } = await import('./models/modelRequests.ts');
        const { edits } = this.#configuration!;
        return answerModelQuestion(
          question,
          {
            host: this.#host,
            model: this.#bridge.model(question.model.id),
            progress: (message) => this.#send({ kind: 'progress', id, message }),
            trace: (text) => this.#send({ kind: 'trace', text }),
            lines: this.#lines,
            capabilities: edits,
          },
          signal,
        );
      }
    }
  }

  /** How graphs are validated that are no documents. */
  #validation(): RecordingOptions {
    return { probe: this.#probe, quarantined: new Set(this.#configuration?.quarantined) };
  }

  #step(id: number): (message: string, step: Step) => void {
    return (message, step) => this.#send({ kind: 'progress', id, message, step });
  }

  async #exported(uri: string, format: ReportFormat, signal: AbortSignal): Promise<string> {
    const analysis = await this.#host.analysis(uri, signal);
    // Few ever need it.
    const { exportReport } = await import('./documents/exportReport.ts');
    return exportReport(analysis, format, this.#folders());
  }

  #folders(): readonly string[] {
    return this.#configuration?.folders.map((folder) => folder.uri) ?? [];
  }

  #actions(found: readonly CodeActionInfo[]): readonly VerifiedAction[] {
    const capabilities = this.#configuration!.edits;
    return found.map((action) => toProto.codeAction(action, this.#lines, capabilities));
  }

  readonly #lines = (uri: string) => this.#host.lines(uri);

  #log(error: unknown): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#send({ kind: 'log', level: 'error', message });
  }
}

/** No list shows more, and sending them would hold up everything else. */
const maxDiagnostics = 10_000;

function limited(found: readonly FileDiagnostic[]): readonly FileDiagnostic[] {
  if (found.length <= maxDiagnostics) return found;
  const rest: FileDiagnostic = {
    range: { start: 0, end: 0 },
    severity: 'information',
    source: 'SHACL Repair',
    code: 'limit',
    codeHref: undefined,
    message: `This file has ${found.length} findings. The first ${maxDiagnostics} of them are shown.`,
    related: [],
    key: undefined,
  };
  return [rest, ...found.slice(0, maxDiagnostics)];
}

/** The same text with a blank in the mark's place, so that positions stay what they are for the client. */
function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
}
