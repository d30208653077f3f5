// Entries of the demo agency. Their domains are reserved for examples, so no real person is suppressed or let in by them.
export const DEMO_SUPPRESSIONS = [
  { value: 'newsroom@harbour-press.example', reason: 'Demo: asked not to be contacted again' },
  { value: 'dana@northside-editors.example', reason: 'Demo: left the magazine' },
  { value: 'link-exchange.example', reason: 'Demo: sells links' },
  { value: 'rival-agency.example', reason: 'Demo: a competitor of a client' },
] as const
