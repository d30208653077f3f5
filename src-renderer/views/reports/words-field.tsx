import { Button, Group, Menu, Text, Textarea } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { REPORT_PLACEHOLDERS, type ReportPlaceholder } from '../../../src-shared/desk/values/report-names.ts'
import { withPlaceholder } from '../../format/report-labels.ts'

export const PLACEHOLDER_NAMES: Readonly<Record<ReportPlaceholder, string>> = {
  brand: 'Brand',
  agency: 'Agency',
  period: 'Period',
  comparePeriod: 'Period before',
  clicks: 'Clicks',
  clicksChange: 'Change of clicks',
  impressions: 'Impressions',
  impressionsChange: 'Change of impressions',
  avgPosition: 'Average position',
  keywords: 'Keywords',
  top3: 'Keywords in the top 3',
  top10: 'Keywords in the top 10',
}

type Props = {
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly minRows: number
  readonly onText: (text: string) => void
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  /** Between the text and the menu. */
  readonly below?: ReactNode
  /** Below the text, beside the menu. */
  readonly children?: ReactNode
}

/** The agency's words, with numbers that the desk fills in for each brand. */
export const WordsField = (props: Props) => {
  const { label, description, value, minRows, onText, below, children, ...focus } = props
  const input = useRef<HTMLTextAreaElement>(null)
  const insert = (name: ReportPlaceholder) => {
    const element = input.current
    const [start, end] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length]
    const next = withPlaceholder(value, name, start, end)
    onText(next.text)
    // After the menu has given the focus back to its button.
    setTimeout(() => {
      element?.focus()
      element?.setSelectionRange(next.caret, next.caret)
    })
  }
  return (
    <div>
      <Textarea
        ref={input}
        label={label}
        description={description}
        autosize
        minRows={minRows}
        maxRows={14}
        maxLength={10_000}
        value={value}
        onChange={(event) => onText(event.currentTarget.value)}
        {...focus}
      />
      {below}
      <Group gap={8} mt={4} mih={24}>
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Insert a number into ${label.toLowerCase()}`}
              rightSection={<IconChevronDown size={12} aria-hidden />}
            >
              Insert
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {REPORT_PLACEHOLDERS.map((name) => (
              <Menu.Item
                key={name}
                onClick={() => insert(name)}
                rightSection={
                  <Text component="code" c="dimmed" fz={11}>
                    {`{{ ${name} }}`}
                  </Text>
                }
              >
                {PLACEHOLDER_NAMES[name]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {children}
      </Group>
    </div>
  )
}
