import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { type FieldMap, toOurFields } from '../../../src-shared/service/fields.ts'
import { fixedStart, OPERATIONS_PAGE, pathProblem } from '../../../src-shared/service/operation-path.ts'
import {
  OPERATION_NAMES,
  type OperationName,
  openFieldsOf,
  operations,
  type RequestOf,
} from '../../../src-shared/service/operations.ts'
import { fieldsOf, placeOf, type ServiceProfile } from '../../../src-shared/service/profile.ts'
import { hasReadings } from '../../../src-shared/service/readings.ts'
import { type Clock, DAY_MS, toDay } from '../../base/clock.ts'
import type { ServiceClient } from '../../service-client/client.ts'
import { examineReadings } from './examine-readings.ts'
import { findingsOf, schemaNode } from './findings.ts'
import { kindsText, shapeOf } from './json-shape.ts'
import { suggestFields } from './suggest-fields.ts'
import { wirePathOf } from './wire-path.ts'

type Row = Pick<DoctorRow, 'operation' | 'path' | 'reachable' | 'problems'>

const UNTESTED = 'The change itself is not tested.'

const resourceOf = ({ operation }: Row): string => operation.split('.')[0] ?? ''

/**
 * What the lists beside an operation say of its path, where the path has a value in it: the doctor never tests a change.
 * Empty where there is nothing to say.
 */
const pathNote = (row: Row, rows: readonly Row[]): string => {
  const start = fixedStart(row.path)
  if (row.reachable !== null || row.problems.length > 0 || start === row.path) return ''
  const answering = rows.filter(
    (other) => resourceOf(other) === resourceOf(row) && other.reachable === true && other.problems.length === 0,
  )
  const [first] = answering
  if (first === undefined)
    return `Nothing beside it answers, so its path is not compared with that of a list. ${UNTESTED}`
  const near = answering.find(({ path }) => path === start || path.startsWith(`${start}/`))
  return near === undefined
    ? `No list answers at ${start}, where this path begins: ${first.operation} answers at ${first.path}. Check the path. ${UNTESTED}`
    : `${near.operation} answers at ${near.path}, where this path begins. ${UNTESTED}`
}

type ReplyFindings = Pick<DoctorRow, 'arrived' | 'misfits' | 'suggestions'>

const NOTHING_FOUND: ReplyFindings = { arrived: [], misfits: [], suggestions: [] }

const ARRIVED_MAX = 100
const MISFITS_MAX = 30

const misfitsOf = (name: OperationName, body: unknown): ReplyFindings['misfits'] => {
  const schema = operations[name].response
  const misfits = findingsOf(schemaNode(schema), body)
    .filter(({ isFit }) => !isFit)
    .map(({ path, expected, found }) => ({ path, expected, found }))
  if (misfits.length > 0) return misfits
  // Types fit, and something finer does not: a length, a form.
  const issues = schema.safeParse(body).error?.issues ?? []
  const paths = issues.map(({ path }) => path.map(String).join('.').replaceAll(/\.\d+/g, '[]'))
  return [...new Set(paths)].map((path) => ({ path, expected: 'a value that the interface allows', found: 'another' }))
}

/** What a reply holds, where it leaves the schema under the profile's mapping, and which mapping would help. */
const examineReply = (name: OperationName, body: unknown, map: FieldMap = {}): ReplyFindings => ({
  arrived: shapeOf(body)
    .filter(({ path }) => path !== '')
    .slice(0, ARRIVED_MAX)
    .map(({ path, values }) => ({ path, type: kindsText(values) })),
  misfits: misfitsOf(name, toOurFields(map, body)).slice(0, MISFITS_MAX),
  suggestions: suggestFields({ schema: operations[name].response, body, map, open: openFieldsOf(name, 'response') }),
})

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
