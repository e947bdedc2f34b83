import { isAbort } from '../../../base/abort.ts';
import { counted } from '../../../base/counted.ts';
import { crossCheck } from '../../../service/ide/crossCheck.ts';
import { inferredTurtle, withRuleInferences } from '../../../service/ide/inferredTurtle.ts';
import { fileNameOfUri, normalizeUri } from '../../../workspace/project/uris.ts';
import * as editsToProto from '../../protocol/editsToProto.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import type { documentMethods } from '../../protocol/methods/documentMethods.ts';
import type { ValidatedFile } from '../../protocol/methods/repairMethods.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';

/** Answers requests about open documents. */
export const documentHandlers: MethodHandlers<keyof typeof documentMethods, RequestContext> = {
  async 'shaclRepair/why'({ uri, ...about }, { host, lines }, signal) {
    const own = host.lines(uri);
    if (!own) return [];
    const place = 'key' in about ? about : { offset: fromProto.offset(own, about.position) };
    return (await host.why(uri, place, signal)).map((result) => toProto.explained(result, lines));
  },

  async 'shaclRepair/coverage'({ uri }, { host, folders, isOpen }, signal) {
    if (!isOpen(uri)) return null;
    const { coverageOf } = await import('./unitReports.ts');
    return coverageOf(await host.analysis(uri, signal), folders);
  },

  async 'shaclRepair/report'({ uri }, { host, lines, isOpen }, signal) {
    if (!isOpen(uri)) return null;
    const { unitReport } = await import('../../../service/ide/unitReport.ts');
    return toProto.report(unitReport(await host.analysis(uri, signal)), lines);
  },

  async 'shaclRepair/exportReport'({ uri, format }, { host, folders, isOpen }, signal) {
    if (!isOpen(uri)) return null;
    const { exportReport } = await import('./unitReports.ts');
    return { text: await exportReport(await host.analysis(uri, signal), format, folders) };
  },

  async 'shaclRepair/inferred'({ uri }, { host }, signal) {
    return inferredTurtle([await withRuleInferences((await host.analysis(uri, signal)).graphs)]);
  },

  async 'shaclRepair/draftShapes'({ uri }, { host, isOpen }, signal) {
    if (!isOpen(uri)) return null;
    const { graphs } = await host.analysis(uri, signal);
    // Loaded only when someone asks for it.
    const { draftFrom } = await import('../../jobs/draft.ts');
    return (await draftFrom(graphs, {}, signal)) ?? null;
  },

  async 'shaclRepair/trialFiles'({ uri }, { host }, signal) {
    return host.trialFiles(uri, signal);
  },

  async 'shaclRepair/tryShapes'({ uri, data }, { host, folders, lines }, signal) {
    const analysis = await host.tryShapes(uri, normalizeUri(data), signal);
    if (!analysis) return null;
    const { exportReport } = await import('./unitReports.ts');
    const { status } = analysis.report;
    const name = fileNameOfUri(analysis.report.uri);
    const found: Readonly<Record<typeof status.verdict, string>> = {
      conforms: 'conforms',
      violates: `has ${counted(status.results, 'result')}`,
      undecided: `has ${counted(status.results, 'result')}, with something left unchecked,`,
      nothingToCheck: 'has no focus node',
      unlinked: 'was not validated',
    };
    const [reason] = status.verdict === 'undecided' ? status.reasons : [];
    const why = reason ? `: ${reason.message.replace(/\.$/, '')}` : '';
    return {
      summary: `${name} ${found[status.verdict]} with ${fileNameOfUri(uri)}${why}`,
      markdown: await exportReport(analysis, 'markdown', folders),
      results: status.results,
      places: analysis.placed
        .flatMap(({ place }) => place ?? [])
        .slice(0, mostPlaces)
        .map(({ document, range }) => ({
          uri: document.uri,
          range: toProto.range(lines(document.uri) ?? document.lines, range),
        })),
    };
  },

  async 'shaclRepair/convert'({ uri }, { host, lines, isOpen, capabilities }, signal) {
    const edits = isOpen(uri) && capabilities.creates ? await host.convertedToTurtle(uri, signal) : undefined;
    if (!edits) return null;
    return { file: edits.uri, edit: editsToProto.workspaceEdit([edits], false, lines, capabilities) };
  },

  async 'shaclRepair/crossCheck'({ uri }, { host }, signal) {
    return { markdown: await crossCheck(await host.analysis(uri, signal), signal) };
  },

  async 'shaclRepair/storeChange'({ uri, name, base: text, formerPath, isTracked, store }, context, signal) {
    const base = { name, text, formerPath, isTracked };
    return context.isOpen(uri) ? context.host.storeChange(uri, base, store, signal) : null;
  },

  async 'shaclRepair/linkCandidates'({ uri }, { host, progress }, signal) {
    let told = 0;
    const onRead = (read: number, files: number) => {
      if (read < told + 20) return;
      told = read;
      progress(`${read} of ${files} files read`);
    };
    return host.linkCandidates(uri, onRead, signal);
  },

  async 'shaclRepair/linkInvitation'({ uri }, { host }, signal) {
    const invitation = await host.linkInvitation(uri, signal);
    return invitation ? { shapes: invitation.uri, message: invitation.message } : null;
  },

  async 'shaclRepair/link'({ uri, shapes, place }, { host, capabilities }, signal) {
    const found = await host.linkEdits(uri, shapes.map(normalizeUri), place, signal);
    if (!found) return null;
    const { edits, lines } = found;
    const edit = editsToProto.workspaceEdit([edits], false, () => lines, capabilities);
    return { place: found.place, file: edits.uri, edit };
  },
};

const mostPlaces = 200;

/** Answers requests about files that need not be open. */
export const workspaceHandlers: MethodHandlers<'engine/validateFiles', RequestContext> = {
  async 'engine/validateFiles'({ files }, context, signal) {
    const uris = files ?? (await context.host.workspaceFiles());
    const validated: ValidatedFile[] = [];
    for (const [count, uri] of uris.entries()) {
      signal.throwIfAborted();
      context.progress(`${count} of ${uris.length} files checked`);
      validated.push(await validateFile(uri, context, signal));
    }
    return validated;
  },
};

async function validateFile(
  uri: string,
  { host, lines }: RequestContext,
  signal: AbortSignal,
): Promise<ValidatedFile> {
  try {
    return await host.withValidation(
      uri,
      ({ diagnostics, status }) => ({
        uri,
        status,
        diagnostics: Object.fromEntries(
          [...diagnostics].map(([file, found]) => [
            file,
            toProto.diagnostics(file, host.textVersion(file), found.slice(0, maxDiagnostics), lines),
          ]),
        ),
        dependsOn: host.dependencies(uri).files,
      }),
      signal,
    );
  } catch (error) {
    // A failure over one file must not leave the others unchecked.
    if (isAbort(error, signal)) throw error;
    return { uri, status: undefined, diagnostics: {}, dependsOn: [uri] };
  }
}

/** Nobody reads more results of a file that is not even open. */
const maxDiagnostics = 1000;
