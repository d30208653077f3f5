import { Button, Group, Text } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/alert-kinds.ts'
import type { Occurrence } from '../../../src-shared/desk/alerts.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { markAlert, PLACE_OF_KIND } from '../../state/alerts.ts'
import { go } from '../../state/location.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { ENDS, valueText } from './alert-words.ts'
import css from './alerts.module.css'

type FoundProps = { readonly brandId: string; readonly kind: AlertKind; readonly occurrences: readonly Occurrence[] }

/** What it found: keywords lead to Rankings. */
const Found = ({ brandId, kind, occurrences }: FoundProps) => {
  const [subject, before, after] = ENDS[kind]
  const isOfKeywords = isKeywordKind(kind)
  return (
    <table className={css.found} data-kind={kind} aria-label="What the rule found">
      <thead>
        <tr>
          <th scope="col">{subject}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
          {isOfKeywords ? (
            <th scope="col" data-end>
              Clicks a week
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {occurrences.map((one) => (
          <tr key={one.key}>
            <td>
              {isOfKeywords ? (
                <button
                  type="button"
                  className={css.keyword}
                  title="Open in Rankings"
                  onClick={() => go({ view: 'rankings', params: { brand: brandId, keyword: one.subject } })}
                >
                  {one.subject}
                </button>
              ) : (
                one.subject
              )}
            </td>
            <td className="figures">{valueText(kind, one, 'before', one.before)}</td>
            <td className="figures">{valueText(kind, one, 'after', one.after)}</td>
            {isOfKeywords ? (
              <td className="figures" data-end>
                {formatDecimal(one.clicks)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One alert with all that it found. */
export const AlertDetail = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { value, error, reload } = useDesk('alerts.get', { id })
  if (value === undefined)
    return (
      <SidePanel title="Alert" onClose={onClose}>
        <ErrorNotice title="The alert could not be read" error={error} onRetry={reload} />
      </SidePanel>
    )
  const { brandId, kind, state, count, occurrences } = value
  const more = count - occurrences.length
  const place = PLACE_OF_KIND[kind]
  return (
    <SidePanel title={value.title} note={<BrandBadge brandId={brandId} />} onClose={onClose}>
      <Text size="xs" c="dimmed">
        {formatDay(value.day)} · Rule: {value.ruleName}
        {value.isMuted ? ' · The rule was muted' : ''}
      </Text>
      {value.cause === null ? null : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Name>{value.cause}</Name>
        </Text>
      )}
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => void markAlert(id, state === 'new' ? 'seen' : 'new')}
        >
          {state === 'new' ? 'Mark as seen' : 'Mark as new'}
        </Button>
        <Button
          variant="default"
          rightSection={<IconArrowRight size={14} aria-hidden />}
          onClick={() => go({ view: place.view })}
        >
          Open {place.title}
        </Button>
      </Group>
      <section>
        <SideHeading>What the rule found</SideHeading>
        <Found brandId={brandId} kind={kind} occurrences={occurrences} />
        {more > 0 ? (
          <Text size="xs" c="dimmed" mt={6}>
            {formatWhole(more)} more are not kept.
          </Text>
        ) : null}
      </section>
    </SidePanel>
  )
}
