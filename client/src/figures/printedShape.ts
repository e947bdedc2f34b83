import type { SvgElement } from './svgDocument.ts';

/** A part of a drawing with the colours and fonts of print. */
export interface PrintedShape {
  readonly name: string;
  readonly attributes: Readonly<Partial<Record<string, string>>>;
  readonly children: readonly (PrintedShape | string)[];
}

/**
 * The colours of print: black on white, and distinguishable by their lightness too, so that a figure can be read when it is
 * printed in grey.
 */
const colours: Readonly<Record<string, string>> = {
  '--chart-heat': '#3a86d8',
  '--chart-1': '#1b4f8a',
  '--chart-2': '#d9792f',
  '--chart-3': '#2c7a3f',
  '--chart-4': '#a584c9',
  '--chart-5': '#8f6b00',
  '--chart-grid': '#d4d4d4',
  '--vscode-editor-background': '#ffffff',
};

/** Arimo and the others have the same widths; a reader takes the first that it has. */
const fonts = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

/** A drawing for print: nothing in it depends on a style sheet or a theme. */
export function printedShape(drawn: SvgElement): PrintedShape {
  const shape = printed(drawn);
  const { class: _, ...attributes } = shape.attributes;
  return { ...shape, attributes: { ...attributes, 'font-family': fonts, 'font-size': '12' } };
}

function printed({ name, attributes, childNodes }: SvgElement): PrintedShape {
  return {
    name,
    attributes: Object.fromEntries([...attributes].map(([key, value]) => [key, printedValue(value)])),
    children: childNodes.map((node) => ('data' in node ? node.data : printed(node))),
  };
}

function printedValue(value: string): string {
  if (value === 'currentColor') return '#000000';
  const resolved = value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colours[name] ?? '#000000');
  const mixed = /^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6}|transparent)\)$/.exec(resolved);
  if (!mixed) return resolved;
  const [, colour, percent, other] = mixed;
  return mixture(colour!, Number(percent) / 100, other === 'transparent' ? '#ffffff' : other!);
}

function mixture(colour: string, share: number, other: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [colour, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return Math.round(share * a! + (1 - share) * b!)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
