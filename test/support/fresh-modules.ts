// The files of a project share processes, for a process and its engine cost more than most files do. Each file still
// has modules of its own: what one file left in a module of ours is not there for the next one.
import { vi } from 'vitest'

vi.resetModules()
