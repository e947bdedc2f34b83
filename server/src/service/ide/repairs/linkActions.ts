import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { type LinkFinding, lackingImport } from '../../../workspace/project/linkFinding.ts';
import type { ProjectFile } from '../../../workspace/project/projectFile.ts';
import { ontologyEdit } from '../../../workspace/project/projectFileEdit.ts';
import { storeHost } from '../../../workspace/project/storeLink.ts';
import { fileNameOfUri, folderOf, pathTo } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo, FileEdits } from '../analysis.ts';
import { syntaxErrorKey } from '../diagnostics/diagnostics.ts';
import { linkFindingKey, linkInvitationKey } from '../diagnostics/linkDiagnostics.ts';
import type { LinkInvitationInfo } from '../linkCandidates.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** Quick fixes of the links that a range of a file touches: another path or IRI, or the file to use for an ontology. */
export function linkActions(
  { graphs: { linked }, report }: Pick<UnitAnalysis, 'graphs' | 'report'>,
  uri: string,
  range: TextRange,
  versionOf: (uri: string) => number | null,
): readonly CodeActionInfo[] {
  const found = linked.findings.filter(
    (finding) => finding.uri === uri && overlapOrTouch(finding.range, range),
  );
  const lacking = found.filter((finding) => lackingImport(finding) !== undefined);
  const contexts = (linked.documents.get(uri)?.errors ?? []).filter(
    (error) => error.lackingContext !== undefined && overlapOrTouch(error.range, range),
  );
  return [
    ...found.flatMap((finding) =>
      finding.fixes.map((fix) =>
        action(finding, fix, { project: linked.project, data: report.uri, versionOf }),
      ),
    ),
    ...fetchActions('Fetch imports…', lacking.map(linkFindingKey), report.uri),
    ...fetchActions('Save context…', contexts.map(syntaxErrorKey), report.uri),
  ];
}

/** Lets the user choose which of the files missing from the unit of a data file to download. */
function fetchActions(title: string, keys: readonly string[], data: string): readonly CodeActionInfo[] {
  return keys.length === 0 ? [] : [{ title, keys, edits: [], command: { kind: 'fetchImports', uri: data } }];
}

/** The quick fix that links a file to shapes with which it can be checked. */
export function invitationAction({ uri, what }: LinkInvitationInfo, edits: FileEdits): CodeActionInfo {
  return {
    title: `Check this file with ${fileNameOfUri(uri)}`,
    evidence: what,
    keys: [linkInvitationKey],
    isPreferred: true,
    edits: [edits],
  };
}

interface ActionContext {
  /** The project file, where every editor writes choices. Without one, they are a setting, which the client writes. */
  readonly project: ProjectFile | undefined;
  /** The data file. */
  readonly data: string;
  readonly versionOf: (uri: string) => number | null;
}

function action(
  finding: LinkFinding,
  fix: LinkFinding['fixes'][number],
  { project, data, versionOf }: ActionContext,
): CodeActionInfo {
  const { uri, range, fixes } = finding;
  const keys = [linkFindingKey(finding)];
  switch (fix.kind) {
    case 'replace': {
      const edits = [{ range, newText: fix.newText }];
      const isPreferred = fixes.length === 1;
      return {
        keys,
        title: `Change to ${fix.newText}`,
        isPreferred,
        edits: [{ uri, version: versionOf(uri), edits }],
      };
    }
    case 'allowStore':
      return {
        keys,
        title: `Ask ${storeHost(fix.store)}`,
        edits: [],
        command: { kind: 'allowStore', ...fix.store },
      };
    case 'useFile': {
      const title = `Use ${pathTo(folderOf(uri), fix.uri)} for <${fix.iri}>`;
      const path = project && pathTo(project.folderUri, fix.uri);
      const edit = project && path !== undefined ? ontologyEdit(project, fix.iri, path) : undefined;
      if (project && edit) {
        const changed = { uri: project.uri, version: versionOf(project.uri), edits: [edit] };
        return { keys, title, edits: [changed] };
      }
      const command = { kind: 'useOntologyFile', data, iri: fix.iri, file: fix.uri } as const;
      return { keys, title, edits: [], command };
    }
  }
}
