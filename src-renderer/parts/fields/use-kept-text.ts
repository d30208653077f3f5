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
 * A value that is kept as it is edited, also where its field goes away in the middle of it. `keep` resolves to whether it
 * was. One field or form a value: give it a key.
 */
export const useKept = <Value>(kept: Value, keep: (value: Value) => Promise<boolean>) => {
  const [value, setValue] = useState(kept)
  const [state, setState] = useState<KeptState>('rest')
  const [isFocused, setFocused] = useState(false)
  const open = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, value: kept, isDirty: false })
  const save = async () => {
    clearTimeout(open.current.timer)
    const sent = open.current.value
    open.current.isDirty = false
    const isKept = await keep(sent)
    if (!isKept) open.current.isDirty = true
    if (open.current.value === sent) setState(isKept ? 'saved' : 'failed')
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(
    () => () => {
      if (open.current.isDirty) void latest.current()
    },
    [],
  )
  // What changed elsewhere is shown, unless it is being edited here.
  useEffect(() => {
    if (open.current.isDirty || isFocused) return
    open.current.value = kept
    setValue(kept)
  }, [kept, isFocused])
  const change = (next: Value) => {
    setValue(next)
    setState('typing')
    clearTimeout(open.current.timer)
    open.current = { value: next, isDirty: true, timer: setTimeout(() => void latest.current(), PAUSE_MS) }
  }
  const focus = {
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false)
      setState((now) => (now === 'saved' ? 'rest' : now))
      if (open.current.isDirty) void save()
    },
  }
  return { value, state, change, focus }
}

/** The same for the text of one field. */
export const useKeptText = (kept: string, keep: (text: string) => Promise<boolean>) => {
  const { value, state, change, focus } = useKept(kept, keep)
  const onChange = (event: { readonly currentTarget: { readonly value: string } }) => change(event.currentTarget.value)
  return { state, type: change, field: { value, onChange, ...focus } }
}
