/** What is added to the look of a text in the words of the language server protocol. */
import type * as proto from 'vscode-languageserver';
import type { LineIndex } from '../../base/lineIndex.ts';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import type { InlayHintInfo } from '../../language/hints/inlayHints.ts';
import type { CodeLensInfo, CountedLens } from '../../language/lenses/codeLenses.ts';
import type { SemanticToken } from '../../language/tokens/semanticTokens.ts';
import { tokenKinds } from '../../language/tokens/tokenKinds.ts';
import { type ShownPlaces, showPlacesCommand } from '../editor/protocol.ts';
import { range } from '../toProto.ts';
import type { CodeLensData } from './displayMethods.ts';
import { location } from './navigationToProto.ts';

/** @param tokens in order. */
export function semanticTokens(lines: LineIndex, tokens: readonly SemanticToken[]): proto.SemanticTokens {
  const data: number[] = [];
  let last = { line: 0, character: 0 };
  for (const { start, end, kind } of tokens) {
    const position = lines.positionAt(start);
    const isSameLine = position.line === last.line;
    const character = isSameLine ? position.character - last.character : position.character;
    data.push(position.line - last.line, character, end - start, tokenKinds.indexOf(kind), 0);
    last = position;
  }
  return { data };
}

export function inlayHint(lines: LineIndex, { offset, text }: InlayHintInfo): proto.InlayHint {
  return { position: lines.positionAt(offset), label: escapeInvisibleLine(text), paddingLeft: true };
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
