import { sha256 } from '../../base/sha256.ts';
import { applyEdits } from '../../base/textEdit.ts';
import type {
  Application,
  Applied,
  Dataset,
  DatasetChange,
  Input,
  QuadLike,
  Repair,
  Source,
  SourceChange,
  TextChange,
  TurtleText,
} from './api.ts';
import { isDataset, isList, isTurtleText, sourcesOf } from './sources.ts';
import { quadKey } from './termKey.ts';

/** See api.ts. */
export function applyRepair<Data extends Input['data']>(
  data: Data,
  { changes }: Pick<Repair, 'changes'>,
): Application<Data> {
  const sources = sourcesOf(data, 'data');
  // Also where nothing changes, a dataset comes out as quads.
  const applied: Source[] = sources.map((source) => (isDataset(source) ? [...source] : source));
  for (const change of changes) {
    const source = applied[change.source];
    const changed = source === undefined ? undefined : changedSource(source, change);
    if (changed === undefined) return { kind: 'refused', reason: reasonOf(change, sources.length) };
    applied[change.source] = changed;
  }
  return { kind: 'applied', data: (isList(data) ? applied : applied[0]) as Applied<Data> };
}

/** Undefined when the source is not the one that the change is for. */
function changedSource(source: Source, change: SourceChange): Source | undefined {
  if (change.kind === 'dataset') return isDataset(source) ? changedQuads(source, change) : undefined;
  return isDataset(source) ? undefined : changedText(source, change);
}

function changedText(source: string | TurtleText, change: TextChange): Source | undefined {
  const text = isTurtleText(source) ? source.text : source;
  if (sha256(text) !== change.sha256) return undefined;
  const offsets = change.edits.map(({ range, newText }) => ({
    range: { start: range.start.offset, end: range.end.offset },
    newText,
  }));
  const changed = applyEdits(text, offsets);
  return isTurtleText(source) ? { ...source, text: changed } : changed;
}

function changedQuads(quads: Dataset, { added, removed }: DatasetChange): readonly QuadLike[] | undefined {
  const gone = new Set(removed.map(quadKey));
  const coming = new Map(added.map((quad) => [quadKey(quad), quad]));
  const found = new Set<string>();
  const kept: QuadLike[] = [];
  // Most quads are told apart by their subjects.
  const subjects = new Set([...removed, ...added].map(({ subject }) => subject.value));
  for (const quad of quads) {
    const key = subjects.has(quad.subject.value) ? quadKey(quad) : '';
    if (gone.has(key)) found.add(key);
    else kept.push(quad);
    coming.delete(key);
  }
  return found.size === gone.size ? [...kept, ...coming.values()] : undefined;
}

function reasonOf(change: SourceChange, count: number): string {
  if (change.source >= count) return `The repair changes data number ${change.source + 1} of ${count}.`;
  return change.kind === 'text'
    ? `The text is not the one that the repair was found for: ${change.uri}.`
    : 'The dataset does not hold what the repair removes.';
}
