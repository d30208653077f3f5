// The main action of each kind of item: its pane on Today, or the place or dialog where it is solved. None changes the
// brand that a person chose, but for Movers: they have no filter by brand.
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import type { TodayKind } from '../../../src-shared/desk/values/today-kinds.ts'
import { useBrands } from '../../state/brands.ts'
import { showFalls, useInboxFilters } from '../../state/filters/lists.ts'
import { go } from '../../state/location.ts'
import { openInPane } from '../../state/today.ts'
import { editBrand, openDialog } from '../../state/ui.ts'

type Opening = {
  readonly label: (item: TodayItem) => string
  readonly open: (item: TodayItem) => void
  /** Its pane shows all of it. */
  readonly isWhole?: true
}

const say = (label: string) => () => label
const nameOf = ({ brandId }: TodayItem): string | undefined =>
  brandId === null ? undefined : useBrands.getState().byId.get(brandId)?.name

const openKey = ({ brandId, about }: TodayItem): void => {
  if (about.keyState === 'unconfirmed') openDialog('confirm-address')
  else if (brandId !== null) editBrand(brandId)
  else openDialog('add-brands')
}

const keyLabel = ({ about, brandId }: TodayItem): string =>
  about.keyState === 'unconfirmed' ? 'Confirm address' : brandId === null ? 'Replace keys' : 'Replace key'

const openKeyAge = ({ brandId }: TodayItem): void => {
  if (brandId !== null) editBrand(brandId, 'key')
  else go({ view: 'settings', params: { section: 'keys' } })
}

/** The place with what the item is about alone, where a search can do that. */
const narrowedTo = (item: TodayItem) => {
  const name = nameOf(item)
  return name === undefined ? {} : { q: name }
}

const openWebhooks = (item: TodayItem): void => {
  const isRefused = item.about.isRefused === true
  if (!isRefused) useInboxFilters.setState({ search: '', status: ['rejected'], event: null })
  go({ view: 'webhooks', params: isRefused ? { section: 'settings' } : {} })
}

const openRun = ({ about: { runId } }: TodayItem): void =>
  go({ view: 'playbooks', params: runId === undefined ? {} : { open: runId } })

type Drop = { readonly brandId: string; readonly keyword: string }

/** The drop among what fell of its brand. One that no longer ranks is no fall there: then all moves are shown, losses first. */
export const openMovers = ({ brandId, keyword }: Drop): void => {
  showFalls()
  go({ view: 'movers', scope: brandId, params: { brand: brandId, keyword } })
}

/** Drafts are no part of the first script. */
const openFix = async ({ about: { intentId = '' } }: TodayItem): Promise<void> => {
  const { fixFailed } = await import('../../state/intent-fix.ts')
  await fixFailed(intentId)
}

const inPane = (label: Opening['label']): Opening => ({ label, open: openInPane, isWhole: true })

const OPENINGS: Readonly<Record<TodayKind, Opening>> = {
  'many-brands': inPane(say('View drops')),
  drop: inPane(say('View drop')),
  unknown: inPane(say('Check results')),
  key: { label: keyLabel, open: openKey },
  alert: inPane(say('View alert')),
  'publish-failed': { label: say('Fix and retry'), open: (item) => void openFix(item) },
  overdue: inPane(say('View article')),
  skipped: inPane(({ about }) => `View ${about.count} skipped`),
  failed: inPane(say('View details')),
  drift: { label: say('Review changes'), open: () => go({ view: 'permissions' }) },
  webhooks: { label: ({ about }) => `View ${about.count} rejected`, open: openWebhooks },
  budget: { label: say('View budget'), open: () => go({ view: 'credits', params: { by: 'brand' } }) },
  sync: {
    label: say('View sync'),
    open: (item) => go({ view: 'sync', params: { failed: '1', ...narrowedTo(item) } }),
  },
  playbook: { label: ({ about }) => (about.runId === undefined ? 'View runs' : 'View run'), open: openRun },
  'key-age': { label: ({ brandId }) => (brandId === null ? 'View keys' : 'Replace key'), open: openKeyAge },
  due: inPane(say('Check')),
  audit: { label: say('Run audit'), open: (item) => go({ view: 'audits', params: narrowedTo(item) }) },
}

export const openingOf = (item: TodayItem): string => OPENINGS[item.kind].label(item)
export const openItem = (item: TodayItem): void => OPENINGS[item.kind].open(item)
/** False: its main action leads on from the pane. */
export const isShownWhole = ({ kind }: TodayItem): boolean => OPENINGS[kind].isWhole === true
