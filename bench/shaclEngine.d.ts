declare module 'shacl-engine' {
  import type { DatasetCore, Term } from '@rdfjs/types';

  export class Validator {
    constructor(shapes: DatasetCore, options: { readonly factory: object; readonly details?: boolean });
    validate(data: { readonly dataset: DatasetCore }): Promise<{ readonly results: readonly EngineResult[] }>;
  }

  interface EngineResult {
    readonly focusNode: { readonly term: Term };
    readonly constraintComponent: Term;
  }
}
