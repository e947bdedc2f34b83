/**
 * A prefix for a namespace that nobody has one for: its last word, or else `ns`, with a number if that is taken. It can be
 * renamed.
 */
export function newPrefix(namespace: string, isTaken: (prefix: string) => boolean): string {
  const words =
    namespace.replace(/^[A-Za-z][\w+.-]*:(?:\/\/(?:www\.)?)?/, '').match(/[A-Za-z][A-Za-z0-9-]*/g) ?? [];
  // A version such as v1 or the end of a host says little.
  const [host, ...path] = words;
  const word =
    path.findLast((each) => each.length > 2 && !/^(?:com|org|net|edu)$/.test(each)) ?? host ?? 'ns';
  const start = word.toLowerCase().replace(/-+$/, '').slice(0, longest);
  if (!isTaken(start)) return start;
  for (let number = 2; ; number++) {
    if (!isTaken(`${start}${number}`)) return `${start}${number}`;
  }
}

const longest = 12;
