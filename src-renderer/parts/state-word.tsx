import type { ReactNode } from 'react'
import type { Tone } from '../format/intent-labels.ts'
import classes from './state-word.module.css'

type Props = {
  readonly word: string
  readonly tone: Tone
  readonly about?: string | undefined
  readonly icon?: ReactNode
}

/** A state in a word; its colour only repeats what the word says. */
export const StateWord = ({ word, tone, about, icon }: Props) => (
  <span className={`${classes.word} toned`} data-tone={tone} title={about}>
    {icon}
    {word}
  </span>
)
