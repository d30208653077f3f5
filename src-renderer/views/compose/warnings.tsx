import { Button, Checkbox, Paper, Stack } from '@mantine/core'
import { plural } from '../../format/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import { WARNING_DETAILS, WARNING_LABELS } from './finding-labels.ts'
import { type Frozen, warningsOf } from './queue-plan.ts'

type Props = {
  readonly frozen: Frozen
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (accepted: ReadonlySet<string>) => void
}

/** What no mail should have: accepted one kind at a time, never with others. */
const ALONE: ReadonlySet<string> = new Set(['wrong-brand', 'unfilled-placeholder'])

/** Each kind of warning is accepted by itself, or those that may be accepted together. */
export const Warnings = ({ frozen, accepted, onAccept }: Props) => {
  const warnings = warningsOf(frozen)
  if (warnings.length === 0) return null
  const open = warnings.filter(({ code }) => !accepted.has(code)).length
  const together = warnings.flatMap(({ code }) => (ALONE.has(code) ? [] : [code]))
  const isAnyOpen = together.some((code) => !accepted.has(code))
  const toggle = (code: string, isAccepted: boolean) =>
    onAccept(isAccepted ? new Set([...accepted, code]) : new Set([...accepted].filter((each) => each !== code)))
  return (
    <Panel
      title={open === 0 ? 'Warnings: all accepted' : `Resolve ${plural(open, 'warning')}`}
      aside={
        together.length > 1 && isAnyOpen ? (
          <Button variant="default" size="compact-xs" onClick={() => onAccept(new Set([...accepted, ...together]))}>
            Accept {together.length === warnings.length ? 'all' : 'remaining'} {together.length}
          </Button>
        ) : null
      }
    >
      <Stack gap="xs">
        {warnings.map(({ code, count }) => (
          <Paper key={code} px="sm" py="xs" bg={ALONE.has(code) ? 'var(--bad-ground)' : 'var(--warn-ground)'}>
            <Checkbox
              checked={accepted.has(code)}
              onChange={(event) => toggle(code, event.currentTarget.checked)}
              label={`${WARNING_LABELS[code]}: ${plural(count, 'pitch', 'pitches')}`}
              description={WARNING_DETAILS[code]}
              styles={{ description: { color: 'var(--ink)' } }}
            />
          </Paper>
        ))}
      </Stack>
    </Panel>
  )
}
