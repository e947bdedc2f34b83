import { hostileTurtle } from './turtleSession.ts';

/** Each quote may open a string that ends nowhere: all others are escaped in it. */
export const unclosedStrings = hostileTurtle(
  'quotes that may open a string to the end of the file',
  3000,
  (size) => 'ex:a ex:b \\"""x "y .\n'.repeat(size),
);
