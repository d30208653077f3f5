import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
