import { type DeltaEvent, type DeltaOf, deltaText } from './delta-text.ts'

type DeltaProps = {
  readonly change: number | null
  readonly of: DeltaOf
  /** What it is a change against, with its period: `vs previous 28 days`. */
  readonly vs: string
  readonly event?: DeltaEvent | undefined
  /** Where `change` is rounded. */
  readonly exact?: number | null
  /** In place of its words and `vs`, where these make no sentence. */
  readonly label?: string | undefined
}

/** A small change label: one element, as tables paint hundreds of them. */
export const Delta = ({ change, of, vs, event, exact = change, label: given }: DeltaProps) => {
  const { text, words, tone } = deltaText(change, of, event, exact)
  const label = given ?? (tone === 'none' || event !== undefined ? words : `${words} ${vs}`)
  return (
    <span role="img" aria-label={label} title={label} className={tone === 'good' || tone === 'bad' ? tone : 'soft'}>
      {text}
    </span>
  )
}
