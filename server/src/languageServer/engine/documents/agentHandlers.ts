import type { Diagnostic } from 'vscode-languageserver';
import { prettifyError } from 'zod/v4';
import { LineIndex } from '../../../base/lineIndex.ts';
import { UserError } from '../../../base/userError.ts';
import { changeBetween } from '../../../rdf/turtle/changeBetween.ts';
import { type AgentFiles, type ProposedChange, verifyProposed } from '../../../service/agents/agentFiles.ts';
import { changeTools } from '../../../service/agents/changeTools.ts';
import { type ChangedText, deletedByPeople } from '../../../service/agents/proposedChange.ts';
import { readingTools } from '../../../service/agents/readingTools.ts';
import type { HeldChange, Tool } from '../../../service/agents/tool.ts';
import {
  type CheckedFiles,
  type VerifiedChange,
  verifyChange,
} from '../../../service/agents/verifyChange.ts';
import type { FileEdits } from '../../../service/ide/analysis.ts';
import { violationDiagnostic } from '../../../service/ide/diagnostics/diagnostics.ts';
import type { OtherText } from '../../../service/ide/storeWithTexts.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { hasShapes } from '../../../service/ide/verdict.ts';
import { withoutSupportingFiles } from '../../../service/report/recordUnit.ts';
import { noFiles } from '../../../service/report/suggestedRepairs.ts';
import {
  type ValidationRunResult,
  validationRunOf,
  withProbe,
} from '../../../service/report/validationRun.ts';
import { withoutNumber } from '../../../shacl/results/resultKeys.ts';
import type { FileText } from '../../../workspace/project/fileSystem.ts';
import {
  isAbsolutePath,
  isWindowsPath,
  normalizeUri,
  pathOfUri,
  relativePath,
  resolvePath,
  uriOfPath,
} from '../../../workspace/project/uris.ts';
import * as editsToProto from '../../protocol/editsToProto.ts';
import { failed } from '../../protocol/failures.ts';
import type { agentMethods } from '../../protocol/methods/agentMethods.ts';
import type { BroughtResults, JudgedChange } from '../../protocol/methods/repairMethods.ts';
import type { FindLines } from '../../protocol/toProto.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';

/** The input of each tool was read by its own schema. */
const tools = { ...readingTools, ...changeTools } as unknown as Readonly<Record<string, Tool>>;

/** Answers agents, on the texts that are open and the files of the workspace. */
export const agentHandlers: MethodHandlers<keyof typeof agentMethods, RequestContext> = {
  async 'shaclRepair/callTool'({ tool: name, input }, context, signal) {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) return failed(`There is no tool ${name}.`);
    const given = tool.input.strict().safeParse(input);
    if (!given.success) return failed(prettifyError(given.error));
    const files = new EditorFiles(context, signal);
    const naming = { nameOf: (uri: string) => files.nameOf(uri), pathOf: (uri: string) => files.nameOf(uri) };
    try {
      const answer = await tool.run(given.data, { files, signal, naming, held: heldFor(context) });
      const { edits, before } = files;
      if (edits.length === 0) return { kind: 'answered', answer, edit: undefined };
      const lines = (uri: string) => new LineIndex(before.get(uri) ?? '');
      return {
        kind: 'answered',
        answer,
        edit: editsToProto.workspaceEdit(edits, false, lines, context.capabilities),
        versions: editsToProto.versionsOf(edits),
      };
    } catch (error) {
      if (error instanceof UserError) return failed(error.message);
      throw error;
    }
  },
};

/** Judges what other programs have changed. */
export const changeHandlers: MethodHandlers<'engine/judgeChange', RequestContext> = {
  async 'engine/judgeChange'({ texts, shown }, context, signal) {
    const files = new EditorFiles(context, signal);
    const changed = new Map(
      Object.entries(texts).map(([uri, { before, after }]) => [
        context.host.fileUri(uri),
        { before: before ?? undefined, after: after ?? undefined },
      ]),
    );
    const judged = await judgedBy(changed, files, context);
    if (judged.length === 0)
      return { verdict: 'holds', reasons: [], introduced: 0, fixed: 0, first: undefined, brought: {} };
    const change = await verifyChange(
      { kind: 'texts', texts: changed, isMade: true },
      await files.check(judged),
      (uri) => files.nameOf(uri),
    );
    const { verdict, reasons, introduced, fixed } = change;
    const { brought, first } = broughtResults(
      change,
      new Map(Object.entries(shown).map(([uri, keys]) => [context.host.fileUri(uri), keys])),
    );
    return {
      verdict,
      reasons,
      introduced: introduced.length,
      fixed: fixed.length,
      first,
      brought,
    };
  },
};

