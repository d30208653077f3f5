// When the chosen articles are published, and the one confirmation. Each becomes an intent that is held first.

import { Button, Checkbox, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { isProvider, PROVIDER_NAMES, PROVIDERS } from '../../../src-shared/service/providers.ts'
import { addDays } from '../../charts/days.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { plural } from '../../format/numbers.ts'
import { formatDate, formatMoment } from '../../format/time.ts'
import { instantOf, wallOf, zoneLabel } from '../../format/zones.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useNow } from '../../parts/use-now.ts'
import { brandName } from '../../state/brands.ts'
import { notify } from '../../state/notices.ts'
import { clearPicks, type Picker, scheduleSlots, setPicker, usePicker } from '../../state/publish-draft.ts'
import { useZone } from '../../state/settings.ts'
import css from './articles.module.css'

// Days for articles that are published one after the other.
type Spacing = {
  /** `YYYY-MM-DD`. */
  readonly first: string
  /** Days from one article to the next, at least 1. */
  readonly everyDays: number
  /** A Saturday or Sunday becomes the Monday after it. */
  readonly isWeekdaysOnly: boolean
}

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const toWeekday = (day: string): string => {
  if (weekday(day) === 6) return addDays(day, 2)
  return weekday(day) === 0 ? addDays(day, 1) : day
}

/** One day for each of `count` articles, in order and each later than the one before. */
export const spacedDays = (count: number, { first, everyDays, isWeekdaysOnly }: Spacing): string[] => {
  const days: string[] = []
  let day = first
  for (let index = 0; index < count; index += 1) {
    if (isWeekdaysOnly) day = toWeekday(day)
    days.push(day)
    day = addDays(day, everyDays)
  }
  return days
}

type Place = { readonly zone: string; readonly at: string | null }

type Slot = { readonly articleSlug: string; readonly ms: number | null }

/** One article is published on the day that was chosen, also on a Sunday. */
const slotsOf = ({ picked, day, time, everyDays, isWeekdaysOnly }: Picker, zone: string): readonly Slot[] => {
  const isSpaced = picked.length > 1
  const days = spacedDays(picked.length, { first: day, everyDays, isWeekdaysOnly: isSpaced && isWeekdaysOnly })
  return picked.map((articleSlug, index) => ({
    articleSlug,
    ms: instantOf({ day: days[index] ?? day, time }, zone)?.ms ?? null,
  }))
}

const Spacing = ({ slots, zone }: { readonly slots: readonly Slot[]; readonly zone: string }) => {
  const { everyDays, isWeekdaysOnly } = usePicker()
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NumberInput
          label="Every … days"
          w={110}
          min={1}
          max={60}
          value={everyDays}
          onChange={(next) => setPicker({ everyDays: Math.max(1, Math.min(60, Number(next) || 1)) })}
        />
        <Checkbox
          mb={8}
          label="Weekdays only"
          checked={isWeekdaysOnly}
          onChange={(event) => setPicker({ isWeekdaysOnly: event.currentTarget.checked })}
        />
      </Group>
      <ol className={css.slots} aria-label="Times">
        {slots.map(({ articleSlug, ms }) => (
          <li key={articleSlug}>
            <span>{ms === null ? '—' : `${formatDate(ms, zone)}, ${formatMoment(ms, zone).split(', ').at(-1)}`}</span>
            <span className="truncate">{articleSlug}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Until a person chose a day: that of the article's own schedule, else tomorrow. */
const usePicked = ({ zone, at }: Place): Picker => {
  const picker = usePicker()
  const nowMs = useNow()
  if (picker.day !== '') return picker
  const atMs = at === null ? Number.NaN : Date.parse(at)
  return { ...picker, ...(atMs > nowMs ? wallOf(atMs, zone) : { day: addDays(wallOf(nowMs, zone).day, 1) }) }
}

const When = (place: Place) => {
  const { picked, day, time, provider } = usePicked(place)
  return (
    <Group gap={8} align="flex-end">
      <TextField
        type="date"
        label={picked.length > 1 ? 'First day' : 'Day'}
        w={132}
        value={day}
        onChange={(next) => setPicker({ day: next, time })}
      />
      <TextField type="time" label="Time" w={104} value={time} onChange={(next) => setPicker({ day, time: next })} />
      <Select
        w={116}
        label="Provider"
        allowDeselect={false}
        data={PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
        value={provider}
        onChange={(next) => next !== null && isProvider(next) && setPicker({ provider: next })}
      />
    </Group>
  )
}

type Props = {
  readonly zoneView: string
  /** When the one article is scheduled for; null: it is not, or there are several. */
  readonly at: string | null
  /** Whether to schedule is the main action of the panel. */
  readonly isMain?: boolean
  readonly onDone: () => void
}

const useScheduling = ({ zoneView, at, onDone }: Props) => {
  const zone = useZone(zoneView)
  const picker = usePicked({ zone, at })
  const nowMs = useNow()
  const { isBusy, error, run } = useAction()
  const [refusedFor, setRefusedFor] = useState('')
  const { brandId, provider } = picker
  const slots = slotsOf(picker, zone)
  const isSame = at !== null && slots.every(({ ms }) => ms === Date.parse(at))
  const isReady = !isSame && slots.length > 0 && slots.every(({ ms }) => ms !== null && ms > nowMs)
  const asked = JSON.stringify([brandId, slots])
  // A second click accepts the warnings that the first one showed, for exactly these articles and times.
  const isAccepting = error?.kind === 'conflict' && refusedFor === asked
  const confirm = async () => {
    if (!isReady || isBusy) return
    const input = slots.map(({ articleSlug, ms }) => ({ articleSlug, publishAt: new Date(ms ?? 0).toISOString() }))
    const codes = isAccepting ? (error.detail?.issues ?? []).flatMap(({ code }) => code ?? []) : []
    const reply = await run(scheduleSlots({ brandId, provider, slots: input, accept: [...new Set(codes)] }))
    setRefusedFor(reply.ok ? '' : asked)
    if (!reply.ok) return
    clearPicks()
    notify({
      title: `${plural(input.length, 'article')} for ${brandName(brandId)} created`,
      message: 'Held first: you can cancel from the bar at the top.',
    })
    onDone()
  }
  return { zone, slots, isReady, isBusy, error, isAccepting, confirm, nowMs }
}

/** The chosen articles: one time for one article, or a rhythm for many. */
export const PickedPanel = (props: Props) => {
  const { brandId, picked } = usePicker()
  const { zone, slots, isReady, isBusy, error, isAccepting, confirm, nowMs } = useScheduling(props)
  useCommands('Articles', [
    {
      id: 'articles.schedule',
      title: 'Schedule the chosen articles',
      keys: ['mod+enter'],
      isEnabled: () => picked.length > 0,
      run: () => void confirm(),
    },
  ])
  const isPast = slots.some(({ ms }) => ms !== null && ms <= nowMs)
  return (
    <Stack gap="xs" className={css.picked ?? ''} component="section" aria-label="Chosen articles">
      {picked.length === 0 ? (
        <Text c="dimmed">Choose one or more articles.</Text>
      ) : (
        <>
          <When zone={zone} at={props.at} />
          {picked.length > 1 ? <Spacing slots={slots} zone={zone} /> : null}
          <Text size="xs" c="dimmed">
            {isPast ? 'This time has passed: choose a later one.' : `Times in ${zoneLabel(zone, nowMs)}`}
          </Text>
          <ErrorNotice error={error} title="Nothing was scheduled" />
          <Button
            fullWidth
            variant={props.isMain === false ? 'default' : 'filled'}
            leftSection={isAccepting ? null : <IconCalendarPlus size={14} />}
            disabled={!isReady}
            loading={isBusy}
            onClick={() => void confirm()}
          >
            <ActionLabel
              what={`${isAccepting ? 'Accept, schedule' : 'Schedule'} ${plural(picked.length, 'article')} for`}
              brandIds={[brandId]}
            />
          </Button>
        </>
      )}
    </Stack>
  )
}
