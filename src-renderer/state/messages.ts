// Warnings and errors of this page, kept for a person who looks for them after their notice closed by itself.
import { create } from 'zustand'
import type { Notice as DeskNotice } from '../../src-shared/desk/desk.ts'

export type Message = {
  readonly id: string
  readonly level: 'warning' | 'error'
  readonly title: string
  readonly text: string
  readonly atMs: number
} & Pick<DeskNotice, 'opens' | 'brandId'>

const KEPT = 100

/** The newest first. */
export const useMessages = create<{ readonly list: readonly Message[] }>()(() => ({ list: [] }))

/** The same message again moves to the top. */
export const keepMessage = (message: Message): void =>
  useMessages.setState(({ list }) => ({
    list: [message, ...list.filter(({ id }) => id !== message.id)]
      .toSorted((left, right) => right.atMs - left.atMs)
      .slice(0, KEPT),
  }))

export const clearMessages = (): void => useMessages.setState({ list: [] })
