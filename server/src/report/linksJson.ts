import type { StreamableJson } from '../base/jsonText.ts';
import { type JsonLinkedFile, unitLinksJson } from './linkedFilesJson.ts';
import type { ValidationRun } from './validationRun.ts';

/** Which files were linked to the data of a run, and why; in the order of the data files. */
export function linksJson({
  analyses,
  records,
  data,
}: Pick<ValidationRun, 'analyses' | 'records' | 'data'>): StreamableJson<readonly JsonLinkedFile[]> {
  const byData = new Map<string | undefined, () => readonly JsonLinkedFile[]>();
  for (const { graphs } of analyses) {
    byData.set(graphs.linked.unit.data[0], () => unitLinksJson(graphs.linked));
  }
  for (const unit of records) byData.set(unit.data[0], () => unit.links);
  return {
    *[Symbol.iterator]() {
      for (const uri of data) yield* byData.get(uri)?.() ?? [];
    },
  };
}
