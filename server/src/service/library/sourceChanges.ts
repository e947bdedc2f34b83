import { sha256 } from '../../base/sha256.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { splitDelta } from '../../repair/proof/splitDelta.ts';
import type { DocumentEdits, RepairProblem } from '../../repair/repair.ts';
import type { Quad, SourceChange } from './api.ts';
import type { ReadSource } from './readInput.ts';
import type { TermWriter } from './termKey.ts';
import { rangeOf } from './validationReport.ts';

/** The change of one of the data, as quads and as it is applied. */
export interface WrittenChange {
  readonly added: Quad[];
  readonly removed: Quad[];
  readonly change: SourceChange;
}

/** Writes changes of a graph as changes of the data that state it. */
export class ChangeWriter {
  readonly #data: readonly ReadSource[];
  readonly #write: TermWriter;
  readonly #hashes = new Map<TurtleDocument, string>();

  constructor(data: readonly ReadSource[], write: TermWriter) {
    this.#data = data;
    this.#write = write;
  }

  /** @param edits of the texts, which `planDocumentEdits` made of the same change. */
  changesOf(
    delta: GraphDelta,
    edits: readonly DocumentEdits[],
    unit: Pick<RepairProblem, 'documents' | 'context' | 'term'>,
  ): readonly WrittenChange[] {
    const split = splitDelta(unit, delta);
    if (split.kind === 'notExpressible') throw new Error(`a proven change can't be made: ${split.reason}`);
    return split.parts.flatMap(({ document, delta: { added, removed } }) => {
      // The same text may have been given twice.
      const indices = this.#data.flatMap((source, i) => (source.document === document ? i : []));
      return indices.map((i) => this.#changeOf(i, added, removed, edits));
    });
  }

  #changeOf(
    source: number,
    addedTriples: readonly Triple[],
    removedTriples: readonly Triple[],
    edits: readonly DocumentEdits[],
  ): WrittenChange {
    const { document, dataset } = this.#data[source]!;
    const added = addedTriples.map((triple) => this.#write.quad(triple, dataset?.graph));
    const removed = dataset
      ? (dataset.quadsOf(removedTriples) as Quad[])
      : removedTriples.map((triple) => this.#write.quad(triple));
    const change: SourceChange = dataset
      ? { kind: 'dataset', source, added, removed }
      : this.#textChange(source, edits.find((each) => each.document === document)!);
    return { added, removed, change };
  }

  #textChange(source: number, { document, edits }: DocumentEdits): SourceChange {
    const hash = this.#hashes.get(document) ?? sha256(document.text);
    this.#hashes.set(document, hash);
    return {
      kind: 'text',
      source,
      uri: document.uri,
      sha256: hash,
      edits: edits.map(({ range, newText }) => ({ range: rangeOf(document, range), newText })),
    };
  }
}
