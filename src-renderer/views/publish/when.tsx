import { Group, Paper, Text } from '@mantine/core'
import { formatMoment } from '../../format/time.ts'
import { clockNote, formatDistance, instantOf, myZone, UTC, zoneLabel } from '../../format/zones.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { ZonePicker } from '../../parts/fields/zone-picker.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useZone } from '../../state/settings.ts'

type ClockProps = { readonly ms: number; readonly zone: string }

/** One instant in the chosen zone, in this computer's zone and in UTC, and how far away it is. */
export const Clocks = ({ ms, zone }: ClockProps) => {
  const nowMs = useNow()
  const mine = myZone()
  const zones = [...new Set([zone, mine, UTC])]
  return (
    <Paper bg="var(--sunken)" px="sm" py="xs">
      {zones.map((each) => (
        <Text key={each}>
          {formatMoment(ms, each)}{' '}
          <span className="soft">{each === mine ? `${zoneLabel(each, ms)} · your time` : zoneLabel(each, ms)}</span>
        </Text>
      ))}
      <strong>{formatDistance(ms, nowMs)}</strong>
    </Paper>
  )
}

type WhenProps = {
  readonly day: string
  readonly time: string
  readonly view: string
  readonly onChange: (change: { day?: string; time?: string }) => void
}

/** A day and a time in a named zone, with a note where a clock change affects it. */
export const When = ({ day, time, view, onChange }: WhenProps) => {
  const zone = useZone(view)
  const nowMs = useNow()
  const instant = instantOf({ day, time }, zone)
  const note = instant === null ? null : clockNote(instant, zone, nowMs)
  return (
    <>
      <Group gap="sm" align="flex-end">
        <TextField type="date" label="Day" w={150} value={day} onChange={(day) => onChange({ day })} />
        <TextField type="time" label="Time" w={110} value={time} onChange={(time) => onChange({ time })} />
        <ZonePicker view={view} />
      </Group>
      {instant === null ? null : <Clocks ms={instant.ms} zone={zone} />}
      {note === null ? null : (
        <Notice tone="warn" role="status">
          {note}
        </Notice>
      )}
    </>
  )
}
