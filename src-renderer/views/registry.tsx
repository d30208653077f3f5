// One row a tab: places, tabs, header, palette and shortcuts follow from it.
import {
  IconActivity,
  IconAdjustments,
  IconArrowsExchange,
  IconArrowsSort,
  IconBell,
  IconBellCog,
  IconBook,
  IconBulb,
  IconCalendar,
  IconCalendarRepeat,
  IconChartLine,
  IconCoin,
  IconDatabaseSearch,
  IconFileText,
  IconFlag,
  IconHandStop,
  IconHeartRateMonitor,
  IconHierarchy2,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMailFast,
  IconPalette,
  IconPencil,
  IconRefresh,
  IconReportAnalytics,
  IconRobot,
  IconSend,
  IconShieldCheck,
  IconSparkles,
  IconSun,
  IconTargetArrow,
  IconTemplate,
  IconTrendingUp,
  IconWebhook,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { deferred } from '../deferred.tsx'
import { go, type Scope, useLocation, type ViewRules } from '../state/location.ts'
import { HOME_VIEW } from '../state/place.ts'
import { TodayView } from './today/today-view.tsx'
import { ViewFailed } from './view-failed.tsx'

type Icon = ComponentType<{ size?: number | string }>

/** In the order of the rail; `key`: after G. Those of the foot have no tabs. */
export const places = [
  { id: 'today', title: 'Today', icon: IconSun, key: 't' },
  { id: 'overview', title: 'Overview', icon: IconLayoutDashboard, key: 'o' },
  { id: 'rankings', title: 'Rankings', icon: IconChartLine, key: 'r' },
  { id: 'research', title: 'Research', icon: IconBulb, key: 's' },
  { id: 'outreach', title: 'Outreach', icon: IconSend, key: 'u' },
  { id: 'publishing', title: 'Publishing', icon: IconCalendar, key: 'p' },
  { id: 'ai', title: 'AI', icon: IconRobot, key: 'i' },
  { id: 'reports', title: 'Reports', icon: IconFileText, key: 'e' },
  { id: 'activity', title: 'Activity', icon: IconActivity, key: 'a' },
  { id: 'settings', title: 'Settings', icon: IconAdjustments, key: ',', isFoot: true },
  { id: 'guide', title: 'Guide', icon: IconBook, key: 'q', isFoot: true },
] as const satisfies readonly PlaceRow[]

type PlaceRow = {
  readonly id: string
  readonly title: string
  readonly icon: Icon
  readonly key: string
  readonly isFoot?: true
}
export type PlaceDefinition = PlaceRow & { readonly id: (typeof places)[number]['id'] }

export type ViewDefinition = {
  /** As in the address. */
  readonly id: string
  readonly place: PlaceDefinition['id']
  /** Of its tab. */
  readonly title: string
  readonly icon: Icon
  readonly component: ComponentType
  /** `any`: one brand or all; `none`: always all brands, whatever is selected. */
  readonly takes: 'any' | 'none'
  /** Whose age the header shows; `all`: that of rankings, and a failure of any dataset. */
  readonly freshness?: Dataset | 'all'
  /** Of views made of rankings: whether they can show an earlier day, or say that they cannot. */
  readonly asOfDay?: 'any day' | 'newest'
}

// The page opens on Today: its code comes with the page's own.
const laterView = (load: () => Promise<ComponentType>) => deferred({ load, Failed: ViewFailed })
const OverviewView = laterView(() => import('./overview/overview-view.tsx').then((view) => view.OverviewView))
const AlertsView = laterView(() => import('./alerts/alerts-view.tsx').then((view) => view.AlertsView))
const RulesView = laterView(() => import('./alerts/rules-view.tsx').then((view) => view.RulesView))
const ReportsView = laterView(() => import('./reports/reports-view.tsx').then((view) => view.ReportsView))
const TemplatesView = laterView(() => import('./reports/parts-view.tsx').then((view) => view.TemplatesView))
const BrandingView = laterView(() => import('./reports/parts-view.tsx').then((view) => view.BrandingView))
const SchedulesView = laterView(() => import('./reports/parts-view.tsx').then((view) => view.SchedulesView))
const RankingsView = laterView(() => import('./rankings/rankings-view.tsx').then((view) => view.RankingsView))
const MoversView = laterView(() => import('./rankings/movers-view.tsx').then((view) => view.MoversView))
const CannibalisationView = laterView(() =>
  import('./cannibalisation/cannibalisation-view.tsx').then((view) => view.CannibalisationView),
)
const OpportunitiesView = laterView(() =>
  import('./opportunities/opportunities-view.tsx').then((view) => view.OpportunitiesView),
)
const ClustersView = laterView(() => import('./clusters/clusters-view.tsx').then((view) => view.ClustersView))
const ProspectsView = laterView(() => import('./prospects/prospects-view.tsx').then((view) => view.ProspectsView))
const ContactsView = laterView(() => import('./prospects/contacts-view.tsx').then((view) => view.ContactsView))
const ComposeView = laterView(() => import('./compose/compose-view.tsx').then((view) => view.ComposeView))
const OutboxView = laterView(() => import('./outbox/outbox-view.tsx').then((view) => view.OutboxView))
const SyncView = laterView(() => import('./sync/sync-view.tsx').then((view) => view.SyncView))
const CalendarView = laterView(() => import('./calendar/calendar-view.tsx').then((view) => view.CalendarView))
const ImpactView = laterView(() => import('./impact/impact-view.tsx').then((view) => view.ImpactView))
const PublishView = laterView(() => import('./publish/publish-view.tsx').then((view) => view.PublishView))
const CreditsView = laterView(() => import('./credits/credits-view.tsx').then((view) => view.CreditsView))
const SuppressionsView = laterView(() =>
  import('./suppressions/suppressions-view.tsx').then((view) => view.SuppressionsView),
)
const IntentsView = laterView(() => import('./intents/intents-view.tsx').then((view) => view.IntentsView))
const WebhooksView = laterView(() => import('./webhooks/webhooks-view.tsx').then((view) => view.WebhooksView))
const ConnectorsView = laterView(() => import('./connectors/connectors-view.tsx').then((view) => view.ConnectorsView))
const PlaybooksView = laterView(() => import('./playbooks/playbooks-view.tsx').then((view) => view.PlaybooksView))
const VisibilityView = laterView(() => import('./visibility/visibility-view.tsx').then((view) => view.VisibilityView))
const ResearchView = laterView(() => import('./research/research-view.tsx').then((view) => view.ResearchView))
const AuditsView = laterView(() => import('./audits/audits-view.tsx').then((view) => view.AuditsView))
const SqlView = laterView(() => import('./sql/sql-view.tsx').then((view) => view.SqlView))
const AnnotationsView = laterView(() =>
  import('./annotations/annotations-view.tsx').then((view) => view.AnnotationsView),
)
const GuideView = laterView(() => import('./guide/guide-view.tsx').then((view) => view.GuideView))
const SettingsView = laterView(() => import('./settings/settings-view.tsx').then((view) => view.SettingsView))

type TabRow = Omit<ViewDefinition, 'place' | 'takes'> & Partial<Pick<ViewDefinition, 'takes'>>

/** Tabs of a place; left out, `takes` is `any`. */
const inPlace = (place: PlaceDefinition['id'], rows: readonly TabRow[]): readonly ViewDefinition[] =>
  rows.map((row) => ({ takes: 'any', ...row, place }))

const OF_ANY_DAY = { freshness: 'rankings', asOfDay: 'any day' } as const
const OF_NEWEST = { freshness: 'rankings', asOfDay: 'newest' } as const

export const views: readonly ViewDefinition[] = [
  ...inPlace('today', [
    { id: 'today', title: 'Now', icon: IconSun, component: TodayView, freshness: 'all' },
    { id: 'alerts', title: 'Alerts', icon: IconBell, component: AlertsView, freshness: 'all' },
    { id: 'rules', title: 'Rules', icon: IconBellCog, component: RulesView },
  ]),
  ...inPlace('overview', [
    {
      id: 'overview',
      title: 'Overview',
      icon: IconLayoutDashboard,
      component: OverviewView,
      freshness: 'all',
      asOfDay: 'any day',
    },
    { id: 'notes', title: 'Notes', icon: IconFlag, component: AnnotationsView },
  ]),
  ...inPlace('rankings', [
    { id: 'rankings', title: 'Keywords', icon: IconChartLine, component: RankingsView, ...OF_ANY_DAY },
    { id: 'movers', title: 'Movers', icon: IconArrowsSort, component: MoversView, ...OF_ANY_DAY },
    {
      id: 'clusters',
      title: 'Clusters',
      icon: IconHierarchy2,
      component: ClustersView,
      freshness: 'clusters',
      asOfDay: 'newest',
    },
    {
      id: 'competing-pages',
      title: 'Competing pages',
      icon: IconArrowsExchange,
      component: CannibalisationView,
      ...OF_NEWEST,
    },
    { id: 'opportunities', title: 'Opportunities', icon: IconTrendingUp, component: OpportunitiesView, ...OF_NEWEST },
  ]),
  ...inPlace('research', [
    { id: 'research', title: 'Suggestions', icon: IconBulb, component: ResearchView },
    { id: 'audits', title: 'Audits', icon: IconHeartRateMonitor, component: AuditsView },
  ]),
  ...inPlace('outreach', [
    { id: 'prospects', title: 'Prospects', icon: IconWorldSearch, component: ProspectsView, freshness: 'prospects' },
    { id: 'contacts', title: 'Contacts', icon: IconMail, component: ContactsView, freshness: 'contacts' },
    { id: 'compose', title: 'Compose', icon: IconPencil, component: ComposeView },
    { id: 'outbox', title: 'Outbox', icon: IconMailFast, component: OutboxView, freshness: 'outbox' },
    { id: 'suppressions', title: 'Suppressions', icon: IconHandStop, component: SuppressionsView, takes: 'none' },
    { id: 'credits', title: 'Credits', icon: IconCoin, component: CreditsView },
  ]),
  ...inPlace('publishing', [
    { id: 'articles', title: 'Articles', icon: IconFileText, component: PublishView },
    { id: 'calendar', title: 'Calendar', icon: IconCalendar, component: CalendarView },
    { id: 'impact', title: 'Impact', icon: IconTargetArrow, component: ImpactView, ...OF_NEWEST },
    { id: 'webhooks', title: 'Webhooks', icon: IconWebhook, component: WebhooksView },
  ]),
  ...inPlace('ai', [
    {
      id: 'permissions',
      title: 'Permissions',
      icon: IconShieldCheck,
      component: ConnectorsView,
      freshness: 'connectors',
    },
    {
      id: 'tracking',
      title: 'Tracking',
      icon: IconSparkles,
      component: VisibilityView,
      freshness: 'visibility',
      asOfDay: 'newest',
    },
  ]),
  ...inPlace('reports', [
    { id: 'reports', title: 'Reports', icon: IconReportAnalytics, component: ReportsView },
    { id: 'templates', title: 'Templates', icon: IconTemplate, component: TemplatesView },
    { id: 'branding', title: 'Branding', icon: IconPalette, component: BrandingView },
    { id: 'schedules', title: 'Schedules', icon: IconCalendarRepeat, component: SchedulesView },
  ]),
  ...inPlace('activity', [
    { id: 'activity', title: 'Actions', icon: IconListCheck, component: IntentsView },
    { id: 'playbooks', title: 'Playbooks', icon: IconListDetails, component: PlaybooksView },
    { id: 'sync', title: 'Sync', icon: IconRefresh, component: SyncView, takes: 'none' },
  ]),
  ...inPlace('settings', [
    { id: 'settings', title: 'Settings', icon: IconAdjustments, component: SettingsView, takes: 'none' },
    { id: 'sql', title: 'SQL console', icon: IconDatabaseSearch, component: SqlView },
  ]),
  ...inPlace('guide', [{ id: 'guide', title: 'Guide', icon: IconBook, component: GuideView, takes: 'none' }]),
]

/** Where a brand opens when it is chosen while a view shows all brands whatever is selected. */
const BRAND_START = 'overview'

export const viewById = (id: string): ViewDefinition | undefined => views.find((view) => view.id === id)

export const placeOfView = (view: ViewDefinition): PlaceDefinition =>
  places.find(({ id }) => id === view.place) ?? places[0]

/** The tabs of a place; one of the foot has none. */
export const tabsOf = ({ id, isFoot }: PlaceDefinition): readonly ViewDefinition[] =>
  isFoot === true ? [] : views.filter((view) => view.place === id)

/** Whose data a view shows: some show all brands, whatever brand is selected. */
export const scopeOfView = (id: string, scope: Scope): Scope => (viewById(id)?.takes === 'none' ? 'all' : scope)

export const viewRules: ViewRules = {
  travels: (id) => viewById(id)?.asOfDay === 'any day',
  shown: (id) => viewById(id)?.id ?? HOME_VIEW,
  chosen: (id, to) => (viewById(id)?.takes === 'none' && to !== 'all' ? BRAND_START : id),
}

/** The tab on which a place opens: the one that was open there last; from one of its tabs, the first. */
export const tabToOpen = (place: PlaceDefinition): string => {
  const own = views.filter((view) => view.place === place.id)
  const { view, visited } = useLocation.getState()
  const isHere = own.some(({ id }) => id === view)
  const last = isHere || place.isFoot === true ? undefined : visited.find((id) => own.some((one) => one.id === id))
  return last ?? own[0]?.id ?? HOME_VIEW
}

export const openPlace = (place: PlaceDefinition): void => go({ view: tabToOpen(place) })
