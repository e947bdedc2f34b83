import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser, Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { Validator } from 'shacl-engine';

/** Another SHACL engine with its shapes loaded. */
export interface Peer {
  /** Validates and returns the number of results. */
  validate(data: Store): Promise<number>;
}

export type PeerName = 'rdf-validate-shacl' | 'shacl-engine';

export const peers: Readonly<Record<PeerName, (shapes: readonly Quad[]) => Peer>> = {
  'rdf-validate-shacl': (shapes) => {
    // Imports resolve to an empty graph, because the engine would stop at them. By default, it also drops results after
    // 50 checks of a node.
    const options = { maxNodeChecks: 0, importGraph: async () => new Store() };
    const validator = new SHACLValidator(new Store([...shapes]), options as object);
    return {
      validate: async (data) => {
        const report = await validator.validate(data);
        const { validationError } = validator.validationEngine;
        if (validationError) throw validationError;
        return report.results.length;
      },
    };
  },
  'shacl-engine': (shapes) => {
    const validator = new Validator(new Store([...shapes]), { factory: DataFactory });
    return { validate: async (data) => (await validator.validate({ dataset: data })).results.length };
  },
};

/** Parses a Turtle text with n3. */
export function readWithN3(text: string, baseIRI = 'file:///data.ttl'): Quad[] {
  return new Parser({ baseIRI }).parse(text);
}
