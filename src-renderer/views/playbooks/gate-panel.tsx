import { Button, Checkbox, Group, PasswordInput, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Gate, Run, RunStep } from '../../../src-shared/desk/playbooks.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { go } from '../../state/location.ts'
import { approveStep } from '../../state/playbooks.ts'
import { useSessionConsent } from '../brands/session-consent.tsx'
import classes from './playbooks.module.css'
import { priceLabel } from './run-labels.ts'

type Props = { readonly run: Run; readonly step: RunStep; readonly gate: Gate }

type Fields = { readonly name: string; readonly key: string; readonly note: string }
const EMPTY: Fields = { name: '', key: '', note: '' }

/** What a step asks a person: what exactly is done, its price, and the button that confirms it. */
export const GatePanel = ({ run, step, gate }: Props) => {
  const [fields, setFields] = useState(EMPTY)
  const [acceptsBudget, setAcceptsBudget] = useState(false)
  const consent = useSessionConsent()
  const { error, isBusy, run: act } = useAction()
  const isInput = gate.kind === 'input'
  const isPerson = gate.kind === 'person'
  const name = fields.name.trim()
  const key = fields.key.trim()
  const isReady =
    (!isInput || (name !== '' && key !== '' && !consent.isMissing)) && (!gate.passesBudget || acceptsBudget)
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  const confirm = async () => {
    const given = isInput ? { name, key, sessionOnly: consent.isGiven } : {}
    const note = isPerson && fields.note.trim() !== '' ? { note: fields.note } : {}
    await act(approveStep({ runId: run.id, index: step.index, gate: gate.no, acceptsBudget, ...given, ...note }))
    set({ key: '' })
  }
  return (
    <form
      className={classes.gate}
      aria-label={gate.action}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) void confirm()
      }}
    >
      <div className={classes.gateHead}>
        <h3>What happens when you continue</h3>
        <span className="numbers">{gate.kind === 'person' || isInput ? null : priceLabel(gate)}</span>
      </div>
      <ul>
        {gate.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isInput ? (
        <>
          <TextField label="Name" maxLength={80} value={fields.name} onChange={(name) => set({ name })} />
          <PasswordInput
            label="Key"
            description="Starts with sk_. Create it in the service under Settings → Integrations → API."
            autoComplete="off"
            value={fields.key}
            onChange={(event) => set({ key: event.currentTarget.value })}
          />
          {consent.field}
        </>
      ) : null}
      {isPerson ? (
        <Textarea
          label="Note (optional)"
          autosize
          maxLength={1000}
          value={fields.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      ) : null}
      {gate.passesBudget ? (
        <Checkbox
          checked={acceptsBudget}
          onChange={(event) => setAcceptsBudget(event.currentTarget.checked)}
          label="Exceed the monthly budget"
        />
      ) : null}
      <ErrorNotice error={error} title="It was not confirmed" />
      <Group>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {`Continue: ${isInput && name !== '' ? `Add ${name}` : gate.action}`}
        </Button>
        {step.step.kind === 'pitches' && run.brandId !== null ? (
          <Button variant="default" onClick={() => go({ view: 'compose', scope: run.brandId ?? 'all' })}>
            Open Compose
          </Button>
        ) : null}
        <Text size="xs" c="dimmed">
          {isPerson ? 'The run continues after that.' : 'Nothing is done until you confirm.'}
        </Text>
      </Group>
    </form>
  )
}
