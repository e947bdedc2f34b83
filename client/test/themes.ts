import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkAccessibility, checkReach } from './accessibility.ts';
import type { Stage } from './runner.ts';

const themes = {
  contrast: { name: 'Default High Contrast', style: 'hc-black' },
  'light-contrast': { name: 'Default High Contrast Light', style: 'hc-light' },
  dark: { name: 'Default Dark Modern', style: 'vs-dark' },
  light: { name: 'Default Light Modern', style: 'vs' },
} as const;

type Themed = Pick<Stage, 'driver' | 'folder'>;

/** Takes a picture of the window in each theme, and checks the accessibility of our pages in it. */
export async function showThemes(stage: Themed, picture: string): Promise<void> {
  await inEachTheme(stage, async (theme) => {
    await stage.driver.screenshot(`${picture}-${theme}`);
    await checkAccessibility(stage.driver.page, `${picture} in the theme ${theme}`);
  });
}

/** Takes a picture of a window of 800 pixels, in which no control of our pages is out of reach. */
export async function showNarrow({ driver }: Themed, picture: string): Promise<void> {
  const { page } = driver;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 800, height: size?.height ?? 800 });
  await driver.screenshot(`${picture}-narrow`);
  await checkReach(page, `${picture} at 800 pixels`);
  if (size) await page.setViewportSize(size);
}

/**
 * Shows the window in one theme after the other, the light one last; where no pictures are taken only in two, which differ most.
 */
export async function inEachTheme(
  { driver, folder }: Themed,
  look: (theme: string) => Promise<void>,
): Promise<void> {
  const settings = path.join(folder, '.vscode/settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  for (const [theme, { name, style }] of Object.entries(themes)) {
    if (!driver.takesPictures && theme !== 'contrast' && theme !== 'light') continue;
    await writeFile(settings, JSON.stringify({ 'workbench.colorTheme': name }));
    await driver.page.locator(`.monaco-workbench.${style}`).waitFor();
    await look(theme);
  }
}
