// What looks like a secret in a text: whatever the schema of keys allows (any character but a space), also where JSON
// escapes a quote in it or a URL encodes the character before it.
const SECRET = /(?:(?<![A-Za-z])|(?<=%[0-9A-Fa-f]{2}))(sk|whsec)_(?:\\.|[!#-[\]-~])+/g
const BEARER = /(bearer\s+)[^\s"'\\]+/gi
/** The password in the address of a database: up to the last @, since not everybody encodes one. */
const IN_ADDRESS = /(\bpostgres(?:ql)?:\/\/[^\s:@/"]*:)(?:\\.|[^\s"\\])+@/gi
const AS_PARAMETER = /(\bpostgres(?:ql)?:\/\/[^\s"]*[?&]password=)[^\s"&]+/gi

/** The text with everything that looks like a secret masked. */
export const scrub = (text: string): string =>
  text.replace(SECRET, '$1_…').replace(BEARER, '$1…').replace(IN_ADDRESS, '$1…@').replace(AS_PARAMETER, '$1…')
