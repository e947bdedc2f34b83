import { hostileTurtle } from './turtleSession.ts';

/** In order, and as deep as the text is long: nothing may recurse. */
export const nestedCollections = hostileTurtle(
  'collections in one another',
  20_000,
  (size) => `ex:a ex:b ${'(\n'.repeat(size)}${') '.repeat(size)}.`,
);
