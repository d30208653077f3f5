import { TextInput } from '@mantine/core'
import { clockNote, formatDistance, formatWall, instantOf, myZone, UTC, zoneLabel } from '../../format/zones.ts'
import { useNow } from '../../parts/use-now.ts'
import { ZonePicker } from '../../parts/zone-picker.tsx'
import { useZone } from '../../state/zone.ts'
import css from './publish.module.css'

type ClockProps = { readonly ms: number; readonly zone: string }

/** One instant on the clocks of the chosen zone and mine, and how far off it is. */
export const Clocks = ({ ms, zone }: ClockProps) => {
  const nowMs = useNow()
  const mine = myZone()
  const zones = [...new Set([zone, mine, UTC])]
  return (
    <div className={css.clock}>
      {zones.map((each) => (
        <span key={each}>
          {formatWall(ms, each)}{' '}
          <span className={css.soft}>{each === mine ? `${zoneLabel(each, ms)} · your time` : zoneLabel(each, ms)}</span>
        </span>
      ))}
      <strong>{formatDistance(ms, nowMs)}</strong>
    </div>
  )
}

type WhenProps = {
  readonly day: string
  readonly time: string
  readonly view: string
  readonly onChange: (change: { day?: string; time?: string }) => void
}

/** A day and a clock time in a zone that is always named, with what the change of clocks does to it. */
export const When = ({ day, time, view, onChange }: WhenProps) => {
  const zone = useZone(view)
  const nowMs = useNow()
  const instant = instantOf({ day, time }, zone)
  const note = instant === null ? null : clockNote(instant, zone, nowMs)
  return (
    <>
      <div className={css.row}>
        <TextInput
          type="date"
          label="Day"
          w={150}
          value={day}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Time"
          w={110}
          value={time}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
        <ZonePicker view={view} />
      </div>
      {instant === null ? null : <Clocks ms={instant.ms} zone={zone} />}
      {note === null ? null : (
        <div className={css.warn} role="status">
          {note}
        </div>
      )}
    </>
  )
}
