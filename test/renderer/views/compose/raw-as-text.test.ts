import { expect, test } from 'vitest'
import { rawAsText } from '../../../../src-renderer/views/compose/pitch-text.tsx'

test('markup becomes text at any depth', () => {
  const raw = { type: 'raw', value: '<script>' }
  const tree = {
    type: 'root',
    children: [raw, { type: 'element', children: [{ type: 'text', value: 'a' }, { ...raw }] }],
  }
  rawAsText()(tree)
  expect(JSON.stringify(tree)).not.toContain('raw')
  expect(JSON.stringify(tree).match(/"text","value":"<script>"/g)).toHaveLength(2)
})
