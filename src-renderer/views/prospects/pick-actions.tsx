import { Button, Group, Text } from '@mantine/core'
import { IconTags, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Triage } from '../../state/marks.ts'
import { TRIAGE_ICONS } from './triage-badge.tsx'

const MARKS: readonly (readonly [triage: Triage, label: string, cap: string])[] = [
  ['keep', 'Keep', '1'],
  ['later', 'Later', '2'],
  ['drop', 'Drop', '3'],
]

type ActionProps = {
  readonly icon: ReactNode
  readonly cap: string
  readonly onClick: () => void
  readonly children: string
}

const Action = ({ icon, cap, onClick, children }: ActionProps) => (
  <Button variant="default" size="compact-xs" leftSection={icon} onClick={onClick}>
    {children}
    <Text component="kbd" c="dimmed" fz={11} ff="inherit" ml={5} aria-hidden>
      {cap}
    </Text>
  </Button>
)

type Props = {
  readonly onMark: (triage: Triage) => void
  readonly onTag: () => void
  readonly onPeople: () => void
}

/** What can be done with the selected prospects. */
export const PickActions = ({ onMark, onTag, onPeople }: Props) => (
  <Group gap={4}>
    {MARKS.map(([triage, label, cap]) => {
      const Icon = TRIAGE_ICONS[triage]
      return (
        <Action key={triage} icon={<Icon size={13} aria-hidden />} cap={cap} onClick={() => onMark(triage)}>
          {label}
        </Action>
      )
    })}
    <Action icon={<IconTags size={13} aria-hidden />} cap="T" onClick={onTag}>
      Tag
    </Action>
    <Action icon={<IconUsers size={13} aria-hidden />} cap="P" onClick={onPeople}>
      Find people
    </Action>
  </Group>
)
