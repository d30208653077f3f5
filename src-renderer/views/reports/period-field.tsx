import { Group, Input, SegmentedControl, Select, Stack } from '@mantine/core'
import { monthsBefore } from '../../format/report-labels.ts'
import { formatMonth } from '../../format/time.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useNow } from '../../parts/use-now.ts'
import { type PeriodMode, setOrder, useOrder } from '../../state/report-forms.ts'

const MODES = [
  { value: 'last-month', label: 'Last month' },
  { value: 'month', label: 'Other month' },
  { value: 'days', label: 'Own days' },
] as const satisfies readonly { value: PeriodMode; label: string }[]

const MONTHS = 24

/** Days are counted in UTC, as the rankings are. */
export const useToday = (): string => new Date(useNow()).toISOString().slice(0, 10)

/** Last month, another month, or any days. */
export const PeriodField = () => {
  const { periodMode, month, from, to } = useOrder()
  const today = useToday()
  const months = monthsBefore(today, MONTHS)
  const isReversed = from !== '' && to !== '' && from > to
  return (
    <Stack gap={8}>
      <div>
        <Input.Label labelElement="div" display="block" size="xs" mb={4} id="report-period">
          Period
        </Input.Label>
        <SegmentedControl
          aria-labelledby="report-period"
          data={[...MODES]}
          value={periodMode}
          onChange={(next) =>
            setOrder({ periodMode: MODES.find(({ value }) => value === next)?.value ?? 'last-month' })
          }
        />
      </div>
      {periodMode === 'month' ? (
        <Select
          w={180}
          aria-label="Month"
          allowDeselect={false}
          data={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
          value={month ?? months[0] ?? null}
          onChange={(next) => setOrder({ month: next })}
        />
      ) : null}
      {periodMode === 'days' ? (
        <Group gap="xs" align="flex-start">
          <TextField type="date" label="From" max={today} value={from} onChange={(from) => setOrder({ from })} />
          <TextField
            type="date"
            label="To"
            max={today}
            value={to}
            error={isReversed ? 'The first day comes after the last one.' : undefined}
            onChange={(to) => setOrder({ to })}
          />
        </Group>
      ) : null}
    </Stack>
  )
}
