import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconRefresh, IconSearch, IconStack2 } from '@tabler/icons-react'
import { formatWhole } from '../format/numbers.ts'
import { BrandMark } from '../parts/brand-badge.tsx'
import { FreshnessLabel } from '../parts/freshness-label.tsx'
import { KeyCaps } from '../parts/key-caps.tsx'
import { Meter } from '../parts/meter.tsx'
import { Name } from '../parts/name.tsx'
import { useBrand, useBrands } from '../state/brands.ts'
import { useConnection } from '../state/connection.ts'
import { brandIdsOf, go, useLocation, useScope } from '../state/location.ts'
import { hasFailed, isRunning, oldestRankings, runSync, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'
import { views } from '../views/registry.tsx'
import classes from './top-bar.module.css'

/** Starts a sync of what is in view; while one runs, its counted progress and the way to the sync centre. */
const SyncButton = () => {
  const scope = useScope()
  const run = useSync((state) => state.run)
  const isLost = useConnection((state) => state.state === 'lost' || state.state === 'signed-out')
  if (run === null || !isRunning(run))
    return (
      <Tooltip label={<KeyCaps keys="mod+r" />}>
        <Button
          variant="default"
          disabled={isLost}
          leftSection={<IconRefresh size={14} />}
          onClick={() => void runSync({ brandIds: brandIdsOf(scope) })}
        >
          Sync
        </Button>
      </Tooltip>
    )
  const ended = run.done + run.failed + run.cancelled
  return (
    <button
      type="button"
      className={classes.progress}
      onClick={() => go({ view: 'sync' })}
      title="Open the sync centre"
    >
      <span className="figures">
        Syncing {formatWhole(ended)} of {formatWhole(run.total)}
      </span>
      <Meter isThin label="Sync progress" value={ended} max={run.total} />
    </button>
  )
}

const Identity = () => {
  const scope = useScope()
  const brand = useBrand(scope)
  const isLoaded = useBrands((state) => state.isLoaded)
  return (
    <div className={classes.identity}>
      {brand === undefined ? (
        <span className={classes.all} aria-hidden>
          <IconStack2 size={16} />
        </span>
      ) : (
        <BrandMark name={brand.name} colour={brand.colour} />
      )}
      <span className={`${classes.name} truncate`} title={brand?.name}>
        <Name>{brand?.name ?? (scope === 'all' ? 'All brands' : isLoaded ? 'Unknown brand' : '…')}</Name>
      </span>
      {brand?.demo === true ? <span className={classes.demo}>Demo</span> : null}
    </div>
  )
}

const Tabs = () => {
  const current = useLocation((state) => state.view)
  const isAll = useLocation((state) => state.scope === 'all')
  return (
    <nav className={classes.tabs} aria-label="Views">
      {views
        .filter((view) => view.isAside !== true && (view.takes === 'any' || (view.takes === 'all' && isAll)))
        .map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className={classes.tab}
            aria-current={id === current ? 'page' : undefined}
            onClick={() => go({ view: id })}
          >
            {title}
          </button>
        ))}
    </nav>
  )
}

const ScopeFreshness = () => {
  const scope = useScope()
  const asOf = useSync((state) => oldestRankings(state.byBrand, scope))
  const isFailed = useSync((state) => hasFailed(state.byBrand, scope))
  const hasBrands = useBrands((state) => state.list.length > 0)
  if (!hasBrands) return null
  return (
    <>
      <span className={classes.wide}>
        <FreshnessLabel asOf={asOf} hasFailed={isFailed} />
      </span>
      <span className={classes.narrow}>
        <FreshnessLabel asOf={asOf} isShort isBare={isFailed} hasFailed={isFailed} />
      </span>
    </>
  )
}

/** Whose data this is, which view of it, how old it is, and how to make it new. */
export const TopBar = () => (
  <section className={classes.bar} aria-label="Current view">
    <Identity />
    <Tabs />
    <Group flex="none" ml="auto" wrap="nowrap">
      <ScopeFreshness />
      <SyncButton />
      <Tooltip label={<KeyCaps keys="mod+k" />}>
        <ActionIcon aria-label="Open the palette" onClick={() => openDialog('palette')}>
          <IconSearch size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  </section>
)
