import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Store } from '../store/store.ts'

export const createProspectHandlers = ({
  store,
}: {
  readonly store: Store
}): Pick<Handlers, 'prospects.page' | 'contacts.page'> => ({
  'prospects.page': (input) => store.read('prospects.page', input),
  'contacts.page': (input) => store.read('contacts.page', input),
})
