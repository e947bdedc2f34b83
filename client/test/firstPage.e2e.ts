import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { copyDemo } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

/**
 * The details page in the Extensions view: all pictures are drawn, and every link leads somewhere. VS Code draws pictures
 * from https: addresses only, so their requests are answered with the files of this repository.
 */
export default {
  name: 'firstPage',
  isLong: true,
  prepare: copyDemo,

  async run(stage: Stage): Promise<void> {
    const { driver, root } = stage;
    const { page } = driver;
    const { repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const address = repository.url.replace(/\.git$/, '');
    await page.route(`${address}/raw/HEAD/**`, (route) =>
      route.fulfill({ path: path.join(root, route.request().url().slice(`${address}/raw/HEAD/`.length)) }),
    );
    await page.locator('.activitybar .action-label[aria-label^="Extensions"]').first().click();
    await page.locator('.extensions-list .monaco-list-row', { hasText: 'SHACL Repair' }).first().click();
    const readme = pageOf(page);
    await readme.getByRole('heading', { name: 'SHACL Repair', exact: true }).waitFor();

    const pictures = readme.locator('img');
    assert.equal(await pictures.count(), 4);
    for (const picture of await pictures.all()) await isDrawn(picture);

    for (const link of await readme.locator('a:not(#scroll-to-top)').all()) {
      const target = (await link.getAttribute('href')) ?? '';
      if (target.startsWith('#')) await leadsToHeading(readme, link, target);
      else await leadsToFile(page, link, target, { address, root });
    }
    await inEachTheme(stage, async (theme) => {
      await scrollTo(pictures.first());
      await driver.screenshot(`firstPage-1-${theme}`);
    });
    await offline(stage);
  },
} satisfies Scenario;

function pageOf(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** VS Code makes the page anew in each theme, and takes away the one that is there. */
async function scrollTo(picture: Locator): Promise<void> {
  await eventually('a picture is on the screen', () =>
    picture.scrollIntoViewIfNeeded({ timeout: 5000 }).then(
      () => true,
      () => false,
    ),
  );
}

async function isDrawn(picture: Locator): Promise<void> {
  const width = () =>
    picture.evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth);
  await eventually('a picture is drawn', async () => (await width()) > 500, 10_000);
}

async function leadsToHeading(readme: FrameLocator, link: Locator, address: string): Promise<void> {
  await link.click();
  const heading = readme.locator(`[id="${address.slice(1)}"]`);
  await eventually(`${address} is on the screen`, async () => ((await heading.boundingBox())?.y ?? -1) >= 0);
}

/** VS Code asks before it opens a web address, which must be that of a file in the repository. */
async function leadsToFile(
  page: Page,
  link: Locator,
  target: string,
  { address, root }: { readonly address: string; readonly root: string },
): Promise<void> {
  if (target.startsWith(address)) {
    const file = target.slice(`${address}/blob/HEAD/`.length).replace(/#.*/, '');
    assert.ok(existsSync(path.join(root, file)), `${target} leads to no file.`);
  }
  await link.click();
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'open the external website' });
  await dialog.filter({ hasText: target }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** The bundled documentation, whose links and pictures need no network. */
async function offline({ driver }: Stage): Promise<void> {
  const { page } = driver;
  await driver.runCommand('SHACL Repair: Open Documentation');
  await page.locator('.tab.active', { hasText: 'Preview README.md' }).waitFor();
  const preview = page
    .locator('iframe.webview.ready:visible')
    .last()
    .contentFrame()
    .frameLocator('iframe#active-frame');
  await preview.getByRole('link', { name: 'The validation report' }).click();
  await preview.getByRole('heading', { name: 'The validation report' }).waitFor();
  await isDrawn(preview.locator('img').first());
  await driver.screenshot('firstPage-2-documentation');
}
