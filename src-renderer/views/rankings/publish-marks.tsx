import { Text } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ChartMark } from '../../charts/chart-options.ts'
import { addDays } from '../../charts/days.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDay } from '../../format/time.ts'

type PublishMark = ChartMark & { readonly isToldByWebhook: boolean }

/** Days on which an article of this keyword's pages was published, and whether a webhook or the service's reply confirmed it. */
export const usePublishMarks = (brandId: string, keyword: string): readonly PublishMark[] => {
  const { value } = useDesk('publishing.marks', { brandId, keyword })
  const days = (value?.marks ?? []).map((mark) => mark.day).sort()
  const [first] = days
  const last = days.at(-1)
  const calendar = useDesk(
    'publishing.calendar',
    first === undefined || last === undefined
      ? null
      : { brandIds: [brandId], from: addDays(first, -1), to: addDays(last, 1) },
  ).value
  return useMemo(() => {
    const told = new Set(
      calendar?.entries.filter((entry) => entry.confirmedByWebhook).map((entry) => entry.articleSlug),
    )
    return (value?.marks ?? []).map(({ day, articleSlug }) => ({
      day,
      label: articleSlug,
      isToldByWebhook: told.has(articleSlug),
    }))
  }, [value, calendar])
}

type Props = { readonly marks: readonly PublishMark[]; readonly days: readonly string[] }

/** The marks in words, for those who cannot see the chart; with those that lie outside of it. */
export const PublishMarks = ({ marks, days }: Props) => {
  if (marks.length === 0) return null
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  return (
    <Text component="ul" size="xs" c="dimmed" mt={8} aria-label="Published">
      {marks.map(({ day, label, isToldByWebhook }) => (
        <li key={`${day} ${label}`}>
          <IconWebhook size={13} aria-hidden /> {formatDay(day)}: {label},{' '}
          {isToldByWebhook ? 'confirmed by webhook' : 'confirmed by the service'}
          {day < first || day > last ? ' (outside the days shown)' : ''}
        </li>
      ))}
    </Text>
  )
}
