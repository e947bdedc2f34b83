import { hostileTurtle } from './turtleSession.ts';

/** Each bracket makes the parser trust less of what it has read of the statement. */
export const closingBrackets = hostileTurtle(
  'closing brackets without opening ones',
  20_000,
  (size) => `ex:a ex:b 1 ; ${'ex:b ] ; ex:c ) ; '.repeat(size / 2)}.`,
);
