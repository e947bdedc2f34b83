import { hostileTurtle } from './turtleSession.ts';

/** Valid, and nested as deep as the text is long: no code may recurse over it. */
export const nestedBlankNodes = hostileTurtle(
  'blank nodes in one another',
  20_000,
  (size) => `ex:a ${'ex:b [\n'.repeat(size)}${'] '.repeat(size)}.`,
);
