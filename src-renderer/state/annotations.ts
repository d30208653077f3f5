// The note that is being written, and how notes are saved and removed. The dialog opens from the place and from every chart.
import { create } from 'zustand'
import type { Annotation } from '../../src-shared/desk/annotations.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { plural } from '../format/numbers.ts'
import { orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

type Save = CallInput<'annotations.save'>
/** `old`: the note that is changed; absent: a new one. */
export type NoteDraft = Pick<Save, 'day' | 'brandIds'> &
  Partial<Pick<Save, 'untilDay' | 'keyword' | 'page' | 'text'>> & { readonly old?: Annotation }

export const useNoteDraft = create<{ readonly draft: NoteDraft | null }>()(() => ({ draft: null }))
export const writeNote = (draft: NoteDraft): void => useNoteDraft.setState({ draft })
export const closeNote = (): void => useNoteDraft.setState({ draft: null })

const contentOf = ({ day, untilDay, brandIds, keyword, page, text }: Annotation) => ({
  day,
  untilDay,
  brandIds,
  keyword,
  page,
  text,
})

const changeBack = (old: Annotation, id: string): void =>
  void orNotify('The note was not changed back', ask('annotations.save', { id, ...contentOf(old) }))

/** Writes or changes a note, and offers to undo it. */
export const saveNote = async (input: Save, old?: Annotation) => {
  const reply = await ask('annotations.save', input)
  if (!reply.ok) return reply
  const { id } = reply.value
  if (old === undefined) notifyWithUndo('Note added', () => void removeNotes([id], true))
  else notifyWithUndo('Note changed', () => changeBack(old, id))
  return reply
}

/** Removes notes, and offers to undo it. */
export const removeNotes = async (ids: readonly string[], isQuiet = false): Promise<boolean> => {
  const reply = await orNotify('Nothing was removed', ask('annotations.remove', { ids: [...ids] }))
  if (!reply.ok) return false
  const { removed } = reply.value
  if (!isQuiet && removed.length > 0)
    notifyWithUndo(
      `${plural(removed.length, 'note')} removed`,
      () => void orNotify('The notes were not restored', ask('annotations.restore', { notes: removed })),
    )
  return true
}
