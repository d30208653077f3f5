// Others see for which brands a desk can send: it tells the brands whose working keys it holds, and never a key.
import { expect, onTestFinished, test } from 'vitest'
import { createHeldKeys } from '../../../src-main/team/held-keys.ts'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { describePostgres } from '../../support/postgres.ts'
import { accessOf } from '../../support/team-access.ts'
import { column, one, teamDatabase } from '../../support/team-database.ts'
import { tempHome } from '../../support/temp-home.ts'
import { tempStore } from '../../support/temp-store.ts'

describePostgres('the keys that a desk holds', (programs) => {
  test('are in PostgreSQL by their brands when it connects and when they change; the demo’s, missing and refused ones are not', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt', 'demo'])
    const { store } = await tempStore({ ...tempHome(), team: accessOf(await team.person('ann')) })
    const brand = (id: string, keyState: Brand['keyState'], demo = false) => ({ id, keyState, demo }) as Brand // no more is asked
    let list = [brand('acme', 'ok'), brand('bolt', 'missing'), brand('demo', 'ok', true)]
    let change = (): void => undefined
    const onChange = (listener: () => void) => {
      change = listener
      return () => undefined
    }
    let emitted = 0
    const emit = () => {
      emitted += 1
    }
    const keys = createHeldKeys({ team: store.team, brands: { list: () => list, onChange }, emit })
    onTestFinished(keys.close)
    const held = () => column(team.owner, 'SELECT brand_id FROM agency_desk.desk_key ORDER BY 1')
    await expect.poll(held).toEqual(['acme'])
    list = [brand('acme', 'ok'), brand('bolt', 'unchecked')]
    change()
    await expect.poll(held).toEqual(['acme', 'bolt'])
    for (const refused of ['unauthorized', 'forbidden', 'unconfirmed'] as const) {
      list = [brand('acme', 'ok'), brand('bolt', refused)]
      change()
      await expect.poll(held).toEqual(['acme'])
      list = [brand('acme', 'ok'), brand('bolt', 'ok')]
      change()
      await expect.poll(held).toEqual(['acme', 'bolt'])
    }
    list = [brand('acme', 'missing'), brand('bolt', 'missing')]
    change()
    await expect.poll(held).toEqual([])
    await expect.poll(() => emitted).toBe(9)
  })

  test('are none on the desk of a writer, who does not send', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const person = await team.person('walt', { role: 'writer' })
    // As a sender, it told them.
    await person.query("SELECT agency_desk.hold_keys(ARRAY['acme'])")
    const deskNo = await one<number>(person, "SELECT current_setting('agency_desk.desk')::bigint")
    const deskId = await one<string>(
      person,
      "SELECT id FROM agency_desk.desk WHERE no = current_setting('agency_desk.desk')::bigint",
    )
    const { store } = await tempStore({ ...tempHome(), team: accessOf(person, { deskNo, deskId }) })
    const brands = {
      list: () => [{ id: 'acme', keyState: 'ok', demo: false } as Brand],
      onChange: () => () => undefined,
    } // as above
    const keys = createHeldKeys({ team: store.team, brands, emit: () => undefined })
    onTestFinished(keys.close)
    await expect.poll(() => column(team.owner, 'SELECT brand_id FROM agency_desk.desk_key')).toEqual([])
  })
})
