import { Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '../parts/fields/text-field.tsx'

export type SearchInputProps = {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Enter or Escape: the keyboard goes back to the rows. */
  readonly onDone: () => void
}

const PAUSE_MS = 120

type Timer = { current: ReturnType<typeof setTimeout> | undefined }

const stop = (timer: Timer): void => {
  clearTimeout(timer.current)
  timer.current = undefined
}

/** Filters at the first letter and then after each short pause; `/` leads here. */
export const SearchInput = ({ label, placeholder, value, onChange, onDone }: SearchInputProps) => {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  const send = (next: string) => {
    sent.current = next
    onChange(next)
  }
  useEffect(() => {
    setText(value)
    // It was cleared elsewhere: what was typed before must not come back after the pause.
    if (value !== sent.current) stop(timer)
    sent.current = value
  }, [value])
  useEffect(() => () => stop(timer), [])
  const type = (next: string) => {
    setText(next)
    const isFirst = timer.current === undefined
    stop(timer)
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (next !== sent.current) send(next)
    }, PAUSE_MS)
    if (isFirst) send(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    stop(timer)
    if (event.key === 'Escape' && text !== '') {
      setText('')
      send('')
      return
    }
    send(text)
    onDone()
  }
  return (
    <TextField
      w={190}
      type="search"
      data-view-filter
      aria-label={label}
      placeholder={placeholder}
      maxLength={500}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={text === '' ? <Kbd size="xs">/</Kbd> : null}
      rightSectionPointerEvents="none"
      value={text}
      onChange={type}
      onKeyDown={press}
    />
  )
}
