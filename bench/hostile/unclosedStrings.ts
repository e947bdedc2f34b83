import { hostileTurtle } from './turtleSession.ts';

/** Each quote could open a string without an end, because all later quotes are escaped in it. */
export const unclosedStrings = hostileTurtle(
  'quotes that may open a string to the end of the file',
  3000,
  (size) => 'ex:a ex:b \\"""x "y .\n'.repeat(size),
);
