import type { Locator } from 'playwright-core';
import type { Driver, Position } from './driver.ts';
import { actUntil, eventually, isSeen } from './eventually.ts';

/** The open list of suggestions. */
export function suggestions({ page }: Driver): Locator {
  return page.locator('.suggest-widget.visible .monaco-list-row');
}

/** Waits for suggestions that come without being asked for: their labels as screen readers say them. */
export async function suggested(driver: Driver, expected: string): Promise<readonly string[]> {
  const rows = suggestions(driver);
  await rows.filter({ hasText: expected }).first().waitFor();
  return labelsOf(rows);
}

/** Asks for suggestions at the cursor: their labels as screen readers say them, as soon as one of them has a text. */
export async function suggest(driver: Driver, expected: string): Promise<readonly string[]> {
  const rows = suggestions(driver);
  const wanted = rows.filter({ hasText: expected }).first();
  await eventually(`${expected} is suggested`, async () => {
    if (!(await rows.first().isVisible())) await driver.page.keyboard.press('Control+Space');
    return isSeen(wanted, 5000);
  });
  return labelsOf(rows);
}

function labelsOf(rows: Locator): Promise<readonly string[]> {
  return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
}

/** Moves to a suggestion and takes it. */
export async function takeSuggestion(driver: Driver, label: string): Promise<void> {
  const focused = suggestions(driver).and(driver.page.locator('.focused')).filter({ hasText: label });
  await eventually(`${label} is focused`, async () => {
    if (await isSeen(focused, 300)) return true;
    await driver.page.keyboard.press('ArrowDown');
    return false;
  });
  await actUntil('it is taken', () => driver.page.keyboard.press('Enter'), focused, 'hidden');
}

/** Goes to a position and presses a key until something is seen of it. */
export async function pressAt(
  driver: Driver,
  position: Position,
  key: string,
  effect: Locator,
): Promise<void> {
  await driver.goTo(position);
  await actUntil(`${key} has an effect`, () => driver.page.keyboard.press(key), effect);
}

/** The texts of the rows of a list or tree, in the order in which they are drawn. */
export async function rowTexts(rows: Locator): Promise<readonly string[]> {
  await rows.first().waitFor();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => ({ index: Number(row.getAttribute('data-index')), text: row.textContent ?? '' })),
  );
  return texts.sort((a, b) => a.index - b.index).map(({ text }) => text.replaceAll(/\s+/g, ' ').trim());
}
