import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { ValueDialog } from '../../parts/ui-dialog.tsx'
import { Facts } from '../../table/table-page.tsx'
import { bandText, clicksText, gainText, RANGE_LABEL } from './opportunity-labels.ts'

export type Scenario = { readonly brandId: string; readonly keywords: readonly string[] }

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
        {plural(climbing, 'keyword')} of {formatWhole(value.keywords)} would climb; the others rank as well already and
        stay where they are.
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
export const ScenarioDialog = ({ scenario, onClose }: Props) => (
  <ValueDialog
    value={scenario}
    onClose={onClose}
    title={`Scenario for ${plural(scenario?.keywords.length ?? 0, 'keyword')}`}
    size={460}
  >
    {(value) => <Form {...value} />}
  </ValueDialog>
)
