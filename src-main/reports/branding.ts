import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { ReportBranding } from '../../src-shared/desk/reports.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'

// A logo is shown to clients and printed: its bytes must be what its type says.
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

const beginsWith = (bytes: Buffer, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** As an <img> an SVG runs no script and loads nothing; entities could still grow without end. */
const isSvg = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8')
  return (
    /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)*<svg[\s>]/i.test(text) &&
    !/<!(DOCTYPE|ENTITY)/i.test(text)
  )
}

/** Throws `invalid` unless the picture is of the type that its data URI names. */
export const assertLogo = (logo: string | null): void => {
  if (logo === null) return
  const [head = '', data = ''] = logo.split(',')
  const bytes = Buffer.from(data, 'base64')
  const isRight = head.includes('image/png')
    ? beginsWith(bytes, PNG)
    : head.includes('image/jpeg')
      ? beginsWith(bytes, JPEG)
      : isSvg(bytes)
  if (!isRight)
    throw new DeskError('invalid', 'The logo is no PNG, JPEG or SVG picture. Choose another file.', {
      issues: [{ path: 'branding.logo', message: 'is not the picture that its type says' }],
    })
}

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
