import { useDesk } from '../../data/use-desk.ts'
import { Name } from '../../parts/name.tsx'
import { showFalls } from '../../state/filters/lists.ts'
import { isSameCause, ListedCause } from '../rankings/likely-cause.tsx'
import { Card, PlaceLink } from './card.tsx'
import classes from './overview.module.css'

const SHOWN = 3

/** Why the brand and its pages lost clicks; nothing where they did not. */
export const DropsCard = ({ brandId }: { readonly brandId: string }) => {
  const filter = { of: ['brand' as const, 'page' as const] }
  const { value } = useDesk('causes.list', { brandIds: [brandId], filter, limit: SHOWN })
  if (value === undefined || value.rows.length === 0) return null
  const more = value.total - value.rows.length
  return (
    <div data-size="all">
      <Card
        title="Lost clicks"
        note={more > 0 ? `the ${SHOWN} largest of ${value.total} drops` : 'by page and brand'}
        aside={
          <PlaceLink view="movers" onClick={showFalls}>
            All keywords that fell
          </PlaceLink>
        }
      >
        <ul className={classes.drops} aria-label="Lost clicks">
          {value.rows.map((row, at) => (
            <li key={row.page ?? ''}>
              <strong>{row.page === null ? 'The brand as a whole' : <Name>{row.page}</Name>}</strong>
              <ListedCause row={row} isSaid={value.rows.slice(0, at).some((other) => isSameCause(other, row))} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
