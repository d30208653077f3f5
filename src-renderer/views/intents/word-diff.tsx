import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import css from './intents.module.css'

/** Beyond this a comparison word by word would keep the page from answering. */
const CHARACTERS_MAX = 20_000

type Props = { readonly before: string; readonly after: string }

/** Removed and added words, marked by more than colour. */
export const WordDiff = ({ before, after }: Props) => {
  const isShort = before.length + after.length <= CHARACTERS_MAX
  const parts = useMemo(() => (isShort ? diffWordsWithSpace(before, after) : []), [before, after, isShort])
  if (!isShort)
    return (
      <div className={css.exact}>
        <del>{before}</del>
        <ins>{after}</ins>
      </div>
    )
  return (
    <div className={css.exact} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index} ${value.length}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </div>
  )
}
