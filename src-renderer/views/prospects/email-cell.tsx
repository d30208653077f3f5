import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { SoftText } from '../../table/cells.tsx'
import css from './prospects.module.css'

/** An address, and whether it is suppressed. */
export const EmailCell = ({ email, suppression: found }: Pick<ContactRow, 'email' | 'suppression'>) => {
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
