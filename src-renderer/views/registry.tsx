// One row a view: tabs, palette and shortcuts follow from it.
import {
  IconAdjustments,
  IconArrowsSort,
  IconBulb,
  IconCalendar,
  IconChartLine,
  IconCoin,
  IconHandStop,
  IconHeartRateMonitor,
  IconHierarchy2,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconMailFast,
  IconPencil,
  IconRefresh,
  IconRobot,
  IconSend,
  IconSparkles,
  IconWebhook,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { deferred } from '../deferred.tsx'
import type { Scope } from '../state/location.ts'
import { PortfolioView } from './portfolio/portfolio-view.tsx'
import { ViewFailed } from './view-failed.tsx'

export type ViewDefinition = {
  /** As in the address. */
  readonly id: string
  readonly title: string
  readonly icon: ComponentType<{ size?: number | string }>
  /** See commands/keys.ts for how keys are written. */
  readonly shortcut: string
  readonly component: ComponentType
  /** `any`: one brand or all; `all`: all brands only, one brand opens in BRAND_HOME instead; `none`: no brands at all. */
  readonly takes: 'any' | 'all' | 'none'
  /** Listed at the foot of the brands rather than among the tabs. */
  readonly isAside?: true
  /** Its group there. */
  readonly group?: AsideGroup
}

/** In the order they stand at the foot of the brands. */
export const ASIDE_GROUPS = ['Outreach', 'Publishing', 'Research', 'Desk'] as const
export type AsideGroup = (typeof ASIDE_GROUPS)[number]

// The page opens on the portfolio: its code comes with the page's own.
const laterView = (load: () => Promise<ComponentType>) => deferred({ load, Failed: ViewFailed })
const RankingsView = laterView(() => import('./rankings/rankings-view.tsx').then((view) => view.RankingsView))
const MoversView = laterView(() => import('./rankings/movers-view.tsx').then((view) => view.MoversView))
const ClustersView = laterView(() => import('./clusters/clusters-view.tsx').then((view) => view.ClustersView))
const ProspectsView = laterView(() => import('./prospects/prospects-view.tsx').then((view) => view.ProspectsView))
const ContactsView = laterView(() => import('./prospects/contacts-view.tsx').then((view) => view.ContactsView))
const ComposeView = laterView(() => import('./compose/compose-view.tsx').then((view) => view.ComposeView))
const OutboxView = laterView(() => import('./outbox/outbox-view.tsx').then((view) => view.OutboxView))
const SyncView = laterView(() => import('./sync/sync-view.tsx').then((view) => view.SyncView))
const CalendarView = laterView(() => import('./calendar/calendar-view.tsx').then((view) => view.CalendarView))
const PublishView = laterView(() => import('./publish/publish-view.tsx').then((view) => view.PublishView))
const CreditsView = laterView(() => import('./credits/credits-view.tsx').then((view) => view.CreditsView))
const SuppressionsView = laterView(() =>
  import('./suppressions/suppressions-view.tsx').then((view) => view.SuppressionsView),
)
const IntentsView = laterView(() => import('./intents/intents-view.tsx').then((view) => view.IntentsView))
const WebhooksView = laterView(() => import('./webhooks/webhooks-view.tsx').then((view) => view.WebhooksView))
const ConnectorsView = laterView(() => import('./connectors/connectors-view.tsx').then((view) => view.ConnectorsView))
const VisibilityView = laterView(() => import('./visibility/visibility-view.tsx').then((view) => view.VisibilityView))
const ResearchView = laterView(() => import('./research/research-view.tsx').then((view) => view.ResearchView))
const AuditsView = laterView(() => import('./audits/audits-view.tsx').then((view) => view.AuditsView))
const SettingsView = laterView(() => import('./settings/settings-view.tsx').then((view) => view.SettingsView))

export const views: readonly ViewDefinition[] = [
  {
    id: 'portfolio',
    title: 'Portfolio',
    icon: IconLayoutDashboard,
    shortcut: 'g p',
    component: PortfolioView,
    takes: 'all',
  },
  { id: 'rankings', title: 'Rankings', icon: IconChartLine, shortcut: 'g r', component: RankingsView, takes: 'any' },
  { id: 'movers', title: 'Movers', icon: IconArrowsSort, shortcut: 'g m', component: MoversView, takes: 'any' },
  { id: 'clusters', title: 'Clusters', icon: IconHierarchy2, shortcut: 'g c', component: ClustersView, takes: 'any' },
  {
    id: 'prospects',
    title: 'Prospects',
    icon: IconWorldSearch,
    shortcut: 'g o',
    component: ProspectsView,
    takes: 'any',
  },
  { id: 'contacts', title: 'Contacts', icon: IconMail, shortcut: 'g t', component: ContactsView, takes: 'any' },
  {
    id: 'compose',
    title: 'Compose',
    icon: IconPencil,
    shortcut: 'g e',
    component: ComposeView,
    takes: 'any',
    isAside: true,
    group: 'Outreach',
  },
  {
    id: 'outbox',
    title: 'Outbox',
    icon: IconMailFast,
    shortcut: 'g b',
    component: OutboxView,
    takes: 'any',
    isAside: true,
    group: 'Outreach',
  },
  {
    id: 'publish',
    title: 'Publish',
    icon: IconSend,
    shortcut: 'g u',
    component: PublishView,
    takes: 'any',
    isAside: true,
    group: 'Publishing',
  },
  {
    id: 'calendar',
    title: 'Calendar',
    icon: IconCalendar,
    shortcut: 'g d',
    component: CalendarView,
    takes: 'any',
    isAside: true,
    group: 'Publishing',
  },
  {
    id: 'intents',
    title: 'Activity',
    icon: IconListCheck,
    shortcut: 'g i',
    component: IntentsView,
    takes: 'any',
    isAside: true,
    group: 'Publishing',
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    icon: IconWebhook,
    shortcut: 'g w',
    component: WebhooksView,
    takes: 'any',
    isAside: true,
    group: 'Publishing',
  },
  {
    id: 'credits',
    title: 'Credits',
    icon: IconCoin,
    shortcut: 'g k',
    component: CreditsView,
    takes: 'any',
    isAside: true,
    group: 'Outreach',
  },
  {
    id: 'visibility',
    title: 'AI tracking',
    icon: IconSparkles,
    shortcut: 'g v',
    component: VisibilityView,
    takes: 'any',
    isAside: true,
    group: 'Research',
  },
  {
    id: 'research',
    title: 'Research',
    icon: IconBulb,
    shortcut: 'g f',
    component: ResearchView,
    takes: 'any',
    isAside: true,
    group: 'Research',
  },
  {
    id: 'audits',
    title: 'Audits',
    icon: IconHeartRateMonitor,
    shortcut: 'g h',
    component: AuditsView,
    takes: 'any',
    isAside: true,
    group: 'Research',
  },
  {
    id: 'connectors',
    title: 'Assistants',
    icon: IconRobot,
    shortcut: 'g n',
    component: ConnectorsView,
    takes: 'any',
    isAside: true,
    group: 'Research',
  },
  {
    id: 'suppressions',
    title: 'Suppressions',
    icon: IconHandStop,
    shortcut: 'g x',
    component: SuppressionsView,
    takes: 'none',
    group: 'Outreach',
  },
  { id: 'sync', title: 'Sync', icon: IconRefresh, shortcut: 'g s', component: SyncView, takes: 'none', group: 'Desk' },
  {
    id: 'settings',
    title: 'Settings',
    icon: IconAdjustments,
    shortcut: 'g ,',
    component: SettingsView,
    takes: 'none',
    group: 'Desk',
  },
]

/** Where a brand opens from a view that shows all brands only. */
const BRAND_HOME = 'rankings'
const HOME = 'portfolio'

export const viewById = (id: string): ViewDefinition | undefined => views.find((view) => view.id === id)

/** The view that shows this scope: the one asked for, where it takes it. */
export const viewForScope = (id: string, scope: Scope): string => {
  const view = viewById(id)
  if (view === undefined) return scope === 'all' ? HOME : BRAND_HOME
  return view.takes === 'all' && scope !== 'all' ? BRAND_HOME : id
}
