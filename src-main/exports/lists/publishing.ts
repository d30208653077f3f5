// Today, articles, calendar, webhooks, permissions of assistants, activity.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import type { Intent, IntentItem } from '../../../src-shared/desk/intents.ts'
import type { Article, CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { brandName, type Column, column, defineList, ofBrands } from '../list.ts'

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

const articles: readonly Column<Article>[] = [
  brandName(),
  column('articleSlug', 'Article', ({ articleSlug }) => articleSlug),
  column('title', 'Title', ({ title }) => title),
  column('state', 'Status', ({ state }) => state),
  column('at', 'Published or scheduled', ({ at }) => at),
  column('lastPublishedAt', 'Last published', ({ lastPublishedAt }) => lastPublishedAt),
  column('provider', 'Platform', ({ provider }) => provider),
  column('platforms', 'Status by platform', ({ providers }) =>
    providers
      .map(({ provider, state }) => `${PROVIDER_NAMES[provider]}: ${state}`)
      .toSorted()
      .join('; '),
  ),
  column('seenIn', 'Known from', ({ seenIn }) => seenIn.replaceAll('-', ' ')),
  column('impact', 'Impact', ({ impact: last }) => last?.verdict.replaceAll('-', ' ')),
  column('url', 'Address', ({ url }) => url),
]

const impact: readonly Column<ImpactRow>[] = [
  brandName(),
  column('articleSlug', 'Article', ({ articleSlug }) => articleSlug),
  column('title', 'Title', ({ title }) => title),
  column('publishedDay', 'Published', ({ publishedDay }) => publishedDay),
  column('verdict', 'Verdict', ({ verdict }) => verdict.replaceAll('-', ' ')),
  column('reason', 'Reason', ({ reason }) => reason?.replaceAll('-', ' ')),
  column('effect', 'Effect on clicks (share)', ({ effect }) => effect),
  column('low', 'Effect from', ({ interval }) => interval?.low),
  column('high', 'Effect to', ({ interval }) => interval?.high),
  column('detectable', 'Detectable from (share)', ({ detectable }) => detectable),
  column('clicksBefore', 'Clicks a day before', ({ clicksBefore }) => clicksBefore),
  column('clicksAfter', 'Clicks a day after', ({ clicksAfter }) => clicksAfter),
  column('controlChange', 'Change of untouched pages (share)', ({ controlChange }) => controlChange),
  column('keywords', 'Keywords', ({ keywords }) => keywords),
  column('daysAfter', 'Days after', ({ daysAfter }) => daysAfter),
  column('page', 'Page', ({ page }) => page),
]

const deliveries: readonly Column<Delivery>[] = [
  brandName(),
  column('receivedAt', 'Received', ({ receivedAt }) => receivedAt),
  column('event', 'Event', ({ event }) => event),
  column('slug', 'Article', ({ slug }) => slug),
  column('title', 'Title', ({ title }) => title),
  column('status', 'Status', ({ status }) => status),
  column('reason', 'Reason', ({ reason }) => reason),
  column('secretUsed', 'Secret', ({ secretUsed }) => secretUsed),
  column('bytes', 'Size (bytes)', ({ bytes }) => bytes),
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
  articles: defineList({ call: 'publishing.articles', isPaged: true, rowsOf: ({ rows }) => rows, columns: articles }),
  calendar: defineList({
    call: 'publishing.calendar',
    rowsOf: ({ entries }) => entries,
    columns: calendar,
    inputOf: (input) => ({ ...ALL_DAYS, ...input }),
  }),
  impact: defineList({
    call: 'impact.list',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: impact,
    dataset: 'rankings',
  }),
  deliveries: defineList({
    call: 'webhooks.deliveries',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: deliveries,
  }),
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
  activity: defineList({ call: 'intents.list', isPaged: true, rowsOf: ({ rows }) => rows, columns: activity }),
  'intent-items': defineList({
    call: 'intents.get',
    resolve: async (ask, input) => ({ ...input, brandIds: [(await ask('intents.get', input)).brandId] }),
    rowsOf: ({ brandId, items: own }) => own.map((item) => ({ brandId, ...item })),
    columns: items,
  }),
}
