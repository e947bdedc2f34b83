import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { mintIri } from '../../drafts/mint.ts';
import {
  type Break,
  byWrongValue,
  usualValues,
  valuesAt,
  withoutTriples,
} from '../violate/violationEdits.ts';

/** Takes from a value all types that make it an instance; else puts a value there that is none. */
export const classBreak: Break<'class'> = {
  kind: 'class',
  component: sh.ClassConstraintComponent,
  *breaks(aim) {
    const { constraint, draft, focusNode } = aim;
    const subclasses = draft.scene.classes.subclasses(constraint.class);
    let isTypedHere = false;
    for (const value of valuesAt(aim)) {
      if (terms.isLiteral(value)) continue;
      const types = draft.graph.objects(value, rdf.type).filter((type) => subclasses.has(type));
      for (const fix of withoutTriples(
        draft,
        types.map((object) => ({ subject: value, predicate: rdf.type, object })),
      )) {
        isTypedHere = true;
        yield fix;
      }
    }
    if (isTypedHere) return;
    yield* byWrongValue(aim, function* (value): Iterable<TermId> {
      yield* usualValues(aim);
      if (value !== undefined) return;
      yield terms.literal('x');
      yield mintIri('Thing', focusNode, draft);
    });
  },
};
