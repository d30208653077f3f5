import { Kbd, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

type SearchInputProps = {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly placeholder: string
  readonly icon?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** Enter or Escape: the keyboard goes back to the rows. */
  readonly onDone: () => void
}

const PAUSE_MS = 120

/** Filters while typing, after a short pause; `/` leads here. */
export const SearchInput = ({ inputRef, label, placeholder, icon, value, onChange, onDone }: SearchInputProps) => {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next), PAUSE_MS)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer.current)
    if (event.key === 'Escape' && text !== '') {
      setText('')
      onChange('')
      return
    }
    onChange(text)
    onDone()
  }
  return (
    <TextInput
      ref={inputRef}
      w={190}
      type="search"
      data-view-filter
      aria-label={label}
      placeholder={placeholder}
      maxLength={500}
      leftSection={icon}
      rightSection={text === '' ? <Kbd size="xs">/</Kbd> : null}
      rightSectionPointerEvents="none"
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}
