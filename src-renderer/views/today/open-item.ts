// The main action of each kind of item: what it says, and the place it opens with the right thing selected.
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import type { TodayKind } from '../../../src-shared/desk/today-kinds.ts'
import { useBrands } from '../../state/brands.ts'
import { fixFailed } from '../../state/intent-fix.ts'
import { useInboxFilters, useMoverFilters } from '../../state/list-filters.ts'
import { go, type Params } from '../../state/location.ts'
import { checkDue } from '../../state/today.ts'
import { editBrand, openDialog } from '../../state/ui.ts'

type Opening = { readonly label: (item: TodayItem) => string; readonly open: (item: TodayItem) => void }

const say = (label: string) => () => label
const scopeOf = ({ brandId }: TodayItem): string => brandId ?? 'all'
const goTo = (view: string, item: TodayItem, params: Params = {}): void => go({ view, scope: scopeOf(item), params })

const openIntent = (item: TodayItem): void => goTo('activity', item, { open: item.about.intentId ?? '' })

const openDrop = (item: TodayItem): void => {
  useMoverFilters.setState({ moves: 'real', kind: 'any' })
  goTo('movers', item, { brand: scopeOf(item), keyword: item.about.keyword ?? '' })
}

const openEntry = (item: TodayItem): void => {
  const { entryId = '', day = '' } = item.about
  goTo('calendar', item, { span: 'week', day, open: entryId })
}

const openKey = ({ brandId, about }: TodayItem): void => {
  if (about.keyState === 'unconfirmed') openDialog('confirm-address')
  else if (brandId !== null) editBrand(brandId)
  else openDialog('add-brands')
}

const keyLabel = ({ about, brandId }: TodayItem): string =>
  about.keyState === 'unconfirmed' ? 'Confirm address' : brandId === null ? 'Replace keys' : 'Replace key'

const openKeyAge = ({ brandId }: TodayItem): void => {
  if (brandId !== null) editBrand(brandId, 'key')
  else go({ view: 'settings', scope: 'all', params: { section: 'keys' } })
}

const openSync = ({ brandId }: TodayItem): void => {
  const name = brandId === null ? undefined : useBrands.getState().byId.get(brandId)?.name
  go({ view: 'sync', scope: 'all', params: { failed: '1', ...(name !== undefined && { q: name }) } })
}

const openWebhooks = (item: TodayItem): void => {
  const isRefused = item.about.isRefused === true
  if (!isRefused) useInboxFilters.setState({ search: '', status: ['rejected'], event: null })
  goTo('webhooks', item, isRefused ? { section: 'settings' } : {})
}

const openRun = (item: TodayItem): void => {
  const { runId } = item.about
  goTo('playbooks', item, runId === undefined ? {} : { open: runId })
}

const OPENINGS: Readonly<Record<TodayKind, Opening>> = {
  drop: { label: say('View drop'), open: openDrop },
  unknown: { label: say('Check results'), open: openIntent },
  key: { label: keyLabel, open: openKey },
  alert: { label: say('View alert'), open: (item) => goTo('alerts', item, { open: item.about.alertId ?? '' }) },
  'publish-failed': { label: say('Fix and retry'), open: ({ about }) => void fixFailed(about.intentId ?? '') },
  overdue: { label: say('View article'), open: openEntry },
  skipped: { label: ({ about }) => `View ${about.count} skipped`, open: openIntent },
  failed: { label: say('View details'), open: openIntent },
  drift: { label: say('Review changes'), open: (item) => goTo('permissions', item) },
  webhooks: { label: ({ about }) => `View ${about.count} rejected`, open: openWebhooks },
  budget: { label: say('View budget'), open: (item) => goTo('credits', item, { by: 'brand' }) },
  sync: { label: say('View sync'), open: openSync },
  playbook: { label: ({ about }) => (about.runId === undefined ? 'View runs' : 'View run'), open: openRun },
  'key-age': { label: ({ brandId }) => (brandId === null ? 'View keys' : 'Replace key'), open: openKeyAge },
  due: { label: say('Check'), open: ({ about }) => checkDue(about.articles ?? []) },
  audit: { label: say('Run audit'), open: (item) => goTo('audits', item) },
}

export const openingOf = (item: TodayItem): string => OPENINGS[item.kind].label(item)
export const openItem = (item: TodayItem): void => OPENINGS[item.kind].open(item)
