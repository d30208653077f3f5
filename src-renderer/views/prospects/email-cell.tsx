import { StateWord } from '../../parts/state-word.tsx'
import { suppressionOf, useSuppressed } from '../../state/suppressed.ts'
import { SoftText } from '../../table/cells.tsx'
import css from './prospects.module.css'

/** An address, and whether anybody may write to it. */
export const EmailCell = ({ email }: { readonly email: string | null }) => {
  const book = useSuppressed((state) => state.book)
  const found = suppressionOf(book, email)
  if (email === null) return <SoftText>none yet</SoftText>
  if (found === null) return email
  const why = found.reason === '' ? '' : `: ${found.reason}`
  return (
    <span
      className={css.suppressed}
      title={`${found.kind === 'domain' ? `Everyone at ${found.value} is suppressed` : 'Suppressed'}${why}`}
    >
      <span>{email}</span>
      <StateWord word="suppressed" tone="bad" />
    </span>
  )
}
