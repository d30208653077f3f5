import { IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ChartMark } from '../../charts/chart-options.ts'
import { formatDay } from '../../format/time.ts'
import { useDesk } from '../../store/use-desk.ts'
import css from '../../table/table-page.module.css'

/** Days on which an article of this keyword's pages went out, as a webhook told. */
export const usePublishMarks = (brandId: string, keyword: string): readonly ChartMark[] => {
  const { value } = useDesk('publishing.marks', { brandId, keyword })
  return useMemo(() => (value?.marks ?? []).map(({ day, articleSlug }) => ({ day, label: articleSlug })), [value])
}

type Props = { readonly marks: readonly ChartMark[]; readonly days: readonly string[] }

/** The marks in words, for those who cannot see the chart; with those that lie outside of it. */
export const PublishMarks = ({ marks, days }: Props) => {
  if (marks.length === 0) return null
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  return (
    <ul className={css.marks} aria-label="Published">
      {marks.map(({ day, label }) => (
        <li key={`${day} ${label}`}>
          <IconWebhook size={13} aria-hidden /> {formatDay(day)}: {label}, confirmed by webhook
          {day < first || day > last ? ' (outside of the days shown)' : ''}
        </li>
      ))}
    </ul>
  )
}
