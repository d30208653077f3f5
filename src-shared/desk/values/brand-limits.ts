// How many brands a call takes, apart from its schema: the window has no schemas.

/** Added by one call. */
export const ADDED_AT_ONCE_MAX = 500
