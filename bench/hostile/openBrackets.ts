import { hostileTurtle } from './turtleSession.ts';

/** The second of them is an error already, and the parser skips the others. */
export const openBrackets = hostileTurtle('opening brackets and nothing else', 75_000, (size) =>
  '['.repeat(size),
);
