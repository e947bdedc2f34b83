import { hostileTurtle } from './turtleSession.ts';

/** Each error has the same line, which is as long as the file, for its frame. */
export const errorsOnOneLine = hostileTurtle('statements with syntax errors on one line', 3000, (size) =>
  'ex:a ex:b % . '.repeat(size),
);
