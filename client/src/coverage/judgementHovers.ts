import {
  type Disposable,
  Hover,
  type HoverProvider,
  languages,
  MarkdownString,
  type Position,
  Range,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import { turtleFiles } from '../languageClient.ts';

type Coverage = protocol.CoverageAnswer['coverage'];

/** Names the shapes that judge the statement under the mouse, in files whose coverage is shown and that did not change. */
export class JudgementHovers implements HoverProvider, Disposable {
  readonly #files = new Map<string, (position: Position) => Hover | undefined>();
  readonly #disposables: readonly Disposable[];

  constructor() {
    this.#disposables = [
      languages.registerHoverProvider(turtleFiles, this),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#files.delete(document.uri.toString());
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#files.delete(uri.toString())),
    ];
  }

  show({ files, shapes }: Coverage): void {
    for (const { uri, places, judges } of files) {
      this.#files.set(Uri.parse(uri).toString(), (position) => {
        for (const [line, character, endLine, endCharacter, set] of places) {
          const range = new Range(line, character, endLine, endCharacter);
          if (range.contains(position)) return new Hover(hoverText(judges[set]!, shapes), range);
        }
        return undefined;
      });
    }
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    return this.#files.get(document.uri.toString())?.(position);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function hoverText(judges: readonly number[], shapes: Coverage['shapes']): MarkdownString {
  const text = new MarkdownString();
  if (judges.length === 0) return text.appendText('No shape judges this statement.');
  const names = judges.slice(0, mostNames).map((shape) => shapes[shape]!.name);
  const more = judges.length > mostNames ? ', …' : '';
  return text.appendText(`Judged by ${counted(judges.length, 'shape')}: ${names.join(', ')}${more}`);
}

const mostNames = 10;
