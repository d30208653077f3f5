import type { Tone } from '../format/intent-words.ts'
import classes from './state-word.module.css'

type Props = { readonly word: string; readonly tone: Tone; readonly about?: string | undefined }

/** A state in a word; its colour only repeats what the word says. */
export const StateWord = ({ word, tone, about }: Props) => (
  <span className={classes.word} data-tone={tone} title={about}>
    {word}
  </span>
)
