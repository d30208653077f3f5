import { Button, Group, Loader, Stack } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { AddressCheck } from '../../../src-shared/desk/service.ts'
import { fieldErrorText } from '../../format/errors.ts'
import { completeAddress } from '../../format/site.ts'
import { checkAddress, setProfile } from '../../state/profile.ts'
import { Notice } from '../notice.tsx'
import { TextField } from './text-field.tsx'

/** What is typed, what was found there, and the saving of it. An address that is not the service's is saved on demand. */
const useAddress = (saved: string, isLive: boolean) => {
  const [text, setText] = useState(saved)
  const [check, setCheck] = useState<AddressCheck | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setText(saved), [saved])
  const asked = useRef<string | null>(null)
  const ask = useCallback(async (address: string): Promise<AddressCheck | null> => {
    setError(null)
    setCheck(null)
    setBusy(true)
    asked.current = address
    const reply = await checkAddress(address)
    // Something else was typed meanwhile: this reply is not about it.
    if (asked.current !== address) return null
    setBusy(false)
    if (reply.ok) setCheck(reply.value)
    else setError(fieldErrorText(reply.error))
    return reply.ok ? reply.value : null
  }, [])
  useEffect(() => {
    if (isLive && saved !== '') void ask(saved)
  }, [saved, isLive, ask])
  const typed = completeAddress(text)

  const save = async () => {
    const reply = await setProfile({ baseUrl: typed })
    setError(reply.ok ? null : fieldErrorText(reply.error))
    if (reply.ok) setCheck((found) => (found?.result === 'service' ? found : null))
  }
  const commit = async () => {
    if (isBusy) return
    // What is asked and saved is what a person reads in the field.
    setText(typed)
    if (typed === saved) return
    if (typed === '') return save()
    if ((await ask(typed))?.result === 'service') await save()
  }
  const type = (value: string) => {
    asked.current = null
    setBusy(false)
    setText(value)
    setCheck(null)
    setError(null)
  }
  return { text, typed, check, error, isBusy, type, save, commit, ask, reset: () => type(saved) }
}

/** What was found at an address. */
export const AddressFound = ({ check, onSave }: FoundProps) => {
  const isService = check.result === 'service'
  const save = (
    <Button variant="default" size="compact-sm" onClick={onSave}>
      Save anyway
    </Button>
  )
  return (
    <Notice
      tone={isService ? 'good' : 'warn'}
      role="status"
      actions={isService || onSave === undefined ? undefined : save}
    >
      {check.message}
    </Notice>
  )
}
type FoundProps = { readonly check: AddressCheck; readonly onSave?: (() => void) | undefined }

type Props = {
  readonly saved: string
  readonly label?: string
  readonly description?: string
  readonly w?: number
  /** The saved address is asked as well, when it is shown and on demand. */
  readonly isLive?: boolean
  /** A button beside the field, for places where Enter is not expected. */
  readonly submit?: (commit: () => void, isEmpty: boolean) => ReactNode
}

/**
 * The service address. What is typed is asked first, without a key: an address that answers like the service is saved
 * at once, any other only by "Save anyway".
 */
export const AddressField = ({ saved, label, description, w, isLive = false, submit }: Props) => {
  const { text, typed, check, error, isBusy, type, save, commit, ask, reset } = useAddress(saved, isLive)
  return (
    <Stack gap={6} maw="100%" {...(w !== undefined && { w })}>
      <Group align="flex-end" wrap="nowrap">
        <TextField
          flex={1}
          // In a dialog: the first thing to enter, until there is one.
          data-autofocus={(!isLive && saved === '') || undefined}
          {...(label === undefined ? { 'aria-label': 'Service address' } : { label, description })}
          placeholder="https://api.example.com"
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={error}
          rightSection={isBusy ? <Loader size={14} aria-label="Checking the address" /> : null}
          onChange={type}
          // What was found stays, so that its button can be reached.
          onBlur={() => submit === undefined && check === null && void commit()}
          onKeyDown={getHotkeyHandler([
            ['Enter', () => void commit()],
            ['Escape', () => typed !== saved && reset(), { preventDefault: false }],
          ])}
        />
        {submit?.(() => void commit(), typed === '')}
      </Group>
      {check === null ? null : <AddressFound check={check} onSave={typed === saved ? undefined : () => void save()} />}
      {isLive && typed === saved && saved !== '' ? (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          loading={isBusy}
          onClick={() => void ask(saved)}
        >
          Check again
        </Button>
      ) : null}
    </Stack>
  )
}
