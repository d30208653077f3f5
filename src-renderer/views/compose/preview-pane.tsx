import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconChevronLeft, IconChevronRight, IconMailQuestion } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { type Addressee, useCompose } from '../../state/compose.ts'
import { previewAgain, usePreviewed } from '../../state/previewer.ts'
import { addressLabel } from './address-label.ts'
import css from './compose.module.css'
import { BLOCKER_LABELS, WARNING_LABELS } from './finding-labels.ts'
import { tallyOf } from './people-counts.ts'
import { nameOf } from './people-list.tsx'
import { PitchBody, PitchSubject } from './pitch-text.tsx'
import { showNextBlocked, stepRecipient } from './recipient-steps.ts'

type PositionProps = { readonly count: number; readonly at: number; readonly brandId: string }

/** Where the preview stands, and whose pitch it is. */
const Position = ({ count, at, brandId }: PositionProps) => {
  const people = useCompose((state) => state.people)
  const { seen, isAsking, done } = usePreviewed()
  const { blocked } = useMemo(() => tallyOf(people, seen), [people, seen])
  return (
    <div className={css.position}>
      <ActionIcon aria-label="Previous recipient" title="Previous recipient: [" onClick={() => stepRecipient(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span className={css.place} role="status">
        {formatWhole(at + 1)} of {formatWhole(count)}
        {blocked === 0 ? '' : `, ${formatWhole(blocked)} blocked`}
      </span>
      <ActionIcon aria-label="Next recipient" title="Next recipient: ]" onClick={() => stepRecipient(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
      {blocked === 0 ? null : (
        <Button variant="default" size="compact-xs" title="Next blocked recipient: N" onClick={showNextBlocked}>
          Next blocked
        </Button>
      )}
      <span className={css.checking}>
        {!isAsking ? '' : count > 500 ? `checking ${formatWhole(done)} of ${formatWhole(count)}` : 'checking …'}
      </span>
      <span className={css.whose}>
        <BrandBadge brandId={brandId} />
      </span>
    </div>
  )
}

export const Findings = ({ row }: { readonly row: Pick<PreviewRow, 'blockers' | 'warnings'> }) => {
  if (row.blockers.length + row.warnings.length === 0) return null
  return (
    <ul className={css.findings} aria-label="Findings">
      {row.blockers.map(({ code, message }) => (
        <li key={`${code} ${message}`} data-kind="blocked">
          <IconBan size={14} aria-hidden />
          <span>
            <strong>{BLOCKER_LABELS[code]}.</strong> {message}
          </span>
        </li>
      ))}
      {row.warnings.map(({ code, message }) => (
        <li key={`${code} ${message}`} data-kind="warned">
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <strong>{WARNING_LABELS[code]}.</strong> {message}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Person = ({ person, row }: { readonly person: Addressee; readonly row: PreviewRow | undefined }) => (
  <div className={css.addressee}>
    <span className={css.arrow}>To</span>
    <span className={css.whole}>
      <strong>
        <Name>{nameOf(person, row)}</Name>
      </strong>{' '}
      <span className={css.soft}>{row === undefined ? '' : addressLabel(row)}</span>
    </span>
  </div>
)

const UNWRITTEN: ReadonlySet<string> = new Set(['template-error', 'unknown-variable', 'empty-variable'])

const Paper = ({ row, isOld }: { readonly row: PreviewRow; readonly isOld: boolean }) => {
  const isUnwritten = row.blockers.some(({ code }) => UNWRITTEN.has(code))
  return (
    <article className={css.paper} aria-label="The pitch as it will be sent" data-old={isOld || undefined}>
      <PitchSubject subject={row.subject} {...(isUnwritten ? { none: 'Not available' } : {})} />
      <hr />
      <PitchBody body={row.body} {...(isUnwritten ? { none: 'Cannot be shown for this person yet.' } : {})} />
    </article>
  )
}

/** One pitch at a time, as the person who gets it will see it. */
export const PreviewPane = () => {
  const people = useCompose((state) => state.people)
  const at = useCompose((state) => state.at)
  const isBlank = useCompose(({ subject, body }) => subject.trim() === '' && body.trim() === '')
  const { rows, isAsking, error } = usePreviewed()
  const person = people[at]
  const row = person === undefined ? undefined : rows.get(person.id)
  return (
    <section className={css.preview} aria-label="Preview">
      {person === undefined ? (
        <EmptyState icon={<IconMailQuestion size={22} />} title="No recipients yet">
          Choose people to see each pitch as it will be sent, with its problems.
        </EmptyState>
      ) : (
        <>
          <div className={css.previewHead}>
            <Position count={people.length} at={at} brandId={person.brandId} />
            <Person person={person} row={row} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className={css.sheet} tabIndex={0} aria-label="Previewed pitch">
            {error === null ? null : (
              <ErrorNotice error={error} title="The preview could not be made" onRetry={previewAgain} />
            )}
            {isBlank ? (
              <EmptyState icon={<IconMailQuestion size={22} />} title="No message yet">
                Choose a template or write: the pitch for each person appears here as you type.
              </EmptyState>
            ) : row === undefined ? null : (
              <>
                <Findings row={row} />
                <Paper row={row} isOld={isAsking} />
              </>
            )}
          </section>
        </>
      )}
    </section>
  )
}
