import { hostileTurtle } from './turtleSession.ts';

/** The frame of each error shows the same line, which is as long as the file. */
export const errorsOnOneLine = hostileTurtle('statements with syntax errors on one line', 3000, (size) =>
  'ex:a ex:b % . '.repeat(size),
);
