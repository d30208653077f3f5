import { Stack, Text } from '@mantine/core'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { providerName } from '../../src-shared/service/providers.ts'
import { formatMoment } from '../format/time.ts'

export type Scheduled = CallOutput<'publishing.schedules'>['schedules'][number]

type Props = {
  readonly schedules: readonly Scheduled[]
  /** They are set again, at the same times. */
  readonly isKept: boolean
  readonly zone: string
}

/** Schedules whose time has passed, or that are unknown: the service may have them still. */
export const MayEnd = ({ schedules, zone }: Omit<Props, 'isKept'>) => (
  <Stack gap={4}>
    <Text>May end too, and is not set again:</Text>
    <ul className="lines" aria-label="May end too">
      {schedules.map(({ entryId, articleSlug, provider, at }) => (
        <li key={entryId} style={{ overflowWrap: 'anywhere' }}>
          {articleSlug}: {providerName(provider)}, {formatMoment(at, zone)}
        </li>
      ))}
    </ul>
    <Text c="dimmed">The desk does not know whether it is out. Check the site.</Text>
  </Stack>
)

/** What the service ends besides what a person means: it unschedules an article everywhere. */
export const AlsoEnds = ({ schedules, isKept, zone }: Props) => {
  const slugs = new Set(schedules.map(({ articleSlug }) => articleSlug))
  return (
    <Stack gap={4}>
      <Text>The service unschedules an article on every provider at once. Also ends:</Text>
      <ul className="lines" aria-label="Also ends">
        {schedules.map(({ entryId, articleSlug, provider, at }) => (
          <li key={entryId} style={{ overflowWrap: 'anywhere' }}>
            {slugs.size > 1 ? `${articleSlug}: ` : ''}
            <strong>
              {providerName(provider)}, {formatMoment(at, zone)}
            </strong>
            {isKept ? '; it is set again at the same time.' : '; it is not set again.'}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
