/** The page of the guide that explains a place; its index for any other. */
const PAGES: Readonly<Record<string, string>> = {
  today: 'see-what-needs-attention',
  overview: 'see-what-needs-attention',
  rankings: 'compare-two-weeks',
  movers: 'compare-two-weeks',
  clusters: 'compare-two-weeks',
  research: 'research-and-audit',
  audits: 'research-and-audit',
  visibility: 'research-and-audit',
  prospects: 'pitch-20-people',
  contacts: 'pitch-20-people',
  compose: 'pitch-20-people',
  outbox: 'pitch-20-people',
  suppressions: 'pitch-20-people',
  credits: 'pitch-20-people',
  publish: 'schedule-five-articles',
  calendar: 'schedule-five-articles',
  webhooks: 'receive-webhooks',
  connectors: 'set-what-assistants-may-do',
  intents: 'check-results',
  sync: 'work-offline',
  settings: 'connect-your-agency',
}

export const guidePageOf = (view: string): string => PAGES[view] ?? 'README'
