import { Button } from '@mantine/core'
import { IconTelescope } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { notify } from '../../state/notices.ts'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'
import { type Scenario, ScenarioDialog } from './scenario-dialog.tsx'

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
