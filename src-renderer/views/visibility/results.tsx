import { Button } from '@mantine/core'
import type { VisibilityResult } from '../../../src-shared/desk/visibility.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateWord } from '../../components/state-word.tsx'
import { nextStepOf } from '../../format/errors.ts'
import { plural } from '../../format/numbers.ts'
import { closeResults, useVisibilityDraft } from '../../store/visibility.ts'
import type { Change, Rows } from '../../store/visibility-staging.ts'
import { changeWords, refusalWords, STATE_WORDS } from './change-words.ts'
import type { ModelName } from './matrix.tsx'
import css from './visibility.module.css'

const ORDER: readonly VisibilityResult['state'][] = ['failed', 'refused', 'applied', 'unchanged']
const isOpen = ({ state }: VisibilityResult): boolean => state === 'failed' || state === 'refused'

type LineProps = { readonly result: VisibilityResult; readonly what: string }

const Line = ({ result, what }: LineProps) => {
  const { word, tone } = STATE_WORDS[result.state]
  const means = refusalWords(result)
  const { error } = result
  const service = error?.detail?.serviceText
  const step = error === null || means !== null ? '' : nextStepOf(error)
  return (
    <div className={css.result} data-state={result.state}>
      <StateWord word={word} tone={tone} />
      <span className={css.resultWhat}>{what}</span>
      <span className={css.resultText}>
        {means === null ? null : <strong>{means}. </strong>}
        {error === null ? result.note : error.message}
        {service === undefined ? null : <span className={css.soft}> The service said: “{service}”</span>}
        {step === '' ? null : <span className={css.soft}> {step}</span>}
      </span>
    </div>
  )
}

type Props = { readonly rows: Rows; readonly names: readonly ModelName[] }

/** The change a result answers to. */
const changeOf = ({ brandId, modelId }: VisibilityResult, asked: readonly Change[]): Change | undefined =>
  asked.find((change) => change.brandId === brandId && ('modelId' in change ? change.modelId : null) === modelId)

const whatWords = (result: VisibilityResult, asked: readonly Change[], names: readonly ModelName[]): string => {
  const change = changeOf(result, asked)
  return change === undefined ? '' : changeWords(change, undefined, names)
}

/** What became of each change, brand by brand; what did not happen comes first. */
export const Results = ({ names }: Props) => {
  const { results, asked } = useVisibilityDraft()
  const open = results.filter(isOpen)
  const byBrand = [...Map.groupBy(results, ({ brandId }) => brandId)].toSorted(
    ([, a], [, b]) => Number(b.some(isOpen)) - Number(a.some(isOpen)),
  )
  const counts = ORDER.flatMap((state) => {
    const count = results.filter((result) => result.state === state).length
    return count === 0 ? [] : [{ state, count }]
  })
  return (
    <div className={css.review}>
      <Panel
        title={`${plural(results.length, 'change')} for ${plural(byBrand.length, 'brand')}`}
        aside={counts.map(({ state, count }) => (
          <StateWord key={state} word={`${count} ${STATE_WORDS[state].word}`} tone={STATE_WORDS[state].tone} />
        ))}
      >
        <p className={css.soft} role="status">
          {open.length === 0
            ? 'All of it is taken. It applies at the next AI-visibility refresh.'
            : `${plural(open.length, 'change')} did not happen; the rest did, and applies at the next AI-visibility refresh.`}
        </p>
        <ul className={css.list}>
          {byBrand.map(([brandId, own]) => (
            <li key={brandId}>
              <span className={css.listBrand}>
                <BrandBadge brandId={brandId} />
              </span>
              <div className={css.resultLines}>
                {own.map((result) => (
                  <Line key={result.modelId ?? 'interval'} result={result} what={whatWords(result, asked, names)} />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <div className={css.foot} data-foot>
        {open.length === 0 ? null : (
          <Button variant="default" onClick={() => closeResults(false)}>
            Back, and give up what failed
          </Button>
        )}
        <Button onClick={() => closeResults(true)}>
          {open.length === 0 ? 'Back to the matrix' : `Back, with ${plural(open.length, 'change')} still staged`}
        </Button>
      </div>
    </div>
  )
}
