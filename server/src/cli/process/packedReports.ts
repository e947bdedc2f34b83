import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordedParts, RecordedReports } from '../../service/report/resultRecord.ts';

/** The parts of reports about results, with several results in each piece. */
export type PackedParts = readonly Uint8Array<ArrayBuffer>[];

/** Results of a file resemble each other, and compress to about a tenth. */
export function packReports(reports: readonly RecordedParts[]): PackedParts {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < reports.length; at += perPiece) {
    const json = JSON.stringify(reports.slice(at, at + perPiece));
    // Copied, because a small buffer is part of a large one.
    pieces.push(new Uint8Array(deflateRawSync(json, { level: 1 })));
  }
  return pieces;
}

/** Unpacks what is asked for. */
export class PackedReports implements RecordedReports {
  readonly #pieces: PackedParts;

  constructor(pieces: PackedParts) {
    this.#pieces = pieces;
  }

  at(index: number): RecordedParts | undefined {
    const piece = this.#pieces[Math.floor(index / perPiece)];
    return piece && unpacked(piece)[index % perPiece];
  }
}

/** Enough to compress well, and few enough to be unpacked together for a single result. */
const perPiece = 32;

/** Reports list one result after the other. */
let last: { readonly piece: Uint8Array; readonly reports: readonly RecordedParts[] } | undefined;

function unpacked(piece: Uint8Array): readonly RecordedParts[] {
  if (last?.piece !== piece) {
    last = { piece, reports: JSON.parse(inflateRawSync(piece).toString()) };
  }
  return last.reports;
}
