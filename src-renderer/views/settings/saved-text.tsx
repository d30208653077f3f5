import { getHotkeyHandler } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { fieldErrorText } from '../../format/errors.ts'
import { TextField } from '../../parts/fields/text-field.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly w?: number
  readonly save: (value: string) => Promise<Reply<unknown>>
}

/** A text that is saved when it is left or Enter is pressed; Escape restores it; an error is shown below. */
export const SavedText = ({ label, value, placeholder = '', w, save }: Props) => {
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => setText(value), [value])
  const commit = async () => {
    if (text.trim() === value) return setError(null)
    const reply = await save(text.trim())
    setError(reply.ok ? null : fieldErrorText(reply.error))
  }
  return (
    <TextField
      aria-label={label}
      {...(w !== undefined && { w })}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      value={text}
      error={error}
      onChange={setText}
      onBlur={() => void commit()}
      onKeyDown={getHotkeyHandler([
        ['Enter', () => void commit()],
        ['Escape', () => setText(value)],
      ])}
    />
  )
}
