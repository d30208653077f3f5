import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names beside their values; an entry that is null is left out. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ReactNode] | null)[] }) => (
  <dl className={classes.facts}>
    {rows.map((row, index) =>
      row === null ? null : (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name, as the headers of a request do
        <div key={index}>
          <dt>{row[0]}</dt>
          <dd>{row[1]}</dd>
        </div>
      ),
    )}
  </dl>
)
