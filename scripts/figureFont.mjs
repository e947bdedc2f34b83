// The font of figures, which the build puts beside the program that draws them.
import { readFileSync } from 'node:fs';

const folder = 'node_modules/@expo-google-fonts/arimo';

/** Arimo: as wide as Arial, with Latin, Greek and Cyrillic letters and arrows. */
export const figureFont = `${folder}/400Regular/Arimo_400Regular.ttf`;

/** The terms of the font; the package's own licence is about the rest of it. */
export function figureFontNotice() {
  return `Arimo, the font of figures (figures.ttf)\n\n${readFileSync(`${folder}/LICENSE_FONT`, 'utf8').trim()}\n`;
}
