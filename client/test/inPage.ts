// Functions that run in the page: Playwright sends their source, so they use nothing but their arguments.
// The project is compiled without the types of the DOM; these are the parts that are used here.

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface PageElement {
  readonly textContent: string;
  readonly dataset: Readonly<Record<string, string>>;
  readonly ownerDocument: PageDocument;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

interface Control extends PageElement {
  readonly outerHTML: string;
  /** What a label is for. */
  readonly control?: PageElement;
  checkVisibility(options: object): boolean;
  scrollIntoView(options: object): void;
  getClientRects(): Iterable<Box>;
  contains(other: PageElement | null): boolean;
}

interface PageDocument {
  elementFromPoint(
    x: number,
    y: number,
  ): (PageElement & { closest(selector: string): Control | null }) | null;
  readonly defaultView: {
    getComputedStyle(element: PageElement): { readonly color: string; readonly textDecoration: string };
  };
  readonly activeElement: PageElement | null;
  createRange(): {
    setStart(node: PageElement, offset: number): void;
    setEnd(node: PageElement, offset: number): void;
    getBoundingClientRect(): Box;
  };
  createTreeWalker(root: PageElement, show: number): { nextNode(): PageElement | null };
}

interface DataTransfer {
  setData(type: string, data: string): void;
}

interface DropGlobals {
  readonly DataTransfer: new () => DataTransfer;
  readonly DragEvent: new (type: string, init: object) => object;
}

/** Drops the address of a file on a line, with Shift held down, as dragging it there from a list of files does. */
export function dropFile(line: PageElement & { dispatchEvent(event: object): void }, uri: string): void {
  const { DataTransfer, DragEvent } = globalThis as unknown as DropGlobals;
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/uri-list', uri);
  const { left, top } = line.getBoundingClientRect();
  const at = { clientX: left + 5, clientY: top + 5, shiftKey: true, bubbles: true, cancelable: true };
  for (const type of ['dragenter', 'dragover', 'drop'])
    line.dispatchEvent(new DragEvent(type, { ...at, dataTransfer }));
}

/** The text of what has the keyboard's focus. */
export function readFocused(page: PageElement): string {
  return page.ownerDocument.activeElement?.textContent ?? '';
}

/** The rows of a list, of which VS Code draws only those that fit. */
export function readRows(rows: PageElement[]): { index: number; label: string; isLast: boolean }[] {
  return rows.map((row) => ({
    index: Number(row.dataset.index),
    label: row.getAttribute('aria-label') ?? '',
    isLast: row.dataset.lastElement === 'true',
  }));
}

/** The lines that an editor shows, which are in the page in any order. */
export function readVisibleText(editor: PageElement): string {
  const top = (line: PageElement) => line.getBoundingClientRect().top;
  const lines = [...editor.querySelectorAll('.view-line')].sort((a, b) => top(a) - top(b));
  return lines.map((line) => line.textContent.replaceAll('\u00a0', ' ')).join('\n');
}

/** The colour of the first piece of the text that is a name. */
export function readColour(editor: PageElement, name: string): string | undefined {
  const pieces = [...editor.querySelectorAll('.view-line span span')];
  const piece = pieces.find(({ textContent }) => textContent.trim() === name);
  return piece && editor.ownerDocument.defaultView.getComputedStyle(piece).color;
}

/** The texts that lie above wavy lines, by the places of their characters on the screen. */
export function readUnderlines(
  editor: PageElement,
  selector: string,
): { line: number; column: number; text: string }[] {
  const lines = [...editor.querySelectorAll('.view-line')];
  const numbers = [...editor.querySelectorAll('.line-numbers')];
  const range = editor.ownerDocument.createRange();
  const underlines = [];
  for (const squiggle of editor.querySelectorAll(selector)) {
    const wave = squiggle.getBoundingClientRect();
    const isBeside = (element: PageElement) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top <= (wave.top + wave.bottom) / 2 && (wave.top + wave.bottom) / 2 < bottom;
    };
    const line = lines.find(isBeside);
    const number = numbers.find(isBeside);
    if (!line || !number) continue; // Just outside the visible part.

    let before = 0;
    let text = '';
    const nodes = editor.ownerDocument.createTreeWalker(line, 4); // 4 shows text nodes.
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (let i = 0; i < node.textContent.length; i++) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const { left, right } = range.getBoundingClientRect();
        if ((left + right) / 2 < wave.left) before++;
        else if ((left + right) / 2 <= wave.right) text += node.textContent[i];
      }
    }
    text = text.replaceAll('\u00a0', ' ');
    underlines.push({ line: Number(number.textContent), column: before + 1, text });
  }
  return underlines.sort((a, b) => a.line - b.line || a.column - b.column);
}

interface Request<Result> {
  readonly result: Result;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

interface Database {
  transaction(store: string): { objectStore(name: string): { getAll(): Request<unknown[]> } };
  close(): void;
}

interface Databases {
  databases(): Promise<{ readonly name: string }[]>;
  open(name: string): Request<Database>;
}

/** Makes the workbench believe that the user switches to it and then to another window, which makes it save its state. */
export function turnAway(): void {
  const { document, Event } = globalThis as unknown as {
    readonly document: { hasFocus: () => boolean; dispatchEvent(event: object): void };
    readonly Event: new (type: string) => object;
  };
  for (const hasFocus of [true, false]) {
    document.hasFocus = () => hasFocus;
    document.dispatchEvent(new Event('visibilitychange'));
  }
}

/** What the workbench has saved in the browser: in the tables of its databases, whose values are texts. */
export async function readSavedState(table: string): Promise<string> {
  const { indexedDB } = globalThis as unknown as { readonly indexedDB: Databases };
  const result = <Result>(request: Request<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request);
    });
  const texts: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db-')) continue;
    const database = await result(indexedDB.open(name));
    texts.push(...(await result(database.transaction(table).objectStore(table).getAll())));
    database.close();
  }
  return texts.join('\n');
}

/** Puts a text on the clipboard; the page needs the permission to. */
export async function writeClipboard(text: string): Promise<void> {
  const { navigator } = globalThis as unknown as {
    readonly navigator: { readonly clipboard: { writeText(text: string): Promise<void> } };
  };
  await navigator.clipboard.writeText(text);
}

/** The texts of lines that are underlined with dots. */
export function dottedTexts(editor: PageElement): readonly string[] {
  const { defaultView } = editor.ownerDocument;
  return [...editor.querySelectorAll('.view-line span')]
    .filter((span) => defaultView.getComputedStyle(span).textDecoration.includes('dotted'))
    .map(({ textContent }) => textContent);
}

/** The controls of a page that can't be pointed at where they are once one has scrolled to them. */
export function controlsOutOfReach(page: PageElement): readonly string[] {
  const controls = [
    ...page.querySelectorAll('button, a[href], input, select, textarea, summary'),
  ] as Control[];
  return controls.flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    control.scrollIntoView({ block: 'center', inline: 'nearest' });
    // A link may be in several lines, and a control wider than the page.
    const isReached = [...control.getClientRects()].some(({ left, right, top, bottom }) => {
      const x = Math.max(left + 2, left + Math.min(right - left, 20) / 2);
      const found = page.ownerDocument.elementFromPoint(x, (top + bottom) / 2);
      return control.contains(found) || found?.closest('label')?.control === control;
    });
    return isReached ? [] : [control.outerHTML.slice(0, 200)];
  });
}
