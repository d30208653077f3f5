import type { ReactNode } from 'react'
import type { Tone } from '../format/intent-labels.ts'
import classes from './state-word.module.css'

type Props = {
  readonly word: string
  readonly tone: Tone
  readonly about?: string | undefined
  readonly icon?: ReactNode
  /** Of what waits for a person. */
  readonly isFilled?: boolean
}

/** A state in a word; its colour only repeats what the word says. */
export const StateWord = ({ word, tone, about, icon, isFilled = false }: Props) => (
  <span className={`${classes.word} toned`} data-tone={tone} data-filled={isFilled || undefined} title={about}>
    {icon}
    {word}
  </span>
)
