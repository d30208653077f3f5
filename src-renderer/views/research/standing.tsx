import type { Suggestion } from '../../../src-shared/desk/research.ts'
import { formatPosition } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import css from './research.module.css'

type Standing = Pick<Suggestion, 'isTracked' | 'position'>

/** Where the brand stands with a keyword already. */
export const StandingMarks = ({ isTracked, position }: Standing) => (
  <span className={css.marks}>
    {isTracked ? <StateWord word="tracked" tone="busy" about="Tracked for this brand already" /> : null}
    {position === null ? null : (
      <StateWord
        word={`ranking at ${formatPosition(position)}`}
        tone="good"
        about="Its average position in the review window, by what was synced last"
      />
    )}
    {isTracked || position !== null ? null : <span className={css.soft}>new to this brand</span>}
  </span>
)