/** The changed files that shapes judge or have judged, and the open ones that rest on changed files. */
async function judgedBy(
  changed: ReadonlyMap<string, ChangedText>,
  files: EditorFiles,
  { host }: RequestContext,
): Promise<readonly string[]> {
  const judged: string[] = [];
  const texts = new Map([...changed].map(([uri, { before }]) => [uri, { text: before }] as const));
  for (const uri of changed.keys()) {
    const { run, checkWith } = await files.check([uri]);
    if (run.analyses.some(hasShapes) || (await checkWith(texts)).analyses.some(hasShapes)) judged.push(uri);
  }
  for (const uri of host.openDocuments()) {
    if (changed.has(uri) || !host.openedDocument(uri)) continue;
    const { analyses } = (await files.check([uri])).run;
    const { dependsOn } = analyses[0]!.graphs.linked;
    if ([...changed.keys()].some((each) => dependsOn.has(each))) judged.push(uri);
  }
  return judged;
}

/**
 * The results that a change has introduced, and the remaining ones of earlier changes.
 *
 * @param shown the keys of the results that earlier changes have introduced, by data file.
 */
function broughtResults(
  { introduced, after, texts }: VerifiedChange,
  shown: ReadonlyMap<string, readonly string[]>,
): Pick<JudgedChange, 'brought' | 'first'> {
  const isNew = new Set(introduced);
  const left = new Map([...shown].map(([uri, keys]) => [uri, [...keys]]));
  const deleted = [...texts].flatMap(([uri, text]) => (text.after === undefined ? uri : []));
  /** A file that is created may be one that had another name. */
  const wasBrought = ({ key, analysis: { report } }: ValidationRunResult) => {
    const text = texts.get(report.uri);
    return [report.uri, ...(text && text.before === undefined ? deleted : [])].some((uri) => {
      const keys = left.get(uri) ?? [];
      const index = keys.indexOf(withoutNumber(key));
      if (index >= 0) keys.splice(index, 1);
      return index >= 0;
    });
  };
  const brought = new Map<string, { readonly keys: string[]; readonly byFile: Map<string, Diagnostic[]> }>();
  let first: JudgedChange['first'];
  for (const result of [...(after?.results ?? []), ...(after?.suppressed ?? [])]) {
    if (!isNew.has(result) && !wasBrought(result)) continue;
    const { graphs, print, report } = result.analysis;
    const found = withProbe(result, () => violationDiagnostic(result, graphs, print, undefined));
    if (!found) continue;
    const lines: FindLines = (uri) => graphs.linked.documents.get(uri)?.lines;
    const [diagnostic] = toProto.diagnostics(found.uri, null, [found.diagnostic], lines);
    const own = brought.get(report.uri) ?? { keys: [], byFile: new Map<string, Diagnostic[]>() };
    brought.set(report.uri, own);
    own.keys.push(withoutNumber(result.key));
    own.byFile.set(found.uri, [...(own.byFile.get(found.uri) ?? []), diagnostic!]);
    if (isNew.has(result)) first ??= { uri: found.uri, range: diagnostic!.range };
  }
  const plain = [...brought].map(([uri, { keys, byFile }]): [string, BroughtResults] => [
    uri,
    { keys, diagnostics: Object.fromEntries(byFile) },
  ]);
  return { brought: Object.fromEntries(plain), first };
}

/** The changes that were verified and not applied yet. */
const held = new WeakMap<RequestContext['host'], Map<string, HeldChange>>();

function heldFor({ host }: RequestContext): Map<string, HeldChange> {
  const known = held.get(host) ?? new Map<string, HeldChange>();
  held.set(host, known);
  return known;
}

/** The last analyses of files that agents asked about, by uri, the latest last. */
const analyses = new WeakMap<object, Map<string, UnitAnalysis>>();
const maxAnalyses = 10;

/** The files of one call: those that are open, and those in the folders of the workspace. */
class EditorFiles implements AgentFiles {
  readonly #context: RequestContext;
  readonly #signal: AbortSignal;
  /** What the call writes. */
  readonly edits: FileEdits[] = [];
  /** The texts that the edits apply to, by uri. */
  readonly before = new Map<string, string>();

