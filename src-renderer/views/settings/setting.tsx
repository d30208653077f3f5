import { Group, Switch, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { changeSettings, useSettings } from '../../state/settings.ts'
import { SavedNumber } from './saved-number.tsx'
import classes from './settings.module.css'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** One setting: what it is on the left, how it is set on the right. */
export const Setting = ({ title, note, children }: Props) => (
  <div className={classes.setting}>
    <div className={classes.settingText}>
      <Text fw={500}>{title}</Text>
      {note === undefined ? null : <Text c="dimmed">{note}</Text>}
    </div>
    <Group flex="none" maw={{ base: '100%', sm: '60%' }} gap={6} wrap="nowrap">
      {children}
    </Group>
  </div>
)

type Words = Omit<Props, 'children'>

/** A number that is saved when it is left. */
export const NumberSetting = ({ title, note, ...number }: Words & ComponentProps<typeof SavedNumber>) => (
  <Setting title={title} note={note}>
    <SavedNumber {...number} />
  </Setting>
)

type DeskNumber = 'historyDays' | 'syncEveryMinutes' | 'syncConcurrency' | 'keyReminderDays'
type DeskNumberProps = Words &
  Pick<ComponentProps<typeof SavedNumber>, 'label' | 'suffix'> & { readonly of: DeskNumber }

const BOUNDS: Readonly<Record<DeskNumber, readonly [min: number, max: number]>> = {
  historyDays: [1, 365],
  syncEveryMinutes: [0, 1440],
  syncConcurrency: [1, 16],
  keyReminderDays: [0, 3650],
}

/** A number among the settings of this desk. */
export const DeskNumberSetting = ({ of, ...words }: DeskNumberProps) => {
  const value = useSettings((state) => state.settings?.[of])
  const [min, max] = BOUNDS[of]
  if (value === undefined) return null
  return <NumberSetting {...words} value={value} min={min} max={max} save={(next) => changeSettings({ [of]: next })} />
}

type SwitchProps = Words & { readonly checked: boolean; readonly onChange: (isOn: boolean) => void }

export const SwitchSetting = ({ title, note, checked, onChange }: SwitchProps) => (
  <Setting title={title} note={note}>
    <Switch aria-label={title} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  </Setting>
)
