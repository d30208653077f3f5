import { describe, vi } from 'vitest'
import { testWindowConformance } from '../../../support/window/conformance.ts'
import { openStandInShell } from '../../../support/window/stand-in-driver.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))

describe('the window on the stand-in', () => {
  testWindowConformance(openStandInShell)
})
