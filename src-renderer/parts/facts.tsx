import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names beside their values; an entry that is null is left out. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ReactNode] | null)[] }) => (
  <dl className={classes.facts}>
    {rows.map((row) =>
      row === null ? null : (
        <div key={row[0]}>
          <dt>{row[0]}</dt>
          <dd>{row[1]}</dd>
        </div>
      ),
    )}
  </dl>
)
