import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { type Reply, says, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';

const hostile = '</script><img src=x onerror=alert(1)>\u2028<!--';
/** How the page shows it: what can't be seen is written out. */
const hostileShown = hostile.replace('\u2028', '\\u{2028}');
const charts = [
  'Heat map',
  'Bars of the share',
  'Bars of the tokens',
  'Dots of',
  'Forest plot',
  'Shares of both',
];

/** The report that the command line writes, opened as a file in a browser: light and dark, wide and narrow, by keyboard. */
export default {
  name: 'evaluationFile',
  isLong: true,

  async prepare(folder: string, { root }: Inputs): Promise<void> {
    for (const file of ['vav-with-reheat.ttl', 'vav-with-reheat-manifest.ttl']) {
      await cp(path.join(root, 'test-fixtures/hvac', file), path.join(folder, file));
    }
  },

  async run({ driver, folder, root, out }: Stage): Promise<void> {
    await evaluate(folder, path.join(root, 'dist/cli.js'));
    const page = await driver.page.context().browser()!.newPage();
    try {
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => complaints.push(dialog.message()));
      page.on('request', (request) => {
        if (!request.url().startsWith('file:')) complaints.push(request.url());
      });
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1400, 700]) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.goto(pathToFileURL(path.join(folder, 'run/report.html')).href);
          await drawn(page);
          const file = path.join(out, `evaluationFile-${colorScheme}-${width}.png`);
          await page.screenshot({ path: file, fullPage: true });
        }
      }
      await openByKeyboard(page);
      assert.deepEqual(complaints, []);
    } finally {
      await page.close();
    }
  },
} satisfies Scenario;

/** Makes a suite and a run, in which a model answers what could break a page. */
async function evaluate(cwd: string, cli: string): Promise<void> {
  const answers: Reply = (request, response) => {
    const update = `INSERT DATA { <urn:a> <urn:b> "${hostile}" }`;
    says(JSON.stringify({ answer: update }))(request, response);
  };
  const endpoint = await scriptedEndpoint(answers);
  const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, [cli, ...args], { cwd });
  try {
    const data = ['vav-with-reheat.ttl', '--shapes', 'vav-with-reheat-manifest.ttl'];
    await run('generate', ...data, '--cross-check', 'none', '--out', 'suite');
    const systems = ['--system', 'symbolic', '--system', 'model:scripted', '--strategy', 'SF,SF+'];
    const options = ['--base-url', endpoint.baseUrl, '--cross-check', 'none', '--out', 'run'];
    await run('evaluate', 'suite', ...systems, ...options);
  } finally {
    await endpoint.close();
  }
}

/** Waits until each chart has marks. */
async function drawn(page: Page): Promise<void> {
  for (const name of charts) {
    await page
      .locator(`svg[aria-label^="${name}"] :is(rect, circle, path)`)
      .first()
      .waitFor({ state: 'attached' });
  }
}

/** From the filters, Tab leads to the list, Enter opens a failure, and arrows lead on. */
async function openByKeyboard(page: Page): Promise<void> {
  const failures = page.locator('#failures');
  const systems = failures.getByLabel('System:');
  await systems.selectOption('model:scripted');
  await systems.focus();
  const focused = page.locator('#failures .open:focus');
  for (let tabs = 0; (await focused.count()) === 0; tabs++) {
    assert.ok(tabs < 10, 'Tab does not lead to the failures.');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const trial = failures.locator('.trial');
  await trial.locator('.diff').first().waitFor();
  const text = (await trial.textContent()) ?? '';
  for (const expected of ['Prompt', 'Focus Node: ', hostileShown, 'Verdict', 'left: ']) {
    assert.ok(text.includes(expected), `The failure does not show: ${expected}`);
  }
  const first = await focused.textContent();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await focused.textContent(), first);
  assert.equal(await page.locator('img').count(), 0);
}
