import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { HiddenItem } from '../../../src-shared/desk/today.ts'
import { formatDay } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { restore } from '../../state/today.ts'
import classes from './today.module.css'
import { ItemFacts } from './today-row.tsx'

const stateOf = ({ hidden }: HiddenItem): string =>
  hidden.until === null ? `Dismissed: ${hidden.reason ?? ''}` : `Snoozed until ${formatDay(hidden.until)}`

/** What the person snoozed or dismissed and is still so, the last one first. */
export const HiddenList = ({ items }: { readonly items: readonly HiddenItem[] }) =>
  items.length === 0 ? (
    <EmptyState icon={<IconClock size={22} />} title="Nothing is snoozed or dismissed">
      S snoozes an item until a day, D dismisses it until it occurs again.
    </EmptyState>
  ) : (
    <section aria-label="Snoozed and dismissed">
      <ul className={classes.rows}>
        {items.map((item) => (
          <li key={item.id} className={classes.row}>
            <ItemFacts item={item} />
            <span className={`${classes.state} truncate`} title={stateOf(item)}>
              {stateOf(item)}
            </span>
            <Button variant="default" aria-label={`Undo: ${item.title}`} onClick={() => void restore([item])}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
