// Names come from people and from the service: one that runs right to left, or that turns the direction by itself,
// must not reverse the sentence around it.

const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/
const ISOLATES = /[\u2066-\u2069]/g

/** For text that takes no markup (labels, titles): in marks of isolation where it needs them, else as it is. */
export const isolate = (name: string): string => (TURNS.test(name) ? `\u2068${name.replace(ISOLATES, '')}\u2069` : name)
