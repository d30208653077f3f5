import type { CauseRow } from '../../src-shared/desk/causes.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

type Said = Pick<CallInput<'causes.saveAnswer'>, 'isNamed' | 'kind' | 'text'>

const dropOf = ({ brandId, keyword, page, since }: CauseRow) => ({ brandId, keyword, page, since })

/** What it was before; one in own words has no kind. */
const saidBefore = ({ answer }: CauseRow): Said | null =>
  answer === null
    ? null
    : { isNamed: answer.isNamed, kind: answer.kind, text: answer.kind === null ? answer.text : null }

export const saveAnswer = (row: CauseRow, said: Said) => ask('causes.saveAnswer', { ...dropOf(row), ...said })

export const rejectCause = async (row: CauseRow): Promise<void> => {
  const [first] = row.causes
  if (first !== undefined)
    await orNotify('The cause was not rejected', saveAnswer(row, { isNamed: false, kind: first.kind }))
}

/** Removes what was said of the drop, and offers to undo it. */
export const removeAnswer = async (row: CauseRow): Promise<void> => {
  const reply = await orNotify('The answer was not removed', ask('causes.removeAnswer', dropOf(row)))
  const before = saidBefore(row)
  if (!reply.ok || before === null) return
  notifyWithUndo('Answer removed', () => void orNotify('The answer was not restored', saveAnswer(row, before)))
}
