import { Button, Chip, Group, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import type { AlertSettings } from '../../../src-shared/desk/alerts.ts'
import { useDesk } from '../../data/use-desk.ts'
import { allZones } from '../../format/zones.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { setAlertSettings } from '../../state/alerts.ts'
import { askForNotices, useNoticePermission } from '../../state/notices.ts'
import { Setting, SwitchSetting } from '../settings/setting.tsx'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

type TimeProps = {
  readonly label: string
  readonly value: string
  readonly isOff: boolean
  readonly save: (time: string) => void
}

/** Saved when it is left: while it is typed, it is no whole time. */
const Time = ({ label, value, isOff, save }: TimeProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      type="time"
      w={80}
      aria-label={label}
      disabled={isOff}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={() => {
        if (typed !== null && typed !== value) save(typed)
        setTyped(null)
      }}
    />
  )
}

const NOT_SHOWN = { denied: 'Blocked in the browser', none: 'Not available in this browser' } as const

/** In a browser the person has to allow them; Electron shows them anyway. */
const OfSystem = () => {
  const permission = useNoticePermission((state) => state.permission)
  if (permission === 'shell') return null
  return (
    <Setting
      title="Notifications of the system"
      note="Shown while this page has no focus. The browser asks again after each start of the desk."
    >
      {permission === 'default' ? (
        <Button variant="default" onClick={() => void askForNotices()}>
          Allow
        </Button>
      ) : permission === 'granted' ? (
        <StateWord word="Allowed" tone="good" />
      ) : (
        <StateWord word={NOT_SHOWN[permission]} tone="plain" />
      )}
    </Setting>
  )
}

type OnOffProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }

const OnOff = ({ label, isOn, onChange }: OnOffProps) => (
  <Switch aria-label={label} checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
)

const Fields = ({ settings }: { readonly settings: AlertSettings }) => {
  const { isNotifying, quiet, days, digest, zone } = settings
  const set = (change: Partial<AlertSettings>) => void setAlertSettings(change)
  const setQuiet = (change: Partial<AlertSettings['quiet']>) => set({ quiet: { ...quiet, ...change } })
  const setDigest = (change: Partial<AlertSettings['digest']>) => set({ digest: { ...digest, ...change } })
  return (
    <>
      <OfSystem />
      <SwitchSetting
        title="Notify as alerts fire"
        note="At most every 10 minutes, several alerts in one notification."
        checked={isNotifying}
        onChange={(isNotifying) => set({ isNotifying })}
      />
      <Setting title="Days with notifications" note="On other days nothing is notified.">
        <Chip.Group
          multiple
          value={days.map(String)}
          onChange={(next) => set({ days: next.map(Number).sort((one, other) => one - other) })}
        >
          <Group gap={4}>
            {DAYS.map((day, index) => (
              <Chip key={day} value={String(index + 1)}>
                {day}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Setting>
      <Setting title="Quiet hours" note="Alerts that fire in quiet hours come in the next digest.">
        <OnOff label="Quiet hours" isOn={quiet.isOn} onChange={(isOn) => setQuiet({ isOn })} />
        <Time label="Quiet from" value={quiet.from} isOff={!quiet.isOn} save={(from) => setQuiet({ from })} />
        <span className="soft">to</span>
        <Time label="Quiet to" value={quiet.to} isOff={!quiet.isOn} save={(to) => setQuiet({ to })} />
      </Setting>
      <Setting title="Digest" note="One notification a day about alerts that were not notified yet.">
        <OnOff label="Digest" isOn={digest.isOn} onChange={(isOn) => setDigest({ isOn })} />
        <Time label="Time of the digest" value={digest.at} isOff={!digest.isOn} save={(at) => setDigest({ at })} />
      </Setting>
      <Setting title="Time zone" note="Quiet hours, days and the digest are in this time zone.">
        <Select
          w={230}
          aria-label="Time zone"
          searchable
          allowDeselect={false}
          limit={60}
          data={[
            { value: '', label: 'As on the computer' },
            ...allZones().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
          value={zone ?? ''}
          onChange={(next) => set({ zone: next === null || next === '' ? null : next })}
        />
      </Setting>
    </>
  )
}

/** When notifications of alerts may come. Of this desk alone. */
export const Notifications = () => {
  const { value, error, reload } = useDesk('alerts.settings', {})
  return (
    <>
      <ErrorNotice error={error} title="The settings could not be read" onRetry={reload} />
      {value === undefined ? null : (
        <Panel title="Notifications of this desk">
          <Fields settings={value} />
        </Panel>
      )}
    </>
  )
}
