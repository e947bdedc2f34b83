/** What is added to the look of a text in the words of the language server protocol. */
import type * as proto from 'vscode-languageserver';
import type { LineIndex } from '../../../base/lineIndex.ts';
import { escapeInvisibleLine } from '../../../base/visibleText.ts';
import type { InlayHintInfo } from '../../../service/language/hints/inlayHints.ts';
import type { CodeLensInfo, CountedLens } from '../../../service/language/lenses/codeLenses.ts';
import type { SemanticToken } from '../../../service/language/tokens/semanticTokens.ts';
import { type SemanticTokenKind, tokenKinds } from '../../../service/language/tokens/tokenKinds.ts';
import { type ShownPlaces, showPlacesCommand } from '../editor/protocol.ts';
import { range } from '../toProto.ts';
import type { CodeLensData } from './displayMethods.ts';
import { location } from './navigationToProto.ts';

/**
 * Five numbers for each token, relative to the one before it, as the protocol has them.
 *
 * @param tokens in order.
 */
export function tokenData(lines: LineIndex, tokens: readonly SemanticToken[]): Uint32Array {
  const data = new Uint32Array(numbersOfToken * tokens.length);
  let at = 0;
  let line = 0;
  let last = 0;
  let nextLine = lines.lineStart(1);
  for (const { start, end, kind } of tokens) {
    if (start >= nextLine) {
      const position = lines.positionAt(start);
      data[at] = position.line - line;
      line = position.line;
      nextLine = lines.lineStart(line + 1);
      last = start - position.character;
    }
    data[at + 1] = start - last;
    data[at + 2] = end - start;
    data[at + 3] = tokenNumbers[kind];
    last = start;
    at += numbersOfToken;
  }
  return data;
}

const numbersOfToken = 5;

const tokenNumbers = Object.fromEntries(tokenKinds.map((kind, number) => [kind, number])) as Readonly<
  Record<SemanticTokenKind, number>
>;

/** What leads from the tokens of one version of a text to those of another one: none or one edit. */
export function tokenEdits(before: Uint32Array, after: Uint32Array): proto.SemanticTokensEdit[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  if (head === before.length && head === after.length) return [];
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  // Whole tokens are exchanged, as some clients take edits.
  const start = head - (head % numbersOfToken);
  const kept = tail - (tail % numbersOfToken);
  return [
    {
      start,
      deleteCount: before.length - kept - start,
      data: Array.from(after.subarray(start, after.length - kept)),
    },
  ];
}

export function inlayHint(lines: LineIndex, { offset, text, stores }: InlayHintInfo): proto.InlayHint {
  return {
    position: lines.positionAt(offset),
    label: escapeInvisibleLine(text),
    paddingLeft: true,
    ...(stores.length > 0 && { tooltip: escapeInvisibleLine(`According to ${stores.join(' and ')}.`) }),
  };
}

export function codeLens(
  lines: LineIndex,
  { range: span, counts }: CodeLensInfo,
  asked: string,
): proto.CodeLens {
  const place = range(lines, span);
  const data: CodeLensData = { asked, position: place.end, counts };
  return { range: place, data };
}

/** The lens with what it says. One that leads nowhere has no command to run. */
export function countedLens(lens: proto.CodeLens, { title, places }: CountedLens): proto.CodeLens {
  const { asked, position } = lens.data as CodeLensData;
  const shown: ShownPlaces = { uri: asked, position, places: places.map(location) };
  const command =
    places.length === 0 ? { title, command: '' } : { title, command: showPlacesCommand, arguments: [shown] };
  return { ...lens, command };
}
