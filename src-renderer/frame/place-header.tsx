import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconHelp, IconRefresh, IconSearch, IconStack2 } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { formatWhole } from '../format/numbers.ts'
import { BrandMark } from '../parts/brand-badge.tsx'
import { FreshnessLabel } from '../parts/freshness-label.tsx'
import { KeyCaps } from '../parts/key-caps.tsx'
import { Meter } from '../parts/meter.tsx'
import { Name } from '../parts/name.tsx'
import { useBrand, useBrands } from '../state/brands.ts'
import { useConnection } from '../state/connection.ts'
import { brandIdsOf, go, type Scope, useLocation } from '../state/location.ts'
import { hasFailed, isRunning, oldestSync, runSync, useSync } from '../state/sync.ts'
import { openDialog, setMainActionSlot } from '../state/ui.ts'
import { guidePageOf } from '../views/guide/page-of-view.ts'
import { placeOfView, scopeOfView, type ViewDefinition, viewById } from '../views/registry.tsx'
import { AsOfControl } from './as-of.tsx'
import classes from './place-header.module.css'

const usePlace = () => {
  const id = useLocation((state) => state.view)
  const chosen = useLocation((state) => state.scope)
  return { view: viewById(id), scope: scopeOfView(id, chosen), chosen }
}

/** While a sync runs: its counted progress, and the way to Sync. */
const SyncProgress = () => {
  const run = useSync((state) => state.run)
  if (run === null || !isRunning(run)) return null
  const ended = run.done + run.failed + run.cancelled
  return (
    <button type="button" className={classes.progress} onClick={() => go({ view: 'sync' })} title="Open Sync">
      <span className="figures">
        Syncing {formatWhole(ended)} of {formatWhole(run.total)}
      </span>
      <Meter isThin label="Sync progress" value={ended} max={run.total} />
    </button>
  )
}

/** Starts a sync of what is in view. It is quiet: the filled button is the place's own. */
const SyncButton = ({ scope }: { readonly scope: Scope }) => {
  const isBusy = useSync((state) => isRunning(state.run))
  const isLost = useConnection((state) => state.state === 'lost' || state.state === 'signed-out')
  if (isBusy) return null
  return (
    <Button
      variant="default"
      className={classes.sync ?? ''}
      disabled={isLost}
      leftSection={<IconRefresh size={14} />}
      onClick={() => void runSync({ brandIds: brandIdsOf(scope) })}
    >
      Sync
    </Button>
  )
}

const Identity = ({ scope }: { readonly scope: Scope }) => {
  const brand = useBrand(scope)
  return brand === undefined ? (
    <span className={classes.all} aria-hidden>
      <IconStack2 size={14} />
    </span>
  ) : (
    <BrandMark name={brand.name} colour={brand.colour} />
  )
}

type ScopeProps = {
  readonly scope: Scope
  /** In the rail: a place that always shows all brands keeps it. */
  readonly chosen: Scope
}

const ScopeName = ({ scope, chosen }: ScopeProps) => {
  const brand = useBrand(scope)
  const kept = useBrand(chosen)
  const isLoaded = useBrands((state) => state.isLoaded)
  if (scope === 'all' && kept !== undefined)
    return (
      <span
        className={`${classes.scope} truncate`}
        title={`This view always shows all brands. ${kept.name} stays selected for the next view.`}
      >
        all brands · <Name>{kept.name}</Name> stays selected
      </span>
    )
  return (
    <>
      <span className={`${classes.scope} truncate`} title={brand?.name}>
        <Name>{brand?.name ?? (scope === 'all' ? 'all brands' : isLoaded ? 'Unknown brand' : '…')}</Name>
      </span>
      {brand?.demo === true ? <span className={classes.demo}>Demo</span> : null}
    </>
  )
}

const Freshness = ({ scope, view }: Omit<ReturnType<typeof usePlace>, 'chosen'>) => {
  const of = view?.freshness
  const dataset = of === 'all' ? 'rankings' : of
  const freshAsOf = useSync((state) => oldestSync(state.byBrand, scope, dataset))
  const isFailed = useSync((state) => hasFailed(state.byBrand, scope, of === 'all' ? undefined : of))
  const hasBrands = useBrands((state) => state.list.length > 0)
  if (!hasBrands || dataset === undefined) return null
  return (
    <button type="button" className={classes.freshness} onClick={() => go({ view: 'sync' })}>
      <FreshnessLabel freshAsOf={freshAsOf} dataset={dataset} hasFailed={isFailed} />
      <span className="visually-hidden">, open Sync</span>
    </button>
  )
}

/** Its place, and for those who do not see the tabs the tab. */
const Title = ({ view }: { readonly view: ViewDefinition | undefined }) => {
  if (view === undefined) return <h1>Unknown view</h1>
  const place = placeOfView(view)
  if (place.isFoot === true || place.title === view.title) return <h1>{view.title}</h1>
  return (
    <h1>
      {place.title} <span className="visually-hidden">{view.title}</span>
    </h1>
  )
}

const Search = () => (
  <Button
    variant="default"
    title="Search or jump"
    className={classes.search ?? ''}
    leftSection={<IconSearch size={14} />}
    rightSection={<KeyCaps keys="mod+k" />}
    onClick={() => openDialog('palette')}
  >
    Search or jump
  </Button>
)

const Help = ({ view }: { readonly view: string }) => (
  <Tooltip label="Guide to this place">
    <ActionIcon
      aria-label="Guide to this place"
      onClick={() => go({ view: 'guide', params: { page: guidePageOf(view) } })}
    >
      <IconHelp size={16} />
    </ActionIcon>
  </Tooltip>
)

/** Which place this is, whose data it shows, how old they are, and its one main action: Sync, where a view sets no other. */
export const PlaceHeader = () => {
  const place = usePlace()
  const brand = useBrand(place.scope)
  // Settings and Guide are of this desk, not of brands.
  const isOfDesk = place.view?.takes === 'none' && placeOfView(place.view).isFoot === true
  return (
    <section
      className={classes.header}
      aria-label="Current view"
      data-brand={brand?.id}
      // A custom property is not in React's type.
      style={{ '--brand': brand?.colour ?? 'transparent' } as CSSProperties}
    >
      {isOfDesk ? null : <Identity scope={place.scope} />}
      <div className={classes.title}>
        <Title view={place.view} />
        {isOfDesk ? null : <ScopeName scope={place.scope} chosen={place.chosen} />}
        <Freshness {...place} />
      </div>
      <Group flex="none" ml="auto" wrap="nowrap">
        {place.view === undefined || place.view.id === 'guide' ? null : <Help view={place.view.id} />}
        {place.view?.asOfDay === 'any day' ? <AsOfControl scope={place.scope} /> : null}
        <Search />
        <SyncProgress />
        <span className={classes.slot} ref={setMainActionSlot} />
        <SyncButton scope={place.scope} />
      </Group>
    </section>
  )
}
