import { Group } from '@mantine/core'
import type { Suggestion } from '../../../src-shared/desk/research.ts'
import { formatDecimal } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'

type Status = Pick<Suggestion, 'isTracked' | 'position'>

/** Whether the brand already tracks the keyword, and its position. */
export const KeywordStatus = ({ isTracked, position }: Status) => (
  <Group gap={6}>
    {isTracked ? <StateWord word="tracked" tone="busy" about="Already tracked for this brand" /> : null}
    {position === null ? null : (
      <StateWord
        word={`ranking at ${formatDecimal(position)}`}
        tone="good"
        about="Average position in the last 28 days, from the last sync"
      />
    )}
    {isTracked || position !== null ? null : <span className="soft">new to this brand</span>}
  </Group>
)
