import { hostileTurtle } from './turtleSession.ts';

/** Each quote could open a string that runs to the end of the line. */
export const unclosedStringsOnOneLine = hostileTurtle(
  'quotes that may open a string to the line end',
  10_000,
  (size) => `ex:a ex:b ${'\\"x '.repeat(size)}`,
);
