import { expect, test } from 'vitest'
import {
  articleText,
  auditText,
  intervalText,
  modelText,
  permissionText,
  replyText,
} from '../../../src-main/annotations/rules/labels.ts'
import { isReplied } from '../../../src-shared/desk/values/reply-status.ts'

test('what happened is one plain sentence', () => {
  const slug = 'winter-guide'
  expect(articleText({ kind: 'scheduled', slug, isByWebhook: true })).toBe(
    'Published as scheduled: winter-guide, confirmed by webhook',
  )
  expect(modelText({ on: ['ChatGPT'], off: ['Claude', 'Grok'] })).toBe(
    'AI tracking: ChatGPT switched on; Claude, Grok switched off',
  )
  expect(intervalText({ from: 7, to: 1 })).toBe('AI tracking is refreshed every day, before every 7 days')
  expect(auditText({ url: 'https://a.com/', score: 80, scoreChange: -2.5 })).toBe(
    'Audit of https://a.com/: score 80, −2.5 vs previous audit',
  )
  expect(auditText({ url: 'https://a.com/', score: 80, scoreChange: 0 })).toBe('Audit of https://a.com/: score 80')
  expect(auditText({ url: 'https://a.com/', score: null, scoreChange: null })).toBe('Audit of https://a.com/: no score')
  expect(replyText({ subject: 'Hi', site: 'b.com', isTimeOfReply: true })).toBe('Reply to the pitch “Hi” to b.com')
})

test('a long change of permissions names the first tools and counts the others', () => {
  const changes = Array.from({ length: 7 }, (_, at) => ({ tool: `t${at}`, from: 'allow', to: 'deny' }) as const)
  const labelOf = (tool: string) => (tool === 't0' ? 'Find prospects' : null)
  expect(permissionText(changes, false, labelOf)).toMatch(
    /changed elsewhere: Find prospects denied, t1 denied, .*2 more$/,
  )
  const raw = [{ tool: 'outreach_discover', from: 'deny', to: 'allow' } as const]
  expect(permissionText(raw, true, labelOf)).toBe('Permissions of AI assistants changed: outreach discover allowed')
})

test('a status that only waits for a reply is none', () => {
  for (const status of ['replied', 'REPLIED', 'contact_replied', 'replied: positive'])
    expect(isReplied(status)).toBe(true)
  for (const status of ['not replied', 'no_reply', 'pending-reply', 'sent', 'never replied', 'unreplied'])
    expect(isReplied(status), status).toBe(false)
})
