// Which days a verdict is made of. Threads that hold no schemas read them.

/** The day of publishing and the three after it: search engines take them to see the change. */
export const SETTLING_DAYS = 4
/** So many whole days after them a verdict needs. */
export const VERDICT_DAYS_MIN = 14
