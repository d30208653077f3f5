import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { toOurFields } from '../../../src-shared/service/fields.ts'
import { OPERATIONS_PAGE, pathProblem } from '../../../src-shared/service/operation-path.ts'
import {
  OPERATION_NAMES,
  type OperationName,
  operations,
  type RequestOf,
} from '../../../src-shared/service/operations.ts'
import { fieldsOf, placeOf, type ServiceProfile } from '../../../src-shared/service/profile.ts'
import { hasReadings } from '../../../src-shared/service/readings.ts'
import { type Clock, DAY_MS, toDay } from '../../base/clock.ts'
import type { ServiceClient } from '../../service-client/client.ts'
import { examineReadings } from './examine-readings.ts'
import { examineReply, NOTHING_FOUND } from './examine-reply.ts'
import { pathNote } from './path-notes.ts'
import { wirePathOf } from './wire-path.ts'

export type DoctorDeps = { readonly client: Pick<ServiceClient, 'probe'>; readonly clock: Clock }

const PERIOD_DAYS = 28
/** Enough rows to tell units and signs. */
const ROWS_ASKED = 500

type RankPeriod = { readonly startDate: string; readonly endDate: string }

/** The 28 days that end so many days ago. */
const periodEnding = (nowMs: number, daysAgo: number): RankPeriod => ({
  startDate: toDay(nowMs - (daysAgo + PERIOD_DAYS - 1) * DAY_MS),
  endDate: toDay(nowMs - daysAgo * DAY_MS),
})

/** The operations that only read, each with the smallest request that shows whether it is there. */
const sampleRequests = (teamId: string, current: RankPeriod): { [Name in OperationName]?: RequestOf<Name> | null } => ({
  'outreach.peopleSearchTerms': { query: {} },
  'outreach.prospects': { query: {} },
  'outreach.contacts': { query: {} },
  'outreach.outbox': { query: {} },
  'outreach.sendingAccounts': { query: {} },
  'rankTracking.topKeywords': { query: { ...current, compare: true, limit: ROWS_ASKED } },
  'rankTracking.keywords': { query: {} },
  'topicClusters.list': { query: {} },
  // A description keeps the service from crawling a website for the answer.
  'keywords.suggest': { query: { description: 'A shop for outdoor clothing' } },
  'aiModels.list': { query: { teamId } },
  'aiModels.refreshInterval': { query: { teamId } },
  'connectors.catalog': { query: {} },
})

type Answer = Omit<DoctorRow, 'operation' | 'method' | 'path' | 'documented' | 'note'>

const NOT_ASKED: Answer = {
  reachable: null,
  status: null,
  latencyMs: null,
  offered: true,
  problems: [],
  readings: [],
  ...NOTHING_FOUND,
}
/** The service knows the request and does not offer it. */
const NOT_OFFERED_STATUS = 501

/** Operations that are never requested, and the read whose reply has the same fields. */
const SAME_REPLY: { readonly [Name in OperationName]?: OperationName } = {
  'connectors.update': 'connectors.catalog',
  'connectors.setSync': 'connectors.catalog',
}

/** Mappings and suggestions for a read apply to the operation with the same reply as well. */
const withTwin = (row: DoctorRow, rows: readonly DoctorRow[], profile: ServiceProfile): DoctorRow => {
  const twin = SAME_REPLY[row.operation]
  if (twin === undefined) return row
  const suggested = rows.find(({ operation }) => operation === twin)?.suggestions ?? []
  const mapped = Object.entries(fieldsOf(profile, twin, 'response') ?? {})
  const wanted = new Map([...mapped, ...suggested.map(({ ourPath, wirePath }) => [ourPath, wirePath] as const)])
  const own = fieldsOf(profile, row.operation, 'response') ?? {}
  const suggestions = [...wanted]
    .filter(([ourPath, wirePath]) => wirePathOf(own, ourPath) !== wirePath)
    .map(([ourPath, wirePath]) => ({ ourPath, wirePath, reason: `same reply as ${twin}` }))
  return { ...row, suggestions }
}

/**
 * Requests each read operation once, and rankings of two periods to tell signs by their difference; operations that change something are
 * listed and not requested.
 */
export const examine = async (
  { client, clock }: DoctorDeps,
  { brand, profile }: { brand: Brand; profile: ServiceProfile },
): Promise<DoctorRow[]> => {
  const samples = sampleRequests(brand.teamId ?? brand.id, periodEnding(clock.now(), 0))

  const readingsIn = async (name: OperationName, body: unknown): Promise<Answer['readings']> => {
    if (!hasReadings(name) || body === undefined) return []
    const query = { ...periodEnding(clock.now(), PERIOD_DAYS), limit: ROWS_ASKED }
    const before = await client.probe('rankTracking.topKeywords', { query }, { brandId: brand.id })
    const ours = (reply: unknown) => toOurFields(fieldsOf(profile, name, 'response'), reply)
    return examineReadings({ current: ours(body), earlier: ours(before.body) }, profile.readings)
  }

  const ask = async <Name extends OperationName>(name: Name): Promise<Answer> => {
    const problem = pathProblem(name, placeOf(profile, name).path)
    if (problem !== null) return { ...NOT_ASKED, problems: [`${problem} Set it in ${OPERATIONS_PAGE}.`] }
    const sample = samples[name]
    if (operations[name].safety !== 'read' || sample == null) return NOT_ASKED
    const request = sample as RequestOf<Name> // listed under its own name
    const { status, latencyMs, problems, isReachable, body } = await client.probe(name, request, { brandId: brand.id })
    const offered = status !== NOT_OFFERED_STATUS
    const found = body === undefined ? NOTHING_FOUND : examineReply(name, body, fieldsOf(profile, name, 'response'))
    return {
      reachable: isReachable,
      status,
      latencyMs,
      offered,
      problems: offered ? problems : [],
      ...found,
      readings: await readingsIn(name, body),
    }
  }

  const rows = await Promise.all(
    OPERATION_NAMES.map(async (operation) => ({
      operation,
      ...placeOf(profile, operation),
      documented: operations[operation].documented,
      note: '',
      ...(await ask(operation)),
    })),
  )
  return rows.map((row) => ({ ...withTwin(row, rows, profile), note: pathNote(row, rows) }))
}
