import { hostileTurtle } from './turtleSession.ts';

/** They are valid up to the end of the file, where the ends of all of them are missing. */
export const openCollections = hostileTurtle(
  'collections in one another that are not closed',
  75_000,
  (size) => `ex:a ex:b ${'( '.repeat(size)}`,
);
