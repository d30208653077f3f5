import type { CallInput, CallName, DeskEvent } from '../../src-shared/desk/contract.ts'
import { bridge } from '../bridge.ts'
import { queries } from '../data/desk.ts'
import { invalidate, invalidateAll } from '../data/invalidate.ts'
import { deskQuery } from '../data/queries.ts'
import { whenIdle } from '../idle.ts'
import { loadBrands } from './brands.ts'
import { useConnection } from './connection.ts'
import { followPlan } from './connectors.ts'
import { loadIntents } from './intents.ts'
import { followAddress, setViewRules, useLocation, type ViewRules } from './location.ts'
import { loadNotices, showNotice, showOutside } from './notices.ts'
import { overviewAsked, queryFromParams } from './overview-asked.ts'
import { brandIdsOf, type Place } from './place.ts'
import { isCoreMissing } from './recovery.ts'
import { applySettings, loadSettings } from './settings.ts'
import { applySyncProgress, applyWaiting, loadSync } from './sync.ts'
import { followUrgent } from './today.ts'

const onEvent = (event: DeskEvent): void => {
  invalidate(event)
  if (event.name === 'sync.progress') applySyncProgress(event.payload.run, event.payload.pair)
  else if (event.name === 'limiter.waiting') applyWaiting(event.payload)
  else if (event.name === 'settings.changed') applySettings(event.payload)
  else if (event.name === 'connectors.progress') followPlan(event.payload)
  else if (event.name === 'desk.reopened') location.reload()
  else if (event.name === 'desk.notice') {
    showNotice(event.payload)
    showOutside(event.payload)
  }
}

type Call<Name extends CallName> = readonly [name: Name, input: CallInput<Name>]

/** What the place shows first; null where its rows come after the frame. */
export const firstRowsOf = ({ view, scope, params }: Place) => {
  if (view === 'today') return ['today.list', { brandIds: brandIdsOf(scope) }] satisfies Call<'today.list'>
  if (view !== 'overview' || params.asof !== undefined) return null
  const input = scope === 'all' ? overviewAsked(queryFromParams(params)) : { brandIds: [scope] }
  return ['brands.overview', input] satisfies Call<'brands.overview'>
}

const firstRows = (): Promise<void> | undefined => {
  const rows = firstRowsOf(useLocation.getState())
  if (rows === null) return
  const [name, input] = rows
  return queries.client.prefetchQuery(deskQuery<CallName>(name, input))
}

/** The first rows come before everything else. */
const loadAll = async (): Promise<void> => {
  await Promise.all([firstRows(), loadBrands(), loadSettings()])
  if (await isCoreMissing()) return
  // These rows are painted before anything else is asked for.
  await new Promise<void>(whenIdle)
  // First, because it puts the brands of the rail in order.
  followUrgent()
  await Promise.all([loadSync(), loadIntents(), loadNotices()])
}

/**
 * Connects the stores to the desk: once at the start, and again after the desk was away. Resolves when the desk has
 * answered for the first time.
 */
export const startPage = (viewRules: ViewRules): Promise<void> => {
  setViewRules(viewRules)
  followAddress()
  // Before the first calls: what changes from now on must reach their replies.
  bridge.subscribe(onEvent)
  bridge.onConnection((state) => {
    const wasAway = useConnection.getState().state === 'lost'
    useConnection.setState({ state })
    if (state !== 'ok' || !wasAway) return
    invalidateAll()
    void loadAll()
  })
  return loadAll()
}
