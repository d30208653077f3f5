// Where the service cuts (interface, section 8).
export const SUBJECT_MAX = 500
export const BODY_MAX = 50_000

export type Cut = { readonly kept: string; readonly gone: string }

/** What the service keeps of a text, and what it would cut off. */
export const cutAt = (text: string, max: number): Cut => ({ kept: text.slice(0, max), gone: text.slice(max) })
