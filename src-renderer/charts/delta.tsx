import { type DeltaEvent, type DeltaOf, deltaText } from './delta-text.ts'

type DeltaProps = { readonly change: number | null; readonly of: DeltaOf; readonly event?: DeltaEvent | undefined }

/** A small change label: one element, as tables paint hundreds of them. */
export const Delta = ({ change, of, event }: DeltaProps) => {
  const { text, words, tone } = deltaText(change, of, event)
  return (
    <span role="img" aria-label={words} className={tone === 'good' || tone === 'bad' ? tone : 'soft'}>
      {text}
    </span>
  )
}
