import { Button, NumberInput } from '@mantine/core'
import { IconTelescope } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { ValueDialog } from '../../parts/ui-dialog.tsx'
import { notify } from '../../state/notices.ts'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'
import { Facts } from '../../table/table-page.tsx'
import { bandText, clicksText, gainText, RANGE_LABEL } from './opportunity-labels.ts'

type Scenario = { readonly brandId: string; readonly keywords: readonly string[] }

const START = 3
const [FIRST, LAST] = [1, 100]

const Outcome = ({ brandId, keywords, position }: Scenario & { readonly position: number }) => {
  const { value, error, reload } = useDesk('opportunities.scenario', { brandId, keywords: [...keywords], position })
  if (value === undefined)
    return <ErrorNotice title="The scenario could not be worked out" error={error} onRetry={reload} />
  const { climbing, clicks, result } = value
  if (result === null)
    return <p className="soft">No keyword of your brands ranks near position {position}, so nothing can be said.</p>
  return (
    <>
      <Facts
        perRow={2}
        facts={[
          { name: 'Clicks, last 28 days', value: formatWhole(clicks) },
          { name: 'Expected clicks in 28 days', value: clicksText(result.expected) },
          { name: RANGE_LABEL, value: bandText(result) },
          { name: 'Extra clicks', value: gainText(result.gain) },
        ]}
      />
      <p className="soft">
        {plural(climbing, 'keyword')} of {formatWhole(value.keywords)} would climb
        {climbing === value.keywords ? '.' : '; the others rank as well already and stay where they are.'}
      </p>
    </>
  )
}

const Form = (scenario: Scenario) => {
  const [position, setPosition] = useState(START)
  return (
    <>
      <NumberInput
        label="Target position"
        min={FIRST}
        max={LAST}
        clampBehavior="strict"
        value={position}
        onChange={(next) => {
          if (typeof next === 'number') setPosition(Math.min(LAST, Math.max(FIRST, next)))
        }}
        mb={12}
      />
      <Outcome {...scenario} position={position} />
    </>
  )
}

type Props = { readonly scenario: Scenario | null; readonly onClose: () => void }

/** What chosen keywords of a brand would bring at one position. */
const ScenarioDialog = ({ scenario, onClose }: Props) => (
  <ValueDialog
    value={scenario}
    onClose={onClose}
    title={`Scenario for ${plural(scenario?.keywords.length ?? 0, 'keyword')}`}
    size={460}
  >
    {(value) => <Form {...value} />}
  </ValueDialog>
)

/** What one call takes. */
const KEYWORDS_MAX = 500

const refuse = (message: string): void => notify({ title: 'No scenario', message, tone: 'warning' })

/** Asks what the selected keywords would bring at a position. */
export const ScenarioButton = ({ picks }: { readonly picks: RefObject<TablePicks<OpportunityRow> | null> }) => {
  const [scenario, setScenario] = useState<Scenario | null>(null)
  const open = async (): Promise<void> => {
    const rows = await readPicked(picks, 'No scenario')
    const [first] = rows
    if (first === undefined) return
    if (rows.some(({ brandId }) => brandId !== first.brandId))
      refuse('Select keywords of one brand: each has a click curve of its own.')
    else if (rows.length > KEYWORDS_MAX) refuse(`Select at most ${KEYWORDS_MAX} keywords.`)
    else setScenario({ brandId: first.brandId, keywords: rows.map(({ subject }) => subject) })
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconTelescope size={13} aria-hidden />}
        onClick={() => void open()}
      >
        Scenario
      </Button>
      <ScenarioDialog scenario={scenario} onClose={() => setScenario(null)} />
    </>
  )
}
