import { hostileTurtle } from './turtleSession.ts';

/** No token occurs between them. */
export const angleBrackets = hostileTurtle('angle brackets and nothing else', 100_000, (size) =>
  '<<<<< '.repeat(size / 5),
);
