import { Textarea } from '@mantine/core'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { saveNote } from '../../store/marks.ts'
import css from './prospects.module.css'

const PAUSE_MS = 500
type State = 'rest' | 'typing' | 'saved' | 'failed'
const WORDS: Record<State, string> = {
  rest: '',
  typing: 'Saving …',
  saved: 'Saved here',
  failed: 'Not saved: it is tried again as you type on',
}

type Props = { readonly row: ProspectRow; readonly inputRef?: Ref<HTMLTextAreaElement> | undefined }

/** A note, kept as it is typed, also where the panel is closed in the middle of it. One box a prospect: give it a key. */
export const NoteBox = ({ row, inputRef }: Props) => {
  const [text, setText] = useState(row.note)
  const [state, setState] = useState<State>('rest')
  const open = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, text: row.note, isDirty: false })
  const { brandId, id } = row
  const save = async () => {
    clearTimeout(open.current.timer)
    const sent = open.current.text
    open.current.isDirty = false
    const isKept = await saveNote({ brandId, id }, sent)
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
  // A note that changed elsewhere is shown, unless it is being written here.
  useEffect(() => {
    if (open.current.isDirty || document.activeElement?.getAttribute('data-note') === id) return
    open.current.text = row.note
    setText(row.note)
  }, [row.note, id])
  const type = (next: string) => {
    setText(next)
    setState('typing')
    clearTimeout(open.current.timer)
    open.current = { text: next, isDirty: true, timer: setTimeout(() => void latest.current(), PAUSE_MS) }
  }
  return (
    <div>
      <Textarea
        ref={inputRef}
        data-note={id}
        aria-label="Note"
        placeholder="A note for yourself; kept as you type"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          if (open.current.isDirty) void save()
        }}
      />
      <div className={css.noteState} role="status">
        {WORDS[state]}
      </div>
    </div>
  )
}
