// The files of a project share processes and modules. Those of the window each have modules of their own: the window's state
// is in its modules, and what one file left there is not there for the next one.
import { vi } from 'vitest'

vi.resetModules()
