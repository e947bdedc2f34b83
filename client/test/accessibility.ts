import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { controlsOutOfReach } from './inPage.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Asserts that axe-core finds nothing in the pages of ours that are on the screen. */
export async function checkAccessibility(page: Page, where: string): Promise<void> {
  const frames = await visiblePages(page);
  assert.ok(frames.length > 0, `${where}: there is no page to check.`);
  for (const frame of frames) {
    // The page's policy does not apply to the driver's scripts.
    await frame.evaluate(axe);
    const { violations } = (await frame.evaluate('axe.run()')) as AxeResults;
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    );
    assert.deepEqual(found, [], `${where} is not accessible.`);
  }
}

/** Asserts that each control of our pages that are on the screen can be scrolled to and pointed at. */
export async function checkReach(page: Page, where: string): Promise<void> {
  const frames = await visiblePages(page);
  assert.ok(frames.length > 0, `${where}: there is no page to check.`);
  for (const frame of frames)
    assert.deepEqual(
      await frame.locator('body').evaluate(controlsOutOfReach),
      [],
      `${where} has controls out of reach.`,
    );
}

/** The documents of the visible webviews; each is in a frame of its own within one of VS Code's. */
async function visiblePages(page: Page): Promise<readonly Frame[]> {
  const visible: Frame[] = [];
  for (const frame of page.frames()) {
    const outer = frame.parentFrame();
    if (!outer || !(await isVisible(frame)) || !(await isVisible(outer))) continue;
    const name = await frame.frameElement().then((element) => element.getAttribute('id'));
    if (name === 'active-frame') visible.push(frame);
  }
  return visible;
}

async function isVisible(frame: Frame): Promise<boolean> {
  return frame.parentFrame() === null || (await frame.frameElement()).isVisible();
}
