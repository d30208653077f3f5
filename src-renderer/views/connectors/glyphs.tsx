// Cells differ by shape, not only colour: a tick for allowed, a bar for denied, a dot for not available.
import type { Permission } from '../../state/connector-staging.ts'
import css from './matrix.module.css'
import type { Tri } from './matrix-model.ts'

const PATHS: Record<Permission, string> = { allow: 'M3.5 8.5l3 3 6-7', deny: 'M4.5 8h7' }

export const ValueGlyph = ({ value }: { readonly value: Permission | null }) =>
  value === null ? (
    <span className={css.none} aria-hidden />
  ) : (
    <svg viewBox="0 0 16 16" className={css.glyph} data-value={value} aria-hidden="true">
      <path d={PATHS[value]} />
    </svg>
  )

/** The box of a parent row: all, some or none of its cells are allowed. */
export const TriBox = ({ tri }: { readonly tri: Tri }) => (
  <svg viewBox="0 0 16 16" className={css.tri} data-tri={tri} aria-hidden="true">
    <rect x="1.5" y="1.5" width="13" height="13" rx="3" />
    {tri === 'none' ? null : <path d={tri === 'all' ? 'M4.5 8.3l2.4 2.4 4.6-5.2' : 'M4.5 8h7'} />}
  </svg>
)
