// Sync and the tables of Settings. No call gives a key, so no row holds one.
import type { Backup } from '../../../src-shared/desk/backups.ts'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { McpRequest } from '../../../src-shared/desk/mcp.ts'
import type { RunRow } from '../../../src-shared/desk/playbooks.ts'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import type { SyncStatusRow } from '../../../src-shared/desk/sync.ts'
import { doctorVerdict } from '../../../src-shared/desk/values/doctor-verdict.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import { type Mapping, mappingsOf } from '../../../src-shared/service/field-mappings.ts'
import { OPERATION_NAMES, type OperationName, operations as table } from '../../../src-shared/service/operations.ts'
import { isChanged, placeOf, requestsPerMinuteOf, type ServiceProfile } from '../../../src-shared/service/profile.ts'
import { brandName, type Column, column, defineList, ofBrands, oneBrand } from '../list.ts'

const sync: readonly Column<SyncStatusRow>[] = [
  brandName(),
  column('dataset', 'Data', ({ dataset }) => dataset),
  column('state', 'Status', ({ state }) => state),
  column('rows', 'Rows', ({ rows }) => rows),
  column('error', 'Error', ({ error }) => error?.message),
  column('nextTryAt', 'Next try', ({ nextTryAt }) => nextTryAt),
  column('syncedAt', 'Synced at', ({ fetchedAt }) => fetchedAt),
]

const brands: readonly Column<Brand & { readonly brandId: string }>[] = [
  brandName(),
  column('keyState', 'Key', ({ keyState }) => keyState),
  column('keyIn', 'Key kept in', ({ keyIn }) => keyIn),
  column('keyOrigin', 'Address that accepted the key', ({ keyOrigin }) => keyOrigin),
  column('keyAddedAt', 'Key added', ({ keyAge }) => (keyAge?.isExact ? keyAge.since : null)),
  column('slug', 'Slug', ({ slug }) => slug),
  column('tags', 'Tags', ({ tags }) => tags.join(', ')),
  column('pinned', 'Pinned', ({ pinned }) => pinned),
  column('demo', 'Demo', ({ demo }) => demo),
  column('createdAt', 'Added', ({ createdAt }) => createdAt),
  column('brandId', 'Brand ID', ({ brandId }) => brandId),
]

const operationRow = (profile: ServiceProfile, operation: OperationName) => ({
  operation,
  isDocumented: table[operation].documented,
  ...placeOf(profile, operation),
  requestsPerMinute: requestsPerMinuteOf(profile, operation),
  parameters: profile.parameters[operation] ?? {},
  isChanged: isChanged(profile, operation),
})

const operations: readonly Column<ReturnType<typeof operationRow>>[] = [
  column('operation', 'Operation', ({ operation }) => operation),
  column('isDocumented', 'Documented', ({ isDocumented }) => isDocumented),
  column('method', 'Method', ({ method }) => method),
  column('path', 'Path', ({ path }) => path),
  column('requestsPerMinute', 'Requests per minute', ({ requestsPerMinute }) => requestsPerMinute),
  column('parameters', 'Renamed parameters', ({ parameters }) =>
    Object.entries(parameters)
      .map(([ours, wire]) => `${ours} is ${wire}`)
      .join(', '),
  ),
  column('isChanged', 'Differs from the default', (row) => row.isChanged),
]

const mappedFields: readonly Column<Mapping>[] = [
  column('operation', 'Operation', ({ operation }) => operation),
  column('part', 'Part', ({ side }) => (side === 'response' ? 'reply' : 'request')),
  column('ours', 'Our field', ({ ours }) => ours),
  column('wire', 'Field in the service', ({ wire }) => wire),
]

const doctor: readonly Column<DoctorRow & { readonly brandId: string }>[] = [
  brandName(),
  column('operation', 'Operation', ({ operation }) => operation),
  column('method', 'Method', ({ method }) => method),
  column('path', 'Path', ({ path }) => path),
  column('result', 'Result', doctorVerdict),
  column('problems', 'Problems', ({ problems }) => problems.join(' ')),
  column('note', 'Note', ({ note, readings }) => [note, ...readings.map(({ text }) => text)].join(' ').trim()),
  column('misfits', 'Fields that do not match', ({ misfits }) =>
    misfits.map(({ path, expected, found }) => `${path || 'reply'}: expected ${expected}, found ${found}`).join(', '),
  ),
  column('status', 'Status', ({ status }) => status),
  column('latencyMs', 'Time (ms)', ({ latencyMs }) => latencyMs),
  column('documented', 'Documented', ({ documented }) => documented),
]

