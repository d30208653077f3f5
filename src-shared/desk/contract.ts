// The desk contract: all calls that a shell may make, and all events that it may get.
// Preload allow-list, web routes, command line, handler object and renderer types are derived from it.
import { z } from 'zod'
import { alertCalls, alertEvents } from './alerts.ts'
import { annotationCalls } from './annotations.ts'
import { backupCalls, backupEvents } from './backups.ts'
import { brandCalls } from './brands.ts'
import { cannibalisationCalls } from './cannibalisation.ts'
import { causeCalls } from './causes.ts'
import { clockCalls, clockEvents } from './clock.ts'
import { clusterCalls } from './clusters.ts'
import { EmptySchema } from './common.ts'
import { composingCalls } from './composing.ts'
import { connectorCalls, connectorEvents } from './connectors.ts'
import { call } from './define.ts'
import { deskCalls, deskEvents } from './desk.ts'
import { exportCalls } from './exports.ts'
import { forecastCalls } from './forecast.ts'
import { impactCalls } from './impact.ts'
import { intentCalls, intentEvents } from './intents.ts'
import { mcpCalls } from './mcp.ts'
import { opportunityCalls } from './opportunities.ts'
import { outreachCalls, outreachEvents } from './outreach.ts'
import { outreachCareCalls } from './outreach-care.ts'
import { playbookCalls } from './playbooks.ts'
import { prospectCalls } from './prospects.ts'
import { publishingCalls } from './publishing.ts'
import { queryCalls } from './query.ts'
import { rankingCalls } from './rankings.ts'
import { reportCalls, reportEvents } from './reports.ts'
import { researchCalls, researchEvents } from './research.ts'
import { serviceCalls, serviceEvents } from './service.ts'
import { syncCalls, syncEvents } from './sync.ts'
import { teamCalls, teamEvents } from './team.ts'
import { todayCalls } from './today.ts'
import { visibilityCalls } from './visibility.ts'
import { webhookCalls, webhookEvents } from './webhooks.ts'

const recoveryCalls = {
  /** `core-missing`: core.db is gone while the cache is full. Every other call fails until a person has chosen. */
  'desk.recovery': call({
    input: EmptySchema,
    output: z.object({
      state: z.enum(['none', 'core-missing']),
      dataFolder: z.string(),
      /** Where a backup is looked for. */
      backupsFolder: z.string(),
    }),
    reads: ['backups'],
  }),
  /** Looks into the backups folder again; the best backup there takes the place of core.db. */
  'desk.lookForBackups': call({ input: EmptySchema, output: z.object({ isFound: z.boolean() }), reads: [] }),
  /** Goes on with an empty desk. */
  'desk.startEmpty': call({ input: EmptySchema, output: EmptySchema, reads: [] }),
}

export const calls = {
  ...brandCalls,
  ...serviceCalls,
  ...syncCalls,
  ...rankingCalls,
  ...forecastCalls,
  ...cannibalisationCalls,
  ...opportunityCalls,
  ...causeCalls,
  ...annotationCalls,
  ...clusterCalls,
  ...prospectCalls,
  ...outreachCalls,
  ...composingCalls,
  ...outreachCareCalls,
  ...intentCalls,
  ...publishingCalls,
  ...impactCalls,
  ...webhookCalls,
  ...connectorCalls,
  ...visibilityCalls,
  ...researchCalls,
  ...reportCalls,
  ...exportCalls,
  ...todayCalls,
  ...queryCalls,
  ...playbookCalls,
  ...mcpCalls,
  ...alertCalls,
  ...deskCalls,
  ...backupCalls,
  ...clockCalls,
  ...recoveryCalls,
  ...teamCalls,
}

export const events = {
  ...syncEvents,
  ...serviceEvents,
  ...outreachEvents,
  ...intentEvents,
  ...webhookEvents,
  ...connectorEvents,
  ...researchEvents,
  ...reportEvents,
  ...alertEvents,
  ...deskEvents,
  ...backupEvents,
  ...clockEvents,
  ...teamEvents,
}

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a shell may write. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>
/** What a handler receives: parsed, with defaults filled in. */
export type ParsedInput<Name extends CallName> = z.output<Calls[Name]['input']>
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>

export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<Name extends EventName> = z.output<Events[Name]>

/** An event as it travels. */
export type DeskEvent = {
  [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> }
}[EventName]

/** One function a call; a missing one does not compile. */
export type Handlers = {
  readonly [Name in CallName]: (input: ParsedInput<Name>) => Promise<CallOutput<Name>> | CallOutput<Name>
}

export const CALL_NAMES = Object.keys(calls) as readonly CallName[] // keys of a const object
export const EVENT_NAMES = Object.keys(events) as readonly EventName[] // keys of a const object

/** What each call reads, without the schemas: the window has none of them. */
export const CALL_READS = Object.fromEntries(
  CALL_NAMES.map((name) => [name, calls[name].reads]),
) as unknown as Readonly<Record<CallName, (typeof calls)[CallName]['reads']>> // one entry of each name

export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)
