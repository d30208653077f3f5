import type { MouseEvent } from 'react'
import { useDesk } from '../data/use-desk.ts'
import { useUnseenAlerts } from '../state/alerts.ts'
import { useUnknownCount } from '../state/intents.ts'
import { brandIdsOf, go, linkToPlace, useLocation, useScope } from '../state/location.ts'
import { useTodayCount } from '../state/today.ts'
import { placeOfView, tabsOf, type ViewDefinition, viewById } from '../views/registry.tsx'
import classes from './tabs.module.css'

type TabCount = { readonly count: number; readonly about: string }

/** The same question as the figures above the outbox ask. */
const useQueuedPitches = (): number =>
  useDesk('outreach.outcomes', { brandIds: brandIdsOf(useScope()) }).value?.queued ?? 0

/** What waits behind a tab, where it says something and costs no question of its own. */
const COUNTS: Readonly<Record<string, () => TabCount>> = {
  today: () => ({ count: useTodayCount(), about: 'items' }),
  alerts: () => ({ count: useUnseenAlerts(), about: 'new' }),
  outbox: () => ({ count: useQueuedPitches(), about: 'queued' }),
  activity: () => ({ count: useUnknownCount(), about: 'unknown' }),
}

const Count = ({ id }: { readonly id: string }) => {
  const { count = 0, about } = COUNTS[id]?.() ?? {}
  return count === 0 ? null : (
    <span className={classes.count}>
      {count}
      {about === 'items' ? null : ` ${about}`}
    </span>
  )
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

const Tab = ({ view, isCurrent }: { readonly view: ViewDefinition; readonly isCurrent: boolean }) => {
  const scope = useLocation((state) => state.scope)
  return (
    <a
      className={classes.tab}
      href={linkToPlace({ view: view.id, scope, params: {} })}
      aria-current={isCurrent ? 'page' : undefined}
      data-view={view.id}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go({ view: view.id })
      }}
    >
      {/* Twice, so that the bold one needs no more room. */}
      <span className={classes.name} data-text={view.title}>
        {view.title}
      </span>
      <Count id={view.id} />
    </a>
  )
}

/** The tabs of the place in view. */
export const Tabs = () => {
  const view = viewById(useLocation((state) => state.view))
  if (view === undefined) return null
  const place = placeOfView(view)
  const tabs = tabsOf(place)
  if (tabs.length === 0) return null
  return (
    <nav className={classes.tabs} aria-label={place.title}>
      {tabs.map((tab) => (
        <Tab key={tab.id} view={tab} isCurrent={tab.id === view.id} />
      ))}
    </nav>
  )
}
