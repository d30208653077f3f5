// The note that is being written, and how notes are saved and removed. The dialog opens from the place and from every chart.
import { useState } from 'react'
import { create } from 'zustand'
import type { Annotation } from '../../src-shared/desk/annotations.ts'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { useDesk } from '../data/use-desk.ts'
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

export type AnnotationsInput = Pick<CallInput<'annotations.list'>, 'brandIds' | 'search' | 'kinds' | 'from' | 'to'>
type Later = {
  /** The newest rows that they follow: others make them old. */
  readonly after: CallOutput<'annotations.list'> | undefined
  readonly rows: readonly Annotation[]
  readonly nextCursor: string | null
}
/** As many as a call returns at most. */
const READ_AT_ONCE = 500
const NO_ROWS: readonly Annotation[] = []

/** The newest notes or events, and earlier ones as a person asks for them. */
export const useAnnotations = (input: AnnotationsInput) => {
  const { value: first, error, reload } = useDesk('annotations.list', { ...input, limit: READ_AT_ONCE })
  const [later, setLater] = useState<Later>({ after: undefined, rows: NO_ROWS, nextCursor: null })
  const isOfThis = later.after === first && first !== undefined
  const rows = isOfThis ? later.rows : NO_ROWS
  const nextCursor = isOfThis ? later.nextCursor : (first?.nextCursor ?? null)
  const readMore = async () => {
    const asked = ask('annotations.list', { ...input, limit: READ_AT_ONCE, cursor: nextCursor })
    const reply = await orNotify('Earlier days could not be read', asked)
    if (reply.ok) setLater({ after: first, rows: [...rows, ...reply.value.rows], nextCursor: reply.value.nextCursor })
  }
  return {
    rows: [...(first?.rows ?? NO_ROWS), ...rows],
    total: first?.total ?? 0,
    isKnown: first !== undefined,
    isAll: first !== undefined && nextCursor === null,
    error,
    reload,
    readMore,
  }
}
