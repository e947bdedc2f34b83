/**
 * The value of a JSON text with comments and trailing commas, as VS Code writes its settings.
 * @throws SyntaxError when it is something else.
 */
export function parseJsonc(text: string): unknown {
  return JSON.parse(
    text
      .replace(
        /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
        (_, string: string | undefined) => string ?? ' ',
      )
      .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? ''),
  );
}
