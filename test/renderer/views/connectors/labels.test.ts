import { describe, expect, test } from 'vitest'
import { numberToType } from '../../../../src-renderer/format/many-brands.ts'
import { inOneSentence, rightNow } from '../../../../src-renderer/views/connectors/right-now-part.tsx'
import { comparedText, compareSync } from '../../../../src-renderer/views/connectors/sync-compare.ts'
import type { MatrixTool } from '../../../../src-shared/desk/connectors.ts'

const tool = (name: string, change: Partial<MatrixTool> = {}): MatrixTool => ({
  name,
  label: name,
  description: '',
  group: 'write',
  default: 'deny',
  sendsEmail: false,
  spends: false,
  ...change,
})
const tools = [tool('look', { group: 'read' }), tool('send', { sendsEmail: true }), tool('spend', { spends: true })]

describe('summary lists what an assistant may do now', () => {
  const sentence = (effective: Record<string, 'allow' | 'deny'>) => inOneSentence(rightNow(tools, { effective }), false)

  test('summary never leaves out what it may do', () => {
    expect(sentence({ look: 'deny', send: 'deny' })).toBe('An assistant may do nothing.')
    expect(sentence({ look: 'allow', send: 'deny' })).toContain('cannot change or send anything')
    expect(sentence({ look: 'allow', spend: 'allow' })).toContain('It cannot send e-mail.')
    expect(sentence({ look: 'allow', send: 'allow' })).toContain('cannot be recalled')
  })

  test('summary of a demo brand does not say that it sends real e-mail', () => {
    const now = rightNow(tools, { effective: { look: 'allow', send: 'allow' } })
    expect(inOneSentence(now, true)).toContain('a demo brand sends nothing')
    expect(inOneSentence(now, true)).not.toContain('real')
  })

  test('summary of a write-only assistant does not mention reading', () => {
    expect(sentence({ look: 'deny', spend: 'allow' })).not.toContain('look things up')
  })

  test('a tool that is not offered is neither allowed nor refused', () => {
    const now = rightNow(tools, { effective: { look: 'allow' } })
    expect([now.reads.length, now.writes.length, now.refused.length]).toEqual([1, 0, 0])
  })
})

test('more than ten brands need their number typed', () => {
  expect([numberToType(1), numberToType(10), numberToType(11)]).toEqual([null, null, '11'])
})

describe('sync result compares the preview with the outcome', () => {
  const change = (name: string, to: 'allow' | 'deny') => {
    return { tool: name, from: to === 'allow' ? ('deny' as const) : ('allow' as const), to }
  }
  const preview = {
    brands: [
      { brandId: 'a', changes: [change('look', 'deny'), change('send', 'allow')] },
      { brandId: 'b', changes: [{ tool: 'send', from: 'allow' as const, to: null }] },
    ],
    unknown: ['c'],
  }

  test('sync result says when both are equal; a value never seen is no difference', () => {
    const changed = [
      { brandId: 'a', changes: [change('look', 'deny'), change('send', 'allow')] },
      { brandId: 'b', changes: [change('send', 'deny')] },
    ]
    expect(compareSync(preview, { changed, failed: [] })).toEqual({
      asForeseen: 3,
      otherwise: [],
      missing: [],
      stoodStill: [],
    })
    // Nor is it missing where it stayed as it was.
    expect(compareSync(preview, { changed: changed.slice(0, 1), failed: [] }).missing).toEqual([])
  })

  test('unexpected and missing changes are listed separately; unknown and unreadable brands are neither', () => {
    const changed = [
      { brandId: 'a', changes: [change('look', 'deny'), change('spend', 'allow')] },
      { brandId: 'c', changes: [change('send', 'allow')] },
    ]
    expect(compareSync(preview, { changed, failed: [] })).toEqual({
      asForeseen: 1,
      otherwise: [{ brandId: 'a', tool: 'spend' }],
      missing: [{ brandId: 'a', tool: 'send' }],
      stoodStill: [],
    })
    expect(compareSync(preview, { changed: [], failed: [] })).toMatchObject({ missing: [], stoodStill: ['a'] })
    const failed = [{ brandId: 'a', error: { kind: 'network' as const, message: 'cut' } }]
    expect(compareSync(preview, { changed: [], failed })).toMatchObject({ missing: [], stoodStill: [] })
    const matched = { asForeseen: 2, otherwise: [], missing: [], stoodStill: [] }
    expect(comparedText(matched, 0)).toBe('The result matches the preview.')
    expect(comparedText(matched, 1)).toBe('2 cells match the preview. 1 brand could not be refreshed.')
    expect(comparedText({ ...matched, stoodStill: ['a'] }, 0)).toBe(
      '2 cells match the preview. Differences are listed below.',
    )
  })
})
