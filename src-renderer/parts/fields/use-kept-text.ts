import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 500

type KeptState = 'rest' | 'typing' | 'saved' | 'failed'

export const KEPT_LABELS: Record<KeptState, string> = {
  rest: '',
  typing: 'Saving …',
  saved: 'Saved',
  failed: 'Not saved. The desk tries again when you type.',
}

/**
 * A text that is kept as it is typed, also where its field goes away in the middle of it. `keep` resolves to whether it
 * was. One field a text: give it a key.
 */
export const useKeptText = (kept: string, keep: (text: string) => Promise<boolean>) => {
  const [text, setText] = useState(kept)
  const [state, setState] = useState<KeptState>('rest')
  const [isFocused, setFocused] = useState(false)
  const open = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, text: kept, isDirty: false })
  const save = async () => {
    clearTimeout(open.current.timer)
    const sent = open.current.text
    open.current.isDirty = false
    const isKept = await keep(sent)
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
  // What changed elsewhere is shown, unless it is being written here.
  useEffect(() => {
    if (open.current.isDirty || isFocused) return
    open.current.text = kept
    setText(kept)
  }, [kept, isFocused])
  const type = (next: string) => {
    setText(next)
    setState('typing')
    clearTimeout(open.current.timer)
    open.current = { text: next, isDirty: true, timer: setTimeout(() => void latest.current(), PAUSE_MS) }
  }
  const field = {
    value: text,
    onFocus: () => setFocused(true),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => type(event.currentTarget.value),
    onBlur: () => {
      setFocused(false)
      setState((now) => (now === 'saved' ? 'rest' : now))
      if (open.current.isDirty) void save()
    },
  }
  return { state, field, type }
}
