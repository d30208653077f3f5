// One row a view: tabs, palette and shortcuts follow from it.
import {
  IconAdjustments,
  IconArrowsSort,
  IconChartLine,
  IconHierarchy2,
  IconLayoutDashboard,
  IconMail,
  IconRefresh,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Scope } from '../store/location.ts'
import { ClustersView } from './clusters/clusters-view.tsx'
import { PortfolioView } from './portfolio/portfolio-view.tsx'
import { ContactsView } from './prospects/contacts-view.tsx'
import { ProspectsView } from './prospects/prospects-view.tsx'
import { MoversView } from './rankings/movers-view.tsx'
import { RankingsView } from './rankings/rankings-view.tsx'
import { SettingsView } from './settings/settings-view.tsx'
import { SyncView } from './sync/sync-view.tsx'

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
