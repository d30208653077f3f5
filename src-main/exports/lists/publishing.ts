// Today, articles, calendar, webhooks, permissions of assistants, activity.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { ARTICLE_FIELDS, DELIVERY_FIELDS, IMPACT_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import type { Intent, IntentItem } from '../../../src-shared/desk/intents.ts'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { brandName, type Column, column, defineList, fieldColumns, ofBrands, pagedList } from '../list.ts'

const today: readonly Column<TodayItem>[] = [
  brandName(),
  column('section', 'Section', ({ section }) => section),
  column('kind', 'Type', ({ kind }) => kind.replaceAll('-', ' ')),
  column('urgency', 'Urgency', ({ urgency }) => urgency),
  column('title', 'What', ({ title }) => title),
  column('detail', 'Details', ({ detail }) => detail),
  column('since', 'Since', ({ since }) => since),
]

const calendar: readonly Column<CalendarEntry>[] = [
  brandName(),
  column('at', 'Published or scheduled', ({ at }) => at),
  column('articleSlug', 'Article', ({ articleSlug }) => articleSlug),
  column('provider', 'Platform', ({ provider }) => provider),
  column('status', 'Published as', ({ status }) => status),
  column('state', 'Status', ({ state }) => state),
  column('confirmedByWebhook', 'Confirmed by webhook', ({ confirmedByWebhook }) => confirmedByWebhook),
  column('postUrl', 'Address', ({ postUrl }) => postUrl),
  column('reason', 'Reason', ({ reason }) => reason),
]

const rejected: readonly Column<CallOutput<'webhooks.status'>['refusals'][number]>[] = [
  brandName(),
  column('at', 'Received', ({ at }) => at),
  column('reason', 'Reason', ({ reason }) => reason),
  column('from', 'Sender', ({ from }) => from),
]

/** One row for each brand and tool that its catalog names. */
const permissionRows = ({ tools, brands }: CallOutput<'connectors.matrix'>) =>
  brands.flatMap(({ brandId, effective, set, readOnlyReason }) =>
    tools.flatMap(({ name, label, group, default: usual }) => {
      const permission = effective[name]
      if (permission === undefined) return []
      return [{ brandId, tool: name, label, group, permission, usual, isSet: set.includes(name), readOnlyReason }]
    }),
  )

const permissions: readonly Column<ReturnType<typeof permissionRows>[number]>[] = [
  brandName(),
  column('tool', 'Tool', ({ tool }) => tool),
  column('label', 'What it does', ({ label }) => label),
  column('group', 'Group', ({ group }) => group),
  column('permission', 'Permission', ({ permission }) => permission),
  column('default', 'Default', ({ usual }) => usual),
  column('isSet', 'Differs from the default', ({ isSet }) => isSet),
  column('readOnlyReason', 'Read-only because', ({ readOnlyReason }) => readOnlyReason),
]

const activity: readonly Column<Intent>[] = [
  brandName(),
  column('kind', 'Action', ({ kind }) => kind),
  column('state', 'Status', ({ state }) => state.replaceAll('_', ' ')),
  column('total', 'Items', ({ counts }) => counts.total),
  column('confirmed', 'Confirmed', ({ counts }) => counts.confirmed),
  column('skipped', 'Skipped', ({ counts }) => counts.skipped),
  column('failed', 'Failed', ({ counts }) => counts.failed),
  column('unknown', 'Unknown', ({ counts }) => counts.unknown),
  column('reason', 'Reason', ({ reason }) => reason),
  column('createdAt', 'Created', ({ createdAt }) => createdAt),
  column('sentAt', 'Sent', ({ sentAt }) => sentAt),
  column('endedAt', 'Ended', ({ endedAt }) => endedAt),
  column('intentId', 'Action ID', ({ id }) => id),
]

const items: readonly Column<IntentItem & { readonly brandId: string }>[] = [
  brandName(),
  column('label', 'Item', ({ label }) => label),
  column('state', 'Status', ({ state }) => state.replaceAll('_', ' ')),
  column('reason', 'Reason', ({ reason }) => reason),
  column('result', 'Reply of the service', ({ result }) =>
    Object.entries(result)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', '),
  ),
  column('refId', 'Item ID', ({ refId }) => refId),
]

/** The calendar asks for two days. */
const ALL_DAYS = { from: '2000-01-01', to: '2099-12-31' }

export const publishingLists = {
  today: defineList({ call: 'today.list', rowsOf: ({ items }) => items, columns: today }),
  articles: pagedList('publishing.articles', fieldColumns(ARTICLE_FIELDS)),
  calendar: defineList({
    call: 'publishing.calendar',
    rowsOf: ({ entries }) => entries,
    columns: calendar,
    inputOf: (input) => ({ ...ALL_DAYS, ...input }),
  }),
  impact: pagedList('impact.list', fieldColumns(IMPACT_FIELDS), { dataset: 'rankings' }),
  deliveries: pagedList('webhooks.deliveries', fieldColumns(DELIVERY_FIELDS)),
  'rejected-requests': defineList({
    call: 'webhooks.status',
    // The call takes no brands.
    inputOf: () => ({}),
    rowsOf: ({ refusals }, input) => ofBrands(refusals, input),
    columns: rejected,
  }),
  permissions: defineList({
    call: 'connectors.matrix',
    rowsOf: permissionRows,
    columns: permissions,
    dataset: 'connectors',
  }),
  activity: pagedList('intents.list', activity),
  'intent-items': defineList({
    call: 'intents.get',
    resolve: async (ask, input) => ({ ...input, brandIds: [(await ask('intents.get', input)).brandId] }),
    rowsOf: ({ brandId, items: own }) => own.map((item) => ({ brandId, ...item })),
    columns: items,
  }),
}
