// Articles that are chosen from the list of a brand, and when they are to be published. Another brand begins with none chosen.
import { create } from 'zustand'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Provider } from '../../src-shared/service/providers.ts'
import { ask } from '../data/desk.ts'

export type Picker = {
  readonly brandId: string
  readonly search: string
  /** Slugs in the order in which they were chosen. */
  readonly picked: readonly string[]
  readonly provider: Provider
  /** Clock time in the view's zone; an empty day: none chosen. */
  readonly day: string
  readonly time: string
  readonly isSpaced: boolean
  readonly everyDays: number
  readonly isWeekdaysOnly: boolean
}

const EMPTY: Picker = {
  brandId: '',
  search: '',
  picked: [],
  provider: 'wordpress',
  day: '',
  time: '09:00',
  isSpaced: false,
  everyDays: 2,
  isWeekdaysOnly: true,
}

export const usePicker = create<Picker>()(() => EMPTY)
export const setPicker = (change: Partial<Picker>): void => usePicker.setState(change)

/** Chooses the brand; what was chosen for another one is gone. */
export const pickFor = (brandId: string): void =>
  usePicker.setState((picker) => (picker.brandId === brandId ? picker : { ...picker, brandId, search: '', picked: [] }))

type Choice = { readonly brandId: string; readonly articleSlug: string; readonly provider: Provider | null }

export const togglePick = ({ brandId, articleSlug, provider }: Choice): void => {
  if (usePicker.getState().brandId !== brandId) usePicker.setState({ brandId, picked: [] })
  usePicker.setState(({ picked }) => ({
    ...(provider !== null && picked.length === 0 ? { provider } : {}),
    picked: picked.includes(articleSlug) ? picked.filter((one) => one !== articleSlug) : [...picked, articleSlug],
  }))
}

/** Chooses these articles of one brand, and no other. */
export const pickArticles = (articles: readonly Choice[]): void => {
  const [first] = articles
  if (first === undefined) return
  const { brandId, provider } = first
  setPicker({ brandId, picked: articles.map(({ articleSlug }) => articleSlug), ...(provider && { provider }) })
}

/** Provider, zone and rhythm are likely the same again. */
export const clearPicks = (): void => usePicker.setState({ picked: [], search: '', isSpaced: false })

export const scheduleSlots = (input: CallInput<'publishing.space'>) => ask('publishing.space', input)
