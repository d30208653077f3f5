import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconMailQuestion } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import { isolate } from '../../format/isolate.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useCompose } from '../../state/compose/compose.ts'
import { retryPreview, usePreviewed } from '../../state/compose/preview.ts'
import { addressLabel } from './address-label.ts'
import css from './compose.module.css'
import { BLOCKER_LABELS, WARNING_LABELS } from './finding-labels.ts'
import { OpenPitchActions } from './open-pitch.tsx'
import { tallyOf } from './people-counts.ts'
import { nameOf } from './people-list.tsx'
import { PitchPaper } from './pitch-text.tsx'
import { removeRecipients, showNextBlocked, stepRecipient } from './recipient-steps.ts'
import { readable } from './variables.ts'

type PositionProps = { readonly count: number; readonly at: number; readonly brandId: string }

/** Which recipient is previewed, and of which brand. */
const Position = ({ count, at, brandId }: PositionProps) => {
  const people = useCompose((state) => state.people)
  const { seen, isAsking, done } = usePreviewed()
  const { blocked } = useMemo(() => tallyOf(people, seen), [people, seen])
  return (
    <Group mih={28} ml={-6} wrap="nowrap">
      <Pager what="recipient" keys={{ previous: '[', next: ']' }} onStep={stepRecipient}>
        <Text span fw={600} className="numbers" role="status">
          {formatWhole(at + 1)} of {formatWhole(count)}
          {blocked === 0 ? '' : `, ${formatWhole(blocked)} blocked`}
        </Text>
      </Pager>
      {blocked === 0 ? null : (
        <Button
          flex="none"
          variant="default"
          size="compact-xs"
          title="Next blocked recipient: N"
          onClick={showNextBlocked}
        >
          Next blocked
        </Button>
      )}
      <Text span c="dimmed" size="xs">
        {!isAsking ? '' : count > 500 ? `checking ${formatWhole(done)} of ${formatWhole(count)}` : 'checking …'}
      </Text>
      <Box display="flex" miw={0} maw="40%" ml="auto">
        <BrandBadge brandId={brandId} />
      </Box>
    </Group>
  )
}

type FindingsProps = {
  readonly row: Pick<PreviewRow, 'blockers' | 'warnings'>
  /** Buttons of the finding that a colleague has an open pitch. */
  readonly openPitch: ReactNode
}

/** What blocks a pitch, and what to look at before it is sent. */
export const Findings = ({ row: { blockers, warnings }, openPitch }: FindingsProps) => {
  const findings = [
    ...blockers.map(({ code, message }) => ({
      ...{ tone: 'bad' as const, title: BLOCKER_LABELS[code], message },
      actions: code === 'open-pitch' ? openPitch : undefined,
    })),
    ...warnings.map(({ code, message }) => ({
      ...{ tone: 'warn' as const, title: WARNING_LABELS[code], message },
      actions: undefined,
    })),
  ]
  if (findings.length === 0) return null
  return (
    <Stack component="ul" gap={6} aria-label="Findings">
      {findings.map(({ tone, title, message, actions }) => {
        const Icon = tone === 'bad' ? IconBan : IconAlertTriangle
        return (
          <li key={`${title} ${message}`}>
            <Notice tone={tone} icon={<Icon size={14} aria-hidden />}>
              <strong>{title}.</strong> {message}
              {actions}
            </Notice>
          </li>
        )
      })}
    </Stack>
  )
}

const UNWRITTEN: ReadonlySet<string> = new Set(['template-error', 'unknown-variable', 'empty-variable'])

const Paper = ({ row }: { readonly row: PreviewRow }) => {
  const isUnwritten = row.blockers.some(({ code }) => UNWRITTEN.has(code))
  return (
    <PitchPaper
      aria-label="The pitch as it will be sent"
      shadow="xs"
      subject={row.subject}
      body={row.body}
      {...(isUnwritten && { noSubject: 'Not available', noBody: 'Cannot be shown for this person yet.' })}
    />
  )
}

/** The message before there are people, with what differs for each in brackets. */
const NobodyYet = ({ isBlank }: { readonly isBlank: boolean }) => {
  const subject = useCompose((state) => state.subject)
  const body = useCompose((state) => state.body)
  if (isBlank)
    return (
      <EmptyState icon={<IconMailQuestion size={22} />} title="No recipients yet">
        Choose people to see each pitch as it will be sent, with its problems.
      </EmptyState>
    )
  return (
    <>
      <Stack className={css.previewHead} gap={6} px="md" py={10}>
        <Text c="dimmed">No recipients yet. What is in brackets differs for each person.</Text>
      </Stack>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css.scroll} tabIndex={0} aria-label="Previewed pitch">
        <PitchPaper
          aria-label="The message without a recipient"
          shadow="xs"
          subject={readable(subject)}
          body={readable(body)}
        />
      </section>
    </>
  )
}

/** One pitch at a time, as its recipient will see it. */
export const PreviewPane = () => {
  const people = useCompose((state) => state.people)
  const at = useCompose((state) => state.at)
  const isBlank = useCompose(({ subject, body }) => subject.trim() === '' && body.trim() === '')
  const { rows, error } = usePreviewed()
  const person = people[at]
  const row = person === undefined ? undefined : rows.get(person.id)
  return (
    <section className={css.preview} aria-label="Preview">
      {person === undefined ? (
        <NobodyYet isBlank={isBlank} />
      ) : (
        <>
          <Stack className={css.previewHead} gap={6} px="md" py={10}>
            <Position count={people.length} at={at} brandId={person.brandId} />
            <div className="truncate">
              <span className="soft">To </span>
              <strong>
                <Name>{nameOf(person, row)}</Name>
              </strong>{' '}
              <span className="soft">{row === undefined ? '' : addressLabel(row)}</span>
            </div>
          </Stack>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className={css.scroll} tabIndex={0} aria-label="Previewed pitch">
            <ErrorNotice error={error} title="The preview could not be made" onRetry={retryPreview} />
            {isBlank ? (
              <EmptyState icon={<IconMailQuestion size={22} />} title="No message yet">
                Choose a template or write: the pitch for each person appears here as you type.
              </EmptyState>
            ) : row === undefined ? null : (
              <>
                <Findings
                  row={row}
                  openPitch={
                    <OpenPitchActions
                      row={row}
                      onLeaveOut={() =>
                        removeRecipients(`${isolate(nameOf(person, row))} left out`, ({ id }) => id === person.id)
                      }
                    />
                  }
                />
                <Paper row={row} />
              </>
            )}
          </section>
        </>
      )}
    </section>
  )
}
