import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { BasketRow } from '../../../src-shared/desk/research.ts'
import { isolate } from '../../format/isolate.ts'
import { saveKeywordNote } from '../../store/research.ts'
import css from './research.module.css'

const PAUSE_MS = 500
type State = 'rest' | 'typing' | 'saved' | 'failed'
const WORDS: Record<State, string> = {
  rest: '',
  typing: 'saving …',
  saved: 'saved here',
  failed: 'not saved: it is tried again as you type on',
}

/** A note, kept as it is typed, also where the row goes away in the middle of it. One field a keyword: give it a key. */
export const NoteField = ({ row }: { readonly row: BasketRow }) => {
  const [text, setText] = useState(row.note)
  const [state, setState] = useState<State>('rest')
  const open = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, text: row.note, isDirty: false })
  const save = async () => {
    clearTimeout(open.current.timer)
    const sent = open.current.text
    open.current.isDirty = false
    const isKept = await saveKeywordNote(row, sent)
    if (!isKept) open.current.isDirty = true
    if (open.current.text === sent) setState(isKept ? 'saved' : 'failed')
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(
    () => () => {
      if (open.current.isDirty) void latest.current()
    },
    [],
  )
  const [isFocused, setFocused] = useState(false)
  // A note that changed elsewhere is shown, unless it is being written here.
  useEffect(() => {
    if (open.current.isDirty || isFocused) return
    open.current.text = row.note
    setText(row.note)
  }, [row.note, isFocused])
  const type = (next: string) => {
    setText(next)
    setState('typing')
    clearTimeout(open.current.timer)
    open.current = { text: next, isDirty: true, timer: setTimeout(() => void latest.current(), PAUSE_MS) }
  }
  return (
    <span className={css.note}>
      <TextInput
        variant="unstyled"
        className={css.noteInput ?? ''}
        data-note={row.keyword}
        aria-label={`Note on ${isolate(row.keyword)}`}
        placeholder="Add a note"
        maxLength={5000}
        value={text}
        onFocus={() => setFocused(true)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
        }}
        onBlur={() => {
          setFocused(false)
          setState((now) => (now === 'saved' ? 'rest' : now))
          if (open.current.isDirty) void save()
        }}
      />
      <span className={css.noteState} role="status" data-state={state}>
        {WORDS[state]}
      </span>
    </span>
  )
}
