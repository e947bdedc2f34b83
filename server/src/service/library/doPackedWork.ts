import type { Source, TermLike } from './api.ts';
import { planUpdate } from './applyUpdate.ts';
import { dataFactory } from './dataFactory.ts';
import type { ChooseResults, NewBlankNode, PackedSource, PackedWork } from './otherThread.ts';
import { ReadShapes } from './readInput.ts';
import { repairData } from './repair.ts';
import { validateData } from './validate.ts';

/** Does the work of another thread. Compiled shapes are reused if the next work has the same ones. */
export async function doPackedWork(work: PackedWork, choose: ChooseResults): Promise<unknown> {
  const unpacked = new Map<PackedSource, Source>();
  const sources = (packed: readonly PackedSource[]) =>
    packed.map((source) => {
      const known = unpacked.get(source) ?? unpackedSource(source);
      unpacked.set(source, known);
      return known;
    });
  const data = sources(work.input.data);
  if (work.kind === 'planUpdate') return planUpdate(data, work.update, { ...work.options, factory });
  const { kind, input, focusNodes, max, reading } = work;
  const key = JSON.stringify([input.shapes, input.context, reading.prefixes]);
  // A source that is also given as data has to be the same object.
  const isShared = [...input.shapes, ...input.context].some((source) => input.data.includes(source));
  if (latest?.key !== key || isShared) {
    const given = { shapes: sources(input.shapes), context: sources(input.context) };
    latest = { key, read: new ReadShapes(given, reading.prefixes) };
  }
  const { read } = latest;
  return kind === 'validate'
    ? validateData(read, data, { ...reading, factory }, { ...(focusNodes && { focusNodes }) })
    : repairData(read, data, { ...reading, factory }, { ...(max !== undefined && { max }) }, choose);
}

let latest: { readonly key: string; readonly read: ReadShapes } | undefined;

function unpackedSource(source: PackedSource): Source {
  return 'quads' in source ? source.quads.flatMap((part) => JSON.parse(part)) : source;
}

const factory = {
  ...dataFactory,
  blankNode: (value?: string): TermLike =>
    value === undefined ? newBlankNode() : dataFactory.blankNode(value),
};

function newBlankNode(): NewBlankNode {
  const { termType, value } = dataFactory.blankNode();
  return { termType, value, isNew: true };
}
