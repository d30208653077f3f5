// What the web shell and its page agree on. A session is a secret that the page makes; the token of a printed address
// opens it, once. The page sends it as `Authorization: Bearer <session>`; the first requests carry the token as well.

/** The header of the token. */
export const TOKEN_HEADER = 'x-desk-token'

/** Where the page keeps its session in `sessionStorage`, and the channel on which tabs hand it to each other. */
export const SESSION_SLOT = 'agency-desk-session'

/** A session: 32 random bytes in hex. */
export const SESSION_PATTERN = /^[0-9a-f]{64}$/
