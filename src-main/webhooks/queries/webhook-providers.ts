// Which platforms of a brand report each publish by a webhook. The interface ties the event to the provider `webhook` alone
// and does not say so outright, so each brand may differ: a row is kept only where it does.
import { PROVIDERS, type Provider } from '../../../src-shared/service/providers.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

const USUAL: Provider = 'webhook'

/** SQL that is 1 where the provider of a row with `brand_id` and `provider` reports by webhook. */
export const reportsByWebhook = (table: string): string =>
  `coalesce((SELECT w.is_on FROM webhook_provider w WHERE w.brand_id = ${table}.brand_id AND w.provider = ${table}.provider),
    ${table}.provider = '${USUAL}')`

const MARK = `SELECT coalesce(group_concat(provider || is_on), '')
  FROM (SELECT provider, is_on FROM webhook_provider WHERE brand_id = ? ORDER BY provider)`

/** Another text when what `reportsByWebhook` says of the brand may be another one. */
export const reportingMark = ({ core }: ReadableDb, brandId: string): string =>
  prepared<string>(core, MARK).pluck().get(brandId) ?? ''

const ONLY = `SELECT min(provider) FROM webhook_provider w WHERE brand_id = ? AND is_on
  HAVING count(*) = 1 AND EXISTS (SELECT 1 FROM webhook_provider o WHERE o.brand_id = w.brand_id AND o.provider = '${USUAL}')`

/** Where an article most likely is of which only a webhook is known: on the one platform that reports, else on "webhook". */
export const likelyProvider = ({ core }: ReadableDb, brandId: string): string =>
  prepared<string | null>(core, ONLY).pluck().get(brandId) ?? USUAL

type BrandProviders = { readonly brandId: string; readonly providers: readonly Provider[] }

const LIST = 'SELECT brand_id AS brandId, provider, is_on AS isOn FROM webhook_provider'

/** One for each of these brands, in the order of the providers' enum. */
export const listWebhookProviders = (
  { core }: ReadableDb,
  { brandIds }: { readonly brandIds: readonly string[] },
): BrandProviders[] => {
  const rows = prepared<{ brandId: string; provider: string; isOn: number }>(core, LIST).all()
  const kept = new Map(rows.map(({ brandId, provider, isOn }) => [`${brandId} ${provider}`, isOn === 1]))
  return brandIds.map((brandId) => ({
    brandId,
    providers: PROVIDERS.filter((provider) => kept.get(`${brandId} ${provider}`) ?? provider === USUAL),
  }))
}

const SAVE = `INSERT INTO webhook_provider (brand_id, provider, is_on) VALUES (?, ?, ?)
  ON CONFLICT (brand_id, provider) DO UPDATE SET is_on = excluded.is_on`
const REMOVE = 'DELETE FROM webhook_provider WHERE brand_id = ? AND provider = ?'

/** Throws not-found for an unknown brand. */
export const saveWebhookProviders = (db: WritableDb, { brandId, providers }: BrandProviders): void =>
  db.core
    .transaction(() => {
      assertBrand(db, brandId)
      for (const provider of PROVIDERS) {
        const isOn = providers.includes(provider)
        if (isOn === (provider === USUAL)) prepared(db.core, REMOVE).run(brandId, provider)
        else prepared(db.core, SAVE).run(brandId, provider, isOn ? 1 : 0)
      }
    })
    .immediate()
