// One row a view: places, header, palette and shortcuts follow from it.
import {
  IconAdjustments,
  IconArrowsExchange,
  IconArrowsSort,
  IconBell,
  IconBook,
  IconBulb,
  IconCalendar,
  IconChartLine,
  IconCoin,
  IconDatabaseSearch,
  IconFlag,
  IconHandStop,
  IconHeartRateMonitor,
  IconHierarchy2,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMailFast,
  IconPencil,
  IconRefresh,
  IconReportAnalytics,
  IconRobot,
  IconSend,
  IconSparkles,
  IconSun,
  IconTargetArrow,
  IconWebhook,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { deferred } from '../deferred.tsx'
import { go, type Scope, type ViewRules } from '../state/location.ts'
import { HOME_VIEW } from '../state/place.ts'
import { TodayView } from './today/today-view.tsx'
import { ViewFailed } from './view-failed.tsx'

/** In the order they stand in the places; those without a name and those of the foot have no heading. */
export const SECTIONS = ['', 'Search', 'Outreach', 'Publishing', 'Control', 'Foot'] as const
type Section = (typeof SECTIONS)[number]

export type ViewDefinition = {
  /** As in the address. */
  readonly id: string
  /** What the address called it before. */
  readonly oldId?: string
  readonly title: string
  readonly section: Section
  readonly icon: ComponentType<{ size?: number | string }>
  /** See commands/keys.ts for how keys are written. */
  readonly shortcut: string
  readonly component: ComponentType
  /** `any`: one brand or all; `all`: all brands only, hidden for one brand; `none`: always all brands, whatever is selected. */
  readonly takes: 'any' | 'all' | 'none'
  /** Whose age the header shows; `all`: that of rankings, and a failure of any dataset. */
  readonly freshness?: Dataset | 'all'
  /** Of places made of rankings: whether they can show an earlier day, or say that they cannot. */
  readonly asOfDay?: 'any day' | 'newest'
}

// The page opens on Today: its code comes with the page's own.
const laterView = (load: () => Promise<ComponentType>) => deferred({ load, Failed: ViewFailed })
const OverviewView = laterView(() => import('./overview/overview-view.tsx').then((view) => view.OverviewView))
const AlertsView = laterView(() => import('./alerts/alerts-view.tsx').then((view) => view.AlertsView))
const ReportsView = laterView(() => import('./reports/reports-view.tsx').then((view) => view.ReportsView))
const RankingsView = laterView(() => import('./rankings/rankings-view.tsx').then((view) => view.RankingsView))
const MoversView = laterView(() => import('./rankings/movers-view.tsx').then((view) => view.MoversView))
const CannibalisationView = laterView(() =>
  import('./cannibalisation/cannibalisation-view.tsx').then((view) => view.CannibalisationView),
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

export const views: readonly ViewDefinition[] = [
  {
    id: 'today',
    title: 'Today',
    section: '',
    icon: IconSun,
    shortcut: 'g y',
    component: TodayView,
    takes: 'any',
    freshness: 'all',
  },
  {
    id: 'overview',
    oldId: 'portfolio',
    title: 'Overview',
    section: '',
    icon: IconLayoutDashboard,
    shortcut: 'g p',
    component: OverviewView,
    takes: 'any',
    freshness: 'all',
    asOfDay: 'any day',
  },
  {
    id: 'alerts',
    title: 'Alerts',
    section: '',
    icon: IconBell,
    shortcut: 'g 1',
    component: AlertsView,
    takes: 'any',
  },
  {
    id: 'reports',
    title: 'Reports',
    section: '',
    icon: IconReportAnalytics,
    shortcut: 'g g',
    component: ReportsView,
    takes: 'any',
  },
  {
    id: 'rankings',
    title: 'Rankings',
    section: 'Search',
    icon: IconChartLine,
    shortcut: 'g r',
    component: RankingsView,
    takes: 'any',
    freshness: 'rankings',
    asOfDay: 'any day',
  },
  {
    id: 'movers',
    title: 'Movers',
    section: 'Search',
    icon: IconArrowsSort,
    shortcut: 'g m',
    component: MoversView,
    takes: 'any',
    freshness: 'rankings',
    asOfDay: 'any day',
  },
  {
    id: 'cannibalisation',
    title: 'Cannibalisation',
    section: 'Search',
    icon: IconArrowsExchange,
    shortcut: 'g z',
    component: CannibalisationView,
    takes: 'any',
    freshness: 'rankings',
    asOfDay: 'newest',
  },
  {
    id: 'clusters',
    title: 'Clusters',
    section: 'Search',
    icon: IconHierarchy2,
    shortcut: 'g c',
    component: ClustersView,
    takes: 'any',
    freshness: 'clusters',
    asOfDay: 'newest',
  },
  {
    id: 'research',
    title: 'Research',
    section: 'Search',
    icon: IconBulb,
    shortcut: 'g f',
    component: ResearchView,
    takes: 'any',
  },
  {
    id: 'audits',
    title: 'Audits',
    section: 'Search',
    icon: IconHeartRateMonitor,
    shortcut: 'g h',
    component: AuditsView,
    takes: 'any',
  },
  {
    id: 'visibility',
    title: 'AI tracking',
    section: 'Search',
    icon: IconSparkles,
    shortcut: 'g v',
    component: VisibilityView,
    takes: 'any',
    freshness: 'visibility',
    asOfDay: 'newest',
  },
  {
    id: 'annotations',
    title: 'Annotations',
    section: 'Search',
    icon: IconFlag,
    shortcut: 'g j',
    component: AnnotationsView,
    takes: 'any',
  },
  {
    id: 'prospects',
    title: 'Prospects',
    section: 'Outreach',
    icon: IconWorldSearch,
    shortcut: 'g o',
    component: ProspectsView,
    takes: 'any',
    freshness: 'prospects',
  },
  {
    id: 'contacts',
    title: 'Contacts',
    section: 'Outreach',
    icon: IconMail,
    shortcut: 'g t',
    component: ContactsView,
    takes: 'any',
    freshness: 'contacts',
  },
  {
    id: 'compose',
    title: 'Compose',
    section: 'Outreach',
    icon: IconPencil,
    shortcut: 'g e',
    component: ComposeView,
    takes: 'any',
  },
  {
    id: 'outbox',
    title: 'Outbox',
    section: 'Outreach',
    icon: IconMailFast,
    shortcut: 'g b',
    component: OutboxView,
    takes: 'any',
    freshness: 'outbox',
  },
  {
    id: 'suppressions',
    title: 'Suppressions',
    section: 'Outreach',
    icon: IconHandStop,
    shortcut: 'g x',
    component: SuppressionsView,
    takes: 'none',
  },
  {
    id: 'credits',
    title: 'Credits',
    section: 'Outreach',
    icon: IconCoin,
    shortcut: 'g k',
    component: CreditsView,
    takes: 'any',
  },
  {
    id: 'publish',
    title: 'Articles',
    section: 'Publishing',
    icon: IconSend,
    shortcut: 'g u',
    component: PublishView,
    takes: 'any',
  },
  {
    id: 'calendar',
    title: 'Calendar',
    section: 'Publishing',
    icon: IconCalendar,
    shortcut: 'g d',
    component: CalendarView,
    takes: 'any',
  },
  {
    id: 'impact',
    title: 'Impact',
    section: 'Publishing',
    icon: IconTargetArrow,
    shortcut: 'g l',
    component: ImpactView,
    takes: 'any',
    freshness: 'rankings',
    asOfDay: 'newest',
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    section: 'Publishing',
    icon: IconWebhook,
    shortcut: 'g w',
    component: WebhooksView,
    takes: 'any',
  },
  {
    id: 'connectors',
    title: 'Assistants',
    section: 'Control',
    icon: IconRobot,
    shortcut: 'g n',
    component: ConnectorsView,
    takes: 'any',
    freshness: 'connectors',
  },
  {
    id: 'playbooks',
    title: 'Playbooks',
    section: 'Control',
    icon: IconListDetails,
    shortcut: 'g .',
    component: PlaybooksView,
    takes: 'any',
  },
  {
    id: 'sql',
    title: 'SQL console',
    section: 'Control',
    icon: IconDatabaseSearch,
    shortcut: 'g ;',
    component: SqlView,
    takes: 'any',
  },
  {
    id: 'intents',
    title: 'Activity',
    section: 'Control',
    icon: IconListCheck,
    shortcut: 'g i',
    component: IntentsView,
    takes: 'any',
  },
  {
    id: 'sync',
    title: 'Sync',
    section: 'Foot',
    icon: IconRefresh,
    shortcut: 'g s',
    component: SyncView,
    takes: 'none',
    freshness: 'all',
  },
  {
    id: 'settings',
    title: 'Settings',
    section: 'Foot',
    icon: IconAdjustments,
    shortcut: 'g ,',
    component: SettingsView,
    takes: 'none',
  },
  {
    id: 'guide',
    title: 'Guide',
    section: 'Foot',
    icon: IconBook,
    shortcut: 'g q',
    component: GuideView,
    takes: 'none',
  },
]

/** Where a brand opens when it is chosen, and where it opens as long as that shows all brands only. */
const BRAND_START = 'overview'
const BRAND_HOME = 'rankings'
/** From these the first choice of a brand leads to its start, not to the same place. */
const STARTS: readonly string[] = ['today', 'overview']

export const viewById = (id: string): ViewDefinition | undefined =>
  views.find((view) => view.id === id || view.oldId === id)

/** Whose data a view shows: some show all brands, whatever brand is selected. */
export const scopeOfView = (id: string, scope: Scope): Scope => (viewById(id)?.takes === 'none' ? 'all' : scope)

/** The places of all brands or of one, in their order. */
export const placesOf = (isAll: boolean): readonly ViewDefinition[] =>
  views.filter(({ takes }) => takes !== 'all' || isAll)

export const viewRules: ViewRules = {
  travels: (id) => viewById(id)?.asOfDay === 'any day',
  shown: (id, scope) => {
    const view = viewById(id)
    if (view === undefined) return scope === 'all' ? HOME_VIEW : BRAND_HOME
    return view.takes === 'all' && scope !== 'all' ? BRAND_HOME : view.id
  },
  chosen: (id, from, to) => {
    const isStart = viewById(id)?.takes === 'none' || (from === 'all' && STARTS.includes(id))
    return isStart && to !== 'all' ? BRAND_START : id
  },
}

/** Opens a place for the brand in view, or for all brands where it has no meaning for one. */
export const openPlace = ({ id, takes }: ViewDefinition): void =>
  go({ view: id, ...(takes === 'all' ? { scope: 'all' } : {}) })
