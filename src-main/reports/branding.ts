import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { ReportBranding } from '../../src-shared/desk/reports.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import { assertLogo } from './rules/logo.ts'

type BrandingDeps = Pick<RoomParts, 'store' | 'emit'> & {
  readonly brands: Pick<BrandBook, 'find' | 'get'>
}

export const createBranding = ({ store, brands, emit }: BrandingDeps) => {
  const read = async () => {
    const { agency, brands: own } = await store.read('reports.branding', {})
    return { agency, brands: own.filter(({ brandId }) => brands.find(brandId) !== null) }
  }
  const handlers: Pick<Handlers, 'reports.branding' | 'reports.setBranding'> = {
    'reports.branding': read,
    'reports.setBranding': async (input) => {
      if (input.brandId !== null) brands.get(input.brandId)
      assertLogo(input.branding.logo)
      await store.write('reports.saveBranding', input)
      emit('changed', { brandIds: input.brandId === null ? 'all' : [input.brandId], datasets: ['reportBranding'] })
      return read()
    },
  }
  return {
    handlers,
    /** Of one brand: its own where it has some, else the agency's. */
    of: async (brandId: string): Promise<ReportBranding> => {
      const { agency, brands: own } = await read()
      const brand = own.find((one) => one.brandId === brandId)
      return {
        name: brand?.name ?? agency.name,
        logo: brand?.logo ?? agency.logo,
        colour: brand?.colour ?? agency.colour,
        footer: brand?.footer ?? agency.footer,
      }
    },
  }
}
