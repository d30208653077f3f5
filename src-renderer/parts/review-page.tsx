// What is going to happen, and its results, brand by brand: one look for every action on many brands.
import { Group, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { errorText, nextStepOf } from '../format/errors.ts'
import type { Tone } from '../format/intent-labels.ts'
import { BrandBadge } from './brand-badge.tsx'
import classes from './review-page.module.css'
import { StateWord } from './state-word.tsx'

type PageProps = {
  /** Absent: nothing is sent. */
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

export const ReviewPage = ({ onSubmit, children }: PageProps) => {
  if (onSubmit === undefined) return <div className={classes.page}>{children}</div>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.page} onSubmit={submit}>
      {children}
    </form>
  )
}

/** Its buttons, always in sight; `note` is below them. */
export const ReviewFoot = ({ note, children }: { readonly note?: ReactNode; readonly children: ReactNode }) => (
  <div className={classes.foot}>
    {children}
    {note === undefined ? null : (
      <Text size="xs" c="dimmed" flex="1 1 100%">
        {note}
      </Text>
    )}
  </div>
)

export const BrandLines = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ul className="lines" aria-label={label}>
    {children}
  </ul>
)

type LineProps = { readonly brandId: string; readonly children: ReactNode }

/** One brand, and beside it what concerns it. */
export const BrandLine = ({ brandId, children }: LineProps) => (
  <li className={classes.line}>
    <span className={classes.brand}>
      <BrandBadge brandId={brandId} size="md" />
    </span>
    <Stack gap={6} miw={0} pt={3}>
      {children}
    </Stack>
  </li>
)

export type OutcomeWord = { readonly word: string; readonly tone: Tone }

/** How many items have each result, in the order given; results without items are left out. */
export const OutcomeCounts = <State extends string>({
  order,
  words,
  states,
}: {
  readonly order: readonly State[]
  readonly words: Readonly<Record<State, OutcomeWord>>
  readonly states: readonly State[]
}) => (
  <Group component="span" display="inline-flex" gap={6} role="status">
    {order.flatMap((state) => {
      const count = states.filter((one) => one === state).length
      const { word, tone } = words[state]
      return count === 0 ? [] : [<StateWord key={state} word={`${count} ${word}`} tone={tone} />]
    })}
  </Group>
)

type WhyProps = {
  readonly error: DeskErrorValue
  /** What it means here, before its own words. */
  readonly means?: string | null
  readonly hasNextStep: boolean
}

/** Why something failed: in plain words, in the service's own, and what to do next. */
export const Why = ({ error, means = null, hasNextStep }: WhyProps) => {
  const said = error.detail?.serviceText
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {means === null ? null : <strong>{means}. </strong>}
      <bdi>{errorText(error)}</bdi>
      {said === undefined || error.message.includes(said) ? null : (
        <span className="soft">
          {' '}
          The service said: “<bdi>{said}</bdi>”
        </span>
      )}
      {hasNextStep ? <span className="soft"> {nextStepOf(error)}</span> : null}
    </div>
  )
}
