import type { Environment, Output } from './io.ts';

/** Marks parts of a text for a terminal; does nothing where colours are not wanted. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly green: Paint;
}

type Paint = (text: string) => string;

/** Colours on terminals only, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function styleFor(output: Output, env: Environment): Style {
  return wantsColor(output, env) ? colored : plain;
}

/**
 * A text that comes from data or shapes, made safe to print: it can't move the cursor, change colours or turn the
 * reading direction around.
 */
export function printable(text: string): string {
  return text.replace(/\t/g, '  ').replace(unprintable, '\ufffd');
}

/** Control and format characters but for line ends and the joiners of scripts and emoji; lone surrogates. */
const unprintable = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function wantsColor({ isTTY }: Output, env: Environment): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

function paint(on: number, off: number): Paint {
  return (text) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);
}

const colored: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  yellow: paint(33, 39),
  blue: paint(34, 39),
  green: paint(32, 39),
};

const same: Paint = (text) => text;

const plain: Style = { bold: same, dim: same, red: same, yellow: same, blue: same, green: same };
