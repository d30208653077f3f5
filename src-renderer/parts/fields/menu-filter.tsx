import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'

type Props<Value extends string> = {
  readonly label: string
  readonly labels: Readonly<Record<Value, string>>
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

/** Several of a few values; none chosen means that nothing is filtered. */
export const MenuFilter = <Value extends string>({ label, labels, chosen, onChange }: Props<Value>) => {
  const values = Object.keys(labels) as Value[] // the record's own keys
  return (
    <Menu position="bottom-start" width={210} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {label}
          {chosen.length === 0
            ? ''
            : chosen.length === 1 && chosen[0]
              ? `: ${labels[chosen[0]]}`
              : ` · ${chosen.length}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {values.map((value) => {
          const isChosen = chosen.includes(value)
          return (
            <Menu.CheckboxItem
              key={value}
              checked={isChosen}
              checkIcon={<IconCheck size={14} aria-hidden />}
              onChange={() => onChange(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value])}
            >
              {labels[value]}
            </Menu.CheckboxItem>
          )
        })}
        <Menu.Divider />
        <Menu.Item disabled={chosen.length === 0} onClick={() => onChange([])}>
          Any
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