const backups: readonly Column<Backup>[] = [
  column('takenAt', 'Taken', ({ takenAt }) => takenAt),
  column('reason', 'Reason', ({ reason }) => reason?.replaceAll('-', ' ')),
  column('bytes', 'Size (bytes)', ({ bytes }) => bytes),
  column('brands', 'Brands', ({ counts }) => counts?.brands),
  column('intents', 'Actions', ({ counts }) => counts?.intents),
  column('deliveries', 'Deliveries', ({ counts }) => counts?.deliveries),
  column('suppressions', 'Suppressions', ({ counts }) => counts?.suppressions),
  column('templates', 'Templates', ({ counts }) => counts?.templates),
  column('isFromFuture', 'Dated in the future', ({ isFromFuture }) => isFromFuture),
  column('id', 'File', ({ id }) => id),
]

/** These calls take no brands. */
const nothing = () => ({})

const runs: readonly Column<RunRow>[] = [
  brandName(),
  column('id', 'Run', ({ id }) => id),
  column('name', 'Playbook', ({ name }) => name),
  column('state', 'Status', ({ state }) => state),
  column('done', 'Steps done', ({ done }) => done),
  column('failed', 'Steps failed', ({ failed }) => failed),
  column('total', 'Steps', ({ total }) => total),
  column('step', 'Current step', ({ current }) => (current === null ? null : stepLabel(current.step))),
  column('result', 'Result', ({ current }) => current?.result),
  column('startedAt', 'Started', ({ startedAt }) => startedAt),
  column('startedBy', 'Started by', ({ startedBy }) => startedBy),
  column('endedAt', 'Ended', ({ endedAt }) => endedAt),
]

const requests: readonly Column<McpRequest>[] = [
  column('at', 'Time', ({ at }) => at),
  column('client', 'Assistant', ({ client }) => client),
  column('tool', 'Tool', ({ tool }) => tool),
  column('brands', 'Brands', ({ brandIds }, facts) => brandIds.map(facts.brandName).join(', ')),
  column('via', 'Connected by', ({ via }) => via),
  column('returned', 'Rows', ({ returned }) => returned),
  column('bytes', 'Size (bytes)', ({ bytes }) => bytes),
  column('tookMs', 'Duration (ms)', ({ tookMs }) => tookMs),
  column('isRefused', 'Refused', ({ isRefused }) => isRefused),
]

export const settingsLists = {
  'assistant-requests': defineList({
    call: 'mcp.requests',
    rowsOf: ({ rows }) => rows,
    columns: requests,
    isPaged: true,
    hasBrands: false,
  }),
  'playbook-runs': defineList({ call: 'playbooks.runs', rowsOf: ({ rows }) => rows, columns: runs, isPaged: true }),
  sync: defineList({ call: 'sync.status', rowsOf: ({ rows }) => rows, columns: sync }),
  brands: defineList({
    call: 'brands.list',
    inputOf: nothing,
    rowsOf: ({ brands: all }, input) =>
      ofBrands(
        all.map((brand) => ({ brandId: brand.id, ...brand })),
        input,
      ),
    columns: brands,
  }),
  operations: defineList({
    call: 'service.profile',
    inputOf: nothing,
    rowsOf: (profile) => OPERATION_NAMES.map((name) => operationRow(profile, name)),
    columns: operations,
    hasBrands: false,
  }),
  'mapped-fields': defineList({
    call: 'service.profile',
    inputOf: nothing,
    rowsOf: mappingsOf,
    columns: mappedFields,
    hasBrands: false,
  }),
  doctor: defineList({
    call: 'service.doctor',
    isAnswer: true,
    resolve: oneBrand,
    rowsOf: ({ rows }, { brandId }) => rows.map((row) => ({ brandId: String(brandId), ...row })),
    columns: doctor,
  }),
  backups: defineList({
    call: 'desk.backups',
    inputOf: nothing,
    rowsOf: ({ backups: all }) => all,
    columns: backups,
    hasBrands: false,
  }),
}
