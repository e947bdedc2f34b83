import { hostileTurtle } from './turtleSession.ts';

/** Nothing between them is a token. */
export const angleBrackets = hostileTurtle('angle brackets and nothing else', 100_000, (size) =>
  '<<<<< '.repeat(size / 5),
);
