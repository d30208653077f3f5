import type { Dataset } from '../../src-shared/desk/sync.ts'
import { freshnessOf } from '../format/freshness.ts'
import { formatAge, formatAgo, formatClock, formatInstant } from '../format/time.ts'
import type { Scope } from '../state/location.ts'
import { hasFailed, useSync } from '../state/sync.ts'
import classes from './freshness-label.module.css'
import { useNow } from './use-now.ts'

type Props = {
  /** Sync instant of the oldest rows shown; null: never synced. */
  readonly freshAsOf: string | null | undefined
  readonly dataset?: Dataset
  /** Without the word "Synced" and the clock time. */
  readonly isShort?: boolean
  /** Without the word for its age, where there is room for the dot alone. */
  readonly isBare?: boolean
  /** Its age alone, where a column of ages says that it is one. */
  readonly isAge?: boolean
  /** The last sync failed: what is shown is from an earlier one. */
  readonly hasFailed?: boolean
}

type ScopeProps = Pick<Props, 'freshAsOf'> & { readonly scope: Scope; readonly dataset?: Dataset }

/** The same for the brands in scope: not green where the last sync of one of them failed. */
export const ScopeFreshness = ({ scope, dataset = 'rankings', ...props }: ScopeProps) => {
  const isFailed = useSync((state) => hasFailed(state.byBrand, scope, dataset))
  return <FreshnessLabel {...props} dataset={dataset} hasFailed={isFailed} />
}

/** "Synced 10:42 · 2 h ago", with its age as a word and a dot. */
export const FreshnessLabel = (props: Props) => {
  const {
    freshAsOf = null,
    dataset = 'rankings',
    isAge = false,
    isShort = isAge,
    isBare = isAge,
    hasFailed = false,
  } = props
  const nowMs = useNow()
  const isKnown = useSync((state) => state.isLoaded)
  const age = freshnessOf(freshAsOf, nowMs, dataset)
  const level = hasFailed ? 'last sync failed' : age
  if (freshAsOf === null)
    return !isKnown ? null : (
      <span className={classes.label} data-level="never">
        {isShort ? 'never' : 'Not synced yet'}
      </span>
    )
  const ago = isAge ? formatAge(freshAsOf, nowMs) : formatAgo(freshAsOf, nowMs)
  return (
    <span className={classes.label} data-level={level} title={`${level}: synced ${formatInstant(freshAsOf)}`}>
      {isShort ? ago : `Synced ${formatClock(freshAsOf, nowMs)} · ${ago}`}
      {level === 'fresh' || isBare ? null : <span className={classes.word}>{level}</span>}
    </span>
  )
}
