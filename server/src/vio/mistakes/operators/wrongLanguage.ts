import { terms } from '../../../rdf/terms.ts';
import { misusedTags } from '../../../repair/evidence/languages.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A text with another tag: the name of its language, its code of three letters, a country, or another language there. */
export const wrongLanguage: MistakeOperator = {
  title: 'wrong language',
  at(triple, { graph }, random) {
    const { subject, predicate, object } = triple;
    const language = terms.language(object);
    if (language === '') return undefined;
    const others = graph.objects(subject, predicate).map((each) => terms.language(each));
    const tags = [...misusedTags(language), ...others].filter((tag) => tag !== '' && tag !== language);
    const tag = tags[random.below(Math.max(1, tags.length))];
    return tag === undefined
      ? undefined
      : rewritten(triple, { object: terms.languageString(terms.value(object), tag) });
  },
};
