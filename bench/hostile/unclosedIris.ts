import { hostileTurtle } from './turtleSession.ts';

/** Each bracket could open an IRI that contains white space and closes at the end of the line. */
export const unclosedIris = hostileTurtle('IRIs that are not closed, on one line', 3000, (size) =>
  'ex:a ex:b <x y . '.repeat(size),
);
