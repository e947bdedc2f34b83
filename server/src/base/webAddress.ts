/** True for what is an address of the web rather than the name of a file. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
