import {
  type Disposable,
  Hover,
  type HoverProvider,
  languages,
  MarkdownString,
  OverviewRulerLane,
  type Position,
  Range,
  type TextDocument,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import { turtleFiles } from '../languageClient.ts';

type Coverage = protocol.CoverageAnswer['coverage'];
type DataFile = Coverage['files'][number];

/** What is shown in a file. */
interface FileCoverage {
  /** The statements that no shape judges, and the constraints that nothing reaches. */
  readonly unjudged: readonly Range[];
  hover(position: Position): Hover | undefined;
}

/**
 * Marks the statements that no shape judges, and the constraints without anything to judge, until the text changes or the marks are
 * cleared. Hovers name the shapes that judge a statement.
 */
export class ShownCoverage implements HoverProvider, Disposable {
  readonly #files = new Map<string, FileCoverage>();
  // Not only a colour, so that it is visible in high-contrast themes as well.
  readonly #mark = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('editor.hoverHighlightBackground'),
    textDecoration: 'underline dotted',
    overviewRulerColor: new ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: OverviewRulerLane.Left,
  });
  readonly #disposables: readonly Disposable[] = [
    this.#mark,
    languages.registerHoverProvider(turtleFiles, this),
    window.onDidChangeVisibleTextEditors(() => this.#draw()),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.#forget(document.uri);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
  ];

  show({ files, shapes }: Coverage): void {
    for (const uri of new Set(shapes.flatMap(({ location }) => location?.uri ?? [])))
      this.#files.set(keyOf(uri), ofShapesFile(uri, shapes));
    // A file that has both data and shapes is shown as data.
    for (const file of files) this.#files.set(keyOf(file.uri), ofDataFile(file, shapes));
    this.#draw();
  }

  clear(): void {
    this.#files.clear();
    this.#draw();
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    return this.#files.get(document.uri.toString())?.hover(position);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #forget(uri: Uri): void {
    if (this.#files.delete(uri.toString())) this.#draw();
  }

  #draw(): void {
    for (const editor of window.visibleTextEditors) {
      const shown = this.#files.get(editor.document.uri.toString());
      editor.setDecorations(this.#mark, [...(shown?.unjudged ?? [])]);
    }
  }
}

/** A uri as VS Code writes it. */
function keyOf(uri: string): string {
  return Uri.parse(uri).toString();
}

function ofDataFile({ places, judges }: DataFile, shapes: Coverage['shapes']): FileCoverage {
  const unjudged: Range[] = [];
  for (let i = 0; i < places.length; i++) {
    const [line, character, , , set] = places[i]!;
    if (judges[set]!.length > 0) continue;
    // Consecutive statements share one mark, which ends where something else is between them.
    for (let next = places[i + 1]; next?.[4] === set && next[0] <= places[i]![2] + 1; next = places[i + 1])
      i++;
    const [, , endLine, endCharacter] = places[i]!;
    unjudged.push(new Range(line, character, endLine, endCharacter));
  }
  const hover = (position: Position) => {
    for (const [line, character, endLine, endCharacter, set] of places) {
      const range = new Range(line, character, endLine, endCharacter);
      if (range.contains(position)) return new Hover(hoverText(judges[set]!, shapes), range);
    }
    return undefined;
  };
  return { unjudged, hover };
}

function ofShapesFile(uri: string, shapes: Coverage['shapes']): FileCoverage {
  const idle = shapes
    .flatMap(({ constraints }) => constraints)
    .flatMap(({ idle, location }) => (idle !== null && location?.uri === uri ? [{ idle, location }] : []))
    .map(({ idle, location: { start, end } }) => ({
      range: new Range(start.line, start.character, end.line, end.character),
      text: whyIdle[idle],
    }));
  const hover = (position: Position) => {
    const found = idle.find(({ range }) => range.contains(position));
    return found && new Hover(found.text, found.range);
  };
  return { unjudged: idle.map(({ range }) => range), hover };
}

const whyIdle = {
  noFocusNode: 'The shape has no focus node, so this constraint judges nothing.',
  noValue: 'No focus node has a value on the path, so this constraint judges nothing.',
} as const;

function hoverText(judges: readonly number[], shapes: Coverage['shapes']): MarkdownString {
  const text = new MarkdownString();
  if (judges.length === 0) return text.appendText('No shape judges this statement.');
  const names = judges.slice(0, mostNames).map((shape) => shapes[shape]!.name);
  const more = judges.length > mostNames ? ', …' : '';
  return text.appendText(`Judged by ${counted(judges.length, 'shape')}: ${names.join(', ')}${more}`);
}

const mostNames = 10;
