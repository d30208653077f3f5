// The drops of a fall of many brands, the most lost clicks first; each leads to its brand's drops.
import { Text } from '@mantine/core'
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { absentText } from '../../../src-shared/desk/values/absent-move.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, plural } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { SideHeading } from '../../table/side-panel.tsx'
import { openMovers } from './open-item.ts'
import classes from './today.module.css'

const SHOWN = 500

const placeText = (position: number | null): string => (position === null ? 'not ranking' : formatDecimal(position))

const moveText = ({ positionBefore, positionNow, absentOn }: CauseRow): string =>
  absentOn === null
    ? `${placeText(positionBefore)} → ${placeText(positionNow)}`
    : absentText(formatShortDay(absentOn), positionBefore)

type RowProps = { readonly row: CauseRow }

const Row = ({ row }: RowProps) => {
  const { brandId, keyword, clicksBefore, clicksNow } = row
  const name = keyword ?? ''
  return (
    <li className={classes.fallen}>
      <button type="button" title="Open in Movers" onClick={() => openMovers({ brandId, keyword: name })}>
        <Name>{name}</Name>
      </button>
      <span className="soft">
        <BrandBadge brandId={brandId} /> · {moveText(row)} · {formatDecimal(clicksNow - clicksBefore)} clicks a day
      </span>
    </li>
  )
}

export const FallenList = ({ item }: { readonly item: TodayItem }) => {
  const brandIds = brandIdsOf(useScope())
  const asked = { brandIds, filter: { kind: ['many-brands' as const] }, limit: SHOWN }
  const { value, error, reload } = useDesk('causes.list', asked)
  const rows = (value?.rows ?? []).filter(
    ({ of, causes: [first], answer }) =>
      of === 'keyword' &&
      first?.kind === 'many-brands' &&
      first.since === item.about.day &&
      (answer === null || (answer.isNamed && answer.kind === 'many-brands')),
  )
  const more = (value?.total ?? 0) - SHOWN
  return (
    <section>
      <SideHeading>Keywords that fell</SideHeading>
      <ErrorNotice error={error} title="The drops could not be read" onRetry={reload} />
      <ul className={classes.dueList} aria-label="Keywords that fell">
        {rows.map((row) => (
          <Row key={`${row.brandId} ${row.keyword}`} row={row} />
        ))}
      </ul>
      {more > 0 ? (
        <Text size="xs" c="dimmed">
          Of {plural(value?.total ?? 0, 'drop')} the {SHOWN} that lost the most clicks are read.
        </Text>
      ) : null}
    </section>
  )
}
