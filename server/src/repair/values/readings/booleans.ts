import { certainly, type Reading } from './reading.ts';

/** The truth value that a word means in one of the languages in which data is usually written. */
export function* booleansMeant(text: string): Iterable<Reading> {
  const word = text.toLowerCase().replace(/[.!]$/, '');
  if (yes.has(word)) yield certainly('true');
  else if (no.has(word)) yield certainly('false');
}

const yes = new Set(
  '1 true yes y t on ja wahr oui o vrai sí si sim sì verdadero verdadeiro vero tak ano igen kyllä да evet'.split(
    ' ',
  ),
);
const no = new Set(
  '0 false no n f off nein falsch non faux não nao falso nee nej nie ne nem ei нет hayır'.split(' '),
);
