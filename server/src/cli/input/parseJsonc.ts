import { type ParsedJson, parseJson } from '../../base/parseJson.ts';

/** The value of a JSON text with comments and trailing commas, as VS Code writes its settings. */
export function parseJsonc(text: string): ParsedJson {
  // What is left out is replaced by blanks, so that errors keep their places.
  return parseJson(
    text
      .replace(
        /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
        (found, string: string | undefined) => string ?? found.replace(/[^\n]/g, ' '),
      )
      .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? ' '),
  );
}
