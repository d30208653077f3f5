// A day to snooze until, or a reason to dismiss: the usual ones are one press away.

import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { formatDay } from '../../format/time.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Name } from '../../parts/name.tsx'
import { ValueDialog } from '../../parts/ui-dialog.tsx'
import { dismiss, snooze, stopAsking, useToday } from '../../state/today.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** A day in the person's own zone, `YYYY-MM-DD`. */
const dayAfter = (from: Date, days: number): string => {
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

const MONDAY = 1

/** Of the week after this day. */
const nextMonday = (from: Date): string => dayAfter(from, ((MONDAY - from.getDay() + 6) % 7) + 1)

type OwnProps = {
  readonly label: string
  readonly type?: 'date'
  readonly min?: string
  readonly submit: string
  readonly onSubmit: (value: string) => void
}

/** An own day, or own words. */
const Own = ({ label, submit, onSubmit, ...field }: OwnProps) => {
  const [value, setValue] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') onSubmit(value.trim())
  }
  return (
    <form onSubmit={send}>
      <Group align="flex-end" wrap="nowrap">
        <TextField flex={1} label={label} maxLength={200} value={value} onChange={setValue} {...field} />
        <Button type="submit" variant="default" disabled={value.trim() === ''}>
          {submit}
        </Button>
      </Group>
    </form>
  )
}

type ItemsProps = { readonly items: readonly TodayItem[] }

const Snooze = ({ items }: ItemsProps) => {
  const now = new Date()
  const tomorrow = { label: 'Tomorrow', day: dayAfter(now, 1) }
  const inThree = { label: 'In 3 days', day: dayAfter(now, 3) }
  const monday = { label: 'Next Monday', day: nextMonday(now) }
  const isNamed = monday.day === tomorrow.day || monday.day === inThree.day
  const later = isNamed ? [inThree] : [inThree, monday]
  const days = [tomorrow, ...later.sort((one, other) => one.day.localeCompare(other.day))]
  const until = (day: string) => void snooze(items, day, formatDay(day))
  return (
    <Stack>
      {days.map(({ label, day }, index) => (
        <Button
          key={label}
          variant="default"
          justify="space-between"
          data-autofocus={index === 0 || undefined}
          rightSection={<Text c="dimmed">{formatDay(day)}</Text>}
          onClick={() => until(day)}
        >
          {label}
        </Button>
      ))}
      <Own label="Another day" type="date" min={dayAfter(now, 1)} submit="Snooze" onSubmit={until} />
    </Stack>
  )
}

const REASONS = ['Expected', 'Not important', 'Solved elsewhere', 'Not correct']

const Dismiss = ({ items }: ItemsProps) => (
  <Stack>
    <Text c="dimmed">What you dismiss comes back when it occurs again.</Text>
    {REASONS.map((reason, index) => (
      <Button
        key={reason}
        variant="default"
        justify="flex-start"
        data-autofocus={index === 0 || undefined}
        onClick={() => void dismiss(items, reason)}
      >
        {reason}
      </Button>
    ))}
    <Own label="Another reason" submit="Dismiss" onSubmit={(reason) => void dismiss(items, reason)} />
  </Stack>
)

export const AskDialog = () => {
  const asking = useToday((state) => state.asking)
  return (
    <ValueDialog
      value={asking}
      onClose={stopAsking}
      size={380}
      isInstant
      title={asking?.what === 'dismiss' ? 'Dismiss with a reason' : 'Snooze until'}
    >
      {({ what, items }) => (
        <Stack>
          <Text fw={500}>
            <Name>{items.length === 1 ? (items[0]?.title ?? '') : `${items.length} items`}</Name>
          </Text>
          {what === 'snooze' ? <Snooze items={items} /> : <Dismiss items={items} />}
        </Stack>
      )}
    </ValueDialog>
  )
}
