// Marks the variables of a field behind its text, and completes the one that is being typed. The text stays in a plain
// input, so that typing, undo, selection and screen readers work as in every other field.
import { Box, Text } from '@mantine/core'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import css from './variable-field.module.css'
import { completed, completions, marksOf, typedVariable } from './variable-marks.ts'
import type { Variable } from './variables.ts'

type FieldElement = HTMLInputElement | HTMLTextAreaElement

/** What the input takes. */
export type FieldProps = {
  readonly onKeyDown: (event: KeyboardEvent<FieldElement>) => void
  readonly onSelect: () => void
  readonly onBlur: () => void
  readonly onScroll: () => void
  readonly 'aria-autocomplete': 'list'
  readonly 'aria-controls': string | undefined
  readonly 'aria-activedescendant': string | undefined
}

type Props = {
  readonly inputRef: RefObject<FieldElement | null>
  readonly value: string
  readonly unknown: ReadonlySet<string>
  /** Columns of an import. */
  readonly own: readonly string[]
  readonly onChange: (value: string) => void
  readonly isTall?: boolean
  readonly children: (props: FieldProps) => ReactNode
}

const COPIED = ['font', 'letterSpacing', 'lineHeight', 'paddingTop', 'paddingLeft', 'paddingBottom'] as const

/** The layer breaks its lines where the input does. */
const alignLayer = (layer: HTMLElement, input: FieldElement): void => {
  const style = getComputedStyle(input)
  for (const name of COPIED) layer.style[name] = style[name]
  const scrollbar = input.offsetWidth - input.clientWidth - 2
  layer.style.paddingRight = `${Number.parseFloat(style.paddingRight) + Math.max(0, scrollbar)}px`
  layer.scrollTop = input.scrollTop
  layer.scrollLeft = input.scrollLeft
}

const OPTIONS_WIDTH_PX = 300

type ListProps = {
  readonly id: string
  readonly options: readonly Variable[]
  readonly active: number
  readonly at: { readonly top: number; readonly left: number }
  readonly onChoose: (variable: Variable) => void
}

const Options = ({ id, options, active, at, onChoose }: ListProps) => (
  <div id={id} role="listbox" aria-label="Variables" className={css.options} style={{ ...at, width: OPTIONS_WIDTH_PX }}>
    {options.map((variable, index) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
      <div
        key={variable.code}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        className={css.option}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(variable)}
      >
        <span>{variable.label}</span>
        <Text component="code" c="dimmed" fz={11}>
          {variable.code}
        </Text>
      </div>
    ))}
  </div>
)

export const VariableField = ({ inputRef, value, unknown, own, onChange, isTall = false, children }: Props) => {
  const id = useId()
  const layer = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const [at, setAt] = useState({ top: 0, left: 0 })
  const marks = useMemo(() => marksOf(value, unknown), [value, unknown])
  const typed = caret === null ? null : typedVariable(value, caret)
  const options = typed === null ? [] : completions(typed.typed, own)
  const isOpen = options.length > 0
  const start = typed?.start ?? -1

  const align = () => {
    if (layer.current !== null && inputRef.current !== null) alignLayer(layer.current, inputRef.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text may bring a scrollbar
  useLayoutEffect(align, [value])
  useLayoutEffect(() => {
    const box = layer.current
    if (box === null || start < 0) return
    const range = document.createRange()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    let left = start
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? ''
      if (left < length) {
        range.setStart(node, left)
        range.setEnd(node, left + 1)
        break
      }
      left -= length
    }
    const [place, whole] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
    setAt({
      top: Math.min(place.bottom - whole.top, whole.height) + 4,
      left: Math.max(0, Math.min(place.left - whole.left, whole.width - OPTIONS_WIDTH_PX)),
    })
  }, [start])

  const choose = (variable: Variable) => {
    if (typed === null) return
    const next = completed(value, typed, variable)
    // Set at once: a caret set at the next frame moves back what was typed before it.
    flushSync(() => onChange(next.text))
    inputRef.current?.setSelectionRange(next.caret, next.caret)
    setCaret(null)
  }
  const press = (event: KeyboardEvent<FieldElement>) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const chosen = options[Math.min(active, options.length - 1)]
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive((active + 1) % options.length),
      ArrowUp: () => setActive((active - 1 + options.length) % options.length),
      Enter: () => chosen && choose(chosen),
      Tab: () => chosen && choose(chosen),
      Escape: () => setCaret(null),
    }
    const act = actions[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <Box className={css.box} data-tall={isTall || undefined}>
      <div ref={layer} className={css.layer} data-tall={isTall || undefined} aria-hidden>
        {marks.map(({ text, kind }, index) =>
          kind === 'text' ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
            <mark key={index} data-kind={kind}>
              {text}
            </mark>
          ),
        )}
        {/* A last line break has a line of its own only with something after it. */}
        {'\u200b'}
      </div>
      {children({
        onKeyDown: press,
        // Only typing and moving the caret by hand open the list; a completion closes it.
        onSelect: () => {
          const element = inputRef.current
          setActive(0)
          setCaret(element !== null && element.selectionStart === element.selectionEnd ? element.selectionStart : null)
        },
        onBlur: () => setCaret(null),
        onScroll: align,
        'aria-autocomplete': 'list',
        'aria-controls': isOpen ? id : undefined,
        'aria-activedescendant': isOpen ? `${id}-${Math.min(active, options.length - 1)}` : undefined,
      })}
      {isOpen ? <Options id={id} options={options} active={active} at={at} onChoose={choose} /> : null}
    </Box>
  )
}
