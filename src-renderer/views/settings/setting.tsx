import { Group, Switch, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
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

type SwitchProps = Words & { readonly checked: boolean; readonly onChange: (isOn: boolean) => void }

export const SwitchSetting = ({ title, note, checked, onChange }: SwitchProps) => (
  <Setting title={title} note={note}>
    <Switch aria-label={title} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  </Setting>
)
