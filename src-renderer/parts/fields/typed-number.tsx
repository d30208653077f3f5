import { type ReactNode, useState } from 'react'
import { numberToType } from '../../format/many-brands.ts'
import { TextField } from './text-field.tsx'

type TypedNumber = { readonly isTyped: boolean; readonly field: ReactNode }

/** It is the next thing to do: the field takes the focus when it appears. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus()

/** The field that asks for the number of brands; where they are few there is none, and nothing to type. */
export const useTypedNumber = (brands: number, what = 'the number of brands'): TypedNumber => {
  const [typed, setTyped] = useState('')
  const word = numberToType(brands)
  if (word === null) return { isTyped: true, field: null }
  const field = (
    <TextField
      miw={290}
      label={`Type ${word}, ${what}, to continue`}
      autoComplete="off"
      data-autofocus
      ref={takeFocus}
      value={typed}
      onChange={setTyped}
    />
  )
  return { isTyped: typed.trim() === word, field }
}
