// Entries of the demo agency. Their domains are reserved for examples, so no real person is suppressed or let in by them.
/** Oldest first, as they are listed by number. */
export const DEMO_SUPPRESSIONS = [
  { kind: 'domain', value: 'rival-agency.example', reason: 'Demo: a competitor of a client', daysAgo: 61 },
  { kind: 'domain', value: 'link-exchange.example', reason: 'Demo: sells links', daysAgo: 34 },
  { kind: 'address', value: 'dana@northside-editors.example', reason: 'Demo: left the magazine', daysAgo: 12 },
  {
    kind: 'address',
    value: 'newsroom@harbour-press.example',
    reason: 'Demo: asked not to be contacted again',
    daysAgo: 3,
  },
] as const
