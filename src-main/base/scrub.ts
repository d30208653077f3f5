// The one rule for what looks like a secret in a text: whatever the schema of keys allows (any sign but a space), also
// where a quote of it is escaped by JSON or an address encodes what stands before it.
const SECRET = /(?:(?<![A-Za-z])|(?<=%[0-9A-Fa-f]{2}))(sk|whsec)_(?:\\.|[!#-[\]-~])+/g
const BEARER = /(bearer\s+)[^\s"'\\]+/gi

/** The text with everything that looks like a secret masked. */
export const scrub = (text: string): string => text.replace(SECRET, '$1_…').replace(BEARER, '$1…')
