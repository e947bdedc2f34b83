/** `83.3 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A difference of shares in percentage points: `+3.25`. */
export function percentagePoints(share: number): string {
  const text = (100 * share).toFixed(2);
  return share > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** `1,234.5`: with no more decimal places than matter. */
export function count(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** US dollars, with as many digits as small prices need; `unknown` for null. */
export function dollars(usd: number | null): string {
  if (usd === null) return 'unknown';
  if (usd === 0) return '0';
  return usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2);
}

/** A p value: `0.0123`, `< 0.0001`. */
export function pValueText(pValue: number): string {
  return pValue < 0.0001 ? '< 0.0001' : pValue.toFixed(4);
}
