import { invert, type Path, printPath } from '../../../server/src/shacl/model/path.ts';

/** The rules of paths, each path once: `p(N,X,Y)` holds when Y is a value of path N at X. */
export class PathRules {
  readonly rules: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a path. */
  numberOf(path: Path): number {
    const key = printPath(path, String);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.rules.push(...this.#rulesOf(path, number));
    return number;
  }

  #rulesOf(path: Path, n: number): readonly string[] {
    switch (path.kind) {
      case 'predicate':
        return [`p(${n},X,Y) :- t(X,${path.predicate},Y).`];
      case 'inverse':
        return path.path.kind === 'predicate'
          ? [`p(${n},X,Y) :- t(Y,${path.path.predicate},X).`]
          : [`p(${n},X,Y) :- p(${this.numberOf(invert(path.path))},X,Y).`];
      case 'sequence': {
        const steps = path.paths.map((step, i) => `p(${this.numberOf(step)},X${i},X${i + 1})`);
        return [`p(${n},X0,X${steps.length}) :- ${steps.join(', ')}.`];
      }
      case 'alternative':
        return path.paths.map((each) => `p(${n},X,Y) :- p(${this.numberOf(each)},X,Y).`);
      case 'zeroOrOne':
        return [`p(${n},X,X) :- term(X).`, `p(${n},X,Y) :- p(${this.numberOf(path.path)},X,Y).`];
      case 'zeroOrMore':
        return [`p(${n},X,X) :- term(X).`, `p(${n},X,Z) :- p(${n},X,Y), p(${this.numberOf(path.path)},Y,Z).`];
      case 'oneOrMore': {
        const step = this.numberOf(path.path);
        return [`p(${n},X,Y) :- p(${step},X,Y).`, `p(${n},X,Z) :- p(${n},X,Y), p(${step},Y,Z).`];
      }
    }
  }
}
