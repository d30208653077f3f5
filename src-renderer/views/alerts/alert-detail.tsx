import { Button, Group, Text } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import type { Alert, Occurrence } from '../../../src-shared/desk/alerts.ts'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { turnsIn } from '../../../src-shared/desk/values/page-turns.ts'
import { lastedText } from '../../../src-shared/desk/values/track-record.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { formatDay, formatMoment } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Name } from '../../parts/name.tsx'
import { markAlert, placeOf } from '../../state/alerts.ts'
import { useConflictFilters, useMoverFilters } from '../../state/filters/lists.ts'
import { go } from '../../state/location.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { ENDS, limitText, nextText, valueText } from './alert-words.ts'
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
            <th scope="col" data-end title="Clicks a week, on average of the 28 days before">
              Weekly clicks before
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

/** When, and by which rule with which condition. */
const AlertFacts = ({ alert }: { readonly alert: Alert }) => {
  const { value } = useDesk('alerts.rules', {})
  const rule = value?.rules.find(({ id }) => id === alert.ruleId)
  const record = value?.records.find(({ ruleId }) => ruleId === alert.ruleId)
  const lasted = record === undefined ? null : lastedText(record)
  return (
    <Facts
      rows={[
        ['Day', `${formatDay(alert.day)}, found ${formatMoment(alert.firedAt)}`],
        ['Rule', <Name key="rule">{alert.isMuted ? `${alert.ruleName} (muted)` : alert.ruleName}</Name>],
        // A rule that was removed since is known by its name alone, and one about permissions has no condition of its own.
        rule === undefined || rule.condition.kind === 'drift' ? null : ['Condition', limitText(rule)],
        lasted === null ? null : ['Record', lasted],
      ]}
    />
  )
}

/** The place where one looks further, at what the alert is about. */
const openPlaceOf = ({ brandId, keyword, ...alert }: Alert): void => {
  const { view } = placeOf(alert)
  if (view === 'movers') useMoverFilters.setState({ search: '', moves: 'real', kind: 'any' })
  const turns = turnsIn(alert.cause)
  if (turns !== null) useConflictFilters.setState({ search: '', kind: [], isShort: false })
  // Which of several keywords take turns, its list says.
  const params = keyword === null || turns === 'some' ? {} : { brand: brandId, keyword }
  go({ view, params, ...(turns === 'some' && { scope: brandId }) })
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
  const place = placeOf(value)
  return (
    <SidePanel title={value.title} note={<BrandBadge brandId={brandId} />} onClose={onClose}>
      <AlertFacts alert={value} />
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
          onClick={() => openPlaceOf(value)}
        >
          Open {place.title}
        </Button>
      </Group>
      <section>
        <SideHeading>What the rule found</SideHeading>
        <Found brandId={brandId} kind={kind} occurrences={occurrences} />
        {more > 0 ? (
          <Text size="xs" c="dimmed" mt={6}>
            {formatWhole(more)} more {more === 1 ? 'is' : 'are'} not kept.
          </Text>
        ) : null}
      </section>
      <section>
        <SideHeading>What to do</SideHeading>
        {value.cause === null ? null : (
          <Text size="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
            <Name>{value.cause}</Name>
          </Text>
        )}
        <Text size="sm">{nextText(value)}</Text>
      </section>
    </SidePanel>
  )
}
