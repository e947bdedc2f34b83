import type { TextEdit as ProtoEdit } from 'vscode-languageserver';
import type { TextEdit } from '../../base/textEdit.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import { range as rangeOf } from '../../protocol/toProto.ts';
import { formatDocument } from '../../turtle/formatting/formatDocument.ts';
import { editsAfterDot, editsAfterLineBreak } from '../../turtle/formatting/typedEdits.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { LanguageHandlers, TextContext } from './languageHandler.ts';

export const writingInText: LanguageHandlers<
  'textDocument/formatting' | 'textDocument/rangeFormatting' | 'textDocument/onTypeFormatting',
  TextContext
> = {
  async 'textDocument/formatting'(_, { document, host }) {
    const { format } = host.settingsFor(document.uri);
    return textEdits(document, formatDocument(document, format));
  },

  async 'textDocument/rangeFormatting'({ range }, { document, host }) {
    const { format } = host.settingsFor(document.uri);
    const given = fromProto.textRange(document.lines, range);
    return textEdits(document, formatDocument(document, format, given));
  },

  async 'textDocument/onTypeFormatting'({ position, ch }, { document, host }) {
    const { format } = host.settingsFor(document.uri);
    const offset = fromProto.offset(document.lines, position);
    const edits = ch === '.' ? editsAfterDot : editsAfterLineBreak;
    return textEdits(document, edits(document, offset, format));
  },
};

function textEdits({ lines }: TurtleDocument, edits: readonly TextEdit[]): readonly ProtoEdit[] {
  return edits.map(({ range, newText }) => ({ range: rangeOf(lines, range), newText }));
}
