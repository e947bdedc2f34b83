import { overlapOrTouch, type TextRange } from '../../base/textRange.ts';
import type { LinkFinding } from '../../project/linkFinding.ts';
import { folderOf, pathTo } from '../../project/uris.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { linkFindingKey } from '../diagnostics/diagnostics.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** Quick fixes of the links that a range of a file touches: another path or IRI, or the file to use for an ontology. */
export function linkActions(
  { graphs: { linked }, report }: Pick<UnitAnalysis, 'graphs' | 'report'>,
  uri: string,
  range: TextRange,
): readonly CodeActionInfo[] {
  const version = linked.documents.get(uri)?.version ?? null;
  return linked.findings
    .filter((finding) => finding.uri === uri && overlapOrTouch(finding.range, range))
    .flatMap((finding) => finding.fixes.map((fix) => action(finding, fix, { version, data: report.uri })));
}

function action(
  finding: LinkFinding,
  fix: LinkFinding['fixes'][number],
  { version, data }: { readonly version: number | null; readonly data: string },
): CodeActionInfo {
  const { uri, range, fixes } = finding;
  const bare = {
    kind: 'quickfix',
    keys: [linkFindingKey(finding)],
    needsInput: false,
    disabled: undefined,
  } as const;
  switch (fix.kind) {
    case 'replace': {
      const edits = [{ range, newText: fix.newText, placeholders: [] }];
      const isPreferred = fixes.length === 1;
      return { ...bare, title: `Change to ${fix.newText}`, isPreferred, edits: [{ uri, version, edits }] };
    }
    case 'useFile': {
      const title = `Use ${pathTo(folderOf(uri), fix.uri)} for <${fix.iri}>`;
      const ontology = { data, iri: fix.iri, file: fix.uri };
      return { ...bare, title, isPreferred: false, edits: [], ontology };
    }
  }
}