  constructor(context: RequestContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /** By its path relative to the only workspace folder; otherwise as its system writes it. */
  nameOf(uri: string): string {
    const { folders } = this.#context;
    const path = folders.length === 1 ? relativePath(folders[0]!, uri) : undefined;
    return path ?? (uri.startsWith('file:') ? pathOfUri(uri) : uri);
  }

  async textOf(file: string): Promise<string> {
    const read = await this.#read(await this.#inside(file));
    if (read.kind === 'text') return read.text;
    throw new UserError(`${file} can't be read: ${read.detail}.`);
  }

  async check(files: readonly string[]): Promise<CheckedFiles> {
    const { host, termIds } = this.#context;
    const signal = this.#signal;
    const uris = new Set<string>();
    for (const file of files) uris.add(await this.#inside(file));
    const known = analyses.get(termIds) ?? new Map<string, UnitAnalysis>();
    analyses.set(termIds, known);
    const analyse = async (uri: string): Promise<UnitAnalysis> => {
      const analysis = await host.analyseAlone(uri, known.get(uri), new Map(), signal);
      known.delete(uri);
      known.set(uri, analysis);
      for (const oldest of known.keys()) {
        if (known.size <= maxAnalyses) break;
        known.delete(oldest);
      }
      return analysis;
    };
    const all: UnitAnalysis[] = [];
    for (const uri of uris) all.push(await analyse(uri));
    const { units, supporting } = withoutSupportingFiles(all);
    const parts = { order: [...uris], supporting };
    return {
      run: await validationRunOf(units, parts),
      checkWith: async (texts: ReadonlyMap<string, OtherText>) => {
        const changed: UnitAnalysis[] = [];
        for (const unit of units) changed.push(await host.analyseAlone(unit.report.uri, unit, texts, signal));
        return validationRunOf(changed, parts);
      },
      analyse: (unit, previous) => host.analyseChanged(unit, previous, signal),
      // What stores know is left out.
      proven: (analysis, find) => find(analysis, undefined),
      describingFiles: noFiles,
    };
  }

  verify(change: ProposedChange): Promise<VerifiedChange> {
    const files = {
      check: (given: readonly string[]) => this.check(given),
      nameOf: (uri: string) => this.nameOf(uri),
      read: (uri: string) => this.#read(uri),
      uriOf: (path: string) => this.#inside(path),
      dependents: async (uris: readonly string[]) =>
        uris.flatMap((uri) => this.#context.host.dependents(uri)),
    };
    return verifyProposed(change, files, this.#signal);
  }

  /** Collects the edits, which the client applies. */
  async write(texts: ReadonlyMap<string, ChangedText>): Promise<void> {
    const { host, capabilities } = this.#context;
    for (const [uri, { before, after, edits }] of texts) {
      const name = this.nameOf(uri);
      if (after === undefined) throw new UserError(deletedByPeople(name));
      const now = await this.#read(uri);
      if (before === undefined) {
        if (!capabilities.creates) throw new UserError(`${name} is new, and the editor creates no files.`);
        if (now.kind === 'text' || now.reason !== 'missing')
          throw new UserError(`${name} was created meanwhile, so it is left alone.`);
        this.edits.push({
          uri,
          version: null,
          isNew: true,
          edits: [{ range: { start: 0, end: 0 }, newText: after }],
        });
        continue;
      }
      if (await host.isReadOnly(uri)) throw new UserError(`${name} may not be written.`);
      if (now.kind !== 'text' || now.text !== before)
        throw new UserError(`${name} has changed since this was verified. Verify it again.`);
      const { start, end, length } = changeBetween(before, after);
      const whole = [{ range: { start, end }, newText: after.slice(start, start + length) }];
      this.before.set(uri, before);
      this.edits.push({ uri, version: host.textVersion(uri), edits: edits ?? whole });
    }
  }

  async #read(uri: string): Promise<FileText> {
    const file = await this.#context.host.currentText(uri);
    if (file === 'outside') throw this.#outside(this.nameOf(uri));
    return file;
  }

  /** @throws UserError for a file that is neither open nor in a folder of the workspace. */
  async #inside(file: string): Promise<string> {
    let isNew: string | undefined;
    for (const uri of this.#meant(file)) {
      const found = await this.#context.host.currentText(uri);
      if (found !== 'outside' && found.kind === 'text') return uri;
      if (found !== 'outside') isNew ??= uri;
    }
    if (isNew !== undefined) return isNew;
    throw this.#outside(file);
  }

  /** What a path may mean, in the order of the folders. */
  #meant(file: string): readonly string[] {
    const { host, folders } = this.#context;
    if (/^[a-z][a-z0-9+.-]+:/i.test(file) && !isWindowsPath(file)) return [host.fileUri(normalizeUri(file))];
    if (isAbsolutePath(file)) return [host.fileUri(uriOfPath(file))];
    return folders.map((folder) => host.fileUri(resolvePath(folder, file)));
  }

  #outside(file: string): UserError {
    return new UserError(`${file} is neither open nor in a folder of the workspace.`);
  }
}
