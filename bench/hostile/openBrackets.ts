import { hostileTurtle } from './turtleSession.ts';

/** The second bracket is already an error, and the parser skips the others. */
export const openBrackets = hostileTurtle('opening brackets and nothing else', 75_000, (size) =>
  '['.repeat(size),
);
