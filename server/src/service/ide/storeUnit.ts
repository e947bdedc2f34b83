import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { type InferenceSettings, ShapesCache, type UnitGraphs, unitGraphs } from './unitGraphs.ts';

/** A unit whose data is what is known about a store. */
export class StoreDataUnit {
  readonly #linked: LinkedUnit;
  readonly #settings: InferenceSettings;
  #shapes = new ShapesCache();
  #termsToKeep: number | undefined;

  /** @param linked the shapes, without data. */
  constructor(linked: LinkedUnit, settings: InferenceSettings) {
    this.#linked = linked;
    this.#settings = settings;
  }

  get looksUpClasses(): boolean {
    return this.#settings.subClassOfFrom.includes('data');
  }

  readonly inputWith = async (known: TurtleDocument): Promise<ValidationInput> =>
    (await this.graphsWith(known)).input;

  graphsWith(known: TurtleDocument): Promise<UnitGraphs> {
    const { unit, documents } = this.#linked;
    const linked = {
      ...this.#linked,
      unit: { ...unit, data: [known.uri] },
      documents: new Map([...documents, [known.uri, known]]),
    };
    return unitGraphs(linked, this.#settings, this.#shapes);
  }

  /** Forgets the terms of what is not known any more, if there may be many. Call it only while no other work is running. */
  readonly forget = (): void => {
    this.#termsToKeep ??= terms.size;
    if (terms.size < 1.5 * this.#termsToKeep + 100_000) return;
    this.#shapes = new ShapesCache();
    terms.sweep((keep) => {
      for (const document of this.#linked.documents.values()) document.forTerms(keep);
    });
    this.#termsToKeep = terms.size;
  };
}
