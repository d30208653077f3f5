// Which room of src-main serves each call. Names of calls do not change, for users' scripts depend on them; so a word may be
// served by several rooms.
import type { CallName } from './contract.ts'

/** By the first word of a call's name. */
const WORDS = {
  alerts: 'alerts',
  annotations: 'annotations',
  brands: 'brands',
  cannibalisation: 'cannibalisation',
  causes: 'causes',
  clusters: 'clusters',
  connectors: 'connectors',
  contacts: 'prospects',
  desk: 'settings',
  exports: 'exports',
  impact: 'impact',
  intents: 'journal',
  mcp: 'mcp',
  opportunities: 'opportunities',
  outreach: 'pitches',
  playbooks: 'playbooks',
  prospects: 'prospects',
  publishing: 'publishing',
  query: 'query',
  rankings: 'rankings',
  reports: 'reports',
  research: 'research',
  service: 'settings',
  sync: 'sync',
  team: 'team',
  today: 'today',
  visibility: 'visibility',
  webhooks: 'webhooks',
} as const

/** Calls that another room serves than their first word says. */
const CALLS = {
  'brands.days': 'rankings',
  'brands.overview': 'rankings',
  'desk.clock': 'clockGuard',
  'desk.confirmClock': 'clockGuard',
  'outreach.cancelFreeze': 'composing',
  'outreach.discover': 'prospects',
  'outreach.findPeople': 'prospects',
  'outreach.freeze': 'composing',
  'outreach.frozen': 'composing',
  'outreach.ledger': 'credits',
  'outreach.matchContacts': 'composing',
  'outreach.preview': 'composing',
  'outreach.quote': 'credits',
  'outreach.removeTemplate': 'composing',
  'outreach.repeated': 'composing',
  'outreach.saveTemplate': 'composing',
  'outreach.searchTerms': 'prospects',
  'outreach.setBudget': 'credits',
  'outreach.shareDraft': 'composing',
  'outreach.suppress': 'suppressions',
  'outreach.suppressions': 'suppressions',
  'outreach.template': 'composing',
  'outreach.templates': 'composing',
  'outreach.unsuppress': 'suppressions',
  'service.earlyRefusals': 'serviceClient',
} as const satisfies Partial<Record<CallName, string>>

type RoomOf<Name extends CallName> = Name extends keyof typeof CALLS
  ? (typeof CALLS)[Name]
  : Name extends `${infer Word extends keyof typeof WORDS}.${string}`
    ? (typeof WORDS)[Word]
    : never

/** The rooms that serve calls. */
export type RoomName = { [Name in CallName]: RoomOf<Name> }[CallName]

/** The calls that a room serves. */
export type CallsOf<Room extends RoomName> = { [Name in CallName]: RoomOf<Name> extends Room ? Name : never }[CallName]

const callRooms: Readonly<Record<string, string>> = CALLS
const wordRooms: Readonly<Record<string, string>> = WORDS

export const roomOf = (name: CallName): string | undefined => callRooms[name] ?? wordRooms[name.split('.', 1)[0] ?? '']
