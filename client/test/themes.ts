import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkAccessibility } from './accessibility.ts';
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

/** Shows the window in one theme after the other, the light one last. */
export async function inEachTheme(
  { driver, folder }: Themed,
  look: (theme: string) => Promise<void>,
): Promise<void> {
  const settings = path.join(folder, '.vscode/settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  for (const [theme, { name, style }] of Object.entries(themes)) {
    await writeFile(settings, JSON.stringify({ 'workbench.colorTheme': name }));
    await driver.page.locator(`.monaco-workbench.${style}`).waitFor();
    await look(theme);
  }
}
