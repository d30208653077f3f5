import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import { ANSWER_MAX, CAUSE_KINDS, CAUSE_LABELS, type CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { ValueDialog } from '../../parts/ui-dialog.tsx'
import { useAction } from '../../parts/use-action.ts'
import { saveAnswer } from '../../state/cause-answers.ts'

const OWN_WORDS = 'own-words'
const CHOICES = [
  ...CAUSE_KINDS.map((kind) => ({ value: kind, label: CAUSE_LABELS[kind] })),
  { value: OWN_WORDS, label: 'Another cause' },
]

type Props = { readonly row: CauseRow; readonly onClose: () => void }

const CauseForm = ({ row, onClose }: Props) => {
  const { answer } = row
  const isNamed = answer?.isNamed === true
  const [choice, setChoice] = useState<CauseKind | typeof OWN_WORDS | null>(isNamed ? (answer.kind ?? OWN_WORDS) : null)
  const [text, setText] = useState(isNamed && answer.kind === null ? answer.text : '')
  const { error, isBusy, run } = useAction()
  const isOwn = choice === OWN_WORDS
  const save = async () => {
    if (choice === null) return
    const said = isOwn ? { isNamed: true, kind: null, text: text.trim() } : { isNamed: true, kind: choice, text: null }
    if ((await run(saveAnswer(row, said))).ok) onClose()
  }
  return (
    <DialogForm
      canSubmit={choice !== null && (!isOwn || text.trim() !== '')}
      isBusy={isBusy}
      submit="Name cause"
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <Select
        data-autofocus
        label="Cause"
        description="Shown in place of what the desk finds, also later and to colleagues"
        placeholder="Choose a cause"
        data={CHOICES}
        value={choice}
        allowDeselect={false}
        onChange={(next) => setChoice(next as typeof choice)} // one of CHOICES
      />
      {isOwn ? (
        <TextInput
          label="Cause in one line"
          description={`Up to ${ANSWER_MAX} characters`}
          maxLength={ANSWER_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <ErrorNotice error={error ?? undefined} title="The cause was not named" />
    </DialogForm>
  )
}

/** A person names the cause of a drop: one of the desk's kinds, or their own words. */
export const CauseDialog = ({ row, onClose }: { readonly row: CauseRow | null; readonly onClose: () => void }) => (
  <ValueDialog value={row} onClose={onClose} title="Name the cause" size={460}>
    {(one) => <CauseForm row={one} onClose={onClose} />}
  </ValueDialog>
)
