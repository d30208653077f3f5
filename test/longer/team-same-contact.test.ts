// Colleagues pitch the same contact, over a service that sends each pitch as soon as it has it: one e-mail, and a refusal that
// names the colleague. What a person accepts covers only what their desk knew then.
import { expect, test } from 'vitest'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { BRAND, openPitchingDesk } from '../support/pitching-desks.ts'
import { describePostgres } from '../support/postgres.ts'
import type { PostgresPrograms } from '../support/postgres-programs.ts'
import { startSendingService } from '../support/sending-service.ts'
import { teamDatabase } from '../support/team-database.ts'

const ACCEPT_ALL = ['already-queued', 'contacted-before', 'queued-meanwhile']
const byAnn = {
  kind: 'conflict',
  message: expect.stringMatching(/^ann (queued|sent) a pitch to this contact \(contact_0@site\.test\) at \d\d:\d\d/),
}

const open = async (programs: PostgresPrograms, { hasRead = true, sameAddress = 1, isPaced = false } = {}) => {
  const service = await startSendingService({ contacts: 8, teamId: 'team_1', sameAddress, isPaced })
  const team = await teamDatabase(programs, [BRAND])
  const ann = await openPitchingDesk(team, { service, name: 'ann', isFirst: true })
  const ben = await openPitchingDesk(team, { service, name: 'ben', hasRead })
  const [contact = '', other = ''] = service.contactIds
  const counts = () => Object.fromEntries(service.timesSent())
  return { service, team, ann, ben, contact, other, counts }
}

/** Of a pitch that was stored. */
const idOf = (result: string | DeskError): string => {
  if (result instanceof DeskError) throw result
  return result
}

describePostgres('a contact that a colleague pitched', (programs) => {
  test.each([
    { what: 'queues it', more: {}, hasRead: false },
    { what: 'sends it now', more: { sendNow: true }, hasRead: true },
  ])('gets no second e-mail from a desk that $what and was slower by a moment, whatever was accepted', async (one) => {
    const { service, ann, ben, contact, counts } = await open(programs, one)
    let isAnnFirst = true
    service.holdReads(async () => {
      if (!isAnnFirst) return
      isAnnFirst = false
      // Ben's desk is asking the service by now; then his desk learns of it.
      await ben.ended(idOf(await ann.pitch([contact])))
    })
    expect(await ben.pitch([contact], { ...one.more, accept: ACCEPT_ALL })).toMatchObject(byAnn)
    expect(counts()).toEqual({ [contact]: 1 })
  })

  test('and waits in the outbox by then is refused by name to a desk that sends it now', async () => {
    const { service, ann, ben, contact } = await open(programs, { isPaced: true })
    let isAnnFirst = true
    service.holdReads(async () => {
      if (!isAnnFirst) return
      isAnnFirst = false
      await ben.ended(idOf(await ann.pitch([contact])))
    })
    expect(await ben.pitch([contact], { sendNow: true, accept: ACCEPT_ALL })).toMatchObject(byAnn)
  })

  test('gets no second e-mail from a desk whose copy of the outbox is older', async () => {
    const { ann, ben, contact, counts } = await open(programs)
    const id = idOf(await ann.pitch([contact]))
    await ann.linked(id)
    await ben.linked(id)
    expect(await ben.pitch([contact])).toMatchObject({ kind: 'conflict', message: expect.stringContaining('by ann') })
    await ben.sync({ datasets: ['outbox'] })
    const again = { kind: 'conflict', message: expect.stringContaining('The last one was queued by ann.') }
    expect(await ben.pitch([contact])).toMatchObject(again)
    expect(counts()).toEqual({ [contact]: 1 })
  })

  test('gets no second e-mail of a preview that is older, whatever was accepted', async () => {
    const { ann, ben, contact, other, counts } = await open(programs)
    const previewId = await ben.freeze([contact, other])
    await ben.ended(idOf(await ann.pitch([contact])))
    const input = { previewId, holdSeconds: 0, accept: ACCEPT_ALL }
    await expect(ben.call('outreach.queue', input)).rejects.toMatchObject(byAnn)
    const { intentId, left } = await ben.call('outreach.queue', { ...input, accept: [...ACCEPT_ALL, 'open-pitch'] })
    await ben.ended(intentId)
    expect(left).toEqual([0])
    expect(counts()).toEqual({ [contact]: 1, [other]: 1 })
  })
  test('and was cancelled in its hold is left to the person: an older preview is refused, a new pitch is not', async () => {
    const { ann, ben, contact, counts } = await open(programs)
    const previewId = await ben.freeze([contact])
    const held = idOf(await ann.pitch([contact], { holdSeconds: 600 }))
    await ann.call('intents.cancel', { id: held })
    await ben.ended(held)
    const refused = await ben.pitchPreview(previewId, { accept: ACCEPT_ALL })
    expect(refused).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^ann queued a pitch .*, and it was not sent\. Nothing was sent\.$/),
    })
    await ben.ended(idOf(await ben.pitch([contact])))
    expect(counts()).toEqual({ [contact]: 1 })
  })
  test('at one moment gets one e-mail of four desks, from pitches and from previews', async () => {
    const { service, team, ann, ben } = await open(programs)
    const desks = [
      ...[ann, ben],
      await openPitchingDesk(team, { service, name: 'eve' }),
      await openPitchingDesk(team, { service, name: 'gus' }),
    ]
    for (const [round, contact] of service.contactIds.entries()) {
      const previews = await Promise.all(desks.map((desk) => (round % 2 === 0 ? '' : desk.freeze([contact]))))
      const pitched = desks.map((desk, at) => {
        const previewId = previews[at] ?? ''
        return previewId === ''
          ? desk.pitch([contact])
          : desk.pitchPreview(previewId, { accept: ACCEPT_ALL, holdSeconds: 0 })
      })
      const stored = (await Promise.all(pitched)).filter((one) => typeof one === 'string')
      expect(stored).toHaveLength(1)
      for (const desk of desks) await desk.ended(stored[0] ?? '')
    }
    expect([...service.timesSent()]).toEqual(service.contactIds.map((id) => [id, 1]))
  })

  test('and has a second id with the same address is named as contacted before, held or sent', async () => {
    const { ann, ben, contact, other, counts } = await open(programs, { sameAddress: 2 })
    const warned = (words: string) => ({
      kind: 'conflict',
      detail: {
        issues: [{ path: 'items.0.prospectEmailId', code: 'contacted-before', message: expect.stringMatching(words) }],
      },
    })
    const id = idOf(await ann.pitch([contact], { holdSeconds: 600 }))
    await ben.release(id)
    await ben.linked(id)
    expect(await ben.pitch([other])).toMatchObject(warned('^contact_0@site.test: .*another contact.*ann'))
    await ben.sync({ datasets: ['outbox'] })
    expect(await ben.pitch([other])).toMatchObject(warned('^contact_0@site.test: .*another contact'))
    expect(counts()).toEqual({ [contact]: 1 })
    await ben.ended(idOf(await ben.pitch([other], { accept: ['contacted-before'] })))
    expect(counts()).toEqual({ [contact]: 1, [other]: 1 })
  })
})
