/** An exact decimal number: unscaled / 10^scale. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** Reads an xsd:decimal or xsd:integer. */
export function decimal(lexical: string): Decimal {
  const [whole, fraction = ''] = lexical.split('.') as [string, string?];
  const digits = BigInt(`${whole.replace(/^[+-]/, '')}${fraction}` || '0');
  return { unscaled: lexical.startsWith('-') ? -digits : digits, scale: fraction.length };
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [scaled(a, scale), scaled(b, scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: scaled(a, scale) + scaled(b, scale), scale };
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, negate(b));
}

export function negate({ unscaled, scale }: Decimal): Decimal {
  return { unscaled: -unscaled, scale };
}

function scaled({ unscaled, scale }: Decimal, to: number): bigint {
  return scale === to ? unscaled : unscaled * 10n ** BigInt(to - scale);
}
