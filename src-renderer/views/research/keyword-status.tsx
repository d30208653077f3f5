import type { Suggestion } from '../../../src-shared/desk/research.ts'
import { formatPosition } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import css from './research.module.css'

type Status = Pick<Suggestion, 'isTracked' | 'position'>

/** Where the brand stands with a keyword already. */
export const KeywordStatus = ({ isTracked, position }: Status) => (
  <span className={css.marks}>
    {isTracked ? <StateWord word="tracked" tone="busy" about="Already tracked for this brand" /> : null}
    {position === null ? null : (
      <StateWord
        word={`ranking at ${formatPosition(position)}`}
        tone="good"
        about="Average position in the last 28 days, from the last sync"
      />
    )}
    {isTracked || position !== null ? null : <span className={css.soft}>new to this brand</span>}
  </span>
)
