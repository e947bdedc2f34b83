import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stage } from './runner.ts';

const themes = {
  light: { name: 'Default Light Modern', style: 'vs' },
  dark: { name: 'Default Dark Modern', style: 'vs-dark' },
  contrast: { name: 'Default High Contrast', style: 'hc-black' },
} as const;

export type Theme = keyof typeof themes;

/** Shows the window in a theme, and takes a picture. */
export async function showTheme(
  { driver, folder }: Pick<Stage, 'driver' | 'folder'>,
  theme: Theme,
  picture: string,
): Promise<void> {
  const { name, style } = themes[theme];
  const settings = path.join(folder, '.vscode/settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  await writeFile(settings, JSON.stringify({ 'workbench.colorTheme': name }));
  await driver.page.locator(`.monaco-workbench.${style}`).waitFor();
  await driver.screenshot(picture);
}
