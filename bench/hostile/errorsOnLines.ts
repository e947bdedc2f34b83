import { hostileTurtle } from './turtleSession.ts';

/** After each error, the parser searches for the next statement. */
export const errorsOnLines = hostileTurtle(
  'statements with syntax errors on lines of their own',
  3000,
  (size) => 'ex:a ex:b % .\n'.repeat(size),
);
