import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeFileName } from '../../../src-main/base/file-name.ts'

test.each([
  ['Aurora Fittings', 'aurora-fittings'],
  ['Müller & Söhne GmbH.', 'muller-sohne-gmbh'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Trailing dots... ', 'trailing-dots'],
  ['CON', 'con-report'],
  ['nul.', 'nul-report'],
  ['COM¹', 'com1-report'],
  ['Console', 'console'],
  ['老茶馆', '老茶馆'],
  ['がく', 'がく'],
  ['شاي', 'شاي'],
  ['ok\u202egpj.exe', 'ok-gpj-exe'],
  ['🍵', 'report'],
  ['', 'report'],
])('%j is named %j', (text, name) => {
  expect(safeFileName(text, 'report')).toBe(name)
})

test('a name is short, has no character that a system refuses, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = safeFileName(text, 'report')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(127)
      expect(name).toMatch(/^[^\p{C}\s<>:"/\\|?*.-](.*[^\p{C}\s.-])?$/u)
      expect(name).not.toMatch(/[\p{C}\s<>:"/\\|?*.]/u)
      expect(safeFileName(name, 'report')).toBe(name)
    }),
    { numRuns: 2000 },
  )
  expect(Buffer.byteLength(safeFileName('茶'.repeat(200), 'report'))).toBe(120)
})
