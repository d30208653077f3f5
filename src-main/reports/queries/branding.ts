import type { ReportBranding, ReportBrandingOverrides } from '../../../src-shared/desk/reports.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

const AGENCY = 'agency'
/** Of what is not saved, and of what a row of the team leaves out. */
const DEFAULT: ReportBranding = { name: '', logo: null, colour: '#1c4e80', footer: '' }

export type StoredBranding = {
  readonly agency: ReportBranding
  readonly brands: readonly (ReportBrandingOverrides & { readonly brandId: string })[]
}

type Row = ReportBrandingOverrides & { readonly brandId: string | null }

export const readBranding = ({ core }: ReadableDb, _args: Record<string, never>): StoredBranding => {
  const sql = 'SELECT brand_id AS brandId, name, logo, colour, footer FROM report_branding ORDER BY id'
  const rows = prepared<Row>(core, sql).all()
  const agency = rows.find(({ brandId }) => brandId === null)
  return {
    agency: {
      name: agency?.name ?? DEFAULT.name,
      logo: agency?.logo ?? DEFAULT.logo,
      colour: agency?.colour ?? DEFAULT.colour,
      footer: agency?.footer ?? DEFAULT.footer,
    },
    brands: rows.flatMap(({ brandId, ...own }) => (brandId === null ? [] : [{ brandId, ...own }])),
  }
}

const SAVE = `
  INSERT INTO report_branding (id, brand_id, name, logo, colour, footer)
  VALUES (@id, @brandId, @name, @logo, @colour, @footer)
  ON CONFLICT (id) DO UPDATE SET name = @name, logo = @logo, colour = @colour, footer = @footer`

type ToSave = { readonly brandId: string | null; readonly branding: ReportBranding | ReportBrandingOverrides }

/** A brand without anything of its own has no row. Throws not-found for an unknown brand. */
export const saveBranding = (db: WritableDb, { brandId, branding }: ToSave): void =>
  db.core
    .transaction(() => {
      if (brandId !== null) assertBrand(db, brandId)
      const { name, logo, colour, footer } = branding
      const isEmpty = [name, logo, colour, footer].every((value) => value === null)
      const id = brandId ?? AGENCY
      if (isEmpty) prepared(db.core, 'DELETE FROM report_branding WHERE id = ?').run(id)
      else prepared(db.core, SAVE).run({ id, brandId, name, logo, colour, footer })
    })
    .immediate()
