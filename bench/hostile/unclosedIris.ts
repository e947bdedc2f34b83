import { hostileTurtle } from './turtleSession.ts';

/** Each bracket may open an IRI with white space in it that is closed at the end of the line. */
export const unclosedIris = hostileTurtle('IRIs that are not closed, on one line', 3000, (size) =>
  'ex:a ex:b <x y . '.repeat(size),
);
