const FORMULA_AT_START = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/** The start of a cell where a spreadsheet splits at semicolons or tabs, which it does in many countries. */
const FORMULA_AFTER_BREAK = /(?<=[;\t\r\n][\s"]*)[=+\-@＝＋－＠]/g

/** Puts an apostrophe, which a spreadsheet does not show, before what it would take for a formula. */
export const escapeFormula = (text: string): string => {
  const rest = text.replace(FORMULA_AFTER_BREAK, "'$&")
  return FORMULA_AT_START.test(text) ? `'${rest}` : rest
}
