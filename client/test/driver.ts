import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { actUntil, defaultTimeout, eventually, isSeen } from './eventually.ts';
import {
  dropFile,
  readColour,
  readRows,
  readSavedState,
  readUnderlines,
  readVisibleText,
  turnAway,
  writeClipboard,
} from './inPage.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Lines and columns count from 1, as the status bar shows them. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Underline extends Position {
  readonly text: string;
}

export interface Problem extends Position {
  readonly file: string;
  readonly severity: Severity;
  readonly message: string;
}

interface PictureOptions {
  /** The folder of the pictures. */
  readonly out: string;
  /** Whether pictures of the story are taken. */
  readonly takesPictures: boolean;
}

/** What a person does and sees in a VS Code window. Almost all of it by keyboard, which is exact. */
export class Driver {
  readonly page: Page;
  readonly #pictures: PictureOptions;
  #quickFixesAt: Position | undefined;
  #chosenQuickFix: string | undefined;

  constructor(page: Page, pictures: PictureOptions) {
    this.page = page;
    this.#pictures = pictures;
    page.on('console', (message) => {
      if (message.text().startsWith('Actual command not found'))
        // When it can't be chosen again, the scenario waits in vain, and says for what.
        this.#chooseQuickFixAgain().catch(no);
    });
  }

