import type * as RDF from '@rdfjs/types';
import { DataFactory, type Store } from 'n3';
import { test } from 'vitest';
import type {
  AbortSignalLike,
  Applied,
  DataFactory as Factory,
  Quad,
  Source,
  Term,
  TurtleText,
} from './api.ts';

/** Compiles only when each of the values is of the type. */
function areOf<Type>(..._values: readonly Type[]): void {}

test('terms and quads are those of RDF/JS, and what RDF/JS has is accepted', () => {
  const given = undefined as never;
  areOf<RDF.Term>(given as Term);
  areOf<RDF.Quad>(given as Quad);
  areOf<Term>(
    given as RDF.NamedNode,
    given as RDF.BlankNode,
    given as RDF.Literal,
    given as RDF.DefaultGraph,
  );
  areOf<Source>(
    given as RDF.DatasetCore,
    given as Store,
    given as readonly RDF.Quad[],
    given as Set<RDF.Quad>,
  );
  areOf<Factory>(DataFactory, given as RDF.DataFactory);
  areOf<AbortSignalLike>(given as AbortSignal);
});

test('what a repair is applied to comes out in the same form', () => {
  const given = undefined as never;
  areOf<string>(given as Applied<'ex:a ex:b ex:c .'>, given as Applied<string>);
  areOf<TurtleText>(given as Applied<TurtleText>);
  areOf<readonly Quad[]>(given as Applied<Store>, given as Applied<RDF.Quad[]>);
  areOf<readonly string[]>(given as Applied<string[]>);
  areOf<readonly (string | readonly Quad[])[]>(given as Applied<(string | Store)[]>);
});
