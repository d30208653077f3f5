import type { Handlers } from '../../../src-shared/desk/contract.ts'
import type { BrandBook } from '../../brands/brand-book.ts'
import type { Store } from '../../store/store.ts'

export const createMatchContacts =
  ({ book }: { readonly store: Store; readonly book: BrandBook }): Handlers['outreach.matchContacts'] =>
  async ({ brandId }) => {
    book.get(brandId)
    return { recipients: [], columns: [] }
  }
