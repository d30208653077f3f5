const FORMULA_AT_START = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/** The start of a cell where a spreadsheet splits at semicolons or tabs, which it does in many countries. */
const FORMULA_AFTER_BREAK = /(?<=[;\t\r\n][\s"]*)[=+\-@＝＋－＠]/g

/** A text that a spreadsheet would take for a formula gets an apostrophe in front of that, which it does not show. */
export const escapeFormula = (text: string): string => {
  const rest = text.replace(FORMULA_AFTER_BREAK, "'$&")
  return FORMULA_AT_START.test(text) ? `'${rest}` : rest
}
