/** True for a web address, as opposed to the name of a file. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