  get #editor(): Locator {
    return this.page.locator('.editor-instance .monaco-editor').first();
  }

  /** The open quick fix menu. The panel beside it, which says more about an entry, looks like another menu without rows. */
  get #menu(): Locator {
    const row = this.page.locator('.monaco-list-row.action');
    return this.page.locator('.action-widget:visible', { has: row }).first();
  }

  get #quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible:not(.quick-input-widget-closing)');
  }

  async openFolder(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'domcontentloaded' });
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /** Loads the window again, as soon as the workbench has saved what it is to remember. */
  async reload(isSaved: (state: string) => boolean): Promise<void> {
    await eventually('the state of the window is saved', async () => {
      await this.page.evaluate(turnAway);
      return isSaved(await this.page.evaluate(readSavedState, 'ItemTable'));
    });
    await this.page.reload();
  }

  /** Drops a file into the editor, as with Shift from the Explorer. */
  async dropFile(file: string): Promise<void> {
    const { host } = new URL(this.page.url());
    const line = this.#editor.locator('.view-line').first();
    await line.evaluate(dropFile, `vscode-remote://${host}${file}`);
  }

  async openFile(file: string): Promise<void> {
    const name = path.basename(file);
    await this.#pick('Control+p', file, name);
    await this.editorHasFocus(name);
  }

  /** Runs a command of the palette, given the start of its title. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title);
  }

  /** Puts the keyboard's focus into the first column of editors. */
  async focusEditor(): Promise<void> {
    const focused = this.page.locator('.editor-instance .monaco-editor.focused').first();
    await eventually('an editor has the focus', async () => {
      await this.page.keyboard.press('Control+1');
      return isSeen(focused, 3000);
    });
  }

  /** Waits until an editor with a file has the keyboard's focus. */
  async editorHasFocus(file: string): Promise<void> {
    await this.focusedEditor(file).waitFor();
  }

  /** The first line that is drawn of an editor with a file, while it has the keyboard's focus. */
  focusedEditor(file: string): Locator {
    const group = this.page.locator('.editor-group-container.active', {
      has: this.page.locator('.tab.active', { hasText: path.basename(file) }),
    });
    return group.locator('.editor-instance .monaco-editor.focused .view-line').first();
  }

  async goTo({ line, column }: Position): Promise<void> {
    const position = `Ln ${line}, Col ${column}`;
    await eventually(`the cursor is at ${position}`, async () => {
      await this.#ask('Control+g', `:${line}:${column}`);
      if (!(await isSeen(this.quickPickRow(String(line)), 15_000))) return false;
      await this.page.keyboard.press('Enter');
      return isSeen(this.inStatusBar(position), 15_000);
    });
    await this.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
  }

  /** Replaces text by other text, as typed. Without quotes or brackets, which the editor would pair. */
  async replace(start: Position, length: number, text: string): Promise<void> {
    await this.goTo(start);
    for (let i = 0; i < length; i++) await this.page.keyboard.press('Shift+ArrowRight');
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Escape'); // Closes suggestions.
  }

  /** Puts a text on the clipboard, as another program does. */
  async copyText(text: string): Promise<void> {
    await this.page.evaluate(writeClipboard, text);
  }

  async undo(): Promise<void> {
    await this.page.keyboard.press('Control+z');
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+s');
    await this.page.locator('.tab.active:not(.dirty)').waitFor();
  }

  async saveAll(): Promise<void> {
    await this.runCommand('File: Save All');
    await this.page.locator('.tab.dirty').first().waitFor({ state: 'hidden' });
  }

  /** What the editor shows: a window of a long file. For the whole of it, save and read the file. */
  async visibleText(): Promise<string> {
    return this.#editor.evaluate(readVisibleText);
  }

  /** Waits until a line that the editor shows has a form. */
  async waitForLine(form: RegExp): Promise<void> {
    await eventually(`a line is as ${form}`, async () =>
      (await this.visibleText()).split('\n').some((line) => form.test(line)),
    );
  }

  /** The colour of the first name of a text that the editor shows; undefined where it is drawn as a part of others. */
  async colourOf(name: string): Promise<string | undefined> {
    return this.#editor.evaluate(readColour, name);
  }

  /** The texts under wavy lines in the visible part of the editor, measured on the screen. */
  async underlined(severity: Severity): Promise<readonly Underline[]> {
    return this.#editor.evaluate(readUnderlines, `.squiggly-${severity}`);
  }

  async waitForUnderline(severity: Severity, text: string, timeout = defaultTimeout): Promise<Underline> {
    const find = async () => (await this.underlined(severity)).find((underline) => underline.text === text);
    return eventually(`${text} is underlined as ${severity}`, find, timeout);
  }

  async waitForNoUnderline(severity: Severity, line: number, timeout = defaultTimeout): Promise<void> {
    const isGone = async () =>
      !(await this.underlined(severity)).some((underline) => underline.line === line);
    await eventually(`nothing in line ${line} is underlined as ${severity}`, isGone, timeout);
  }

  /** All entries of the Problems panel, in its order. */
  async problems(): Promise<readonly Problem[]> {
    const panel = await this.#focusProblems();
    await this.page.keyboard.press('Home');
    await panel.first().hover();
    const labels = new Map<number, string>();
    // The list has rows for what is on the screen only.
    await eventually('the last problem is on the screen', async () => {
      const rows = await panel.evaluateAll(readRows);
      for (const row of rows) labels.set(row.index, row.label);
      if (rows.some(({ isLast }) => isLast)) return true;
      await this.page.mouse.wheel(0, 150);
      return false;
    });
    await this.page.keyboard.press('Home');
    await this.focusEditor();
    return parseProblems([...labels].sort(([a], [b]) => a - b).map(([, label]) => label));
  }

  /** How many problems the Problems panel counts for a file. */
  async problemCount(file: string): Promise<number> {
    const panel = await this.#focusProblems();
    const label = await panel.filter({ hasText: file }).first().getAttribute('aria-label');
    await this.focusEditor();
    return Number(label?.match(/^(\d+) problems? in file/)?.[1]);
  }

  /** The text of the hover at a position, as soon as it has some words. Its parts come one by one. */
  async hover(position: Position, words: string): Promise<string> {
    await this.goTo(position);
    await this.page.keyboard.press('Control+k');
    await this.page.keyboard.press('Control+i');
    const hover = this.page.locator('.monaco-hover:visible', { hasText: words }).first();
    await hover.waitFor();
    return (await hover.textContent()) ?? '';
  }

  /**
   * Opens the quick fix menu at a position: its titles, none when VS Code says that there is nothing to fix. The menu
   * closes when something else that goes away gives back the focus; then it is opened again.
   */
  async openQuickFixes(position: Position): Promise<readonly string[]> {
    this.#quickFixesAt = position;
    await this.page.keyboard.press('Escape');
    await this.goTo(position);
    // Code actions that VS Code asks for itself, and that come while one is chosen, make it forget the chosen one.
    await this.page.locator('[class*="lightbulb" i]:visible').first().waitFor({ timeout: 1000 }).catch(no);
    const titles = this.#menu.locator('.monaco-list-row.action .title');
    const nothing = this.page.locator('.monaco-editor-overlaymessage', { hasText: 'No code actions' });
    return eventually('quick fixes are shown', async () => {
      await this.page.keyboard.press('Control+.');
      const shown = titles.first().or(nothing).first();
      if (!(await isSeen(shown, 15_000))) return false;
      const found = await titles.allInnerTexts();
      return found.length > 0 || (await nothing.isVisible()) ? found : false;
    });
  }

  /**
   * Chooses from the open quick fix menu, and opens it again where something that goes away has closed it. A mouse click
   * would land on the layer that guards the menu.
   *
   * When VS Code forgets the command of the chosen one, it says so in the console only. A person would choose it again.
   */
  async chooseQuickFix(title: string): Promise<void> {
    this.#chosenQuickFix = title;
    const focused = this.#menu.locator('.monaco-list-row.action.focused .title');
    await eventually(`${title} is focused`, async () => {
      if ((await focused.allInnerTexts())[0] === title) return true;
      if (await this.#menu.isVisible()) await this.page.keyboard.press('ArrowDown');
      else if (this.#quickFixesAt) await this.openQuickFixes(this.#quickFixesAt);
      return false;
    });
    await actUntil('the menu closes', () => this.page.keyboard.press('Enter'), this.#menu, 'hidden');
  }

  async #chooseQuickFixAgain(): Promise<void> {
    if (this.#quickFixesAt === undefined || this.#chosenQuickFix === undefined) return;
    await this.openQuickFixes(this.#quickFixesAt);
    await this.chooseQuickFix(this.#chosenQuickFix);
  }

  get quickPickRows(): Locator {
    return this.#quickInput.locator('.monaco-list-row');
  }

  quickPickRow(text: string): Locator {
    return this.quickPickRows.filter({ hasText: text }).first();
  }

  /** The entries of the open quick pick, as lines of label and description. */
  async quickPickItems(): Promise<readonly string[]> {
    const rows = this.quickPickRows;
    await rows.first().waitFor();
    return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  }

  /** Takes what the open quick pick or input box proposes, until something is seen of it. */
  async accept(effect: Locator): Promise<void> {
    const take = () => this.#quickInput.locator('input.input').press('Enter', { timeout: 3000 }).catch(no);
    await actUntil('what is proposed is taken', async () => void (await take()), effect);
  }

  /** The entries of the quick pick, as soon as one of them has a text. */
  async waitForQuickPick(text: string): Promise<readonly string[]> {
    await this.quickPickRow(text).waitFor();
    return this.quickPickItems();
  }

  /** Waits until Enter would take the entry of the open quick pick that has a text. What was found before goes late. */
  async waitUntilProposed(text: string): Promise<void> {
    await this.#quickInput.locator('.monaco-list-row.focused').filter({ hasText: text }).first().waitFor();
  }

  /** Filters the open quick pick by words until Enter takes the entry with a label. The list follows typing late. */
  async filterQuickPick(words: string, label: string): Promise<void> {
    await this.#quickInput.locator('input.input').fill(words);
    await this.waitUntilProposed(label);
    await eventually(`the quick pick has ${label} only`, async () =>
      (await this.quickPickItems()).every((item) => item.includes(label)),
    );
  }

  /**
   * Runs a command, and takes the entry with a label of the quick pick that it opens. An editor that opens or closes may take the
   * focus late, and so close the pick: then the command is run again.
   */
  async runAndPick(title: string, label: string): Promise<void> {
    const input = this.#quickInput.locator('input.input');
    const proposed = this.#quickInput.locator('.monaco-list-row.focused', { hasText: label });
    await eventually(`${label} of ${title} is taken`, async () => {
      await this.runCommand(title);
      const isTaken =
        (await isSeen(this.quickPickRow(label), 15_000)) &&
        (await input.fill(label, { timeout: 3000 }).then(yes, no)) &&
        (await isSeen(proposed, 15_000)) &&
        (await input.press('Enter', { timeout: 3000 }).then(yes, no));
      if (!isTaken) await this.page.keyboard.press('Escape');
      return isTaken;
    });
  }

  /** Waits until a comparison of two texts shows, by colour, a line that goes and one that comes. */
  async waitForComparison(lines: { readonly removed: string; readonly added: string }): Promise<void> {
    for (const [side, colour, text] of [
      ['original', 'line-delete', lines.removed],
      ['modified', 'line-insert', lines.added],
    ] as const) {
      const editor = this.page.locator(`.monaco-diff-editor .editor.${side}`);
      await editor.locator(`.${colour}`).first().waitFor();
      await editor.locator('.view-line', { hasText: text }).first().waitFor();
    }
  }

  /** Chooses one entry of the open quick pick, ticking it where several can be chosen. */
  async choose(text: string): Promise<void> {
    const row = this.quickPickRow(text);
    await row.waitFor();
    const count = this.#quickInput.locator('.quick-input-count');
    if (!(await count.isVisible())) return row.click();
    const checkbox = row.locator('input[type=checkbox], .monaco-checkbox').first();
    await checkbox.setChecked(true);
    // The box has the focus now, and would take the key.
    await this.#quickInput.locator('input.input').press('Enter');
  }

  /** The whole text of the first status bar item that contains a text, as soon as there is one. */
  async statusBarItem(text: string | RegExp): Promise<string> {
    const item = this.inStatusBar(text);
    await item.waitFor();
    return ((await item.textContent()) ?? '').trim();
  }

  /** The first status bar item that contains a text. */
  inStatusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /** How many results the status bar counts for the file, as soon as it has some. */
  async resultCount(): Promise<number> {
    const text = await this.statusBarItem(/SHACL: [\d,]+ (error|warning|info)/);
    const counts = text.replaceAll(',', '').matchAll(/(\d+) (?:error|warning|info)/g);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  async waitForResults(count: number): Promise<void> {
    await eventually(
      `the status bar counts ${count} results`,
      async () => (await this.resultCount()) === count,
    );
  }

  async toasts(): Promise<readonly string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  async waitForToast(text: string): Promise<void> {
    await eventually(`a notification says “${text}”`, async () =>
      (await this.toasts()).some((toast) => toast.includes(text)),
    );
  }

  async clearToasts(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await this.page.locator('.notifications-toasts .notification-list-item').waitFor({ state: 'detached' });
  }

  /** Presses the button of a notification about progress. */
  async cancelProgress(text: string): Promise<void> {
    const toast = this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
    await toast.getByRole('button', { name: 'Cancel' }).click();
    await toast.waitFor({ state: 'detached' });
  }

  /** Whether pictures of the story are wanted. */
  get takesPictures(): boolean {
    return this.#pictures.takesPictures;
  }

  /** Takes a picture of the window where pictures of the story are wanted. */
  async screenshot(name: string): Promise<void> {
    if (this.takesPictures) await this.picture(name);
  }

  /** Takes a picture of the window. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join(this.#pictures.out, `${name}.png`) });
  }

  /** Picks the first entry that an input of the workbench offers for a text, which has to have the label. */
  async #pick(keys: string, text: string, label: string): Promise<void> {
    const row = this.#quickInput.locator('.monaco-list-row.focused').first().filter({ hasText: label });
    await eventually(`${label} can be picked`, async () => {
      await this.#ask(keys, text);
      if (await isSeen(row, 15_000)) return true;
      // An input keeps the entries that there were when it opened: right after the start, not all commands are known.
      await this.page.keyboard.press('Escape');
      return false;
    });
    const take = () => this.#quickInput.locator('input.input').press('Enter', { timeout: 3000 }).catch(no);
    await actUntil(`${label} is picked`, async () => void (await take()), row, 'hidden');
  }

  /**
   * Opens an input of the workbench and fills it. The workbench may not listen to keys right from its start. A menu that
   * gave way to the input would give the focus back to the editor late, and so close the input before its entry is taken.
   */
  async #ask(keys: string, text: string): Promise<void> {
    const close = () => this.page.keyboard.press('Escape');
    if (await this.#menu.isVisible()) await actUntil('the menu closes', close, this.#menu, 'hidden');
    const input = this.#quickInput.locator('input.input');
    await eventually(`${keys} opens an input`, async () => {
      await this.page.keyboard.press(keys);
      if (!(await input.fill(text, { timeout: 3000 }).then(yes, no))) return false;
      return isSeen(this.#quickInput.locator('input.input:focus'), 3000);
    });
  }

  async #focusProblems(): Promise<Locator> {
    await this.runCommand('Problems: Focus on Problems View');
    const rows = this.page.locator('.markers-panel .monaco-list-row');
    await rows.first().waitFor();
    return rows;
  }
}

const yes = () => true;
const no = () => false;

/** Makes sense of the labels that the rows of the Problems panel have for screen readers. */
function parseProblems(labels: readonly string[]): readonly Problem[] {
  const problems: Problem[] = [];
  let file = '';
  for (const label of labels) {
    file = label.match(/^\d+ problems? in file (.+) of folder/)?.[1] ?? file;
    const problem = label.match(/^(Error|Warning|Info): (.*) at line (\d+) and character (\d+)\./s);
    if (!problem) continue; // A file, or related information.
    const [, severity, message, line, column] = problem as unknown as [
      string,
      string,
      string,
      string,
      string,
    ];
    const position = { line: Number(line), column: Number(column) };
    problems.push({ file, severity: severity.toLowerCase() as Severity, message, ...position });
  }
  return problems;
}
