import { useMemo } from 'react'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { addDays, dayOf } from '../../charts/days.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ENTRY_TONES } from '../../format/entry-labels.ts'
import { formatDate } from '../../format/time.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

const SHOWN = 3
const BACK_DAYS = 28
const AHEAD_DAYS = 60

const PLANNED: readonly string[] = ['held', 'sending', 'scheduled', 'overdue', 'due', 'failed', 'unknown']
const PUBLISHED: readonly string[] = ['published', 'confirmed']

/** The next articles first, then the last ones that were published. */
export const articlesOf = (entries: readonly CalendarEntry[]): readonly CalendarEntry[] => {
  const byTime = entries.toSorted((a, b) => a.at.localeCompare(b.at))
  return [
    ...byTime.filter(({ state }) => PLANNED.includes(state)).slice(0, SHOWN),
    ...byTime
      .filter(({ state }) => PUBLISHED.includes(state))
      .slice(-SHOWN)
      .toReversed(),
  ]
}

export const PublishingCard = ({ brandId }: { readonly brandId: string }) => {
  const today = dayOf(useNow())
  const range = { from: addDays(today, -BACK_DAYS), to: addDays(today, AHEAD_DAYS) }
  const { value } = useDesk('publishing.calendar', { brandIds: [brandId], ...range, perDay: SHOWN })
  const articles = useMemo(() => articlesOf(value?.entries ?? []), [value])
  return (
    <Card title="Publishing" link={{ view: 'calendar', text: 'Calendar' }}>
      {value === undefined ? null : articles.length === 0 ? (
        <Nothing>
          No article was published in the last {BACK_DAYS} days or is scheduled for the next {AHEAD_DAYS}.
        </Nothing>
      ) : (
        <table className={classes.list} aria-label="Publishing">
          <tbody>
            {articles.map(({ id, articleSlug, title, at, state }) => (
              <tr key={id}>
                <th scope="row" title={articleSlug}>
                  {title ?? titleOfSlug(articleSlug)}
                </th>
                <td className="soft">{formatDate(at)}</td>
                <td className="numbers">
                  <StateWord word={state} tone={ENTRY_TONES[state]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
