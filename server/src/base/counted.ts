/** A number with its noun: "1 value", "2 values", "1,000 values". */
export function counted(count: number, noun: string): string {
  return `${inDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A whole number with commas between its thousands: "1,000". The formatter of the platform takes 20 ms to start, which
 * every run would have to pay for.
 */
export function inDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number with its noun as in recorded texts, whose bytes must never change: "1000 values". */
export function countedPlainly(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
