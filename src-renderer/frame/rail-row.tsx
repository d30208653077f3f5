import { IconAlertTriangle, IconFlask, IconKeyOff, IconRefresh } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { type BrandSign, keyStateLabel, SIGN_LABELS, signOf } from '../format/brand-sign.ts'
import { plural } from '../format/numbers.ts'
import { BrandMark } from '../parts/brand-badge.tsx'
import { Name } from '../parts/name.tsx'
import { useIsDemoOnly } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { useSync } from '../state/sync.ts'
import { openRowMenu, pointAtRow } from '../state/ui.ts'
import classes from './brand-rail.module.css'

const SIGNS = { key: IconKeyOff, failed: IconAlertTriangle, running: IconRefresh } as const

const Sign = ({ sign, words }: { readonly sign: BrandSign; readonly words: string }) => {
  if (sign === 'none') return null
  const Icon = SIGNS[sign]
  return (
    <span className={classes.sign} data-sign={sign} title={words}>
      <Icon size={12} aria-hidden />
      <span className="visually-hidden">, {words}</span>
    </span>
  )
}

type Props = {
  readonly brand: Brand
  readonly domId: string
  /** The arrows of the filter stand on it. */
  readonly isActive: boolean
  /** Digit of its Ctrl/Cmd shortcut. */
  readonly digit?: number | undefined
  /** Items of Today that cannot wait. */
  readonly urgent: number
}

export const Urgent = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <span className={classes.urgent} title={`${plural(count, 'urgent item')}`}>
      {count}
      <span className="visually-hidden"> urgent</span>
    </span>
  )

const choose = (brandId: string): void => {
  setScope(brandId)
  // The names of a folded rail stay open as long as its filter has the focus.
  document.getElementById('brand-filter')?.blur()
}

/** One brand of the rail. It subscribes to the scope and its own sync only: a switch renders two rows, not two hundred. */
export const RailRow = memo(({ brand, domId, isActive, digit, urgent }: Props) => {
  const isCurrent = useLocation((state) => state.scope === brand.id)
  // Where all are of the demo, the heading says so.
  const isMarked = !useIsDemoOnly() && brand.demo
  const sign = useSync((state) => signOf(brand.keyState, Object.values(state.byBrand.get(brand.id) ?? {})))
  const words = sign === 'key' ? keyStateLabel(brand.keyState) : SIGN_LABELS[sign]
  return (
    <button
      type="button"
      id={domId}
      className={classes.row}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      data-active={isActive || undefined}
      data-brand={brand.id}
      // A custom property is not in React's type.
      style={{ '--brand': brand.colour } as CSSProperties}
      onPointerEnter={(event) => pointAtRow(brand.id, event.currentTarget)}
      onContextMenu={(event) => {
        event.preventDefault()
        openRowMenu(brand.id, event.currentTarget)
      }}
      // A click leaves the keys with the table: on a focused option Enter would choose the brand again.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(brand.id)}
    >
      <BrandMark name={brand.name} colour={brand.colour} size="sm" />
      <span className={`${classes.name} truncate`} title={brand.name}>
        <Name>{brand.name}</Name>
      </span>
      {isMarked ? (
        <span className={classes.demo} title="Demo brand">
          <IconFlask size={12} aria-hidden />
          <span className="visually-hidden">, demo</span>
        </span>
      ) : null}
      <Sign sign={sign} words={words} />
      <Urgent count={urgent} />
      {digit === undefined ? null : (
        <span className={classes.digit} aria-hidden>
          {digit}
        </span>
      )}
    </button>
  )
})
