import type { IntentItem } from '../../../src-shared/desk/intents.ts'

/** Whom a pitch is for, by what is sent of it; null for all other acts. */
export const contactOf = ({ prospectEmailId }: IntentItem['result']): string | null =>
  typeof prospectEmailId === 'string' ? prospectEmailId : null
