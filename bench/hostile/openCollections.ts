import { hostileTurtle } from './turtleSession.ts';

/** All of them are in order up to the end of the file, where all of them are missing their ends. */
export const openCollections = hostileTurtle(
  'collections in one another that are not closed',
  75_000,
  (size) => `ex:a ex:b ${'( '.repeat(size)}`,
);
