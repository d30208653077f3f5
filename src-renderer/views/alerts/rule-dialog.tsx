import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ALERT_KIND_LABELS, isKeywordKind } from '../../../src-shared/desk/alert-kinds.ts'
import type { AlertRuleDraft } from '../../../src-shared/desk/alerts.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { saveRule } from '../../state/alerts.ts'
import { BackTest } from './back-test.tsx'
import { CONDITION_STARTS, ConditionFields } from './condition-fields.tsx'
import { FilterFields, ScopeFields } from './scope-fields.tsx'

/** A rule that is changed, one that starts from a draft, or an empty one. */
export type Editing = { readonly id?: string; readonly draft?: AlertRuleDraft }

const NEW: AlertRuleDraft = {
  name: '',
  scope: { of: 'all' },
  condition: CONDITION_STARTS['lost-top-3'],
  filter: { starred: false, tracked: false, tags: [], minClicksAWeek: 10, minImpressionsAWeek: 0 },
}

const isWhole = ({ scope, condition }: AlertRuleDraft): boolean =>
  (scope.of !== 'brands' || scope.brandIds.length > 0) &&
  (scope.of !== 'tag' || scope.tag !== '') &&
  (condition.kind !== 'audit-score' || condition.below !== null || condition.droppedBy !== null)

type Props = { readonly editing: Editing; readonly onClose: () => void }

/** A rule, and how often it would have fired. */
export const RuleDialog = ({ editing: { id, draft }, onClose }: Props) => {
  const [typed, setTyped] = useState(draft ?? NEW)
  const { error, isBusy, run } = useAction()
  const change = (next: Partial<AlertRuleDraft>) => setTyped({ ...typed, ...next })
  // Nobody has to think of a name.
  const name = typed.name.trim() === '' ? ALERT_KIND_LABELS[typed.condition.kind] : typed.name.trim()
  const save = async () => {
    const reply = await run(saveRule({ ...typed, name }, id))
    if (reply.ok) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={id === undefined ? 'Add rule' : 'Edit rule'} size={620}>
      <DialogForm
        canSubmit={isWhole(typed)}
        isBusy={isBusy}
        submit="Save rule"
        onSubmit={() => void save()}
        onCancel={onClose}
      >
        <ConditionFields condition={typed.condition} onChange={(condition) => change({ condition })} />
        <ScopeFields scope={typed.scope} onChange={(scope) => change({ scope })} />
        {isKeywordKind(typed.condition.kind) ? (
          <FilterFields filter={typed.filter} onChange={(filter) => change({ filter })} />
        ) : null}
        <TextField
          label="Name"
          maxLength={80}
          placeholder={name}
          value={typed.name}
          onChange={(name) => change({ name })}
        />
        <BackTest rule={typed} canTest={isWhole(typed)} />
        <ErrorNotice error={error} title="The rule was not saved" />
      </DialogForm>
    </Modal>
  )
}
