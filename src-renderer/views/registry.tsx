// One row a view: tabs, palette and shortcuts follow from it.
import {
  IconAdjustments,
  IconArrowsSort,
  IconCalendar,
  IconChartLine,
  IconHierarchy2,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconRefresh,
  IconSend,
  IconWebhook,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Scope } from '../store/location.ts'
import { CalendarView } from './calendar/calendar-view.tsx'
import { ClustersView } from './clusters/clusters-view.tsx'
import { IntentsView } from './intents/intents-view.tsx'
import { PortfolioView } from './portfolio/portfolio-view.tsx'
import { ContactsView } from './prospects/contacts-view.tsx'
import { ProspectsView } from './prospects/prospects-view.tsx'
import { PublishView } from './publish/publish-view.tsx'
import { MoversView } from './rankings/movers-view.tsx'
import { RankingsView } from './rankings/rankings-view.tsx'
import { SettingsView } from './settings/settings-view.tsx'
import { SyncView } from './sync/sync-view.tsx'
import { WebhooksView } from './webhooks/webhooks-view.tsx'

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
}

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
    id: 'publish',
    title: 'Publish',
    icon: IconSend,
    shortcut: 'g u',
    component: PublishView,
    takes: 'any',
    isAside: true,
  },
  {
    id: 'calendar',
    title: 'Calendar',
    icon: IconCalendar,
    shortcut: 'g d',
    component: CalendarView,
    takes: 'any',
    isAside: true,
  },
  {
    id: 'intents',
    title: 'Activity',
    icon: IconListCheck,
    shortcut: 'g i',
    component: IntentsView,
    takes: 'any',
    isAside: true,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    icon: IconWebhook,
    shortcut: 'g w',
    component: WebhooksView,
    takes: 'any',
    isAside: true,
  },
  { id: 'sync', title: 'Sync', icon: IconRefresh, shortcut: 'g s', component: SyncView, takes: 'none' },
  { id: 'settings', title: 'Settings', icon: IconAdjustments, shortcut: 'g ,', component: SettingsView, takes: 'none' },
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
