import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { AlertRuleDraft } from '../../../src-shared/desk/alerts.ts'
import { ALERT_KIND_LABELS, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { nextText } from '../../format/rule-labels.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { coveredBy, nextOf, saveRule } from '../../state/alerts.ts'
import { useBrands } from '../../state/brands.ts'
import { notify } from '../../state/notices.ts'
import { scopeText } from './alert-words.ts'
import { BackTest } from './back-test.tsx'
import { CONDITION_STARTS, ConditionFields } from './condition-fields.tsx'
import { findSameRule } from './same-rule.ts'
import { FilterFields, ScopeFields } from './scope-fields.tsx'

/** A rule that is changed, or what a new one starts from. */
export type Editing = { readonly id?: string; readonly draft?: Partial<AlertRuleDraft>; readonly isOn?: boolean }

const NEW: AlertRuleDraft = {
  name: '',
  scope: { of: 'all' },
  condition: CONDITION_STARTS['lost-top-3'],
  filter: { starred: false, tracked: false, tags: [], minClicksAWeek: 10, minImpressionsAWeek: 0 },
}

const isWhole = ({ scope, condition }: AlertRuleDraft): boolean =>
  (scope.of !== 'brands' || scope.brandIds.length > 0) &&
  (scope.of !== 'tags' || scope.tags.length > 0) &&
  (condition.kind !== 'audit-score' || condition.below !== null || condition.droppedBy !== null)

/** What is to be known before it is saved: another rule that says the same, and when this one is checked. */
const BeforeSaving = ({ rule, id, isOn }: { readonly rule: AlertRuleDraft; readonly isOn: boolean } & Editing) => {
  const rules = useDesk('alerts.rules', {}).value?.rules ?? []
  const list = useBrands((state) => state.list)
  const same = findSameRule(rules, rule, id)
  return (
    <>
      {same === undefined ? null : (
        <Notice tone="warn" role="status">
          <strong>{isolate(same.name)}</strong> is the same rule ({scopeText(same.scope)}).{' '}
          {same.isOn ? 'Each alert would come twice.' : 'It is off: switch it on in place of a second one.'}
        </Notice>
      )}
      <Text size="xs" c="dimmed">
        {nextText({ ...rule, isOn }, coveredBy(rule, list).length)}
      </Text>
    </>
  )
}

type Props = { readonly editing: Editing; readonly onClose: () => void }

/** A rule, and how often it would have fired. */
export const RuleDialog = ({ editing: { id, draft, isOn = true }, onClose }: Props) => {
  const [typed, setTyped] = useState({ ...NEW, ...draft })
  const { error, isBusy, run } = useAction()
  const change = (next: Partial<AlertRuleDraft>) => setTyped({ ...typed, ...next })
  // Nobody has to think of a name.
  const name = typed.name.trim() === '' ? ALERT_KIND_LABELS[typed.condition.kind] : typed.name.trim()
  const save = async () => {
    const reply = await run(saveRule({ ...typed, name }, id))
    if (!reply.ok) return
    notify({ title: `${isolate(name)} saved`, message: nextOf(reply.value) })
    onClose()
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
        {isWhole(typed) ? <BeforeSaving rule={typed} isOn={isOn} {...(id !== undefined && { id })} /> : null}
        <ErrorNotice error={error} title="The rule was not saved" />
      </DialogForm>
    </Modal>
  )
}
